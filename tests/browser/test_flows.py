"""What people come for, step by step in a real browser, in each language."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.judge import faults_of_access, faults_of_layout, faults_of_markup
from browser.witness import ARTEFACTS, Witness
from liuren.terms.labels import LANGUAGES, message

CHART = "甲子日 亥將 卯時 寅月"


def say(language: str, key: str, **values: object) -> str:
    return message(key, language, **values)


def judged(page: Page, name: str) -> None:
    """The page at hand keeps to what every page keeps to; a picture of it is kept."""
    page.screenshot(path=ARTEFACTS / f"{name}.png", full_page=True)
    assert faults_of_markup(page.request.get(page.url).text()) == []
    assert faults_of_access(page) == []
    assert faults_of_layout(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_cast_now_read_and_ask_why(page: Page, site: str, language: str) -> None:
    page.goto(f"{site}/{language}/")
    page.get_by_role("button", name=say(language, "web.cast.now")).click()
    expect(page.locator("svg.liuren-chart").first).to_be_visible()
    assert "zone=Asia%2FSeoul" in page.url
    here = page.url
    page.get_by_role("link", name=say(language, "web.step.hour_on"), exact=True).click()
    page.wait_for_url(lambda url: url != here)
    page.keyboard.press("[")
    page.wait_for_url(lambda url: "T" in url)
    expect(page.locator("svg.liuren-chart").first).to_be_visible()
    page.locator(".facet summary").first.click()
    finding = page.locator(".facet[open] .said").first
    said = finding.inner_text()
    assert said.strip()
    finding.click()
    expect(page.locator(".verdict.holds")).to_be_visible()
    expect(page.locator("svg.liuren-chart rect.lit").first).to_be_visible()
    expect(page.locator(".tree > li").first).to_be_visible()
    expect(page.locator(".around .here")).to_have_count(1)
    page.get_by_role("link", name=say(language, "web.clause.back_to_reading")).click()
    expect(page.locator(".profile dl")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_cast_by_date_and_place(page: Page, site: str, language: str) -> None:
    page.goto(f"{site}/{language}/")
    page.locator("input[name=date]").fill("2026-11-30")
    page.locator("input[name=time]").fill("10:30")
    page.locator("input[name=place]").fill("서울")
    page.get_by_role("button", name=say(language, "web.cast.go"), exact=True).click()
    expect(page.locator("h1")).to_contain_text("戊申")
    page.get_by_role("link", name=say(language, "web.step.day_back"), exact=True).click()
    expect(page.locator("h1")).to_contain_text("丁未")


@pytest.mark.parametrize("language", LANGUAGES)
def test_cast_by_pillars_under_a_convention(page: Page, site: str, language: str) -> None:
    page.goto(f"{site}/{language}/")
    for name, value in (("day", "甲子"), ("hour", "卯"), ("general", "亥"), ("month", "寅")):
        page.locator(f"input[name={name}]").fill(value)
    page.locator(".drawer > summary").click()
    page.locator(".drawer .group > summary").first.click()
    sentence = page.locator("input[name='set.noble_table'][value=jia_sheep]")
    sentence.check()
    page.screenshot(path=ARTEFACTS / f"{language}-drawer.png", full_page=True)
    assert faults_of_access(page) == []
    assert faults_of_layout(page) == []
    page.get_by_role("button", name=say(language, "web.cast.go"), exact=True).click()
    page.locator(".convention summary").click()
    assert page.locator(".convention li").count() == 2
    expect(page.locator(".disputes figure").first).to_be_visible()
    assert page.locator(".disputes rect.differs").count() > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_positions_and_the_next_guest(page: Page, site: str, language: str) -> None:
    page.goto(f"{site}/{language}/jinkoujue")
    page.get_by_role("button", name="酉", exact=True).click()
    expect(page.locator("svg.liuren-chart").first).to_be_visible()
    assert page.locator("svg.liuren-chart").first.locator(".arrow").count() > 0
    before = page.locator("svg.liuren-chart").first.text_content()
    page.get_by_role("link", name=say(language, "web.step.guest_on"), exact=True).click()
    page.wait_for_url(re.compile("%E5%AE%A22"))
    assert page.locator("svg.liuren-chart").first.text_content() != before


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_not(page: Page, site: str, language: str) -> None:
    page.goto(f"{site}/{language}/reading?chart={CHART}")
    page.locator(".why-not input[type=search]").fill("letter")
    page.locator(".why-not button").click()
    expect(page.locator(".around .holds").first).to_be_visible()
    page.locator(".around li:has(.fails) a").first.click()
    expect(page.locator(".verdict.fails")).to_be_visible()
    expect(page.get_by_role("heading", name=say(language, "reading.why_not"))).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_copy_download_share(
    page: Page, browser: Browser, site: str, language: str, tmp_path: Path
) -> None:
    page.goto(f"{site}/{language}/reading?chart={CHART}")
    page.get_by_text(say(language, "web.reading.as_text")).click()
    page.get_by_role("button", name=say(language, "web.copy")).click()
    expect(page.locator("button.done")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#chart-text").text_content()
    assert "甲子" in copied
    kept = {}
    for kind in ("SVG", "PNG", "JSON", "TXT"):
        with page.expect_download() as download:
            page.get_by_role("link", name=kind, exact=True).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        kept[kind] = path.read_bytes()
    assert kept["PNG"].startswith(b"\x89PNG")
    assert json.loads(kept["JSON"])["day"] == "甲子"
    assert kept["TXT"].decode() == copied
    elsewhere = browser.new_context()
    picture = elsewhere.new_page()
    picture.goto((tmp_path / "chart.svg").as_uri())
    expect(picture.locator("svg text").first).to_be_visible()
    elsewhere.close()
    page.goto(f"{site}/{language}/reading?chart={CHART}")
    said = page.locator(".paragraph").inner_text()
    page.get_by_role("link", name=say(language, "web.share")).click()
    assert page.locator(".paragraph").inner_text() == said
    assert page.locator(".warning").count() == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book(page: Page, site: str, language: str) -> None:
    page.goto(f"{site}/{language}/book")
    page.locator('.contents a[href$="/shefu/zi"]').click()
    usual = page.locator(".chapter > li").first.locator(".parallel p").count()
    assert usual == (1 if language.startswith("zh") else 2)
    for box in page.locator("input[name=column]").all():
        box.check()
    page.get_by_role("button", name=say(language, "web.reading.show")).click()
    assert page.locator(".chapter > li").first.locator(".parallel p").count() == 4
    page.locator("[id='shefu:zi.5'] a[href*='chart=']").click()
    expect(page.locator(".verdict.holds")).to_be_visible()
    page.goto(f"{site}/{language}/book")
    page.locator("input[type=search]").fill("婢妾")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="shefu:zi.10", exact=True)).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_keeps_the_form(page: Page, site: str, language: str) -> None:
    page.goto(f"{site}/{language}/")
    for name, value in (("day", "甲丑"), ("hour", "卯"), ("general", "亥")):
        page.locator(f"input[name={name}]").fill(value)
    page.get_by_role("button", name=say(language, "web.cast.go"), exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.locator("input[name=day]").input_value() == "甲丑"
    page.locator("input[name=day]").fill("甲子")
    page.get_by_role("button", name=say(language, "web.cast.go"), exact=True).click()
    expect(page.locator("svg.liuren-chart").first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_case(page: Page, site: str, language: str) -> None:
    page.goto(f"{site}/{language}/reading?chart={CHART}")
    question = f"{language}: 箱中何物?"
    page.locator(".keep input[name=question]").fill(question)
    page.locator(".keep button").click()
    expect(page.locator("h1")).to_have_text(question)
    expect(page.locator(".good")).to_contain_text(say(language, "web.cases.same"))
    page.locator("select[name='outcome.status']").select_option("hit")
    page.locator("section[aria-labelledby=told] button").click()
    expect(page.locator(".outcome-hit").first).to_be_visible()
    judged(page, f"{language}-case")
    page.goto(f"{site}/{language}/cases")
    expect(page.get_by_role("link", name=question)).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_trial_on_one_device(page: Page, site: str, language: str) -> None:
    page.goto(f"{site}/{language}/trials")
    page.locator("input[name=title]").fill(f"{language} game")
    page.locator("input[name=trials]").fill("2")
    page.get_by_role("button", name=say(language, "web.trials.begin")).click()
    page.get_by_role("button", name=say(language, "web.trials.seal"), exact=True).click()
    expect(page.locator(".good code")).to_be_visible()
    assert page.locator("input[name=thing]").count() == 5
    judged(page, f"{language}-trial-sealed")
    page.locator("input[name=reader]").fill("Kim")
    page.locator("input[name=thing]").nth(2).check()
    page.get_by_role("button", name=say(language, "web.trials.seal_answer")).click()
    expect(page.locator("#answered")).to_contain_text("Kim")
    page.get_by_role("button", name=say(language, "web.trials.reveal")).click()
    expect(page.locator(".revealed .target")).to_be_visible()
    judged(page, f"{language}-trial-revealed")
    page.locator(".revealed a").click()
    expect(page.locator("table")).to_contain_text("Kim")
    judged(page, f"{language}-series")


def test_a_trial_by_a_link(page: Page, browser: Browser, site: str) -> None:
    """The guest's page notices by itself that somebody answered and that the cover is off."""
    page.goto(f"{site}/en/trials")
    page.get_by_role("button", name="Begin a series").click()
    series = page.url
    page.get_by_role("button", name="Invitation link").click()
    link = page.locator("#link").inner_text()
    assert link.startswith(f"{site}/en/join?token=")
    page.screenshot(path=ARTEFACTS / "en-invitation.png")
    page.goto(series)
    page.get_by_role("button", name="Draw, cast and seal").click()
    trial = page.url.partition("?")[0]
    elsewhere = browser.new_context(viewport={"width": 320, "height": 640})
    guest = elsewhere.new_page()
    guest.goto(link)
    assert faults_of_layout(guest) == []
    guest.get_by_label("Name").fill("Guest")
    guest.get_by_role("button", name="Join").click()
    guest.wait_for_url(trial)
    page.locator("input[name=reader]").fill("Host")
    page.locator("input[name=thing]").first.check()
    page.get_by_role("button", name="Seal my answer").click()
    expect(guest.locator("#answered")).to_contain_text("Host", timeout=10_000)
    page.get_by_role("button", name="Lift the cover").click()
    expect(guest.locator(".revealed")).to_be_visible(timeout=10_000)
    elsewhere.close()


@pytest.mark.parametrize("language", ["ko", "zh-Hans"])
def test_without_javascript(browser: Browser, site: str, language: str) -> None:
    context: BrowserContext = browser.new_context(java_script_enabled=False)
    watched = Witness(context, site)
    page = context.new_page()
    page.goto(f"{site}/{language}/")
    page.get_by_role("button", name=say(language, "web.cast.now")).click()
    page.locator(".facet summary").first.click()
    page.locator(".facet[open] .said").first.click()
    expect(page.locator(".verdict.holds")).to_be_visible()
    page.goto(f"{site}/{language}/trials")
    page.get_by_role("button", name=say(language, "web.trials.begin")).click()
    page.get_by_role("button", name=say(language, "web.trials.seal"), exact=True).click()
    page.locator("input[name=reader]").fill("Lee")
    page.locator("input[name=thing]").first.check()
    page.get_by_role("button", name=say(language, "web.trials.seal_answer")).click()
    page.get_by_role("button", name=say(language, "web.trials.reveal")).click()
    expect(page.locator(".revealed .target")).to_be_visible()
    assert watched.faults == []
    context.close()


def test_by_keyboard_alone(page: Page, site: str) -> None:
    page.goto(f"{site}/en/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Cast for now")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("reading"))
    summary = page.locator(".facet summary").first
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".facet[open] .said").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_visible()


def test_an_unclear_hour_is_chosen(page: Page, site: str) -> None:
    page.goto(f"{site}/en/reading?at=1988-10-09T02:30&zone=Asia/Seoul")
    choices = page.locator(".warning .links a")
    assert choices.count() == 2
    page.screenshot(path=ARTEFACTS / "en-unclear-hour.png", full_page=True)
    choices.nth(1).click()
    expect(page.locator("svg.liuren-chart").first).to_be_visible()


def test_no_glyph_is_missing(page: Page, site: str) -> None:
    """Every character of the pages has a glyph in the machine's fonts: none is drawn as an empty box."""
    page.goto(f"{site}/zh-Hant/reading?chart={CHART}")
    missing = page.evaluate(
        """() => {
          const draw = (text) => {
            const canvas = document.createElement('canvas'); canvas.width = canvas.height = 24;
            const pen = canvas.getContext('2d'); pen.font = '20px ' + getComputedStyle(document.body).fontFamily;
            pen.fillText(text, 2, 20); return canvas.toDataURL();
          };
          const box = draw('\\u{10FFFD}');
          return [...new Set(document.body.innerText)].filter(c => c.trim() && draw(c) === box);
        }"""
    )
    assert missing == []


def test_a_town_is_told_with_its_country(page: Page, site: str) -> None:
    page.goto(f"{site}/ko/reading?at=2026-11-30T10:00&place=Paris")
    expect(page.locator(".moment")).to_contain_text("파리, 프랑스")
    page.goto(f"{site}/zh-Hant/reading?at=2026-11-30T10:00&place=Anyang")
    page.locator(".warning .links a").filter(has_text="韓國").click()
    expect(page.locator(".moment")).to_contain_text("Asia/Seoul")


def test_a_shared_link_is_stepped_by_its_own_clock(page: Page, site: str) -> None:
    page.goto(f"{site}/en/reading?at=2026-11-30T10:00&zone=Asia/Seoul")
    page.get_by_role("link", name="Share link").click()
    page.wait_for_url(re.compile("seen="))
    page.keyboard.press("]")
    expect(page.locator(".moment")).to_contain_text("2026-11-30 12:00")
    expect(page.locator(".moment")).to_contain_text("Asia/Seoul")


def test_the_address_of_a_chart_holds_what_was_entered_and_no_more(page: Page, site: str) -> None:
    """A form sends every field; an address with sixty empty ones cannot be shared."""
    page.goto(f"{site}/ko/")
    page.locator("input[name=date]").fill("2026-11-30")
    page.locator("input[name=time]").fill("10:00")
    page.locator(".card input[name=zone]").fill("Asia/Seoul")
    page.locator("button.go").click()
    expect(page.locator("svg.liuren-chart").first).to_be_visible()
    query = page.url.partition("?")[2]
    assert query == "date=2026-11-30&time=10%3A00&zone=Asia%2FSeoul"
    page.go_back()
    expect(page.locator("button.go")).to_be_visible()


def test_steps_can_be_taken_back(page: Page, site: str) -> None:
    page.goto(f"{site}/en/reading?at=2026-11-30T10:00&zone=Asia/Seoul")
    shown = page.locator(".moment")
    for hour in ("12", "14"):
        page.keyboard.press("]")
        expect(shown).to_contain_text(f"2026-11-30 {hour}:00")
    page.go_back()
    expect(shown).to_contain_text("2026-11-30 12:00")
    page.go_back()
    expect(shown).to_contain_text("2026-11-30 10:00")
    page.go_forward()
    expect(shown).to_contain_text("2026-11-30 12:00")


def test_an_error_is_what_is_read_first(page: Page, site: str) -> None:
    page.goto(f"{site}/en/reading?day=甲丑&hour=卯&general=亥")
    expect(page.get_by_role("alert")).to_be_focused()
