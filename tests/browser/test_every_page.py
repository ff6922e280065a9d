"""Every page in each language, on a small phone and on a desk: valid, usable by everybody, nothing overlaps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page

from browser.judge import faults_of_access, faults_of_layout, faults_of_markup
from browser.witness import ARTEFACTS, Witness
from liuren.terms.labels import LANGUAGES

CHART = "甲子日 亥將 卯時 寅月"
SEAT = "甲寅日 亥將 巳時 酉位"
#: What a test run keeps pictures of: name and address below the language.
PAGES = {
    "cast": "/",
    "cast-jinkoujue": "/jinkoujue",
    "reading": f"/reading?chart={CHART}",
    "reading-boundary": "/reading?at=2026-11-22T16:23&zone=Asia/Seoul",
    "reading-jinkoujue": f"/jinkoujue-reading?chart={SEAT}",
    "clause-holds": f"/clause/shefu:wu.20?chart={CHART}",
    "clause-fails": f"/clause/shefu:zi.30?chart={CHART}",
    "clause": "/clause/shefu:guiren.5",
    "book": "/book",
    "chapter": "/book/shefu/youwu?column=zh-Hant&column=zh-Hans&column=ko&column=en",
    "search": f"/search?q=letter&chart={CHART}",
    "atlas": "/atlas",
    "report": "/atlas/shefu/pairs",
    "cases": "/cases",
    "trials": "/trials",
    "error": "/reading?day=甲丑&hour=卯&general=亥",
    "lost": "/no-such-page",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_page(page: Page, witness: Witness, site: str, language: str, name: str) -> None:
    answer = page.goto(f"{site}/{language}{PAGES[name]}")
    assert answer is not None
    assert answer.status == {"error": 422, "lost": 404}.get(name, 200)
    assert page.locator("html").get_attribute("lang") == language
    assert faults_of_markup(answer.text()) == []
    page.screenshot(path=ARTEFACTS / f"{language}-{name}-phone.png", full_page=True)
    assert faults_of_access(page) == []
    for width in (360, 320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert faults_of_layout(page) == [], width
    page.screenshot(path=ARTEFACTS / f"{language}-{name}-desk.png", full_page=True)
    assert witness.faults == []


@pytest.mark.parametrize("name", ["cast", "reading", "reading-jinkoujue", "clause-holds", "error"])
def test_dark(browser: Browser, site: str, name: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, color_scheme="dark")
    page = context.new_page()
    page.goto(f"{site}/ko{PAGES[name]}")
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    red, green, blue = map(int, re.findall(r"\d+", background)[:3])
    assert red + green + blue < 150
    page.screenshot(path=ARTEFACTS / f"ko-{name}-dark.png", full_page=True)
    assert faults_of_access(page) == []
    context.close()


@pytest.mark.parametrize("name", ["reading", "reading-jinkoujue"])
def test_print(browser: Browser, site: str, name: str) -> None:
    context = browser.new_context(viewport={"width": 760, "height": 1000})
    page = context.new_page()
    page.goto(f"{site}/zh-Hant{PAGES[name]}")
    page.emulate_media(media="print")
    for gone in (".top", ".downloads", "form", "button"):
        assert not page.locator(gone).first.is_visible(), gone
    assert page.locator("svg.liuren-chart").first.is_visible()
    assert page.locator(".finding q").first.is_visible()
    page.screenshot(path=ARTEFACTS / f"zh-Hant-{name}-print.png", full_page=True)
    paper = page.pdf(path=ARTEFACTS / f"zh-Hant-{name}.pdf", format="A4", prefer_css_page_size=True)
    assert paper.startswith(b"%PDF")
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_page_in_another_language(page: Page, site: str, language: str) -> None:
    page.goto(f"{site}/en{PAGES['reading']}")
    page.locator(f".languages a[hreflang={language}]").click()
    assert page.locator("html").get_attribute("lang") == language
    assert "chart=" in page.url
    assert page.locator("svg.liuren-chart").first.is_visible()


@pytest.mark.parametrize("width", [320, 390, 768, 899, 1440])
@pytest.mark.parametrize("name", ["reading", "reading-jinkoujue", "clause-holds"])
def test_a_chart_is_never_larger_than_it_is_drawn_for(
    page: Page, site: str, name: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{site}/en{PAGES[name]}")
    drawn = page.locator("svg.liuren-chart").first.bounding_box()
    assert drawn is not None
    assert drawn["width"] <= 440
    assert drawn["width"] >= min(280, width - 45)


@pytest.mark.parametrize("language", LANGUAGES)
def test_fields_of_a_form_stand_in_line(page: Page, site: str, language: str) -> None:
    """All as high as each other, and no example is taken for something entered."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{site}/{language}/")
    fields = page.locator("form.card > fieldset .fields > label > *")
    heights = fields.evaluate_all("all => all.map(one => one.offsetHeight).filter(high => high)")
    assert len(heights) > 12
    assert set(heights) == {44}
    sign = {"ko": "예: ", "en": "e.g. "}.get(language, "例：")
    shown = page.locator("[placeholder]").evaluate_all("all => all.map(one => one.placeholder)")
    assert all(text.startswith(sign) for text in shown)


def test_the_steps_fit_beside_each_other(page: Page, site: str) -> None:
    for language in LANGUAGES:
        page.goto(f"{site}/{language}{PAGES['reading-boundary']}")
        tops = page.locator(".steps a").evaluate_all("all => all.map(one => one.offsetTop)")
        assert len(tops) == 4
        assert len(set(tops)) == 1, language


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize(
    "name", ["cast", "reading-boundary", "reading-jinkoujue", "clause-holds", "book", "cases"]
)
def test_text_twice_as_large_still_fits(page: Page, site: str, language: str, name: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site}/{language}{PAGES[name]}")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
