"""The players to measure by."""

from tools.reference.nightfighter.plain_umpire import PlainUmpire as PlainUmpire
from tools.reference.nightfighter.player import StandardPlayer as StandardPlayer
from tools.reference.nightfighter.umpire import StandardUmpire as StandardUmpire
