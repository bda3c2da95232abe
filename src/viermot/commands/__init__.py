"""The sub-commands of `viermot`, a module each: `add_flags(parser, locale)` and `run(args) -> exit code`."""
