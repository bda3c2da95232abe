"""How a server is to run; handed to the workers of a host through the environment."""

from __future__ import annotations

import os
from typing import Final

import msgspec

VARIABLE: Final = "VIERMOT_SERVER"


class Config(msgspec.Struct, kw_only=True):
    """What the command line decided."""

    database: str | None = None  # None: the player's own file
    hosting: bool = False  # accounts; otherwise one local player
    origin: str | None = None  # the address people use, where a proxy stands in front of the server
    proxies: list[str] = []  # addresses or networks that may say on whose behalf they ask (X-Forwarded-For)
    bot_seconds: float = 10.0  # for one decision of a bot
    bot_processes: int = 0  # 0: as many as there are processors to spare
    bot_memory: int = 400 * 2**20  # bytes above which a bots' process is restarted
    bot_command: list[str] = []  # how a bots' process is started; tests have their own
    vetting_command: list[str] = []  # the same for the process in which files from outside are tried
    operators: list[str] = []  # accounts that may run studies on the page of a host
    studies: str = ""  # the folder of studies; beside the database if empty
    limits: bool = True  # False only in proofs, which send more than anybody should

    @property
    def secure(self) -> bool:
        """Do cookies travel over https only?"""
        return self.origin is not None and self.origin.startswith("https:")


def to_environment(config: Config) -> None:
    """Pass the configuration on to worker processes."""
    os.environ[VARIABLE] = msgspec.json.encode(config).decode()


def from_environment() -> Config:
    """The configuration that the command passed on."""
    return msgspec.json.decode(os.environ.get(VARIABLE, "{}"), type=Config)
