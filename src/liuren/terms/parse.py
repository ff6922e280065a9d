"""Reading what users write: branches, stems, pillars, generals, terms, sex, querent, direction.

Simplified, traditional and mixed script, names of spirits (登明, 神后), other names of generals
(螣蛇, 天乙), full-width letters, Hangul and pinyin are accepted. Integers inside the range pass
through. Everything else raises :class:`InputError` with what was read (only its beginning), what
was expected and the nearest valid value.
"""

from __future__ import annotations

from typing import Final

from liuren.terms import branches, generals, pillars, seasons, stems
from liuren.terms.errors import InputError

#: Longest text that can name anything here; longer input is refused unread.
_LONGEST: Final = 40
_QUOTED: Final = 16

_PINYIN_STEMS: Final = ("jia", "yi", "bing", "ding", "wu", "ji", "geng", "xin", "ren", "gui")
_PINYIN_BRANCHES: Final = (
    "zi", "chou", "yin", "mao", "chen", "si", "wu", "wei", "shen", "you", "xu", "hai",
)  # fmt: skip

_SPIRIT_ALIASES: Final = (
    ("神後",), ("醜",), (), ("太冲", "太衝"), ("天岡", "天剛"), ("太一",),
    ("胜光", "勝先", "胜先"), (), ("传送",), ("从魁",), ("天魁",), ("徵明", "征明"),
)  # fmt: skip

_HANGUL_SPIRITS: Final = (
    "신후", "대길", "공조", "태충", "천강", "태을", "승광", "소길", "전송", "종괴", "하괴", "등명",
)  # fmt: skip
_HANGUL_GENERALS: Final = (
    "귀인", "등사", "주작", "육합", "구진", "청룡", "천공", "백호", "태상", "현무", "태음", "천후",
)  # fmt: skip
_ENGLISH_GENERALS: Final = (
    "noble", "soaringserpent", "vermilionbird", "sixunion", "hookedarray", "azuredragon",
    "heavenlyemptiness", "whitetiger", "grandconstant", "darkwarrior", "grandyin", "heavenlyempress",
)  # fmt: skip
_PINYIN_GENERALS: Final = (
    "guiren", "tengshe", "zhuque", "liuhe", "gouchen", "qinglong", "tiankong", "baihu", "taichang",
    "xuanwu", "taiyin", "tianhou",
)  # fmt: skip

_GENERAL_ALIASES: Final = (
    ("贵人", "貴", "贵", "天乙", "天乙貴人", "天乙贵人", "貴神", "贵神"),
    ("腾蛇", "螣蛇", "滕蛇", "蛇"),
    ("雀", "朱"),
    ("合",),
    ("勾陈", "勾", "鉤陳", "钩陈", "陈", "陳"),
    ("青龙", "龍", "龙", "青"),
    ("空",),
    ("虎", "白"),
    ("常",),
    ("玄", "元武", "真武", "武"),
    ("太阴", "陰", "阴"),
    ("天後", "后", "後"),
)

_QUARTERS: Final = (
    (0, ("北",), "북", ("n", "north")), (3, ("東", "东"), "동", ("e", "east")),
    (6, ("南",), "남", ("s", "south")), (9, ("西",), "서", ("w", "west")),
)  # fmt: skip


def _directions() -> dict[str, int]:
    found: dict[str, int] = {}
    for branch, chinese, korean, english in _QUARTERS:
        for word in chinese:
            found |= dict.fromkeys(
                (word, f"正{word}", f"{word}方", f"{word}邊", f"{word}边"), branch
            )
        korean_names = (korean, f"정{korean}", f"{korean}쪽", f"{korean}방", f"정{korean}쪽")
        found |= dict.fromkeys(korean_names, branch)
        found |= dict.fromkeys(english, branch)
    return found


#: Branch of each name of a direction: 東, 正東, 東方, 东边, 동, 정동, 동쪽, 동방, east …
DIRECTIONS: Final = _directions()

_ANIMAL_NAMES: Final = (
    ("鼠", "rat", "쥐"), ("牛", "ox", "소"), ("虎", "tiger", "호랑이"), ("兔", "rabbit", "토끼"),
    ("龍", "dragon", "용"), ("蛇", "snake", "뱀"), ("馬", "horse", "말"), ("羊", "sheep", "양"),
    ("猴", "monkey", "원숭이"), ("雞", "rooster", "닭"), ("狗", "dog", "개"), ("豬", "pig", "돼지"),
)  # fmt: skip
#: Branch of each of the twelve animals.
ANIMALS: Final = {name: b for b, names in enumerate(_ANIMAL_NAMES) for name in names} | {
    "龙": 4, "鷄": 9, "马": 6, "鸡": 9, "猪": 11, "犬": 10, "goat": 7, "兎": 3, "범": 2,
}  # fmt: skip

_DAYTIMES: Final = dict.fromkeys(
    ("晝", "昼", "day", "daytime", "旦", "白天", "白晝", "白昼", "日間", "日间", "晝占", "昼占",
     "낮", "낮점", "주간", "true"), True,
) | dict.fromkeys(
    ("夜", "night", "nighttime", "暮", "黑夜", "夜晚", "晚上", "夜間", "夜间", "夜占",
     "밤", "밤점", "야간", "false"), False,
)  # fmt: skip

_SEXES: Final = {
    "male": "male", "m": "male", "man": "male", "男": "male", "남": "male", "남자": "male", "남성": "male", "乾": "male",
    "乾造": "male", "乾命": "male", "남명": "male", "건명": "male", "坤造": "female", "坤命": "female", "여명": "female", "곤명": "female",
    "female": "female", "f": "female", "woman": "female", "女": "female", "여": "female", "여자": "female", "여성": "female",
    "坤": "female",
}  # fmt: skip

_QUERENTS: Final = {
    "君子": "君子", "小人": "小人", "gentleman": "君子", "commoner": "小人",
    "군자": "君子", "소인": "小人", "noble": "君子", "common": "小人",
}  # fmt: skip

_TERM_ALIASES: Final = {
    "惊蛰": 2, "驚蟄": 2, "谷雨": 5, "穀雨": 5, "小满": 7, "芒种": 8, "处暑": 13,
}  # fmt: skip
_HANGUL_TERMS: Final = (
    "입춘", "우수", "경칩", "춘분", "청명", "곡우", "입하", "소만", "망종", "하지", "소서", "대서",
    "입추", "처서", "백로", "추분", "한로", "상강", "입동", "소설", "대설", "동지", "소한", "대한",
)  # fmt: skip

_PINYIN_TERMS: Final = (
    "lichun", "yushui", "jingzhe", "chunfen", "qingming", "guyu", "lixia", "xiaoman", "mangzhong",
    "xiazhi", "xiaoshu", "dashu", "liqiu", "chushu", "bailu", "qiufen", "hanlu", "shuangjiang",
    "lidong", "xiaoxue", "daxue", "dongzhi", "xiaohan", "dahan",
)  # fmt: skip
_ENGLISH_TERMS: Final = (
    "startofspring", "rainwater", "insectswaken", "springequinox", "clearandbright", "grainrain",
    "startofsummer", "grainfills", "graininear", "summersolstice", "slightheat", "greatheat",
    "startofautumn", "endofheat", "whitedew", "autumnequinox", "colddew", "frostdescends",
    "startofwinter", "slightsnow", "greatsnow", "wintersolstice", "slightcold", "greatcold",
)  # fmt: skip

_HANGUL_SEASONS: Final = ("봄", "여름", "가을", "겨울")
_SINO_KOREAN_SEASONS: Final = ("춘", "하", "추", "동")
_PINYIN_SEASONS: Final = ("chun", "xia", "qiu", "dong")
_ENGLISH_SEASONS: Final = ("spring", "summer", "autumn", "winter")

_STEM_LOOKALIKES: Final = str.maketrans(
    {"已": "己", "巳": "己", "戌": "戊", "戍": "戊", "王": "壬"}
)
_BRANCH_LOOKALIKES: Final = str.maketrans(
    {"已": "巳", "己": "巳", "戊": "戌", "戍": "戌", "末": "未"}
)


def _table(*columns: tuple[str, ...] | str) -> dict[str, int]:
    return {name: i for column in columns for i, name in enumerate(column)}


def other_names(kind: str, name: str) -> tuple[str, ...]:
    """Further Chinese names under which a general or a spirit is known: 螣蛇 and 滕蛇 of 騰蛇, 徵明 of 登明.

    Short ones (蛇, 虎) are left out: they are words of their own.
    """
    names, aliases = {
        "general": (generals.NAMES, _GENERAL_ALIASES),
        "spirit": (branches.SPIRITS, _SPIRIT_ALIASES),
    }[kind]
    return tuple(one for one in aliases[names.index(name)] if len(one) > 1)


_STEMS: Final = _table(stems.NAMES, stems.HANGUL, _PINYIN_STEMS)
_BRANCHES: Final = _table(
    branches.NAMES, branches.HANGUL, _PINYIN_BRANCHES, branches.SPIRITS, _HANGUL_SPIRITS
)
for _i, _aliases in enumerate(_SPIRIT_ALIASES):
    _BRANCHES.update(dict.fromkeys(_aliases, _i))
_PILLARS: Final = _table(pillars.NAMES)
_GENERALS: Final = _table(generals.NAMES, _HANGUL_GENERALS, _PINYIN_GENERALS, _ENGLISH_GENERALS)
for _i, _aliases in enumerate(_GENERAL_ALIASES):
    _GENERALS.update(dict.fromkeys(_aliases, _i))
_TERMS: Final = _table(seasons.TERMS, _HANGUL_TERMS, _PINYIN_TERMS, _ENGLISH_TERMS) | _TERM_ALIASES
#: Season of each name, also as it stands in sentences: 春天, 春季, 春占, 봄철, 봄점, 춘계.
_SEASONS: Final = (
    _table(
        seasons.SEASONS, _HANGUL_SEASONS, _SINO_KOREAN_SEASONS, _PINYIN_SEASONS, _ENGLISH_SEASONS
    )
    | {name + end: i for i, name in enumerate(seasons.SEASONS) for end in "天季占"}
    | {name + end: i for i, name in enumerate(_HANGUL_SEASONS) for end in "철점"}
    | {name + end: i for i, name in enumerate(_SINO_KOREAN_SEASONS) for end in ("계", "절", "점")}
    | {"fall": 2}
)


def excerpt(text: object) -> str:
    """The beginning of what was read, safe to print: at most 16 characters, no controls."""
    shown = text if isinstance(text, str) else repr(text)[: _QUOTED + 1]
    head = "".join(c if c.isprintable() else "�" for c in shown[:_QUOTED])
    return head + "…" if len(shown) > _QUOTED else head


def refusal(
    what: str, read: object, expected: str, nearest: str = "", code: str = "bad_input"
) -> InputError:
    """The error for something unreadable: ``what`` is the name of the thing asked for."""
    if isinstance(read, str) and not read.strip():
        message = f"Nothing was given for {what}; expected {expected}."
        code = "empty"
    else:
        message = f"“{excerpt(read)}” is not {what}; expected {expected}."
    hint = f"Nearest valid value: {nearest}." if nearest else ""
    details = {"what": what, "read": excerpt(read), "expected": expected, "nearest": nearest}
    return InputError(message, hint=hint, code=code, details=details)


def parse_text(value: object, what: str, example: str) -> str:
    """A text as it is; anything else is refused by its type, with an example of what is wanted."""
    if not isinstance(value, str):
        raise InputError(
            f"{what} is a text, not {type(value).__name__}.",
            hint=f"For example {example}.",
            code="not_a_text",
        )
    return value


def clean(text: str) -> str:
    """Full-width and compatibility forms folded, spaces dropped, lower case; "" if too long."""
    if len(text) > _LONGEST:
        return ""
    if text.isascii():
        return "".join(text.split()).lower()
    import unicodedata

    return "".join(unicodedata.normalize("NFKC", text).split()).lower()


def _look_up(table: dict[str, int], value: object, size: int) -> int | None:
    if isinstance(value, str):
        found = table.get(value)
        return found if found is not None else table.get(clean(value))
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < size:
        return value
    return None


#: The words that may follow a value and say again what it is, by a word of its name: 午時 as the
#: hour, 갑자일 as the day. The year of birth is of birth before it is of the year.
_OWN_WORDS: Final = {
    "general": "將将장", "birth": "年년命명生생띠", "annual": "歲岁세年년",
    "day": "日일", "hour": "時时시", "month": "月월", "year": "年년",
}  # fmt: skip
_MONTH_NUMBERS: Final = (
    {"正": 1, "冬": 11, "臘": 12, "腊": 12}
    | {name: n for n, name in enumerate("一二三四五六七八九十", 1)}
    | {"十一": 11, "十二": 12}
    | {str(n): n for n in range(1, 13)}
)


def _kind(what: str) -> str:
    """``the year of birth`` → ``birth``."""
    words = what.split()
    return next((word for word in _OWN_WORDS if word in words), "")


def _bare(text: str, what: str) -> str:
    """``text`` without the word that only says what it is."""
    words = _OWN_WORDS.get(_kind(what), "")
    return text[:-1] if len(text) > 1 and text[-1] in words else text


def _meant(text: str, what: str) -> str:
    """The branch that an hour of the clock, a number of a month or a solar term stands for, or ""."""
    kind = _kind(what)
    if kind == "hour":
        hour = text.partition(":")[0]
        if hour.isdecimal() and len(hour) <= 2 and int(hour) <= 24:
            return branches.NAMES[(int(hour) + 1) // 2 % 12]
    if kind == "month":
        number = _MONTH_NUMBERS.get(_bare(text, what).lstrip("閏闰윤"))
        return "" if number is None else branches.NAMES[(number + 1) % 12]
    if kind == "general" and text in _TERMS:
        return branches.NAMES[seasons.general_of_term(_TERMS[text])]
    return ""


def parse_branch(value: object, what: str = "a branch") -> int:
    """Branch 0…11 from 子…亥, a spirit name, Hangul, pinyin or the integer itself."""
    found = _look_up(_BRANCHES, value, 12)
    if found is None and isinstance(value, str):
        bare = _bare(clean(value), what)
        found = _BRANCHES.get(bare)
        if found is None and _kind(what) == "birth":
            found = ANIMALS.get(bare.lstrip("屬属"))
    if found is not None:
        return found
    expected = "one of 子丑寅卯辰巳午未申酉戌亥 or a spirit such as 登明"
    if isinstance(value, str):
        text = clean(value)
        if text in _STEMS:
            stem = _STEMS[text]
            near = branches.NAMES[stems.LODGING[stem]]
            raise refusal(
                what,
                value,
                f"{expected} (this is the stem {stems.NAMES[stem]}; it lodges on {near})",
                near,
                "stem_for_branch",
            )
        pair = _pair(text)
        if pair is not None:
            near = branches.NAMES[pair[1]]
            raise refusal(what, value, expected, near, "pillar_for_branch")
        near = _meant(text, what) or _nearest(text.translate(_BRANCH_LOOKALIKES), _BRANCHES)
        raise refusal(what, value, expected, near)
    raise refusal(what, value, expected + ", or an integer 0…11")


def parse_stem(value: object, what: str = "a stem") -> int:
    """Stem 0…9 from 甲…癸, Hangul, pinyin or the integer itself."""
    found = _look_up(_STEMS, value, 10)
    if found is not None:
        return found
    expected = "one of 甲乙丙丁戊己庚辛壬癸"
    if isinstance(value, str):
        text = clean(value)
        if text in _BRANCHES:
            branch = _BRANCHES[text]
            carried = "".join(stems.NAMES[s] for s in branches.LODGERS[branch])
            tail = f"it carries {carried}" if carried else "it carries no stem"
            raise refusal(
                what,
                value,
                f"{expected} (this is the branch {branches.NAMES[branch]}; {tail})",
                carried[:1],
                "branch_for_stem",
            )
        pair = _pair(text)
        if pair is not None:
            near = stems.NAMES[pair[0]]
            raise refusal(what, value, expected, near, "pillar_for_stem")
        raise refusal(what, value, expected)
    raise refusal(what, value, expected + ", or an integer 0…9")


def parse_pillar(value: object, what: str = "a pillar") -> int:
    """Pillar 0…59 from 甲子…癸亥, Hangul, pinyin (``jiazi``, ``jia-zi``) or the integer itself.

    A pair of unlike polarity (甲丑) is refused with the nearest pillars that exist.
    """
    found = _look_up(_PILLARS, value, 60)
    if found is not None:
        return found
    expected = "one of the sixty pillars 甲子…癸亥"
    if not isinstance(value, str):
        raise refusal(what, value, expected + ", or an integer 0…59")
    text = _bare(clean(value), what)
    pair = _pair(text)
    if pair is None:
        if text.isdecimal() and len(text) == 4 and what in _OF_YEARS:
            raise _year_for_pillar(what, text)
        raise refusal(what, value, expected, _nearest_pillar(text))
    stem, branch = pair
    if (stem - branch) % 2 == 0:
        return pillars.pillar(stem, branch)
    near = (
        pillars.NAMES[pillars.pillar(stem, (branch - 1) % 12)],
        pillars.NAMES[pillars.pillar(stem, (branch + 1) % 12)],
        pillars.NAMES[pillars.pillar((stem - 1) % 10, branch)],
        pillars.NAMES[pillars.pillar((stem + 1) % 10, branch)],
    )
    partners = "".join(branches.NAMES[stem % 2 :: 2])
    name = stems.NAMES[stem] + branches.NAMES[branch]
    raise InputError(
        f"The pillar {name} does not exist (for {what}): {stems.NAMES[stem]} pairs only with "
        f"{partners}.",
        hint=f"Nearest pillars: {', '.join(near)}.",
        code="no_such_pillar",
        details={
            "what": what,
            "read": name,
            "expected": f"{stems.NAMES[stem]} + {partners}",
            "nearest": ", ".join(near),
        },
    )


_OF_YEARS: Final = ("the year", "the year of birth", "the birth year", "the birth pillar")


def _year_for_pillar(what: str, year: str) -> InputError:
    name = pillars.NAMES[(int(year) - 4) % 60]
    return InputError(
        f"“{year}” is a year by number; expected {what} as 干支, which from 立春 of that year on is {name}.",
        hint=f"Nearest valid value: {name}.",
        code="year_for_pillar",
        details={"what": what, "read": year, "nearest": name},
    )


def parse_general(value: object, what: str = "a general") -> int:
    """General 0…11 from 貴人…天后, the usual short names (蛇, 勾 …) or the integer itself."""
    found = _look_up(_GENERALS, value, 12)
    if found is None and isinstance(value, str):
        found = _GENERALS.get(clean(value).replace("-", ""))  # dark-warrior
    if found is not None:
        return found
    text = clean(value) if isinstance(value, str) else ""
    expected = "one of " + " ".join(generals.NAMES)
    near = _nearest(text, _GENERALS)
    raise refusal(what, value, expected, generals.NAMES[_GENERALS[near]] if near else "")


def parse_branch_or_pillar(value: object, what: str = "a branch") -> tuple[int, int | None]:
    """Branch and, where a whole pillar was given, the pillar. Integers are branches."""
    if isinstance(value, str):
        found = _BRANCHES.get(value)
        if found is not None:
            return found, None
        text = _bare(clean(value), what)
        if text.isdecimal() and len(text) == 4 and what in _OF_YEARS:
            raise _year_for_pillar(what, text)
        if _pair(text) is not None:
            pillar = parse_pillar(text, what)
            return pillar % 12, pillar
    return parse_branch(value, what), None


def parse_term(value: object, what: str = "a solar term") -> int:
    """Solar term 0…23 (0 = 立春) in any script or Hangul, or the integer itself."""
    found = _look_up(_TERMS, value, 24)
    if found is not None:
        return found
    text = clean(value) if isinstance(value, str) else ""
    near = _nearest(text, _TERMS)
    name = seasons.TERMS[_TERMS[near]] if near else ""
    raise refusal(what, value, "one of the 24 terms 立春…大寒", name)


def parse_season(value: object, what: str = "a season") -> int:
    """Season 0…3 from 春 夏 秋 冬, 봄 or 춘, spring …, or the integer itself."""
    found = _look_up(_SEASONS, value, 4)
    if found is not None:
        return found
    near = _nearest(clean(value), _SEASONS) if isinstance(value, str) else ""
    name = seasons.SEASONS[_SEASONS[near]] if near else ""
    raise refusal(what, value, "one of the seasons 春 夏 秋 冬", name)


def parse_direction(value: object, what: str = "a direction") -> int:
    """Branch of a direction: a branch, 北 東 南 西 or north, east, south, west."""
    if isinstance(value, str):
        found = DIRECTIONS.get(clean(value))
        if found is not None:
            return found
    return parse_branch(value, what)


def parse_sex(value: object) -> str:
    """``male`` or ``female`` from 男 女, male female, m f, 남 여."""
    found = _SEXES.get(clean(value)) if isinstance(value, str) else None
    if found is None:
        raise refusal("a sex", value, "male (男) or female (女)")
    return found


def parse_querent(value: object) -> str:
    """君子 or 小人."""
    found = _QUERENTS.get(clean(value)) if isinstance(value, str) else None
    if found is None:
        raise refusal("a querent", value, "君子 or 小人")
    return found


def parse_topic(value: object) -> str | None:
    """The question asked, a short text or the id of a topic; inner spaces become hyphens."""
    if value is None:
        return None
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise refusal("a topic", value, f"a short text of at most {_LONGEST} characters")
    words = [word for word in value.split() if word.isprintable()]
    return "-".join(words) or None


def parse_daytime(value: object) -> bool:
    """True for day, False for night, from a boolean, 晝 夜 (any script), day, night."""
    if isinstance(value, bool):
        return value
    found = _DAYTIMES.get(clean(value)) if isinstance(value, str) else None
    if found is not None:
        return found
    raise refusal("day or night", value, "true/false, 晝/夜 or day/night")


def _pair(text: str) -> tuple[int, int] | None:
    """Stem and branch of a two-part name, whether or not the pillar exists."""
    if len(text) == 2:
        if text[0] in _STEMS and text[1] in _BRANCHES:
            return _STEMS[text[0]], _BRANCHES[text[1]]
        return None
    bare = text.replace("-", "").replace("'", "")
    for cut in range(2, len(bare) - 1):
        if bare[:cut] in _STEMS and bare[cut:] in _BRANCHES:
            return _STEMS[bare[:cut]], _BRANCHES[bare[cut:]]
    return None


def _nearest(text: str, table: dict[str, int]) -> str:
    """A name of the table that shares most with ``text``; "" when nothing is close."""
    if not text:
        return ""
    import difflib

    close = difflib.get_close_matches(text, table, n=1, cutoff=0.5)
    if close:
        return close[0]
    return next((name for name in table if len(name) == 1 and name in text), "")


def _nearest_pillar(text: str) -> str:
    if len(text) == 2:  # look-alikes that texts print for each other
        text = text[0].translate(_STEM_LOOKALIKES) + text[1].translate(_BRANCH_LOOKALIKES)
    stem = next((c for c in text if c in stems.NAMES), None)
    branch = next((c for c in text if c in branches.NAMES), None)
    if stem is not None:
        s = stems.NAMES.index(stem)
        b = branches.NAMES.index(branch) if branch else s % 2
        return pillars.NAMES[pillars.pillar(s, b if (s - b) % 2 == 0 else (b + 1) % 12)]
    if branch is not None:
        b = branches.NAMES.index(branch)
        return pillars.NAMES[pillars.pillar(b % 2, b)]
    return _nearest(text, _PILLARS)
