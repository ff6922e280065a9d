"""Questions about the books: figures known from elsewhere, tables against single charts, pictures."""

from __future__ import annotations

import csv
import io
import json
import re
from xml.etree import ElementTree

import numpy as np
import pytest

import liuren
from liuren.atlas.page import csv_text, html_page, write_atlas
from liuren.atlas.plots import draw
from liuren.atlas.reports import NAMES, report, reports, schools
from liuren.atlas.reports.facets import entropy_of, information
from liuren.atlas.reports.pairs import occurrences
from liuren.atlas.show import cell
from liuren.atlas.words import words
from liuren.rules import fired
from liuren.terms.convention import compared_in, load_convention
from liuren.terms.errors import InputError
from liuren.terms.labels import LANGUAGES

#: Lines of the she fu book that no standard chart can fire, found by hand on another program.
DEAD = [
    "zi.14",
    "zi.30",
    "chou.19",
    "chou.26",
    "mao.18",
    "mao.20",
    "wu.17",
    "wu.18",
    "wei.26",
    "you.18",
    "xu.5",
    "xu.10",
    "hai.8",
    "guiren.11",
    "guiren.18",
    "guiren.19",
    "liuhe.14",
    "liuhe.15",
    "liuhe.24",
    "liuhe.25",
    "xuanwu.13",
    "xuanwu.20",
    "tiankong.9",
    "tiankong.16",
    "tiankong.17",
]


def test_dead_clauses_are_those_known_and_what_revives_them() -> None:
    found = {row["clause"].removeprefix("shefu:"): row for row in report("dead").rows}
    assert sorted(found) == sorted(DEAD)
    alive_on_earth = {c for c, row in found.items() if "A07=earth" in row["revived_by"]}
    # Of the eight pairs dead on the heaven plate six live on the earth plate; 六合 with 丑 and 玄武 with 未 do not.
    assert alive_on_earth == {
        "guiren.11", "guiren.18", "guiren.19", "liuhe.14", "liuhe.15", "xuanwu.20", "tiankong.9",
        "tiankong.16", "tiankong.17",
    }  # fmt: skip
    assert found["mao.20"]["revived_by"] == []
    assert all(row["text"][tongue] for row in found.values() for tongue in LANGUAGES)


@pytest.mark.parametrize("table", ["jia_ox", "jia_sheep", "ren_swapped"])
def test_pairs_of_general_and_branch(table: str) -> None:
    rides, stands = occurrences(load_convention({"noble_table": table}))
    assert (int((rides == 0).sum()), int((stands == 0).sum())) == (8, 36)
    assert (stands == 0).sum(1).tolist() == [0, 2, 4, 6, 4, 2, 0, 2, 4, 6, 4, 2]
    assert rides.sum() == stands.sum() == 12 * 17280


def test_rarity_counts_the_charts_on_which_single_calls_fire() -> None:
    """Six hours of every eleventh day in each term, counted one by one."""
    found = {row["clause"]: row for row in report("rarity").rows}
    assert found["shefu:zi.5"]["fires"] == 144
    assert all(0 <= row["fires"] <= row["states"] for row in found.values())
    chart = liuren.liuren_chart(day="甲子", hour="申", term="夏至")
    assert all(found[clause]["fires"] for clause in fired(chart, "shefu"))


def test_schools_gain_and_lose_what_their_tables_say(monkeypatch: pytest.MonkeyPatch) -> None:
    placings = {
        "liuren": ("noble_table", "A07", "shehai"),
        "jinkoujue": compared_in("jinkoujue"),
    }
    monkeypatch.setattr(schools, "compared_in", placings.__getitem__)
    monkeypatch.setitem(schools._TOGETHER, "liuren", ())
    monkeypatch.setattr(schools, "load_compiled", lambda *_: None)
    monkeypatch.setattr(schools, "save_compiled", lambda *_: None)
    rows = {" ".join(row["options"]): row for row in report("schools").rows}
    base, earth = rows[""], rows["A07=earth"]
    assert (base["possible"], base["changed"]) == (694, 0.0)
    assert earth["possible"] == base["possible"] + len(earth["gained"]) - len(earth["lost"])
    assert "shefu:guiren.11" in earth["gained"]
    assert 0 < rows["shehai=depth"]["changed"] < rows["A07=earth"]["changed"] < 0.5
    jinkoujue = report("schools", work="jinkoujue").rows
    assert {row["options"][0] for row in jinkoujue if len(row["options"]) == 1} >= {
        "noble_plate=heaven",
        "noble_table=jia_sheep",
        "xuanwu_branch=hai",
    }


def test_contradictions_happen_on_the_charts_they_say() -> None:
    found = report("contradictions")
    first = found.rows[0]
    assert first["fires"] > 1000
    assert {row["facet"] for row in found.rows} <= {"existence", "alive", "edible"}
    together = 0
    for day in range(60):
        chart = liuren.liuren_chart(day=day, hour="午", term="夏至")
        there = set(fired(chart, "shefu"))
        together += {first["clause"], first["other_clause"]} <= there
    assert together > 0


def test_redundant_clauses_fire_together() -> None:
    rows = report("redundancy").rows
    same = [row for row in rows if row["relation"] == words("relation.same")]
    assert 0 < len(same) < len(rows)
    charts = [
        set(fired(liuren.liuren_chart(day=d, hour=d * 7 % 12, term=d * 5 % 24), "shefu"))
        for d in range(60)
    ]
    for row in rows:
        for there in charts:
            assert row["clause"] not in there or row["other_clause"] in there


def test_entropy_and_information() -> None:
    coin = np.arange(8) % 2
    assert entropy_of(coin) == 1.0
    assert information(coin, coin) == 1.0
    assert information(coin, np.arange(8) // 4) == 0.0
    assert information(np.arange(8) - 1, coin) == pytest.approx(1.0)
    by_facet = {row["facet"]: row for row in report("entropy").rows}
    for row in by_facet.values():
        assert 0 <= row["entropy"] <= row["entropy_sets"] <= np.log2(17280)
        assert row["entropy"] <= np.log2(row["values"] + 1)
    for row in report("dependence").rows:
        limit = min(by_facet[row[name]]["entropy"] for name in ("facet", "other_facet"))
        assert -1e-9 <= row["information"] <= limit + 1e-9


def test_the_year() -> None:
    rows = report("year").rows
    assert len(rows) % 24 == 0
    shares = {(row["value"], row["term"]): row["share"] for row in rows}
    stated = {row["value"]: row["fires"] for row in report("values").rows}
    for value in ("colour=colour-green", "alive=alive-yes", "edible=edible-no"):
        total = sum(share * 720 for (name, _), share in shares.items() if name == value)
        assert round(total) == stated[value]


@pytest.mark.parametrize("work", ["shefu", "jinkoujue"])
def test_every_report_is_whole_in_four_languages(work: str) -> None:
    for one in reports(work=work):
        if one.id == "schools" and work == "shefu":
            continue  # thirty conventions; the other book has the same code and fewer
        assert one.rows
        for tongue in LANGUAGES:
            assert one.title[tongue]
            assert "{" not in one.explanation[tongue]
            for name, kind in one.columns.items():
                assert words(f"column.{name}")[tongue]
                assert isinstance(cell(kind, one.rows[-1][name], tongue), str)
        data = json.loads(json.dumps(one.to_dict(), ensure_ascii=False))
        assert data["rulebook"].startswith("sha256:")
        assert data["convention"]["name"] == "default"
        assert one.table.num_rows == len(one.rows)
        assert len(list(csv.reader(io.StringIO(csv_text(one))))) == len(one.rows) + 1


def test_a_report_names_the_command_that_makes_it_again() -> None:
    one = report("pairs", convention={"name": "daquan", "noble_table": "jia_sheep"})
    assert one.command == "liuren atlas pairs --convention daquan --set noble_table=jia_sheep"
    other = report("rarity", work="jinkoujue")
    assert other.command == "liuren atlas rarity --work jinkoujue"


def test_pictures_are_the_same_every_time() -> None:
    plot = report("pairs").plots[0]
    for tongue in LANGUAGES:
        picture = draw(plot, tongue)
        assert picture == draw(plot, tongue)
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert draw(plot, "ko", "png").startswith(b"\x89PNG")


def test_the_page_links_what_is_there(tmp_path) -> None:
    page = write_atlas([report("pairs"), report("rarity", work="jinkoujue")], tmp_path, "ko")
    text = page.read_text(encoding="utf-8")
    assert '<html lang="ko">' in text
    links = re.findall(r'(?:src|href)="([^"#]+)"', text)
    assert len(links) >= 7
    assert all((tmp_path / link).stat().st_size for link in links)
    assert "<script" not in html_page([report("pairs")], "en")


def test_names_that_are_no_reports() -> None:
    with pytest.raises(InputError, match="There is no report") as caught:
        report("raritty")
    assert "rarity" in caught.value.hint
    with pytest.raises(InputError, match="not made for jinkoujue"):
        report("year", work="jinkoujue")
    assert [one.id for one in reports()] == list(NAMES)
