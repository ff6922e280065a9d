"""Bad input: status 2, what was read and the nearest on standard error, nothing on standard output."""

from __future__ import annotations

import re

import pytest

from .conftest import Run

LANGUAGES = ("zh-Hant", "zh-Hans", "ko", "en")
CAST = ("--day", "甲子", "--hour", "卯", "--general", "亥")
AT = ("--at", "2026-11-30T10:00", "--zone", "Asia/Seoul")

#: (what must be told, the words)
BAD: list[tuple[str, tuple[str, ...]]] = [
    # pillars and branches
    ("甲丑", ("shefu", "--day", "甲丑", "--hour", "卯", "--general", "亥")),
    ("己午", ("chart", "--day", "己午", "--hour", "卯", "--general", "亥")),
    ("癸寅", ("jinkoujue", "--day", "癸寅", "--hour", "卯", "--general", "亥", "--seat", "酉")),
    ("月", ("shefu", "--day", "甲子", "--hour", "卯", "--general", "月")),
    ("甲", ("shefu", "--day", "甲子", "--hour", "甲", "--general", "亥")),
    ("子", ("shefu", "--day", "子", "--hour", "卯", "--general", "亥")),
    ("己卯", ("shefu", "--day", "甲子", "--hour", "己卯", "--general", "亥")),
    ("己巳時", ("chart", "--day", "己巳時", "--hour", "卯", "--general", "亥")),
    ("", ("shefu", "--day", "甲子", "--hour", "", "--general", "亥")),
    ("x", ("shefu", *CAST, "--month", "x" * 5000)),
    ("甲子乙丑", ("shefu", *CAST, "--year", "甲子乙丑")),
    ("午午", ("shefu", *CAST, "--birth", "午午")),
    ("第三性", ("shefu", *CAST, "--sex", "第三性")),
    ("大人", ("shefu", *CAST, "--querent", "大人")),
    ("上", ("shefu", *CAST, "--direction", "上")),
    # moments
    ("2026-02", ("moment", "--at", "2026-02-30", "--zone", "Asia/Seoul")),
    ("29", ("moment", "--at", "2025-02-29T10:00", "--zone", "UTC")),
    ("22", ("chart", "--at", "2222-22-32 10:00", "--zone", "UTC")),
    ("22", ("chart", "--at", "2222-22-02 10:00", "--zone", "UTC")),
    ("25:00", ("chart", "--at", "2026-04-20 25:00", "--zone", "UTC")),
    ("1582-10-10", ("moment", "--at", "1582-10-10", "--zone", "UTC")),
    ("-5000", ("moment", "--at", "-5000-01-01", "--zone", "UTC")),
    ("99999", ("moment", "--at", "99999-01-01", "--zone", "UTC")),
    ("1989-09-17T01:30", ("shefu", "--at", "1989-09-17T01:30", "--zone", "Asia/Shanghai")),
    ("1986-05-04T02:30", ("shefu", "--at", "1986-05-04T02:30", "--zone", "Asia/Shanghai")),
    ("2026-03-08T02:30", ("shefu", "--at", "2026-03-08T02:30", "--zone", "America/New_York")),
    ("1988-05-08T02:30", ("moment", "--at", "1988-05-08T02:30", "--zone", "Asia/Seoul")),
    ("tomorrow", ("moment", "--at", "tomorrow", "--zone", "UTC")),
    ("Asia/Seoull", ("moment", "--at", "2026-11-30", "--zone", "Asia/Seoull")),
    ("Mars/Olympus", ("moment", "--at", "2026-11-30", "--zone", "Mars/Olympus")),
    ("+25:00", ("moment", "--at", "2026-11-30T10:00+25:00")),
    ("Nephelokokkygia", ("moment", "--at", "2026-11-30", "--place", "Nephelokokkygia")),
    ("１２", ("moment", "--at", "2026-11-30", "--place", "１２")),
    ("200", ("moment", *AT, "--longitude", "200")),
    ("nan", ("moment", *AT, "--latitude", "nan")),
    ("noon", ("moment", *AT, "--longitude", "1", "--solar-time", "noon")),
    ("mayan", ("moment", *AT, "--calendar", "mayan")),
    ("2", ("moment", *AT, "--fold", "2")),
    ("from", ("moment", "--day", "甲子", "--from", "2020")),
    ("乙卯", ("moment", "--day", "甲子", "--hour", "乙卯", "--from", "2020", "--to", "2021")),
    # options and conventions
    ("nobody", ("shefu", *CAST, "--convention", "nobody")),
    ("甲甲甲", ("shefu", *CAST, "--convention", "甲" * 3000)),
    ("/nonexistent.toml", ("shefu", *CAST, "--convention", "/nonexistent.toml")),
    ("shehi", ("shefu", *CAST, "--set", "shehi=depth")),
    ("deep", ("shefu", *CAST, "--set", "shehai=deep")),
    ("shehai", ("shefu", *CAST, "--set", "shehai")),
    ("day_night", ("shefu", *CAST, "--set", "=")),
    # what to read
    ("profle", ("shefu", *CAST, "--profile", "profle")),
    ("nothing", ("shefu", *CAST, "--topic", "nothing")),
    ("shefu:zi.999", ("shefu", *CAST, "--why", "zi.999")),
    ("jinkoujue", ("shefu", *CAST, "--why", "jinkoujue:yaoding.1")),
    ("nowork", ("shefu", *CAST, "--why", "nowork:x.1")),
    ("shefu:nope", ("text", "shefu:nope")),
    ("nope", ("coverage", "--work", "nope")),
    ("nope", ("coverage", "--list", "nope")),
    # two casts, and half a cast
    ("day", ("shefu", "--hour", "卯", "--general", "亥")),
    ("", ("shefu", *CAST, "--at", "2026-11-30")),
    ("--zone", ("shefu", *CAST, "--zone", "Asia/Seoul")),
    ("at", ("shefu", "--chart", "甲子日 亥將 卯時", "--at", "2026-11-30")),
    # notation
    ("卯時", ("shefu", "--chart", "甲子日 亥將 卯時 卯時")),
    ("nonsense", ("shefu", "--chart", "nonsense")),
    ("大六壬", ("shefu", "--chart", "甲寅日 亥將 巳時 酉位")),
    ("大六壬", ("jinkoujue", "--chart", "甲子日 亥將 卯時")),
    ("@soon", ("shefu", "--chart", "甲子日 亥將 卯時 @soon")),
    ("seat:number:15", ("jinkoujue", "--chart", "甲寅日 亥將 巳時 酉位 seat:number:15")),
    ("luck", ("jinkoujue", "--chart", "甲寅日 亥將 巳時 酉位 seat:luck:1")),
    # 金口訣
    ("", ("jinkoujue", "--day", "甲寅", "--hour", "巳", "--general", "亥")),
    ("0", ("jinkoujue", *CAST, "--seat", "0")),
    ("unicorn", ("jinkoujue", *CAST, "--seat", "unicorn")),
    ("luck", ("jinkoujue", *CAST, "--seat", "酉", "--seat-by", "luck")),
    ("99999", ("jinkoujue", *CAST, "--seat", "酉", "--guest", "99999")),
    ("two", ("jinkoujue", *CAST, "--seat", "酉", "--guest", "two")),
    ("0", ("annual", "--birth", "甲午", "--sex", "male", "--age", "0")),
    ("151", ("annual", "--birth", "甲午", "--sex", "male", "--age", "151")),
    ("午", ("annual", "--birth", "午", "--sex", "male", "--age", "5")),
    ("--sex", ("annual", "--birth", "甲午")),
    # the command line itself
    ("shefo", ("shefo",)),
    ("--dya", ("shefu", "--dya", "甲子")),
    ("--day", ("shefu", "--day")),
    ("--json", ("shefu", "--json=yes")),
    ("extra", ("shefu", *CAST, "extra")),
    ("begn", ("trial", "begn")),
    ("dead", ("cases", "list", "--outcome", "dead")),
    ("trance", ("cases", "list", "--method", "trance")),
    ("yesterday", ("cases", "list", "--since", "yesterday")),
    ("zzzz", ("cases", "show", "zzzz")),
    ("nofile.json", ("cases", "import", "nofile.json")),
    ("xml", ("cases", "export", "--form", "xml")),
    ("zzzz", ("trial", "reveal", "zzzz")),
    ("many", ("trial", "begin", "--trials", "many")),
    ("0", ("trial", "begin", "--trials", "0")),
    ("mongodb", ("cases", "list", "--database", "mongodb://x/y")),
    ("甲甲", ("cases", "list", "--database", "甲" * 400)),
]


@pytest.mark.parametrize(("told", "words"), BAD, ids=lambda v: " ".join(v)[:60])
def test_refused_in_every_language(run: Run, told: str, words: tuple[str, ...]) -> None:
    for language in LANGUAGES:
        ended = run(*words, "--lang", language) if words[-1] != "--day" else run(*words)
        assert ended.status == 2, ended
        assert ended.out == ""
        assert told in ended.err
        assert "Traceback" not in ended.err
        assert "unexpectedly" not in ended.err
        first = re.split("[:：]", ended.err.splitlines()[0], maxsplit=1)[1]
        if words[-1] != "--day":
            kind = {"ko": "[가-힣]", "en": "[a-z]{3}"}.get(language, "[一-鿿]")
            assert re.search(kind, first.replace(told, "")), ended.err


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (("jinkoujue", *CAST, "--seat", "酉", "--age", "66"), ("--birth", "--sex")),
        (("chart", "--chart", "甲子日 卯時"), ("--general", "--at")),
        (("chart", "--chart", "甲子日"), ("--day", "--hour", "--general", "--at")),
        (("jinkoujue", *CAST, "--seat", "서쪽", "--seat-by", "branch"), ("--seat-by direction",)),
    ],
)
def test_hints_name_options_and_no_arguments(
    run: Run, words: tuple[str, ...], options: tuple[str, ...]
) -> None:
    for language in LANGUAGES:
        said = run(*words, "--lang", language).err
        assert all(option in said for option in options), said
        assert not re.search("[a-z]=", said), said


@pytest.mark.parametrize("word", ["\0", "\udcff", "甲\udcff子"])
@pytest.mark.parametrize(
    "place", [("shefu", "--day"), ("text",), ("cases", "show"), ("trial", "show")]
)
def test_what_is_no_text_is_refused_everywhere(run: Run, place: tuple[str, ...], word: str) -> None:
    ended = run(*place, word)
    assert (ended.status, ended.out) == (2, "")
    assert "is not text" in ended.err


def test_words_in_another_encoding_are_read_all_the_same(run: Run) -> None:
    """With LANG=C and no coercion Python hands over the bytes of UTF-8 as half characters."""
    bytes_of = "甲子".encode().decode("ascii", "surrogateescape")
    ended = run("chart", "--day", bytes_of, "--hour", "卯", "--general", "亥", "--json")
    assert ended.status == 0


def test_an_unknown_language_is_refused(run: Run) -> None:
    ended = run("shefu", *CAST, "--lang", "tlh")
    assert (ended.status, ended.out) == (2, "")
    assert "zh-Hant" in ended.err


@pytest.mark.parametrize("command", ["shefu", "chart", "jinkoujue", "moment", "text"])
def test_ten_megabytes_are_refused_quickly(run: Run, command: str) -> None:
    option = {"moment": "--at", "text": "--lang"}.get(command, "--chart")
    ended = run(command, option, "甲" * 3_500_000)
    assert (ended.status, ended.out) == (2, "")
    assert len(ended.err) < 2000


def test_a_picture_never_replaces_anything_but_a_picture(run: Run) -> None:
    from pathlib import Path

    Path("letter.txt").write_text("dear", encoding="utf-8")
    ended = run("chart", *CAST, "--svg", "letter.txt")
    assert (ended.status, ended.out) == (2, "")
    assert Path("letter.txt").read_text(encoding="utf-8") == "dear"
    for _ in range(2):
        assert run("chart", *CAST, "--svg", "chart.svg").status == 0
    assert "<svg" in Path("chart.svg").read_text(encoding="utf-8")
    for name in ("", ".", "no/such/folder.svg", "甲" * 300):
        assert run("chart", *CAST, f"--svg={name}").status == (0 if name == "" else 2)


def test_an_export_never_replaces_the_casebook(run: Run) -> None:
    assert run("cases", "add", "何物", "--no-chart").status == 0
    ended = run("cases", "export", "cases.sqlite")
    assert (ended.status, ended.out) == (2, "")
    assert "何物" in run("cases", "list").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("jinkoujue",), "--seat"),
        (("jinkoujue", *CAST), "--seat"),
        (("moment", "--solar-time", "mean"), "--longitude 126.98"),
        (("moment", "--at", "2026-11-30", "--longitude", "127"), "--zone Asia/Shanghai"),
        (("moment", "--at", "1989-09-17T01:30", "--zone", "Asia/Shanghai"), "--fold 0"),
        (("chart", "--day", "甲子"), "--hour 卯"),
        (("shefu", *CAST, "--set", "shehai"), "shehai=depth"),
    ],
)
def test_hints_name_the_options_of_the_command_line(
    run: Run, words: tuple[str, ...], told: str
) -> None:
    for language in LANGUAGES:
        ended = run(*words, "--lang", language)
        assert ended.status == 2
        assert told in ended.err
        assert not re.search(r"\b(seat|seat_by|zone|longitude|fold|day|hour)=", ended.err)


def test_a_calendar_that_is_none_is_refused_for_now_too(run: Run) -> None:
    ended = run("moment", "--calendar", "mayan", "--zone", "UTC")
    assert (ended.status, ended.out) == (2, "")
    assert "mayan" in ended.err


def test_servers_refuse_in_the_language_asked_for(run: Run) -> None:
    for command in ("serve", "mcp"):
        ended = run(command, "--lang", "ko", "--port", "x")
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.startswith("오류: ‘x’")


def test_a_search_without_result_says_so(run: Run) -> None:
    said = {run("text", "--search", "zzqq", "--lang", language).out for language in LANGUAGES}
    assert len(said) == 4
    assert "No clause found.\n" in said
    assert run("text", "--search", "zzqq", "--json").out == "[]\n"
