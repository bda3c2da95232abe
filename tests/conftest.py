"""What all tests share: rules carried by tests are watched (tests/support/rules_plugin.py)."""

pytest_plugins = ["pytester", "tests.support.rules_plugin"]
