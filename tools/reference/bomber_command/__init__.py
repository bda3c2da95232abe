"""The players to measure by."""

from tools.reference.bomber_command.british import StandardBritish as StandardBritish
from tools.reference.bomber_command.german import StandardGerman as StandardGerman
