"""The measuring stick: `standard` of every game as it was before the minds were mended (issue 14), kept as it was.

Players of a match are named as ``viermot.lab`` names them: ``tools.reference.nightfighter:StandardPlayer``.
"""
