"""Build the table of reign names that `liuren.calendar` ships.

For maintainers; users never need it:

    python -m venv /tmp/eras && /tmp/eras/bin/pip install sanmiao==0.2.12
    PYTHONPATH=src /tmp/eras/bin/python tools/build_eras.py

Source: the dynasty, ruler and era tables of sanmiao (MIT), with the corrections below; eras that
it lacks and those of modern times are added here. A row is a name, its simplified or Hangul form, the dynasty, the
ruler, the calendar, the civil year in which year 1 began, and the last year.
"""

from __future__ import annotations

import csv
import sys
from importlib import resources
from pathlib import Path

from shipped import keep, verdict

from liuren.calendar.lunar import lunar_date

OUT = Path(__file__).resolve().parent.parent / "src" / "liuren" / "calendar" / "data" / "eras.tsv"
TABLES = resources.files("sanmiao") / "data"

#: Year 1 where the source is a year off or contradicts itself (era → first civil year).
FIRST_YEARS = {
    ("明", "建文"): 1399,
    ("明", "永樂"): 1403,
    ("明", "泰昌"): 1620,
    ("宋", "嘉祐"): 1056,
}
DYNASTIES = {"三國魏": "魏", "三國蜀": "蜀", "三國吳": "吳", "南梁": "梁", "劉宋": "宋", "南齊": "齊",
             "西漢": "漢", "東漢": "漢", "更始": "漢"}  # fmt: skip
LAST_YEARS = {("元", "至治"): 3}
SKIPPED = {"秦", "高句麗", "百濟"}
KINGS = {
    "英宗": "英祖",
    "正宗": "正祖",
    "宣宗": "宣祖",
    "朝鮮成宗": "成宗",
    "前廢王": "禑王",
    "後廢王": "昌王",
}
#: Sino-Korean readings of the characters in names of kings.
HANGUL = dict(zip(
    "太祖定宗世文端睿成燕山君中仁明宣光海孝顯肅景英正純憲哲高惠穆德靖順獻神熙康元忠烈王恭愍讓禑昌",
    "태조정종세문단예성연산군중인명선광해효현숙경영정순헌철고혜목덕정순헌신희강원충렬왕공민양우창",
    strict=True,
))  # fmt: skip
ADDED = (
    ("天福", "天福", "後晉", "高祖石敬瑭", "china", 936, 9),
    ("開運", "开运", "後晉", "出帝石重貴", "china", 944, 3),
    ("民國", "民国", "中華民國", "", "china", 1912, 9999),
    ("中華民國", "中华民国", "中華民國", "", "china", 1912, 9999),
    ("建陽", "건양", "朝鮮", "高宗", "korea", 1896, 2),
    ("光武", "광무", "大韓", "高宗", "korea", 1897, 11),
    ("隆熙", "융희", "大韓", "純宗", "korea", 1907, 4),
    ("開國", "개국", "朝鮮", "高宗", "korea", 1392, 504),
    ("檀紀", "단기", "大韓民國", "", "korea", -2332, 9999),
    ("檀君紀元", "단군기원", "大韓民國", "", "korea", -2332, 9999),
    ("主體", "주체", "朝鮮", "", "korea", 1912, 9999),
    ("明治", "明治", "日本", "明治天皇", "japan", 1868, 45),
    ("大正", "大正", "日本", "大正天皇", "japan", 1912, 15),
    ("昭和", "昭和", "日本", "昭和天皇", "japan", 1926, 64),
    ("平成", "平成", "日本", "明仁", "japan", 1989, 31),
    ("令和", "令和", "日本", "徳仁", "japan", 2019, 9999),
    ("皇紀", "皇紀", "日本", "", "japan", -659, 9999),
)


def table(name: str) -> list[dict[str, str]]:
    with (TABLES / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def country(dynasty: int) -> str:
    return "japan" if dynasty == 133 else "korea" if 134 <= dynasty <= 142 else "china"


def main() -> int:
    dynasties = {int(r["dyn_id"]): r["dyn_name"] for r in table("dynasty_table_dump")}
    rulers: dict[int, str] = {}
    for row in table("rul_can_name"):
        rulers.setdefault(int(float(row["person_id"])), row["string"])
    found: dict[tuple[str, str], list[object]] = {}
    for row in table("era_table"):
        number = int(row["dyn_id"])
        dynasty = dynasties[number]
        if dynasty in SKIPPED or (number == 133 and int(float(row["era_start_year"])) >= 1868):
            continue
        ruler = rulers.get(int(float(row["ruler_id"] or 0)), "")
        name, short = row["era_name"], row["era_name_simp"]
        if not name:
            if number not in (141, 142) or not ruler:
                continue
            name = KINGS.get(ruler, ruler)
            short = "".join(HANGUL[c] for c in name)
        dynasty = DYNASTIES.get(dynasty, dynasty)
        begun = lunar_date(int(float(row["era_start_jdn"]) + 0.5))
        first = int(float(row["era_start_year"]))
        # Where two rows tell of one era, the one whose dates agree with its year is right.
        sound = begun is not None and begun.year == first
        first = FIRST_YEARS.get((dynasty, name), first)
        last = LAST_YEARS.get((dynasty, name), int(float(row["max_year"] or 0)))
        entry = [name, short, dynasty, ruler, country(number), first, last, sound]
        key = (f"{dynasty}{first // 200 if name in rulers.values() else ''}", name)
        old = found.get(key)
        if old is None or (sound and not old[7]):
            found[key] = entry
        elif sound == old[7] and first == old[5]:
            old[6] = max(int(str(old[6])), last)
        elif abs(first - int(str(old[5]))) > 60:
            found[(key[0] + str(first), name)] = entry
    lines = ["# Reign names: sanmiao (after DILA time authority and others), corrected; tools/build_eras.py",
             "# name\tsimplified or Hangul\tdynasty\truler\tcalendar\tyear 1\tlast year"]  # fmt: skip
    rows = [tuple(entry[:7]) for entry in found.values()]
    rows += ADDED
    lines += ["\t".join(map(str, row)) for row in sorted(rows, key=lambda r: (int(str(r[5])), r))]
    keep(OUT, "\n".join(lines) + "\n")
    return verdict()


if __name__ == "__main__":
    sys.exit(main())
