"""Questions asked in the terminal, in the language of the user."""

from __future__ import annotations

import click

from liuren.terms.labels import message
from liuren.terms.parse import clean

_YES = ("y", "yes", "是", "네", "예", "ㅇ")
_NO = ("", "n", "no", "否", "不", "아니요", "아니오")


def confirmed(question: str, language: str) -> bool:
    """Whether the user says yes; no answer is no."""
    while True:
        said = clean(click.prompt(f"{question} [y/N]", default="", show_default=False))
        if said in _YES:
            return True
        if said in _NO:
            return False
        click.echo(message("ask.yes_or_no", language))


def whole_number(question: str, low: int, high: int, language: str) -> int:
    """A whole number that is not shown while it is typed."""
    while True:
        said = clean(str(click.prompt(question, hide_input=True)))
        if said.isdecimal() and low <= int(said) <= high:
            return int(said)
        click.echo(message("ask.whole_number", language, low=low, high=high))
