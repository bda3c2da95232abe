"""Starting the server: privately on a free loopback port, or as a host with several workers."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Final

import uvicorn

from viermot.kernel.json import JsonObject
from viermot.server.app import create_app, settle_down
from viermot.server.config import Config, to_environment
from viermot.server.limits import Limits
from viermot.server.store import Store, url_of

LOOPBACK: Final = "127.0.0.1"
QUIET: Final[JsonObject] = {
    "http": "viermot.server.connections:Guarded",
    "proxy_headers": False,  # which proxies to trust is said in the configuration (proxies.py)
    "ws_max_size": Limits().frame * 4,  # the server's own, friendlier limit comes first
    "ws_per_message_deflate": False,  # sizes on the wire must not depend on anything hidden
    "ws_ping_interval": 30.0,
    "ws_ping_timeout": 60.0,
    "timeout_keep_alive": 30,
    "timeout_graceful_shutdown": 5,
    "access_log": False,
    "log_level": "warning",
    "server_header": False,
}


def free_socket(host: str, port: int) -> socket.socket:
    """A socket that is bound already, so that the address printed is the address served."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.set_inheritable(True)
    except BaseException:
        bound.close()
        raise
    return bound


def address(host: str, port: int) -> str:
    """As it is typed into a browser."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Announced(uvicorn.Server):
    """A server that says when it can be reached."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def run(config: Config, host: str, port: int, ready: Callable[[str], None]) -> None:
    """One process, until it is interrupted."""
    logging.basicConfig(level=logging.WARNING, format="viermot: %(message)s", stream=sys.stderr)
    with free_socket(host, port) as bound:
        where = address(host, bound.getsockname()[1])
        app = create_app(config)
        settle_down()
        server = Announced(uvicorn.Config(app, host=host, **QUIET), lambda: ready(where))
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[bound])


def run_workers(config: Config, host: str, port: int, workers: int, ready: Callable[[str], None]) -> None:
    """Several processes on one database. What would stop each of them is found out first, and reported once."""
    with free_socket(host, port) as bound:
        port = bound.getsockname()[1]
    Store(url_of(config.database)).close()
    if not config.bot_processes:
        config.bot_processes = max(1, (os.cpu_count() or 1) // workers)
    to_environment(config)
    ready(address(host, port))
    uvicorn.run("viermot.server.app:from_configuration", factory=True, host=host, port=port, workers=workers, **QUIET)


def open_browser(where: str) -> None:
    """Show the page, without waiting for the browser."""
    threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()
