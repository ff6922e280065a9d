"""``python -m liuren.rules.lint``."""

import sys

from liuren.rules.lint import main

if __name__ == "__main__":
    sys.exit(main())
