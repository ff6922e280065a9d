"""Run benchmarks and print one table: ``python -m benchmarks [NAME …]``.

A benchmark is a module beside this one with a ``main()``. It prints what it likes, and may return rows
(name, value, unit, limit, kept), where limits are ratios within one run or seconds on one core, or an exit
status. The exit status is 1 if any limit is broken.
"""

from __future__ import annotations

import sys
import time
from importlib import import_module
from pathlib import Path

Row = tuple[str, float, str, str, bool]


def names() -> list[str]:
    """The benchmarks there are."""
    return sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))


def run(name: str) -> list[Row]:
    """One benchmark; its rows, or one row for an exit status, none if it only prints."""
    module = import_module(f"benchmarks.{name}")
    if not hasattr(module, "main"):
        return []
    sys.argv = [name]
    found = module.main()
    if isinstance(found, int):
        return [("exit status", found, "", "= 0", found == 0)]
    return list(found or [])


def main(wanted: list[str]) -> int:
    """Run the benchmarks wanted, all if none is named."""
    unknown = [name for name in wanted if name not in names()]
    if unknown:
        print(f"No benchmark {unknown[0]!r}; there are {', '.join(names())}.", file=sys.stderr)
        return 2
    kept = True
    for name in wanted or names():
        start = time.perf_counter()
        rows = run(name)
        print(f"{name}  ({time.perf_counter() - start:.1f} s)")
        for what, value, unit, limit, good in rows:
            print(f"  {'ok  ' if good else 'OVER'}  {what:<44}{value:>12.3f} {unit:<4} {limit}")
            kept &= good
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
