"""One line that names a chart and parses back to it, for both methods.

Tokens separated by spaces, as in the worked examples of the editions::

    甲子日 亥將 卯時 寅月 子年 午命 申歲 男 晝占 君子問 卯來 所問疾病 雨水 shehai=depth
    甲寅日 亥將 巳時 酉位 丁丑月 甲午命 辛丑歲 男 客2 seat:number:15
    甲人元 玄武神 傳送將 午位                      (a 金口訣 chart known only by its positions)

That is what is written. Read are also the words of the other languages, with commas or without::

    甲子日，亥将，卯时，寅月，子年，午命，申岁，男，昼占，君子问，卯来，所问疾病
    갑자일 해장 묘시 인월 자년 오명 신세 남자 낮점 군자문 묘래 소문질병
    jiazi day, hai general, mao hour, yin month, zi year, wu birth, shen annual, male, by day, from mao

A token with 位 makes it a 金口訣 chart. 月 年 命 歲 take a branch or a pillar, 時 too. 晝占 and 夜占 are
written only where they differ from what the hour says; 春占 (夏占 …) is the season of a 大六壬 chart
without a month, ``봄점``, ``in spring``. ``school=NAME`` and ``option=value`` give
the convention; ``@…`` is the instant of a chart cast by time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from liuren.charts import seats
from liuren.terms import branches, seasons
from liuren.terms.convention import Convention, load_convention, parse_settings
from liuren.terms.errors import InputError
from liuren.terms.parse import clean, excerpt, parse_term, refusal
from liuren.terms.records import replace

if TYPE_CHECKING:
    from liuren.charts.jinkoujue import JinkoujueChart
    from liuren.charts.liuren import LiurenChart

_LONGEST: Final = 4000
_B: Final = branches.NAMES

#: Token endings and the argument of the builder that they fill, the longer first.
_SUFFIXES: Final = {
    "行年": "age_branch", "본명": "birth", "本命": "birth", "행년": "age_branch", "太歲": "year",
    "太岁": "year", "태세": "year", "月將": "general", "月将": "general", "월장": "general",
    "地分": "seat", "지분": "seat", "자리": "seat", "大運": "great_run", "大运": "great_run",
    "대운": "great_run", "人元": "stem", "인원": "stem",
    "일": "day", "장": "general", "시": "hour", "월": "month", "년": "year", "세": "age_branch",
    "명": "birth", "래": "direction", "내": "direction", "위": "seat", "운": "great_run",
    "문": "querent", "신": "noble",
    "日": "day", "將": "general", "将": "general", "時": "hour", "时": "hour", "月": "month",
    "年": "year", "歲": "age_branch", "岁": "age_branch", "命": "birth", "來": "direction",
    "来": "direction", "位": "seat", "運": "great_run", "运": "great_run", "問": "querent",
    "问": "querent", "神": "noble",
}  # fmt: skip
_LONGEST_SUFFIX: Final = 2
#: English words that stand before or after a value: ``day jiazi`` or ``jiazi day``.
_ENGLISH: Final = {
    "day": "day", "general": "general", "hour": "hour", "month": "month", "year": "year",
    "birth": "birth", "annual": "age_branch", "seat": "seat", "run": "great_run",
    "querent": "querent", "noble": "noble", "stem": "stem",
}  # fmt: skip
#: English words that always stand before what they are of.
_PREPOSED: Final = {"from": "direction", "about": "topic", "guest": "guest", "in": "season"}
_TOPICS: Final = ("所問", "所问", "소문")
_WORDS: Final = {
    "晝占": ("daytime", True), "昼占": ("daytime", True), "夜占": ("daytime", False),
    "男": ("sex", "male"), "女": ("sex", "female"), "남": ("sex", "male"), "여": ("sex", "female"),
    "남자": ("sex", "male"), "여자": ("sex", "female"), "male": ("sex", "male"),
    "female": ("sex", "female"), "낮점": ("daytime", True), "밤점": ("daytime", False),
    "주점": ("daytime", True), "야점": ("daytime", False), "by-day": ("daytime", True),
    "by-night": ("daytime", False),
} | {
    name + sign: ("season", season)
    for names, sign in (
        (seasons.SEASONS, "占"), (("봄", "여름", "가을", "겨울"), "점"), (("춘", "하", "추", "동"), "점"),
    )
    for season, name in enumerate(names)
}  # fmt: skip


def parse_notation(
    text: object,
    *,
    convention: Convention | None = None,
    settings: Sequence[str] | None = None,
    **facts: object,
) -> LiurenChart | JinkoujueChart:
    """The chart that a notation names.

    ``convention`` stands instead of the one written; ``settings`` (``shehai=depth``) and ``facts``
    (arguments of the builders) are laid over what is written.

    Raises InputError for a token that cannot be read, a token given twice, or missing parts, and
    whatever the builders raise.

    Examples:
        >>> import liuren
        >>> chart = liuren.parse_notation("甲子日 亥將 卯時 寅月 shehai=depth")
        >>> chart.convention["shehai"], liuren.parse_notation(chart.notation) == chart
        ('depth', True)
    """
    from liuren.charts.jinkoujue import jinkoujue_chart, positions_chart
    from liuren.charts.liuren import liuren_chart

    written, options, instant = _read(text)
    rules = convention or (load_convention(options) if options else load_convention(None))
    if settings:
        rules = rules.replace(**parse_settings(tuple(settings)))
    origin = written.pop("seat_from", None)
    is_jinkoujue = "seat" in written
    if is_jinkoujue and "age_branch" in written:
        written["annual"] = written.pop("age_branch")
    written |= facts
    if "seat" in facts:
        origin = None
    build: Any = liuren_chart
    if is_jinkoujue:
        build = positions_chart if "stem" in written else jinkoujue_chart
    chart = _made(build, written | {"convention": rules})
    if is_jinkoujue and origin is not None:
        chart = _with(chart, seat_from=_origin(origin, chart.seat))
    named: LiurenChart | JinkoujueChart = _with(chart, instant=instant)
    return named


def _origin(text: str, seat: int) -> str:
    """Where the seat came from (``number:15``), refused if it does not lead to this seat."""
    way, _, value = text.partition(":")
    found, origin = seats.seat_of(way, value)
    if found != seat or origin is None:
        raise InputError(
            f"“seat:{excerpt(text)}” does not lead to the seat {_B[seat]}.",
            hint=f"It leads to {_B[found]}.",
            code="bad_notation",
            details={"read": f"seat:{excerpt(text)}", "nearest": _B[found] + "位"},
        )
    return origin


def _made(build: Callable[..., Any], facts: dict[str, Any]) -> Any:
    """The chart of a builder; a part that this kind of chart does not have is refused by name."""
    import inspect

    known = inspect.signature(build).parameters
    foreign = [name for name in facts if name not in known]
    if foreign:
        raise InputError(
            f"The notation gives parts that this kind of chart does not have: {', '.join(foreign)}.",
            hint="A token with 位 (the seat) makes it a 金口訣 chart, none a 大六壬 chart.",
            code="bad_notation",
            details={"read": ", ".join(foreign)},
        )
    missing = [
        name
        for name, parameter in known.items()
        if parameter.default is parameter.empty and name not in facts
    ]
    if missing:
        raise InputError(
            f"The notation lacks {', '.join(missing)}.",
            hint="For example: 甲人元 玄武神 申將 午位.",
            code="bad_notation",
            details={"read": ", ".join(missing), "nearest": "甲人元 玄武神 申將 午位"},
        )
    return build(**facts)


def _with(chart: Any, **facts: Any) -> Any:
    given = {name: value for name, value in facts.items() if value is not None}
    return replace(chart, **given) if given else chart


def _read(text: object) -> tuple[dict[str, Any], dict[str, str], str | None]:
    if not isinstance(text, str) or len(text) > _LONGEST or not text.strip():
        raise InputError(
            f"“{excerpt(text)}” is not the notation of a chart.",
            hint="For example: 甲子日 亥將 卯時 寅月.",
            code="bad_notation",
            details={"read": excerpt(text), "nearest": "甲子日 亥將 卯時 寅月"},
        )
    facts: dict[str, Any] = {}
    settings: dict[str, str] = {}
    instant = None
    for token in _tokens(text):
        if token.startswith("@"):
            instant = _instant(token)
            continue
        name, value = _token(token)
        target = settings if name.startswith("set:") else facts
        key = name.removeprefix("set:")
        if key in target:
            raise InputError(
                f"The notation gives “{excerpt(token)}” a second time.",
                hint="Each part may stand once.",
                code="bad_notation",
                details={"read": excerpt(token)},
            )
        target[key] = value
    if "school" in settings:
        settings["name"] = settings.pop("school")
    return facts, settings, instant


def _instant(token: str) -> str:
    """The instant of a chart cast by time, as it is written: ``@2026-11-30T01:00:00Z``."""
    import re

    if re.fullmatch(r"@-?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z", token) is None:
        raise InputError(
            f"“{excerpt(token)}” is not the instant of a chart.",
            hint="For example: @2026-11-30T01:00:00Z.",
            code="bad_notation",
            details={"read": excerpt(token), "nearest": "@2026-11-30T01:00:00Z"},
        )
    return token[1:]


def _tokens(text: str) -> list[str]:
    """The parts of a notation; an English word and its value become one part, ``jiazi-day``."""
    words = text.translate(_COMMAS).split()
    tokens: list[str] = []
    is_first = words[:1] != [] and words[0].lower() in _ENGLISH
    waiting = ""
    for word in words:
        key = word.lower()
        if waiting:
            tokens.append(f"{word}-{waiting}")
            waiting = ""
        elif key in _PREPOSED or (key in _ENGLISH and is_first):
            waiting = key
        elif key == "night" or (key in _ENGLISH and tokens):
            tokens[-1:] = [f"{tokens[-1]}-{key}" if tokens else key]
        else:
            tokens.append(word)
    return [*tokens, waiting] if waiting else tokens


_COMMAS: Final = str.maketrans(",，、;；", "     ")


def _token(token: str) -> tuple[str, Any]:
    if "=" in token:
        option, _, value = token.partition("=")
        return f"set:{option}", value
    if token in _WORDS:
        return _WORDS[token]
    if token.startswith(_TOPICS):
        return "topic", token[2:]
    if token.startswith(("客", "객")):
        return "guest", token[1:]
    if token.startswith("seat:"):
        return "seat_from", token[5:]
    value, sign, key = token.rpartition("-")
    name = _ENGLISH.get(key) or _PREPOSED.get(key)
    if sign and name is not None:
        return name, value
    if token == "청명":  # the term, not somebody's birth
        return "term", parse_term(token)
    for length in range(_LONGEST_SUFFIX, 0, -1):
        name = _SUFFIXES.get(token[-length:]) or _SUFFIXES.get(clean(token)[-length:])
        if name is not None and len(token) > length:
            return name, token[:-length]
    try:
        return "term", parse_term(token)
    except InputError as error:
        raise refusal(
            "a part of a notation",
            token,
            "a part such as 甲子日, 亥將, 卯時, 寅月, 酉位, or a solar term",
            error.details["nearest"],
        ) from None
