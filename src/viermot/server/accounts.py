"""Who is asking: accounts with argon2 passwords, sessions in signed HttpOnly cookies, and the token against forgery.

The cookie carries a random name, signed; the database knows its hash. On loopback there is one local player, and the
cookie serves only to tie the page to its CSRF token.

Failed attempts to sign in are written to the log, and the last of them are shown to the person whose name was
tried. An account that is deleted loses its name, password and sessions at once; its games are left next
(leaving.leave_all), and a server that is stopped in between resumes that when it starts.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
import time
from dataclasses import dataclass
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, Signer
from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update

from viermot.server import guests, names
from viermot.server.refusals import Refused
from viermot.server.rows import Cell
from viermot.server.schema import attempts, logins, people
from viermot.server.store import Store

COOKIE: Final = "viermot"
DAYS: Final = 60
SHORTEST, LONGEST = 8, 200
LOCAL_ID: Final = "local"
REMEMBERED: Final = 5.0  # seconds for which a login is trusted without looking it up again
MAX_REMEMBERED: Final = 10_000
AT_ONCE: Final = 2  # passwords hashed at the same time: each takes tens of megabytes
MAX_ATTEMPTS: Final = 20  # failed ones that are remembered for each person
GOING: Final = " gone "  # prefix of the folded name of an account that is being deleted
LOG: Final = logging.getLogger("viermot.accounts")


@dataclass(frozen=True)
class Person:
    """Somebody the server knows."""

    id: str
    name: str
    local: bool = False
    guest: bool = False


@dataclass(frozen=True)
class Known:
    """What an account's owner is shown about it."""

    created: float
    sessions: int
    attempts: list[tuple[float, str]]  # when, and from which address; the latest first


@dataclass(frozen=True)
class Visit:
    """A request's cookie, and whose it is."""

    session: str  # what the cookie carries; empty if there is no cookie of ours
    person: Person | None


class Accounts:
    """The people of a server."""

    def __init__(self, store: Store, hosting: bool) -> None:
        self.store = store
        self.hosting = hosting
        secret = store.secret()
        self._signer = Signer(secret, salt="viermot.session", digest_method=hashlib.sha256)
        self._csrf = hashlib.sha256(f"viermot.csrf {secret}".encode()).digest()
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(AT_ONCE)
        self._nobody = self._hasher.hash(secrets.token_hex(16))  # so that an unknown name takes as long as a known one
        self._known: dict[str, tuple[float, Person | None]] = {}
        self.endings = 0  # how often sessions have been ended here
        if not hosting:
            store.write_now(self._local_player)

    def _local_player(self, connection: Connection) -> None:
        line = {
            "id": LOCAL_ID, "name": "You", "folded": " local", "likeness": " local", "password": None,
            "created": time.time(),
        }  # fmt: skip
        connection.execute(self.store.insert(people).on_conflict_do_nothing(), line)

    # -- visits ------------------------------------------------------------------------------------------

    async def visit(self, cookie: str | None) -> Visit:
        """Whose cookie is this?"""
        session = self._read(cookie)
        if not self.hosting:
            return Visit(session, Person(LOCAL_ID, "You", local=True))
        return Visit(session, await self.person_of(session) if session else None)

    def _read(self, cookie: str | None) -> str:
        if not cookie or len(cookie) > 200:
            return ""
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return ""

    async def person_of(self, session: str) -> Person | None:
        """Who is signed in with a session."""
        known = self._known.get(session)
        if known is not None and time.monotonic() - known[0] < REMEMBERED:
            return known[1]
        person = await self.store.read(lambda connection: _look_up(connection, session))
        if len(self._known) > MAX_REMEMBERED:
            self._known.clear()
        self._known[session] = time.monotonic(), person
        return person

    def new_cookie(self) -> tuple[str, str]:
        """A fresh session that nobody is signed in with: what it carries, and the cookie."""
        session = secrets.token_urlsafe(24)
        return session, self._signer.sign(session.encode()).decode()

    def csrf(self, session: str) -> str:
        """The token that changes must carry, made from the session."""
        return hmac.new(self._csrf, session.encode(), hashlib.sha256).hexdigest()[:40] if session else ""

    def is_csrf(self, session: str, token: str) -> bool:
        """Is this the right token?"""
        return bool(session) and hmac.compare_digest(self.csrf(session).encode(), token.encode())

    # -- signing in and out --------------------------------------------------------------------------------

    async def register(self, name: str, password: str, guest: Person | None = None) -> tuple[Person, str, str]:
        """A new account, signed in: the person, the session and its cookie. A guest keeps his tables."""
        self._must_host()
        name = await self._vetted(name)
        _must_be_long(password)
        person = Person(guest.id if guest is not None else secrets.token_urlsafe(12), name)
        line: dict[str, Cell] = {
            "id": person.id, "name": name, "folded": names.folded(name), "likeness": names.likeness(name),
            "password": await self._hash(password), "created": time.time(),
        }  # fmt: skip

        def add(connection: Connection) -> bool:
            if guest is not None:
                return guests.stays(connection, line)
            new = self.store.insert(people).on_conflict_do_nothing().returning(people.c.id)
            return connection.execute(new, line).first() is not None

        if not await self.store.write(add):
            raise Refused("taken", "server.name_taken", name=name)
        self._forget()
        return person, *await self._sign_in(person)

    async def _vetted(self, name: str) -> str:
        """A name as it is kept, if it is one that somebody may have."""
        name = names.normal(name)
        if not names.is_name(name):
            raise Refused("illegal", "server.bad_name")
        if names.is_guests(name) or await asyncio.to_thread(names.is_reserved, name):
            raise Refused("taken", "server.name_reserved", name=name)
        if not names.is_of_one_alphabet(name) and not await self.store.read(lambda found: _looks_taken(found, name)):
            raise Refused("illegal", "server.bad_name")
        return name

    async def welcome(self, name: str = "") -> tuple[Person, str, str]:
        """A guest, signed in for a day, under a name of his own or a number: the person, the session and its cookie."""
        self._must_host()
        chosen = await self._vetted(name) if name else ""
        person, until = await self.store.write(lambda connection: guests.arrive(self.store, connection, chosen))
        return Person(*person, guest=True), *await self._sign_in(Person(*person, guest=True), until)

    async def login(self, name: str, password: str, address: str = "-") -> tuple[Person, str, str]:
        """Sign in; an unknown name and a wrong password get the same answer, and take equally long."""
        self._must_host()
        found = await self.store.read(lambda connection: _by_name(connection, name))
        good = await self._verify(found["password"] if found else self._nobody, password)
        if found is None or not good or found["password"] is None:
            self._note_attempt(name, found["id"] if found else None, address)
            raise Refused("login", "server.bad_login")
        person = Person(found["id"], found["name"])
        return person, *await self._sign_in(person)

    def _note_attempt(self, name: str, person: str | None, address: str) -> None:
        """For the log and the owner of the name; nobody waits for it, since the wait would reveal whether the name
        exists.
        """
        LOG.warning("failed sign-in as %r from %s", name[:60], address)
        if person is None:
            return

        def add(connection: Connection) -> None:
            connection.execute(insert(attempts), {"person": person, "at": time.time(), "address": address[:64]})
            mine = select(attempts.c.id).where(attempts.c.person == person).order_by(attempts.c.id.desc())
            old = connection.execute(mine.offset(MAX_ATTEMPTS)).scalars().all()
            connection.execute(delete(attempts).where(attempts.c.id.in_(old)))

        self.store.write_soon(add)

    # -- one's own account ---------------------------------------------------------------------------------

    async def known(self, person: Person) -> Known:
        """What a person may see of his own account."""
        self._must_host()

        def look(connection: Connection) -> Known:
            created = connection.execute(select(people.c.created).where(people.c.id == person.id)).scalar_one()
            valid = logins.c.person == person.id, logins.c.until > time.time()
            sessions = connection.execute(select(func.count()).select_from(logins).where(*valid)).scalar_one()
            tried = select(attempts.c.at, attempts.c.address).where(attempts.c.person == person.id)
            lately = connection.execute(tried.order_by(attempts.c.id.desc()).limit(MAX_ATTEMPTS))
            return Known(created, sessions, [(line.at, line.address) for line in lately])

        return await self.store.read(look)

    async def change_password(self, person: Person, old: str, new: str, address: str) -> tuple[str, str]:
        """A new password; every session ends except a new one, which is returned with its cookie."""
        await self._must_know(person, old, address)
        _must_be_long(new)
        hashed = await self._hash(new)

        def change(connection: Connection) -> None:
            connection.execute(update(people).where(people.c.id == person.id).values(password=hashed))
            connection.execute(delete(logins).where(logins.c.person == person.id))

        await self.store.write(change)
        self._forget()
        return await self._sign_in(person)

    async def sign_out_everywhere(self, person: Person) -> None:
        """From now on no cookie of this person's is valid."""
        self._must_host()
        await self.store.write(
            lambda connection: connection.execute(delete(logins).where(logins.c.person == person.id))
        )
        self._forget()

    async def begin_deletion(self, person: Person, password: str, address: str) -> None:
        """Name, password and sessions are gone at once; the games are next."""
        await self._must_know(person, password, address)
        gone = f"{GOING}{person.id}"

        def change(connection: Connection) -> None:
            connection.execute(delete(logins).where(logins.c.person == person.id))
            connection.execute(delete(attempts).where(attempts.c.person == person.id))
            values = {"folded": gone, "likeness": gone, "password": None}
            connection.execute(update(people).where(people.c.id == person.id).values(values))

        await self.store.write(change)
        self._forget()

    async def being_deleted(self) -> list[Person]:
        """Those whose deletion was cut short because the server was stopped."""
        return await self.store.read(
            lambda connection: [
                Person(line.id, line.name)
                for line in connection.execute(select(people).where(people.c.folded.startswith(GOING, autoescape=True)))
            ]
        )

    async def finish_deletion(self, person: Person) -> None:
        """Nothing is left of him."""
        await self.store.write(lambda connection: connection.execute(delete(people).where(people.c.id == person.id)))
        self._forget()

    async def _must_know(self, person: Person, password: str, address: str) -> None:
        """The person at an open page need not be its owner: ask for the password."""
        self._must_host()
        kept = await self.store.read(
            lambda connection: connection.execute(select(people.c.password).where(people.c.id == person.id)).scalar()
        )
        if not await self._verify(kept, password) or kept is None:
            self._note_attempt(person.name, person.id, address)
            raise Refused("forbidden", "server.wrong_password")

    async def logout(self, session: str) -> None:
        """The cookie is no longer valid, wherever it has got to."""
        if session:
            await self.store.write(
                lambda connection: connection.execute(delete(logins).where(logins.c.id == _hashed(session)))
            )
        self._forget()

    def _forget(self) -> None:
        """A session has ended: everybody who was trusted is looked up again, including anybody just coming in."""
        self._known.clear()
        self.endings += 1

    async def _sign_in(self, person: Person, until: float | None = None) -> tuple[str, str]:
        session, cookie = self.new_cookie()
        line = {"id": _hashed(session), "person": person.id, "until": until or time.time() + DAYS * 86_400}

        def add(connection: Connection) -> None:
            connection.execute(delete(logins).where(logins.c.until < time.time()))
            connection.execute(insert(logins), line)

        await self.store.write(add)
        return session, cookie

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _verify(self, kept: str | None, password: str) -> bool:
        async with self._hashing:
            return await asyncio.to_thread(self._check, kept or self._nobody, password)

    def _check(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def _must_host(self) -> None:
        if not self.hosting:
            raise Refused("forbidden", "server.no_accounts")


def _must_be_long(password: str) -> None:
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused("illegal", "server.bad_password", least=SHORTEST, most=LONGEST)


def _hashed(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()


def _look_up(connection: Connection, session: str) -> Person | None:
    found = connection.execute(
        select(people.c.id, people.c.name, people.c.guest_until)
        .join(logins, logins.c.person == people.c.id)
        .where(logins.c.id == _hashed(session), logins.c.until > time.time())
    ).one_or_none()
    return Person(found.id, found.name, guest=found.guest_until is not None) if found is not None else None


def _looks_taken(connection: Connection, name: str) -> bool:
    """Does somebody have a name that looks the same?"""
    alike = select(people.c.id).where(people.c.likeness == names.likeness(name))
    return connection.execute(alike.limit(1)).first() is not None


def _by_name(connection: Connection, name: str) -> RowMapping | None:
    as_asked = {names.folded(name), name.casefold()} - {""}  # the second: accounts from before names were normalised
    found = connection.execute(select(people).where(people.c.folded.in_(as_asked), people.c.password.is_not(None)))
    return found.mappings().first()
