"""Which machine is asking, as far as rates are concerned: the one that is connected, unless that is the operator's
proxy.

Only proxies that the operator has named (`viermot serve --proxy`) are trusted when they say on whose behalf they ask,
in X-Forwarded-For. Nobody is trusted for asking from this machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from starlette.requests import HTTPConnection

from viermot.kernel.user_error import UserError

NOBODY: Final = "-"
OWN_OF_IPV6: Final = 64  # bits; the rest of such an address is its owner's to choose


class Proxies:
    """The machines that are trusted."""

    def __init__(self, named: Sequence[str] = ()) -> None:
        try:
            self._networks = [ip_network(word.strip(), strict=False) for word in named]
        except ValueError as wrong:
            raise UserError("server.bad_proxy", reason=str(wrong)) from None

    def trusts(self, address: str) -> bool:
        """Is it one of ours?"""
        found = _read(address)
        return found is not None and any(
            found in network for network in self._networks if network.version == found.version
        )

    def asker(self, connection: HTTPConnection) -> str:
        """Who is asking: the last machine on the way here that is not one of our proxies."""
        address = connection.client.host if connection.client is not None else NOBODY
        way = [word.strip() for line in connection.headers.getlist("x-forwarded-for") for word in line.split(",")]
        while way and self.trusts(address):
            before = way.pop()
            if _read(before) is None:
                break  # whatever that was, it is not an address
            address = before
        return grouped(address)


def grouped(address: str) -> str:
    """An address as rates count it: of IPv6 the part that its owner was given."""
    found = _read(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, OWN_OF_IPV6), strict=False).network_address)
    return address if found is None else str(found)


def _read(address: str) -> IPv4Address | IPv6Address | None:
    """An address, with or without a port; IPv4 written as IPv6 counts as IPv4."""
    text = address.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
