"""Positions of Nightfighter that tests of the page begin from."""

CHASE = """
scenario = "4B"
turn = 9
phase = 3
visibility = "good"
[[fighter]]
id = 201
at = "0916 N"
fix = 113
[[attacker]]
id = 113
at = "0813 S"
[[attacker]]
id = 122
at = "1119 S"
light = "N"
hits = 1
known = 1
"""

ATTACK = """
scenario = "4B"
turn = 9
phase = 8
visibility = "good"
[[fighter]]
id = 201
at = "0916 S"
tally = 113
[[attacker]]
id = 113
at = "0916 S"
"""

TAIL = """
scenario = "4B"
turn = 9
phase = 3
visibility = "good"
[[fighter]]
id = 201
at = "0916 S"
tally = 113
[[attacker]]
id = 113
at = "0918 S"
"""
