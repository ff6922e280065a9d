"""Korean particles after a word that a sentence did not know: 은 or 는, by how the word ends.

Known endings are those of Hangul, of figures, of the stems and branches by their readings, and those
Latin ones that are read one way; after anything else both forms are left standing.
"""

from __future__ import annotations

import re
from typing import Final

from liuren.terms import branches, stems

#: Both forms as written in ``vocabulary/``: after a consonant, after a vowel.
_FORMS: Final = {
    "은(는)": ("은", "는"), "이(가)": ("이", "가"), "을(를)": ("을", "를"), "과(와)": ("과", "와"),
    "(으)로": ("으로", "로"), "(이)라": ("이라", "라"),
}  # fmt: skip
_KINDS: Final = {forms[0]: both for both, forms in _FORMS.items()}
_BOTH: Final = re.compile("|".join(re.escape(form) for form in _FORMS))
#: What may stand between a word and its particle.
_CLOSING: Final = "’”'\")）」』》]…"
#: Figures as they are read: 일 삼 육 칠 팔, and 영, 십, 백, 천, 만 for a nought at the end.
_FIGURES: Final = dict(zip("0123456789", "영일이삼사오육칠팔구", strict=True))
_READINGS: Final = (
    _FIGURES
    | dict(zip(stems.NAMES, stems.HANGUL, strict=True))
    | dict(zip(branches.NAMES, branches.HANGUL, strict=True))
)
#: Endings of Latin words that are read one way only: Shanghai, Tokyo, day; London, medium; Seoul.
_LATIN: Final = dict.fromkeys("aiouy", 0) | {"n": 4, "m": 16, "l": 8}
_FIRST, _LAST, _FINALS, _RIEUL = 0xAC00, 0xD7A3, 28, 8


def particles_chosen(text: str) -> str:
    """The text with one of the two forms wherever the word before it tells which.

    Examples:
        >>> particles_chosen("‘갑축’은(는) 없습니다. 15(으)로, 7(으)로, 子을(를), seat을(를)")
        '‘갑축’은 없습니다. 15로, 7로, 子를, seat을(를)'
    """
    if "(" not in text:
        return text
    return _BOTH.sub(lambda match: _chosen(match, text), text)


def _chosen(match: re.Match[str], text: str) -> str:
    return _form(match[0], text[: match.start()])


def particle(word: str, kind: str) -> str:
    """The form of a particle, named by that after a consonant (은, 이, 을, 과, 으로), after a word.

    What stands in brackets at the end of the word is not spoken. 의 has one form.

    Examples:
        >>> particle("물(水)", "으로"), particle("나무", "이"), particle("子", "을")
        ('로', '가', '를')
    """
    return _form(_KINDS[kind], word) if kind in _KINDS else kind


def _form(both: str, before: str) -> str:
    final = _final(before)
    if final is None:
        return both
    after_consonant, after_vowel = _FORMS[both]
    if final == _RIEUL and both == "(으)로":
        return after_vowel
    return after_consonant if final else after_vowel


def _final(before: str) -> int | None:
    """The final consonant of what is said before: 0 for none, None where the reading is unknown."""
    word = re.sub(r"(?<=[가-힣])\([^()]*\)$", "", before.rstrip(_CLOSING[:4]))
    word = word.rstrip(_CLOSING)
    syllable = _READINGS.get(word[-1:], word[-1:])
    if syllable and _FIRST <= ord(syllable) <= _LAST:
        return (ord(syllable) - _FIRST) % _FINALS
    if len(word) > 1 and word[-2:].isascii() and word[-2:].isalpha() and word[-1].islower():
        return _LATIN.get(word[-1])
    return None
