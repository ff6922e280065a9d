"""Reading a date and time as people write them.

Understood: ISO 8601 (``2026-11-30T10:00``, with seconds, ``Z``, ``+09:00``, ``[Asia/Seoul]``),
other separators, ``20261130T1000``, ``2026年11月30日上午10時30分``, ``2026년 11월 30일 오전 10시``,
Chinese numerals, full-width digits, years before 1 (``-0085-12-01``, ``前86年``), double hours
(``午時``, ``子初``, ``酉正二刻``), lunar dates (``農曆2026年閏六月初一``) and reign years (``嘉祐七年三月十七日``).
The result is what was written, not yet a moment: no zone or calendar is applied here.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from liuren.terms.branches import HANGUL
from liuren.terms.errors import InputError

#: Longer text cannot be a date and is refused unread.
LONGEST: Final = 100

_BRANCHES: Final = "子丑寅卯辰巳午未申酉戌亥"
_STEMS: Final = "甲乙丙丁戊己庚辛壬癸"
_DIGITS: Final = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {
    "零": 0, "○": 0, "元": 1, "兩": 2, "两": 2, "壹": 1, "貳": 2, "參": 3, "肆": 4,
    "伍": 5, "陸": 6, "柒": 7, "捌": 8, "玖": 9,
}  # fmt: skip
_N: Final = r"[0-9〇零○一二三四五六七八九十百千廿卅元兩两壹貳參肆伍陸柒捌玖拾正]"

_ISO: Final = (
    r"(?P<y>[+-]?\d{1,6})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})\.?"
    r"(?:(?:t|,?\s*)(?P<rest>.*))?"
)
_COMPACT: Final = (
    r"(?P<y>\d{4})(?P<m>\d{2})(?P<d>\d{2})(?:(?:t|\s+)?(?P<rest>\d{2}(?:\d{2}(?:\d{2})?)?.*))?"
)
_WORDS: Final = (
    rf"(?P<lunar>農曆|农历|陰曆|阴历|舊曆|旧历|旧暦|旧曆|음력|lunar[:\s])?\s*"
    rf"(?P<solar>西曆|西历|公曆|公历|陽曆|阳历|양력|서기|西元|公元)?\s*"
    rf"(?P<bc>前|公元前|西元前|기원전|bc\s?)?(?P<y>[+-]?{_N}+)\s*[年년]\s*"
    rf"(?P<leap>閏|闰|윤)?\s*(?P<m>{_N}+|冬|臘|腊)\s*[月월]\s*"
    rf"(?P<d>初?{_N}+)\s*[日號号일]?\s*(?P<rest>.*)"
)
_LUNAR_ISO: Final = (
    r"(?P<lunar>農曆|农历|陰曆|阴历|舊曆|旧历|旧暦|음력|lunar)[:\s]*(?P<y>-?\d{1,4})[-/.]"
    r"(?P<leap>閏|闰|윤|l|-)?(?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?:(?:t|\s+)(?P<rest>.*))?"
)
_REIGN: Final = (
    rf"(?P<head>[^\d年년]{{1,16}}[^年년]{{0,8}}?)\s*[年년]\s*"
    rf"(?P<leap>閏|闰|윤)?\s*(?P<m>{_N}+|冬|臘|腊)\s*[月월]\s*"
    rf"(?P<d>[{_STEMS}][{_BRANCHES}]|초?初?{_N}+)\s*[日號号일]?\s*(?P<rest>.*)"
)
_CLOCK: Final = (
    r"(?P<half>上午|下午|早上|晚上|中午|午前|午後|凌晨|오전|오후|am|pm)?\s*"
    r"(?P<h>\d{1,2})(?:\s*[:時时點点시h]\s*(?P<min>\d{1,2})?)?"
    r"(?:\s*[:分분]\s*(?:(?P<s>\d{1,2})(?:[.,](?P<f>\d{1,9}))?\s*[秒초]?)?)?"
    r"\s*(?P<half2>am|pm|a\.m\.|p\.m\.)?\s*(?P<zone>.*)"
)
_DIGIT_CLOCK: Final = r"(\d{2})(\d{2})(\d{2})?(?![\d:])"
_DOUBLE_HOUR: Final = (
    rf"(?P<half>夜|早|晚)?(?:(?P<b>[{_BRANCHES}])(?:[時时](?P<part>[初正中末]?)|(?P<bare>[初正中末]?)(?!\w))"
    rf"|(?P<h>[{HANGUL}])시)\s*(?P<zone>.*)"
)
#: Second 60 is taken as still within its minute.
_LEAP_SECOND: Final = 60 - 2**-10
_QUARTERS: Final = (
    rf"(?P<half>夜|早|晚)?(?P<b>[{_BRANCHES}])(?P<whole>[時时])?(?P<part>[初正])?\s*"
    r"(?P<quarter>[初一二三四五六七八1-8])刻\s*(?:(?P<minutes>\d{1,2}|[一二三四五六七八九十]{1,2})分)?"
    r"(?P<zone>.*)"
)
_AFTERNOON: Final = {"下午", "晚上", "午後", "오후", "pm", "p.m."}
_MORNING: Final = {"上午", "早上", "午前", "凌晨", "오전", "am", "a.m."}


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled when it is first needed: most dates need only the first."""
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


class Written(NamedTuple):
    """A date and time as written.

    ``seconds`` of the day are None if no time was given; ``zone`` is the offset or zone name that
    followed the time, or ""; ``era`` is a reign name with its year (``嘉祐七``) or "", and then
    ``year`` is 0; ``lunar`` says whether month and day are lunar; ``cyclic_day`` is a pillar written
    instead of the number of the day; ``country`` is that of the word for a lunar date (음력, 旧暦).
    """

    year: int
    month: int
    day: int
    seconds: float | None = None
    zone: str = ""
    lunar: bool = False
    leap: bool = False
    era: str = ""
    cyclic_day: int | None = None
    country: str = ""

    @property
    def leap_second(self) -> bool:
        """Whether second 60 was written."""
        return self.seconds is not None and self.seconds % 60 == _LEAP_SECOND


def read(text: str) -> Written:
    """What a text says about a date and time.

    Raises:
        InputError: it is no date, or its time of day does not exist.
    """
    if len(text) > LONGEST:
        raise _unreadable(text)
    shown = _folded(text)
    if not shown:
        raise InputError(
            "Nothing was given for the date and time; expected for example 2026-11-30T10:00.",
            hint="Leave it out for now.",
            code="empty",
        )
    plain = _plain(shown)
    if plain is not None:
        return plain
    match = _compiled(_ISO).fullmatch(shown) or _compiled(_COMPACT).fullmatch(shown)
    if match:
        seconds, zone = _time_of_day(match["rest"] or "", text)
        year, month, day = int(match["y"]), int(match["m"]), int(match["d"])
        return Written(year, month, day, seconds, zone)
    match = _compiled(_LUNAR_ISO).fullmatch(shown)
    if match:
        seconds, zone = _time_of_day(match["rest"] or "", text)
        return Written(
            int(match["y"]), int(match["m"]), int(match["d"]), seconds, zone,
            lunar=True, leap=bool(match["leap"]), country=_country(match),
        )  # fmt: skip
    match = _compiled(_WORDS).fullmatch(shown)
    if match:
        return _in_words(match, text)
    match = _compiled(_REIGN).fullmatch(shown)
    if match:
        return _reign(match, text)
    raise _unreadable(text)


def _plain(text: str) -> Written | None:
    """``2026-11-30T10:00`` and ``2026-11-30T10:00:00`` without a pattern: the usual case, at once."""
    if len(text) not in (16, 19) or not text.isascii() or text[4] + text[7] + text[13] != "--:":
        return None
    parts = [text[:4], text[5:7], text[8:10], text[11:13], text[14:16], text[17:] or "0"]
    if text[10] not in "T " or text[16:17] not in ("", ":") or not all(p.isdigit() for p in parts):
        return None
    year, month, day, hour, minute, second = map(int, parts)
    if hour > 23 or minute > 59 or second > 59:
        return None
    return Written(year, month, day, float(hour * 3600 + minute * 60 + second))


def _folded(text: str) -> str:
    if text.isascii():
        return text.strip()
    import unicodedata

    return unicodedata.normalize("NFKC", text).replace("−", "-").strip()


def _unreadable(text: str) -> InputError:
    head = "".join(c if c.isprintable() else "�" for c in text[:24])
    shown = head + ("…" if len(text) > 24 else "")
    return InputError(
        f"“{shown}” is not a date and time; expected for example 2026-11-30T10:00.",
        hint="Also 2026年11月30日10時, 農曆2026年十月廿二, 嘉祐七年三月十七日午時; "
        "date first, then time, then zone.",
        code="bad_time",
    )


def number(text: str) -> int | None:
    """An Arabic or Chinese numeral (``十一``, ``二〇二六``, ``廿三``, ``初一``, ``元``); None if none."""
    text = text.removeprefix("初")
    if text.lstrip("+-").isascii() and text.lstrip("+-").isdigit():
        return int(text)
    if text == "正":
        return 1
    text = text.replace("廿", "二十").replace("卅", "三十").replace("拾", "十")
    if not any(c in text for c in "十百千"):
        if text and all(c in _DIGITS or c.isdigit() for c in text):
            return int("".join(c if c.isdigit() and c.isascii() else str(_DIGITS[c]) for c in text))
        return None
    total = digit = 0
    for c in text:
        if c in "十百千":
            total += (digit or 1) * {"十": 10, "百": 100, "千": 1000}[c]
            digit = 0
        elif c in _DIGITS:
            digit = _DIGITS[c]
        else:
            return None
    return total + digit


def _month(text: str) -> int | None:
    return {"冬": 11, "臘": 12, "腊": 12}.get(text) or number(text)


def _in_words(match: re.Match[str], text: str) -> Written:
    year, month, day = number(match["y"]), _month(match["m"]), number(match["d"])
    if year is None or month is None or day is None:
        raise _unreadable(text)
    if match["bc"]:
        year = 1 - year
    lunar = bool(match["lunar"] or match["leap"]) or match["m"] in ("正", "冬", "臘", "腊")
    lunar = (lunar or match["d"].startswith("初")) and not match["solar"]
    seconds, zone = _time_of_day(match["rest"], text)
    return Written(
        year, month, day, seconds, zone, lunar=lunar, leap=bool(match["leap"]),
        country=_country(match),
    )  # fmt: skip


def _country(match: re.Match[str]) -> str:
    """Whose lunar calendar the words are: 음력 and 윤 are Korean, 旧暦 is Japanese."""
    if "윤" in (match["leap"] or "") or (match["lunar"] or "").startswith("음력"):
        return "korea"
    return "japan" if match["lunar"] == "旧暦" else ""


def _reign(match: re.Match[str], text: str) -> Written:
    cyclic_day = read_pillar(match["d"])
    day = 0 if cyclic_day is not None else number(match["d"].removeprefix("초"))
    month = _month(match["m"])
    if month is None or day is None:
        raise _unreadable(text)
    seconds, zone = _time_of_day(match["rest"], text)
    return Written(
        0, month, day, seconds, zone, lunar=True, leap=bool(match["leap"]),
        era=match["head"].strip(), cyclic_day=cyclic_day,
    )  # fmt: skip


def reign_splits(head: str) -> list[tuple[str, int | None, int | None]]:
    """The ways to read ``漢昭帝始元元`` as (name, year number, year pillar), longest number first."""
    found: list[tuple[str, int | None, int | None]] = []
    for place in range(1, len(head)):
        name, year = head[:place].strip(), head[place:].strip()
        if not year or not name:
            continue
        pillar = read_pillar(year)
        value = None if pillar is not None else 1 if year == "원" else number(year)
        if pillar is not None or value is not None:
            found.append((name, value, pillar))
    return found


def read_pillar(text: str) -> int | None:
    """Pillar of two characters; None if they are no stem and branch; refused if they do not pair."""
    if len(text) != 2 or text[0] not in _STEMS or text[1] not in _BRANCHES:
        return None
    stem, branch = _STEMS.index(text[0]), _BRANCHES.index(text[1])
    if (stem - branch) % 2:
        raise InputError(
            f"There is no pillar {text}; stem and branch must both be yang or both yin.",
            hint=f"Nearest: {_STEMS[stem]}{_BRANCHES[(branch - 1) % 12]} or "
            f"{_STEMS[stem]}{_BRANCHES[(branch + 1) % 12]}.",
            code="no_such_pillar",
        )
    return (6 * stem - 5 * branch) % 60


def _time_of_day(rest: str, text: str) -> tuple[float | None, str]:
    """(seconds of the day or None, zone text)."""
    rest = rest.strip()
    if not rest:
        return None, ""
    match = _compiled(_QUARTERS).fullmatch(rest) if "刻" in rest else None
    if match and (match["part"] or match["whole"]) and (match["part"] or match["b"] != "子"):
        return _quarters(match), _zone_text(match["zone"])
    match = None if rest.isascii() else _compiled(_DOUBLE_HOUR).fullmatch(rest)
    if match:
        return _double_hour(match), _zone_text(match["zone"])
    compact = _compiled(_DIGIT_CLOCK).match(rest)
    if compact:
        clock = ":".join(g for g in compact.groups() if g)
        rest = clock + rest[compact.end() :]
    if not rest.isascii():
        rest = re.sub(rf"({_N}+)(?=[時时點点分秒])", lambda m: str(number(m[1])), rest)
    match = _compiled(_CLOCK).fullmatch(rest)
    if match is None:
        if not re.match(r"[\d]", rest):
            return None, _zone_text(rest)
        raise _unreadable(text)
    hour, minute, second = int(match["h"]), int(match["min"] or 0), int(match["s"] or 0)
    half = (match["half"] or match["half2"] or "").lower()
    if half in _AFTERNOON and hour < 12:
        hour += 12
    elif half in _MORNING and hour == 12:
        hour = 0
    if second == 60 and minute == 59 and hour < 24:
        return hour * 3600 + minute * 60 + _LEAP_SECOND, _zone_text(match["zone"])
    if hour > 24 or minute > 59 or second > 59 or (hour == 24 and (minute or second)):
        raise InputError(
            f"There is no time {hour:02d}:{minute:02d}:{second:02d}; a day runs from 00:00:00 to 23:59:59.",
            hint=f"Nearest: {min(hour, 23):02d}:{min(minute, 59):02d}:{min(second, 59):02d}.",
            code="no_such_time",
        )
    fraction = float("0." + match["f"]) if match["f"] else 0.0
    return hour * 3600 + minute * 60 + second + fraction, _zone_text(match["zone"])


def _zone_text(text: str) -> str:
    return text.strip().strip("[]()（）").replace("][", "").strip()


def _double_hour(match: re.Match[str]) -> float:
    """Seconds of a double hour: its middle, or its beginning (初), half (正) or end (末)."""
    branch = _BRANCHES.index(match["b"]) if match["b"] else HANGUL.index(match["h"])
    part = match["part"] or match["bare"] or ""
    if branch == 0 and match["half"] in ("夜", "晚"):
        return 23.5 * 3600
    shift = {"初": -3600, "末": 3540}.get(part, 0)
    return float((branch * 7200 + shift) % 86400)


def _quarters(match: re.Match[str]) -> float:
    """Seconds of ``午初三刻`` (11:45), ``酉正二刻五分``, ``午時三刻``: quarters of an hour.

    A fourth quarter of half a double hour, or an eighth of the whole, is one of a hundred in a day
    (864 s), as they were counted before 1645: the last of them is short.
    """
    quarters = "初一二三四五六七八".find(match["quarter"])
    if quarters < 0:
        quarters = int(match["quarter"])
    span = 3600 if match["part"] else 7200
    into = quarters * 900 if quarters * 900 < span else min(quarters * 864, span - 60)
    into += 60 * (number(match["minutes"] or "0") or 0)
    start = _BRANCHES.index(match["b"]) * 7200 - (0 if match["part"] == "正" else 3600)
    return float((start + into) % 86400)
