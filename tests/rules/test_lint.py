"""The linter finds nothing in what is shipped, and finds each kind of fault where there is one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from liuren.edition import library
from liuren.edition import works as edition_works
from liuren.rules import lint, rulebook, tables
from liuren.rules.lint import lint as run
from liuren.rules.translated import note
from liuren.terms import resources


def test_what_is_shipped_has_no_findings() -> None:
    assert [str(complaint) for complaint in run()] == []


def test_the_dead_clauses_are_those_of_the_close_reading() -> None:
    found = tables.tables("shefu")
    dead = {clause for clause in found.clauses if not found[clause].fires}
    names = (
        "zi.14 zi.30 chou.19 chou.26 mao.18 mao.20 wu.17 wu.18 wei.26 you.18 xu.5 xu.10 hai.8"
        " guiren.11 guiren.18 guiren.19 liuhe.14 liuhe.15 liuhe.24 liuhe.25 xuanwu.13 xuanwu.20"
        " tiankong.9 tiankong.16 tiankong.17"
    )
    assert dead == {f"shefu:{name}" for name in names.split()}


def test_the_generals_read_on_the_earth_plate_lose_more_than_they_win() -> None:
    """36 of the 144 pairs of the general chapters cannot happen on the earth plate, 8 on the heaven plate."""
    sections = (
        "guiren tengshe zhuque liuhe gouchen qinglong tianhou taiyin xuanwu taichang baihu tiankong"
    )

    def dead(convention: dict[str, str]) -> int:
        from liuren.rules import tree
        from liuren.rules.phrases import unfold
        from liuren.rules.tables import condition_table

        book = rulebook.rulebook("shefu", convention)
        return sum(
            not condition_table(
                book,
                unfold(
                    tree.Call(
                        "將加",
                        (tree.Literal("general", (general,)), tree.Literal("branch", (branch,))),
                    ),
                    book.bodies,
                ),
            ).fires
            for general in range(12)
            for branch in range(12)
        )

    assert len(sections.split()) == 12
    assert dead({}) == 8
    assert dead({"A07": "earth"}) == 36
    assert dead({"A07": "mixed"}) == 2


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the texts that a test may spoil; as if it had been installed so."""
    source = resources.data_path("texts")
    texts = tmp_path / "texts"
    shutil.copytree(source, texts)
    real = resources.data_path

    def data_path(folder: str) -> Path:
        return texts if folder == "texts" else real(folder)

    for module in (resources, edition_works, lint):
        if hasattr(module, "data_path"):
            monkeypatch.setattr(module, "data_path", data_path)
    monkeypatch.setenv("LIUREN_CACHE", str(tmp_path / "cache"))
    caches = (
        library.work, edition_works.works, edition_works.work_facts, rulebook.book,
        rulebook._linked, tables.linked_tables,
    )  # fmt: skip
    for cached in caches:
        cached.cache_clear()
    yield texts / "shefu"
    for cached in caches:
        cached.cache_clear()


def spoil(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def codes(checks: tuple[object, ...]) -> list[str]:
    from liuren.rules import vocabulary

    subject = lint.Subject("shefu", vocabulary.load())
    return [complaint.code for check in checks for complaint in check(subject)]  # type: ignore[operator]


def test_a_clause_left_out_or_altered_is_noticed(broken: Path) -> None:
    spoil(broken / "chapters/01-zi.md", "> [zi.6] ", "> [zi.99] ")
    spoil(broken / "chapters/01-zi.md", "子加日，乘天后乃小女。", "子加日，乘天后為小女。")
    assert codes((lint.completeness,)) == ["missing-clause", "unknown-clause", "text"]


def test_a_quote_without_a_fence_a_bad_rule_and_a_false_example_are_noticed(broken: Path) -> None:
    chapter = broken / "chapters/01-zi.md"
    spoil(chapter, "當 加日(子) 且 子 乘 天后", "當 加日(子) 且 子 乘 天狗")
    spoil(broken / "chapters/02-chou.md", "\n例 ", "\n非例 ")
    text = chapter.read_text(encoding="utf-8")
    start = text.index("~~~rule", text.index("> [zi.7]"))
    end = text.index("~~~", start + 3) + 3
    chapter.write_text(text[:start] + text[end:], encoding="utf-8")
    found = codes((lint.language,))
    assert found.count("language") == 2
    assert found.count("example") >= 1


def test_a_clause_that_can_never_fire_is_noticed_with_the_nearest_edit(broken: Path) -> None:
    spoil(broken / "chapters/01-zi.md", "當 加日(子) 且 子 乘 天后", "當 六合 臨 午 且 未 乘 六合")
    from liuren.rules import vocabulary

    subject = lint.Subject("shefu", vocabulary.load())
    (found,) = [c for c in lint.reachability(subject) if "zi.5" in c.message]
    assert found.code == "unreachable"
    assert "未 → 午" in found.message


def test_an_accepted_clause_that_fires_and_a_false_revival_are_noticed(broken: Path) -> None:
    spoil(
        broken / "chapters/02-chou.md", "當 丑 乘 六合\n則 處所 = 家", "當 丑 乘 貴人\n則 處所 = 家"
    )
    spoil(broken / "accepted.toml", 'revived_by = { A07 = ["earth", "mixed"] }', "revived_by = {}")
    found = codes((lint.reachability,))
    assert "unreachable-not" in found
    assert "revival" in found


def test_a_translation_left_out_is_noticed(broken: Path) -> None:
    spoil(broken / "translations/ko/branches.json", '"shefu:zi.5"', '"shefu:zi.5x"')
    found = codes((lint.texts,))
    assert sorted(found) == ["retired-id", "translation"]


def test_an_idle_exception_is_noticed(broken: Path) -> None:
    spoil(
        broken / "chapters/01-zi.md",
        "當 加日(子) 且 子 乘 天后\n則 人物 = 小女\n",
        "當 加日(子) 且 子 乘 天后\n則 人物 = 小女\n除非 子 乘 太陰\n",
    )
    assert codes((lint.exceptions,)) == ["idle-exception"]


def test_a_translation_behind_its_text_is_noticed(broken: Path) -> None:
    spoil(broken / "chapters/01-zi.md", "子加日，乘天后乃小女。", "子加日，乘天后為小女。")
    assert codes((lint.translated,)) == ["translation-behind", "translation-behind"]
    note("shefu", {"shefu:zi.5"})
    library.work.cache_clear()
    assert codes((lint.translated,)) == []


def test_a_method_without_a_name_is_noticed(broken: Path) -> None:
    spoil(broken / "chapters/39-shiwei.md", "行 taste-if-edible\n", "taste-if-edible\n")
    spoil(broken / "chapters/39-shiwei.md", "行 taste-by-element\n", "行 Taste?\n")
    assert codes((lint.methods,)) == ["method", "method"]
