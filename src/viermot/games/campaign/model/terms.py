"""Small vocabularies of the campaigns, as ints with names: seats, status, fates, moons, cards."""

from __future__ import annotations

from typing import Final

from viermot.games.campaign.model.ids import Card, Man, Role

PLAYER: Final = 0
UMPIRE: Final = 1
SEATS: Final = ("player", "umpire")

GREEN, SEASONED, EXPERTE = range(3)
STATUS: Final = ("green", "seasoned", "experte")
PILOTS: Final = ("green", "normal", "experte")  # the same in a scenario's words

ACTIVE, KILLED, CRIPPLED, POSTED = range(4)  # what became of a crew
CREW_FATES: Final = ("active", "killed", "crippled", "posted")

IN_STOCK, WRITTEN_OFF, DESTROYED, EXCHANGED = range(4)  # what became of an aircraft
PLANE_FATES: Final = ("in stock", "written off", "destroyed", "exchanged")

NO_MOON, HALF_MOON, FULL_MOON = range(3)
MOONS: Final = ("none", "half", "full")
POOR, MODERATE, GOOD = range(3)
VISIBILITIES: Final = ("poor", "moderate", "good")

STATION, STANDBY = map(Role, range(2))
ROLES: Final = ("station", "standby")
ON_GROUND, ON_STATION, LANDED, LOST = range(4)  # what became of a flight tonight
FLIGHTS: Final = ("on the ground", "on station", "landed", "lost")

HEARTS, SPADES, CLUBS, DIAMONDS = range(4)
SUITS: Final = ("hearts", "spades", "clubs", "diamonds")
RANKS: Final = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
ACE, JACK = 0, 10
JOKER: Final = Card(52)  # this card and those after it

NONE: Final = -1
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

PILOT, OPERATOR, GUNNER = map(Man, range(3))
MEN: Final = ("pilot", "operator", "gunner")

WEEKS_A_MONTH: Final = 4


def suit(card: Card) -> int:
    """The suit of a card other than a Joker."""
    return card // 13


def rank(card: Card) -> int:
    """The rank of a card other than a Joker, from 0 for the ace to 12 for the king."""
    return card % 13


def card_name(card: Card) -> str:
    """A card as text: "jack of hearts", "joker"."""
    return "joker" if card >= JOKER else f"{RANKS[rank(card)]} of {SUITS[suit(card)]}"
