"""The games for researchers: environments for learners, games for OpenSpiel. docs/research.md describes them.

What all of them share is `answers` (the fixed space of answers) and `play` (one game with some seats open); the rest
needs an extra: `aec` and `single` need `viermot[rl]`, `spiel` needs `viermot[openspiel]`.
"""
