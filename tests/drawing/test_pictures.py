"""Pictures of charts: what they show, that labels stay in their boxes, that any program can draw them."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import liuren
from liuren.drawing.canvas import WIDTH, element_of, plain_stylesheet, width_of
from liuren.drawing.positions import relation
from liuren.drawing.svg import chart_svg
from liuren.terms import elements
from liuren.terms.labels import LANGUAGES

SVG = "{http://www.w3.org/2000/svg}"
CHARTS = (
    "甲子日 亥將 卯時 寅月",
    "壬戌日 丑將 子時",
    "甲寅日 亥將 巳時 酉位",
    "甲人元 玄武神 申將 午位",
)


def drawn(notation: str, language: str = "zh-Hant", **options: object) -> ElementTree.Element:
    """The parsed picture of a chart."""
    chart = liuren.parse_notation(notation).to_dict()
    return ElementTree.fromstring(chart_svg(chart, language, **options))  # type: ignore[arg-type]


def texts(root: ElementTree.Element, kind: str) -> list[str]:
    return [
        node.text or "" for node in root.iter(f"{SVG}text") if kind in node.get("class", "").split()
    ]


def test_the_plate_has_its_earth_positions_fixed() -> None:
    names = texts(drawn(CHARTS[0]), "earth-name")
    assert names == list("巳午未申辰酉卯戌寅丑子亥")


def test_heaven_branches_stand_where_the_chart_has_them() -> None:
    chart = liuren.parse_notation(CHARTS[0]).to_dict()
    cells = drawn(CHARTS[0]).findall(f".//{SVG}g[@class='position']")
    for cell in cells:
        earth = texts(cell, "earth-name")[0]
        assert texts(cell, "branch") == [chart["plate"][earth]]
        assert texts(cell, "label") == [chart["riders"][earth]]
        is_void = chart["plate"][earth] in chart["void"]
        assert bool(texts(cell, "void-mark")) == is_void
        assert ("void" in cell.find(f"{SVG}rect").get("class", "")) == is_void  # type: ignore[union-attr]


def test_lessons_run_from_right_to_left() -> None:
    chart = liuren.parse_notation(CHARTS[0]).to_dict()
    lessons = drawn(CHARTS[0]).find(f".//{SVG}g[@class='lessons']")
    assert lessons is not None
    branches = [node for node in lessons.iter(f"{SVG}text") if "branch" in node.get("class", "")]
    uppers = sorted(branches[::2], key=lambda node: -float(node.get("x", "0")))
    assert [node.text for node in uppers] == [lesson["upper"] for lesson in chart["lessons"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_of_four_positions_says_for_whom_what_moves_and_when(language: str) -> None:
    root = drawn("甲寅日 亥將 巳時 酉位 甲午命 辛丑歲 男 客2", language)
    written = " ".join(node.text or "" for node in root.iter(f"{SVG}text"))
    for value in ("甲午", "辛丑"):
        assert re.search(rf"[^ ·] {value}( ·|$| )", written), written
    chart = liuren.parse_notation("甲寅日 亥將 巳時 酉位 客2").to_dict()
    foot = root.find(f".//{SVG}g[@class='foot']")
    assert foot is not None
    told = " ".join(node.text or "" for node in foot)
    for sign in chart["timing"]["signs"]:
        assert f"{sign['stem'] or ''}{sign['branch'] or ''}" in told
    assert told.count(" · ") >= len(chart["moves"]) - 1


def test_void_positions_are_marked() -> None:
    """甲寅旬 has 子 and 丑 void: the seat 丑, and 貴人 of 丑."""
    root = drawn("甲寅日 亥將 巳時 丑位")
    chart = liuren.parse_notation("甲寅日 亥將 巳時 丑位").to_dict()
    places = [chart["stem"], chart["noble_branch"], chart["general"], chart["seat"]]
    void = sum(place in chart["void"] for place in places)
    assert void >= 1
    assert len(texts(root, "void-mark")) == void
    boxes = [box for box in root.iter(f"{SVG}rect") if "void" in box.get("class", "").split()]
    assert len(boxes) == void


def test_elements_are_told_by_sign_and_colour() -> None:
    root = drawn(CHARTS[0])
    kinds = {"木": "wood", "火": "fire", "土": "earth", "金": "metal", "水": "water"}
    for node in root.iter(f"{SVG}text"):
        classes = node.get("class", "").split()
        if "branch" in classes:
            assert kinds[element_of(node.text or "")] in classes
    assert len(texts(root, "sign")) == 12 + 8 + 3


@pytest.mark.parametrize("notation", CHARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_stay_in_the_picture(notation: str, language: str) -> None:
    root = drawn(notation, language)
    height = float(root.get("viewBox", "").split()[3])
    for node in root.iter(f"{SVG}text"):
        style = next((c for c in node.get("class", "").split() if c in ("heading", "label", "small", "fine", "form")), None)  # fmt: skip
        if style is None:
            continue
        wide = width_of(node.text or "", style)
        shift = {"start": 0.0, "middle": wide / 2, "end": wide}[node.get("text-anchor", "start")]
        left = float(node.get("x", "0")) - shift
        assert left >= 0, node.text
        assert left + wide <= WIDTH + 1, node.text
        assert float(node.get("y", "0")) <= height


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_in_neighbouring_cells_do_not_meet(language: str) -> None:
    for notation in CHARTS[:2]:
        for cell in drawn(notation, language).findall(f".//{SVG}g[@class='position']"):
            box = cell.find(f"{SVG}rect")
            assert box is not None
            for node in cell.findall(f"{SVG}text"):
                style = node.get("class", "")
                if style in ("label", "fine"):
                    assert width_of(node.text or "", style) <= float(box.get("width", "0"))


def test_another_school_is_outlined() -> None:
    ours = liuren.parse_notation(CHARTS[0]).to_dict()
    theirs = liuren.parse_notation(CHARTS[0] + " noble_table=jia_sheep").to_dict()
    root = ElementTree.fromstring(chart_svg(theirs, compare=ours))
    outlined = [node for node in root.iter(f"{SVG}rect") if "differs" in node.get("class", "")]
    changed = sum(ours["riders"][e] != theirs["riders"][e] for e in ours["riders"])
    changed += sum(a != b for a, b in zip(ours["lessons"], theirs["lessons"], strict=True))
    changed += sum(
        a != b for a, b in zip(ours["transmissions"], theirs["transmissions"], strict=True)
    )
    assert len(outlined) == changed > 0


def test_a_school_outlines_what_differs_in_four_positions() -> None:
    ours = liuren.parse_notation(CHARTS[2]).to_dict()
    theirs = liuren.parse_notation(CHARTS[2] + " noble_plate=heaven").to_dict()
    root = ElementTree.fromstring(chart_svg(theirs, compare=ours))
    outlined = [node for node in root.iter(f"{SVG}rect") if "differs" in node.get("class", "")]
    assert ours["noble"] != theirs["noble"]
    assert outlined


def test_parts_are_lit() -> None:
    lit = frozenset(("cell:子", "lesson:1", "transmission:2"))
    root = drawn(CHARTS[0], lit=lit)
    marked = [node for node in root.iter(f"{SVG}rect") if "lit" in node.get("class", "").split()]
    assert len(marked) == 3
    four = drawn(CHARTS[2], lit=frozenset(("position:noble",)))
    assert sum("lit" in node.get("class", "").split() for node in four.iter(f"{SVG}rect")) == 1


def test_relations_of_elements() -> None:
    for upper in elements.NAMES:
        assert relation(upper, upper) is None
        kinds = [relation(upper, lower) for lower in elements.NAMES if lower != upper]
        assert sorted(kind for kind in kinds if kind) == [
            ("剋", False), ("剋", True), ("生", False), ("生", True),
        ]  # fmt: skip
    assert relation("水", "火") == ("剋", True)
    assert relation("木", "水") == ("生", False)


def test_arrows_say_what_each_position_does() -> None:
    root = drawn(CHARTS[2])  # 癸水, 辛未 土, 丁卯 木, 酉 金
    words = [node.text for node in root.iter(f"{SVG}text") if "fine" in node.get("class", "")]
    assert [word for word in words if word in ("生", "剋", "比和")] == ["剋", "剋", "剋"]


def test_a_standalone_picture_needs_nothing_else() -> None:
    style = plain_stylesheet()
    assert "var(" not in style
    assert "@media" not in style
    text = chart_svg(liuren.parse_notation(CHARTS[0]).to_dict())
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert re.search(r'width="360" height="\d+"', text)


def test_it_becomes_a_bitmap_that_is_not_blank() -> None:
    import resvg_py

    text = chart_svg(liuren.parse_notation(CHARTS[0]).to_dict())
    once = bytes(resvg_py.svg_to_bytes(svg_string=text, zoom=1))
    twice = bytes(resvg_py.svg_to_bytes(svg_string=text, zoom=2))
    assert int.from_bytes(once[16:20]) == 360
    assert int.from_bytes(twice[16:20]) == 720
    assert len(twice) > 20_000


def test_what_one_text_prints_is_not_taken_for_an_option() -> None:
    from liuren.drawing.text import chart_text
    from liuren.terms.convention import option_texts

    chart = liuren.parse_notation("乙巳日 子將 丑時").to_dict()
    assert [one["option"] for one in chart["disputes"] if one["level"] == "text"] == ["text"]
    for language in ("zh-Hant", "zh-Hans", "ko", "en"):
        shown = chart_text(chart, language)
        source = next(one for one in chart["disputes"] if one["option"] == "text")["sources"]
        assert source[language] in shown
        assert option_texts()["text"]["label"][language] not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lines_of_a_heading_are_of_one_ink(language: str) -> None:
    """A line that is a little too long is set a little smaller, not as a note among headings."""
    cast = liuren.moment("2026-11-30T10:00", place="서울")
    drawn = chart_svg(liuren.liuren_chart(moment=cast).to_dict(), language)
    above = drawn.partition('<g class="transmissions"')[0]
    styles = set(re.findall(r'<text [^>]*class="(\w+)"', above))
    assert styles <= {"heading", "label"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_three_transmissions_are_set_alike(language: str) -> None:
    """All with the kin beside the general, or all with it below."""
    for notation in (
        "甲子日 亥將 卯時 noble_table=jia_sheep",
        "甲子日 亥將 卯時",
        "壬申日 申將 午時",
    ):
        drawn = chart_svg(liuren.parse_notation(notation).to_dict(), language)
        block = drawn.partition('<g class="transmissions"')[2].partition("</g>")[0]
        heights = [float(y) for y in re.findall(r'<text x="196" y="([\d.]+)" class="label"', block)]
        assert len(heights) == 3
        assert heights[1] - heights[0] == heights[2] - heights[1]
