"""Servers and databases for the tests of this folder."""

from tests.support.server_fixtures import local, me

__all__ = ["local", "me"]
