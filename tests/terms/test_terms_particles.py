"""Korean particles by how the word before them is read."""

from __future__ import annotations

import pytest

from liuren.terms.errors import InputError
from liuren.terms.particles import particles_chosen


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("‘갑축’은(는)", "‘갑축’은"),
        ("신미이(가)", "신미가"),
        ("귀인(貴人)을(를)", "귀인(貴人)을"),
        ("태사(太沙)을(를)", "태사(太沙)를"),
        ("‘甲丑’은(는)", "‘甲丑’은"),
        ("‘甲子’은(는)", "‘甲子’는"),
        ("10(으)로 20과(와) 9(이)라는", "10으로 20과 9라는"),
        ("1(으)로 6(으)로 5(으)로", "1로 6으로 5로"),
        ("서울(으)로", "서울로"),
        ("‘…’은(는)", "‘…’은(는)"),
        ("seat을(를) 月이(가)", "seat을(를) 月이(가)"),
        (
            "Asia/Shanghai을(를) London은(는) --day을(를) Seoul(으)로",
            "Asia/Shanghai를 London은 --day를 Seoul로",
        ),
        ("UTC은(는) x은(는) Europe이(가)", "UTC은(는) x은(는) Europe이(가)"),
        ("", ""),
    ],
)
def test_particles(written: str, said: str) -> None:
    assert particles_chosen(written) == said


def test_errors_choose_theirs() -> None:
    error = InputError("There is no command “갑자”.")
    assert error.localized("ko")[0] == "‘갑자’라는 명령은 없습니다."
    assert error.localized("zh-Hant")[0] == "沒有「갑자」這個指令。"
