"""``python -m liuren.cli`` is the same as ``liuren``."""

import sys

from liuren.cli import main

sys.exit(main())
