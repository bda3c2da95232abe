"""`python -m viermot` is the same as `viermot`."""

import sys

from viermot.cli import main

if __name__ == "__main__":
    sys.exit(main())
