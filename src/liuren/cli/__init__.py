"""The command line: words in, text or JSON out.

Knows: the public face, the drawing room, labels. Must not know: any rule, table or school.
Names: ``main``. One module for each command; a module is loaded when its command is called.
"""

from __future__ import annotations

import gc
import sys

#: Commands that build what they need once and end: nothing is gained by looking for garbage on the way.
_BRIEF = ("shefu", "chart", "jinkoujue", "annual", "moment", "text", "coverage")


def main(arguments: list[str] | None = None) -> int:
    """Run ``liuren`` and give its exit status: 0, 2 for bad input, 1 for a fault of ours."""
    words = sys.argv[1:] if arguments is None else arguments
    was_enabled = gc.isenabled()
    if words and words[0] in _BRIEF:
        gc.disable()
    from liuren.cli.program import run

    status = run(words)
    if arguments is None:
        gc.freeze()  # the process ends: nor is there anything to look for then
    elif was_enabled:
        gc.enable()
    return status
