"""Build the tables of lunar months that `liuren.calendar` ships.

For maintainers; users never need it. Make an environment of its own and run it there:

    python -m venv /tmp/months
    /tmp/months/bin/pip install sxtwl==2.0.7 korean-lunar-calendar==0.4.0 sanmiao==0.2.12
    PYTHONPATH=src /tmp/months/bin/python tools/build_months.py

China −104…1644 after the 寿星 tables (sxtwl), with the corrections below; 1645…2100 only the years in
which the rule of GB/T 33661-2017, computed from our own table of new moons and solar terms, does not
give the official calendar. Korea after the tables of the Korean institutes (korean-lunar-calendar):
only the years that differ from China (before 1896) or from the rule at UTC+9. Japan 445…1872 after
内田正男 (sanmiao).

A row is one lunar year: the year, the day number of its first day, its months in order. A month is
its number in hexadecimal, with ``'`` before it if it is a leap month and ``.`` after it if it has 29
days (30 without; ``,`` 28 and ``:`` 31 where a reform cut or stretched a month).
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from shipped import keep, verdict

from liuren.calendar.days import date_text, gregorian_day, julian_day
from liuren.calendar.lunar import rule_year

DATA = Path(__file__).resolve().parent.parent / "src" / "liuren" / "calendar" / "data"
LENGTHS = {28: ",", 29: ".", 30: "", 31: ":"}
Month = tuple[int, int, int, bool]  # first day, lunar year, month, leap

#: Month starts in which the 寿星 tables err: (theirs, corrected), Julian or Gregorian civil dates.
#: −103, 278, 314, 430 after 張培瑜 三千五百年曆日天象 as corrected since; 1462…1609 after the
#: printed 大統曆日 of the Ming.
CORRECTIONS = (
    ((278, 4, 9), (278, 4, 10)),
    ((314, 2, 2), (314, 2, 1)),
    ((314, 4, 2), (314, 4, 1)),
    ((430, 3, 10), (430, 3, 11)),
    ((1462, 11, 22), (1462, 11, 21)),
    ((1581, 10, 28), (1581, 10, 27)),
    ((1588, 3, 26), (1588, 3, 27)),
    ((1588, 4, 25), (1588, 4, 26)),
    ((1589, 1, 17), (1589, 1, 16)),
    ((1600, 2, 14), (1600, 2, 15)),
    ((1609, 2, 4), (1609, 2, 5)),
)
#: New moons within seconds of midnight that the Hong Kong Observatory prints on the earlier day.
PRINTED = (
    ((2057, 9, 29), (2057, 9, 28)),
    ((2089, 9, 5), (2089, 9, 4)),
    ((2097, 8, 8), (2097, 8, 7)),
)
#: New moons within two minutes of midnight that an older forecast of ΔT puts on the day before.
FORECAST = (
    ((2133, 9, 28), (2133, 9, 29)),
    ((2165, 12, 3), (2165, 12, 4)),
    ((2172, 10, 17), (2172, 10, 18)),
)


def day(date: tuple[int, int, int]) -> int:
    reckon = gregorian_day if date >= (1582, 10, 15) else julian_day
    return int(reckon(*date))


def chinese() -> list[Month]:
    """Every month −104…2100: starts and labels of sxtwl, the year from the month called 正."""
    import sxtwl

    start = day((-104, 1, 1))
    first = sxtwl.fromSolar(-104, 1, 1)
    found: list[tuple[int, int, bool]] = []
    current, number = first, start
    while current.getSolarYear() < 2102:
        into = current.getLunarDay()
        if into == 1:
            found.append((number, current.getLunarMonth(), current.isLunarLeap()))
            step = 28
        else:
            step = 1 if into > 27 else 28 - into
        current, number = current.after(step), number + step
    fixed = {day(wrong): day(right) for wrong, right in (*CORRECTIONS, *PRINTED)}
    # sxtwl puts three months of −103 a day early; 張培瑜 and the lengths of 29 and 30 days agree.
    fixed |= {j: j + 1 for j in (day((-103, 3, 23)), day((-103, 4, 22)), day((-103, 5, 21)))}
    months: list[Month] = []
    year = -105
    for begin, label, leap in found:
        begin = fixed.get(begin, begin)
        label = label or 12  # a second twelfth month (23, 239), which sxtwl calls 0
        if begin == day((-104, 10, 27)):
            label, leap = 9, True  # 後九月, the leap month of the Qin calendar
        if begin == day((725, 1, 19)):
            label, leap = (
                12,
                True,
            )  # 開元十二年閏十二月, which sxtwl calls the first of the next year
        elif begin == day((725, 2, 18)):
            leap = False
        if label == 1 and not leap:
            year = year_at(begin + 60)
        months.append((begin, year, label, leap))
    return months


def year_at(jdn: int) -> int:
    """Civil year of a day, near enough for a day late in January or later."""
    return round((jdn - 1721058 - 183) / 365.2425)


def korean() -> list[Month]:
    """Every month 1000…2050 of the Korean tables."""
    from korean_lunar_calendar import KoreanLunarCalendar

    table = KoreanLunarCalendar()
    found = []
    for year in range(1000, 2051):
        for month in range(1, 13):
            for leap in (False, True):
                if table.setLunarDate(year, month, 1, leap) and table.isIntercalation == leap:
                    date = tuple(map(int, table.SolarIsoFormat().split("-")))
                    found.append((int(gregorian_day(*date)), year, month, leap))
    return sorted(set(found))


def japanese() -> list[Month]:
    """Every month 445…1872 of the Japanese stream of sanmiao."""
    path = resources.files("sanmiao") / "data" / "lunar_table_dump.csv"
    with path.open(encoding="utf-8") as file:
        return sorted(
            (int(float(row["nmd_jdn"]) + 0.5), int(row["ind_year"]), int(row["month"]),
             row["intercalary"] == "1")
            for row in csv.DictReader(file)
            if row["cal_stream"] == "4"
        )  # fmt: skip


def years(months: list[Month], end: int | None = None) -> dict[int, tuple[int, str]]:
    """Lunar year → (first day, months as text)."""
    starts = [m[0] for m in months] + ([end] if end else [])
    found: dict[int, tuple[int, str]] = {}
    for (begin, year, label, leap), following in zip(months, starts[1:], strict=False):
        length = following - begin
        mark = f"{chr(39) if leap else ''}{label:X}{LENGTHS[length]}"
        first, text = found.get(year, (begin, ""))
        found[year] = (first, text + mark)
    return found


def by_rule(year: int, zone: str) -> tuple[int, str]:
    months = rule_year(year, zone)
    text = "".join(f"{chr(39) if m.leap else ''}{m.month:X}{LENGTHS[m.length]}" for m in months)
    return months[0].first, text


def write(name: str, source: str, rows: Iterable[tuple[int, tuple[int, str]]]) -> None:
    lines = [
        f"# {source}",
        "# lunar year\tday number of its first day\tmonths (hex; ' leap; days: . is 29, comma 28, : 31, else 30)",
    ]
    lines += [f"{year}\t{first}\t{text}" for year, (first, text) in rows]
    keep(DATA / name, "\n".join(lines) + "\n")


def main() -> int:
    china = years(chinese())
    kept = [
        (year, row)
        for year, row in sorted(china.items())
        if -104 <= year <= 2100 and (year < 1645 or by_rule(year, "china") != row)
    ]
    write("months_china.tsv", "壽星 tables (sxtwl) with corrections; tools/build_months.py", kept)
    claims = [(*pair, "corrected tables", "壽星") for pair in CORRECTIONS]
    claims += [(wrong, right, "Hong Kong Observatory", "other tables") for wrong, right in PRINTED]
    claims += [(older, newer, "ΔT of 2020", "壽星") for older, newer in FORECAST]
    lines = ["# first day\twhat authorities say (the first is ours)"]
    for wrong, right, ours, theirs in claims:
        lines.append(f"{day(right)}\t{date_text(*right)} ({ours}) | {date_text(*wrong)} ({theirs})")
    keep(DATA / "disputed_months.tsv", "\n".join(lines) + "\n")
    korea = years(korean())
    differing = [
        (year, row)
        for year, row in sorted(korea.items())
        if row != (china[year] if year < 1896 else by_rule(year, "korea")) and year < 2050
    ]
    write(
        "months_korea.tsv", "Korean tables (korean-lunar-calendar); years unlike China", differing
    )
    japan = years(japanese(), end=day((1873, 1, 29)))
    write("months_japan.tsv", "内田正男 日本暦日原典 (sanmiao)", sorted(japan.items()))
    return verdict()


if __name__ == "__main__":
    sys.exit(main())
