"""The rule language: grammar, spellings, types, and what its errors say."""

from __future__ import annotations

from functools import cache

import pytest

from liuren.edition.works import works
from liuren.rules import tree, vocabulary
from liuren.rules.errors import Place, RuleError
from liuren.rules.format import Writer, format_chapter
from liuren.rules.parse import parse_fence, parser, terminals
from liuren.rules.resolve import Checker
from liuren.rules.source import open_scope, read_source

HERE = Place("chapter.md", 10)
open_scope = cache(open_scope)


def typed(body: str, work: str = "shefu") -> tree.Rule:
    scope, names = open_scope(work)
    surface = parse_fence(body, "rules", scope.method, names, HERE)
    return Checker(scope, HERE).rule(surface[0])[0]


@pytest.mark.parametrize("method", ["liuren", "jinkoujue"])
def test_the_grammar_has_no_conflict_and_no_collision_of_terminals(method: str) -> None:
    assert parser(method, frozenset({"加日", "用事"}), strict=True) is not None


@pytest.mark.parametrize("work", works())
def test_no_word_stands_in_two_closed_lists_that_meet_in_one_place(work: str) -> None:
    scope, names = open_scope(work)
    lists = {name: set(words) for name, words in terminals(scope.method, names).items()}
    operators = (
        "OVER",
        "CARRIES",
        "STANDS",
        "IS",
        "WITHIN",
        "AT_LEAST",
        "RELATION",
        "AND",
        "OR",
        "THEN",
    )
    starts = ("WORD", "RELATION", "ALWAYS", "NOT")
    endings = ("ALSO", "IF", "UNLESS", "READ", "WHEN")
    for together in (operators, starts, endings):
        for i, one in enumerate(together):
            for other in together[:i]:
                assert not lists[one] & lists[other], (one, other)


@pytest.mark.parametrize(
    "body",
    [
        "當 子 加 日干 且 子 乘 天后 則 人物 = 小女",
        "当 子 加 日干 且 子 乘 天后 则 人物 = 小女",
        "當子加日干且神后作天后則人物=小女",
        "when 子 over day-stem and 子 carries 天后 then person = young-girl",
        "當 （子 加 日干） 且 {子} 乘 天后 # a remark\n則 人物 = 小女",
    ],
)
def test_spellings_of_one_rule_give_one_tree(body: str) -> None:
    zi, empress = tree.Literal("branch", (0,)), tree.Literal("general", (11,))
    assert typed(body) == tree.Rule(
        tree.And((tree.Over(zi, tree.Quantity("stem", "day-stem")), tree.Carries(zi, empress))),
        (tree.Conclusion("person", "states", "young-girl"),),
    )


def test_and_binds_tighter_than_or_and_not_tighter_still() -> None:
    condition = typed("當 剛日 或 非 柔日 且 冬至後 則 色 = 青").condition
    yang, yin = tree.Predicate("yang-day"), tree.Predicate("yin-day")
    solstice = tree.Predicate("after-solstice")
    assert condition == tree.Or((yang, tree.And((tree.Not(yin), solstice))))


def test_a_word_with_two_meanings_takes_the_one_that_fits() -> None:
    state = typed("當 旺衰(初傳) 是 死 則 色 = 青").condition
    stage = typed("當 長生(初傳) 是 死 則 色 = 青").condition
    assert isinstance(state, tree.Within)
    assert isinstance(stage, tree.Within)
    assert state.right == tree.Literal("state", (4,))
    assert stage.right == tree.Literal("stage", (7,))


@pytest.mark.parametrize(
    ("body", "place", "read", "hint"),
    [
        ("當 干上紳 是 子 則 色 = 青", "chapter.md:11:4", "'上紳'", "干上神"),
        ("當 子 乘 青尨 則 色 = 青", "chapter.md:11:7", "'青尨'", "青龍"),
        ("當 子 加 日干\n則 顏 = 青", "chapter.md:12:3", "'顏'", "expected a facet"),
        ("當 子 加 日干\n則 色 = 靑", "chapter.md:12:3", "靑 is no concept", ""),
        ("當 子 加 日干", "chapter.md:11:9", "the fence ends here", "則"),
        ("當 日干 是 子 則 色 = 青", "chapter.md:11:8", "子 is a branch", "stem"),
        ("當 日干 加 子 則 色 = 青", "chapter.md:11:3", "日干 is a stem", "branch"),
        ("當 初傳 屬 季 則 色 = 青", "chapter.md:11:8", "季 is a season", "季神"),
        ("當 加日(甲) 則 色 = 青", "chapter.md:11:6", "甲 is a stem", "branch"),
        ("當 加日(子,丑) 則 色 = 青", "chapter.md:11:3", "takes 1", "read 2"),
        ("當 空亡(X) 則 色 = 青", "chapter.md:11:6", "X is no parameter", ""),
        ("當 子 合 甲 則 色 = 青", "chapter.md:11:5", "do not combine", ""),
        ("當 恒 則 色 = 青\n讀 A99=x 當 剛日", "chapter.md:12:1", "A99 is no option", ""),
        ("當 恒 則 色 = 青\n讀 A01=x 當 剛日", "chapter.md:12:1", "A01 has no value x", "stem"),
        ("當 恒 則 色 = 無此表(五行(初傳))", "chapter.md:11:7", "is no table", ""),
    ],
)
def test_an_error_names_the_place_what_was_read_and_the_nearest(
    body: str, place: str, read: str, hint: str
) -> None:
    with pytest.raises(RuleError) as caught:
        typed(body)
    said = str(caught.value)
    assert said.startswith(place + ":")
    assert read in said
    assert hint in said


def test_a_position_is_refused_in_a_chapter_on_sixfold_charts() -> None:
    with pytest.raises(RuleError):
        typed("當 地分 是 子 則 色 = 青")
    with pytest.raises(RuleError):
        typed("當 初傳 是 子 則 事 = 官訟", "jinkoujue")


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "en"])
@pytest.mark.parametrize("work", works())
def test_reading_what_was_written_gives_the_same_tree(work: str, language: str) -> None:
    words = vocabulary.load()
    scope, names = open_scope(work)
    writer = Writer(words, language)
    for item in read_source(work, words=words).rules:
        surface = parse_fence(writer.rule(item.rule), "rules", scope.method, names, HERE)
        assert Checker(scope, HERE).rule(surface[0])[0] == item.rule, item.place


@pytest.mark.parametrize("work", works())
def test_the_formatter_changes_nothing_the_second_time_and_never_the_meaning(work: str) -> None:
    from liuren.edition.works import chapter_files

    scope, names = open_scope(work)
    for path in chapter_files(work):
        before = path.read_text(encoding="utf-8")
        once = format_chapter(before, path.name, scope, names)
        assert format_chapter(once, path.name, scope, names) == once
        assert _rules_in(once, scope, names) == _rules_in(before, scope, names)


def _rules_in(text: str, scope: object, names: frozenset[str]) -> list[tree.Rule]:
    from liuren.edition.chapters import scan_chapter

    found = []
    for fence in scan_chapter(text, "x.md").fences:
        if fence.kind in ("rule", "variant"):
            surfaces = parse_fence(fence.body, "rules", scope.method, names, HERE)  # type: ignore[attr-defined]
            found += [Checker(scope, HERE).rule(s)[0] for s in surfaces]  # type: ignore[arg-type]
    return found


def test_the_tree_can_be_walked() -> None:
    condition = typed("當 剛日 且 (子 加 日干 或 非 空亡(座(子))) 則 色 = 青").condition
    kinds = [type(node).__name__ for node in tree.walk(condition)]
    assert kinds == ["And", "Predicate", "Or", "Over", "Not", "Predicate"]
    (void,) = [n for n in tree.walk(condition) if isinstance(n, tree.Predicate) and n.args]
    assert [type(o).__name__ for o in tree.walk_operands(void.args[0])] == ["Quantity", "Literal"]


def test_joining_conditions_is_flat_and_drops_what_is_always_true() -> None:
    a, b = tree.Predicate("yang-day"), tree.Predicate("yin-day")
    assert tree.conjunction([a, tree.Always(), tree.And((a, b))]) == tree.And((a, b))
    assert tree.conjunction([]) == tree.Always()
    assert tree.disjunction([a, tree.Or((b, a))]) == tree.Or((a, b))
    assert tree.disjunction([a, tree.Always()]) == tree.Always()


def test_the_formatter_keeps_the_words_of_the_clause_and_the_order_of_the_art() -> None:
    scope, names = open_scope("shefu")
    fence = "~~~rule\n當 加日(丑)且 日支 屬 {亥,卯,未}\n則 完缺=未至\n注 一注\n例 甲辰日 子將   丑時\n~~~\n"
    head = '+++\nwork = "shefu"\nsection = "x"\nheading = "x"\norder = 1\n+++\n'
    chapter = f"{head}\n> [x.1] 丑加日。\n\n{fence}"
    assert format_chapter(chapter, "x.md", scope, names).split("~~~")[1].split("\n")[1:-1] == [
        "當 加日(丑) 且 日支 屬 {亥,卯,未}",
        "則 完缺 = 未至",
        "例 甲辰日 子將 丑時",
        "注 一注",
    ]
