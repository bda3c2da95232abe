"""Servers and databases for the tests of this folder."""

from tests.support.server_fixtures import database, host, local, me, postgres, unwatched, visitor

__all__ = ["database", "host", "local", "me", "postgres", "unwatched", "visitor"]
