"""The command line: words in, text or JSON out.

Knows: the public face, the drawing room, labels. Must not know: any rule, table or school.
Names: ``main``. One module for each command; a module is loaded when its command is called.
"""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run ``liuren`` and give its exit status: 0, 2 for bad input, 1 for a fault of ours."""
    from liuren.cli.program import run

    return run(sys.argv[1:] if arguments is None else arguments)
