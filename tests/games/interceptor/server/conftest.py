"""Servers and databases for the tests of this folder."""

from tests.support.server_fixtures import host, local, me, visitor

__all__ = ["host", "local", "me", "visitor"]
