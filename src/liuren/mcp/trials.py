"""Tools for blind trials: open a series, seal, answer, reveal, score.

The model never sees the target of a sealed trial; it is drawn by the program and kept by its commitment.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.types import CallToolResult

from liuren.charts.casting import method_of
from liuren.mcp.answers import (
    AnswerAnswer,
    RevealAnswer,
    ScoreAnswer,
    SealAnswer,
    SeriesAnswer,
    answered,
    refusing,
)
from liuren.mcp.asking import question_about_time
from liuren.mcp.parameters import (
    At,
    Branch,
    Language,
    Notation,
    Place,
    Series,
    TrialId,
    Zone,
    request_of,
)
from liuren.mcp.readings import asked

if TYPE_CHECKING:
    from liuren.casebook import Ledger


@contextmanager
def _ledger() -> Iterator[Ledger]:
    """The trials of this user's casebook (LIUREN_DATABASE, or the data folder)."""
    from liuren.casebook import Database, Ledger

    with Database() as database:
        yield Ledger(database)


@refusing
def open_trials(
    trials: int = 20,
    options: int = 5,
    mode: Literal["choice", "description"] = "choice",
    primary: Literal["rank_sum", "hits", "betting", "permutation"] = "rank_sum",
    group: bool = False,
    title: str = "",
    language: Language = "en",
) -> Annotated[CallToolResult, SeriesAnswer]:
    """Begin a series of blind trials: its plan is written down before the first and cannot be changed.

    In each trial the program draws one of ``options`` things at random and hides it.
    """
    from liuren.casebook import Plan, lexicon_pool
    from liuren.casebook.words import say

    plan = Plan(trials=trials, options=options, mode=mode, primary=primary, group=group)
    with _ledger() as ledger:
        begun = ledger.begin(plan, lexicon_pool(), title)
    # The links into a series are for people; a model is at the owner's machine already.
    document = {"series": {**begun, "tokens": None}}
    said = say("trial.begun", language, series=begun["series"], trials=trials)
    return answered(document, f"{said}\n{begun['receipt']}")


@refusing
def seal_trial(
    series: Series,
    at: At = None,
    zone: Zone = None,
    place: Place = None,
    chart: Notation = None,
    seat: Branch = None,
    language: Language = "en",
) -> Annotated[CallToolResult, SealAnswer]:
    """Hide a thing: draw it, cast the chart, forecast, and seal all of it. Gives the receipt, not the thing.

    The chart is that of the moment of the question: give it with its zone or place, or give a chart.
    With a ``seat`` (地分) it is a chart of 金口訣, otherwise of 大六壬.
    """
    from liuren.casebook import ReadingProgram
    from liuren.casebook.words import say
    from liuren.drawing.text import chart_text

    request = request_of(at=at, zone=zone, place=place, chart=chart, seat=seat)
    question = question_about_time(method_of(request), request, language)
    if question:
        document = SealAnswer(kind="question", question=question)
        return answered(document.model_dump(), asked(question))
    with _ledger() as ledger:
        receipt = ledger.seal(series, ReadingProgram(), request)["receipt"]
        view = ledger.view(ledger.newest(series) or "")
    text = chart_text(view["chart"], language)
    things = "\n".join(
        f"{number}. {thing['labels'][language]} ({thing['id']})"
        for number, thing in enumerate(view["things"] or (), 1)
    )
    document_ = {"kind": "trial", "trial": view, "receipt": receipt, "text": text}
    said = say("trial.sealed", language, trial=view["trial"], receipt=receipt)
    under = say("trial.things", language)
    return answered(document_, f"{said}\n\n{text}\n\n{under}\n{things}".rstrip())


@refusing
def answer_trial(
    trial: TrialId,
    reader: str,
    answer: str | list[str] | dict[str, float] | dict[str, dict[str, float]],
    language: Language = "en",
) -> Annotated[CallToolResult, AnswerAnswer]:
    """Seal the answer of a reader: the id of one thing, ids from best to worst, or points by id.

    In a description trial: facet → value → points. Answers after the reveal are kept but never counted.
    """
    from liuren.casebook.words import say

    with _ledger() as ledger:
        ledger.view(trial)
        done = ledger.answer(trial, ledger.local_reader(reader), answer)
    said = say("trial.answered", language, reader=reader, receipt=done["receipt"])
    late = f"\n{say('trial.late', language)}" if done["late"] else ""
    return answered({"answer": done}, said + late)


@refusing
def reveal_trial(
    trial: TrialId, language: Language = "en"
) -> Annotated[CallToolResult, RevealAnswer]:
    """Lift the cover: everything that was sealed is opened. It cannot be undone; ask first."""
    from liuren.casebook.words import say

    with _ledger() as ledger:
        view = ledger.reveal(trial)
    labels: dict[str, Any] = {thing["id"]: thing["labels"] for thing in view["things"] or ()}
    name = labels.get(view["target"], {}).get(language, view["target"])
    return answered(
        {"trial": view}, say("trial.revealed", language, thing=f"{name} ({view['target']})")
    )


@refusing
def score_trials(
    series: Series, language: Language = "en"
) -> Annotated[CallToolResult, ScoreAnswer]:
    """The table of a series beside chance, and in words what it does and does not show."""
    from liuren.casebook import report, statements

    with _ledger() as ledger:
        table = report(ledger.export(), series, ledger.names())
    said = statements(table, language, "program")
    return answered({"score": {**table, "statements": said}}, "\n".join(said))
