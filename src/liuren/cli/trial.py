"""``liuren trial``: blind trials in the terminal."""

from __future__ import annotations

import click

from liuren.cli.cases import database_option
from liuren.cli.help import Group
from liuren.cli.trial_acts import abandon, answer, deal, invite, play, reveal, seal, show
from liuren.cli.trial_chain import export, power, replay, verify
from liuren.cli.trial_series import begin, list_, score


@click.group("trial", cls=Group)
@database_option
def trial(database: str | None) -> None:
    """Blind trials: seal, answer, reveal, score, verify. `liuren trial play` is a game."""


_COMMANDS = (
    begin, list_, score, seal, deal, answer, reveal, abandon, show, invite, export, verify, power, replay,
    play,
)  # fmt: skip
for _command in _COMMANDS:
    trial.add_command(_command)
