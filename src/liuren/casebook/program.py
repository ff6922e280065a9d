"""What plays against chance: something that casts a chart and turns it into probabilities.

``Program`` is what the ledger asks for. ``ReadingProgram`` is Liuren itself; tests and other arts may
bring their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from liuren.casebook.draw import Lots
from liuren.casebook.pool import Pool, PoolObject
from liuren.terms.errors import InputError

BASE_RATE, SHUFFLED, WRONG_HOUR = "base-rate", "shuffled-chart", "wrong-hour"
#: Who asks, from where and about what belongs to the question, not to its time.
_OF_THE_QUESTION = {
    "liuren": ("querent", "direction", "topic", "sex", "birth", "age_branch"),
    "jinkoujue": ("seat", "guest", "topic", "sex", "birth", "annual", "great_run"),
}
_OF_THE_DAY = ("day", "month", "season", "year", "term")
#: Where the data of a chart has the month general.
_MONTH_GENERAL = {"liuren": "general", "jinkoujue": "general_of_month"}


class Program(Protocol):
    """A reader without hands: all its answers follow from the chart."""

    @property
    def name(self) -> str:
        """Name and version, kept with its forecasts."""
        ...

    def cast(self, casting: Mapping[str, Any] | None) -> dict[str, Any]:
        """The chart (plain JSON data) for a casting, or for now."""
        ...

    def other_chart(self, chart: Mapping[str, Any], control: str, lots: Lots) -> dict[str, Any]:
        """A chart that has nothing to do with the question: of any time, or of another hour of the day."""
        ...

    def forecast(
        self, chart: Mapping[str, Any], things: Sequence[PoolObject]
    ) -> Mapping[str, float]:
        """Weight or probability of each thing (by id); they need not sum to 1."""
        ...

    def describe(self, chart: Mapping[str, Any], pool: Pool) -> Mapping[str, Mapping[str, float]]:
        """Facet -> value -> weight or probability, for the facets the chart speaks of."""
        ...


def uniform(options: Sequence[str]) -> dict[str, float]:
    """The base-rate reader of a choice: the draw gives every shown thing the same chance."""
    return {one: 1 / len(options) for one in options}


def describe_by_forecast(weights: Mapping[str, float], pool: Pool) -> dict[str, dict[str, float]]:
    """What a forecast over the whole pool says of each facet: the forecast's own share of each value."""
    total = sum(weights.values())
    said: dict[str, dict[str, float]] = {}
    for thing in pool.objects:
        share = weights.get(thing.id, 0.0) / total if total > 0 else 1 / len(pool.objects)
        for facet, values in thing.attributes.items():
            chances = said.setdefault(facet, {})
            for value in values:
                chances[value] = chances.get(value, 0.0) + share / len(values)
    return {facet: chances for facet, chances in said.items() if sum(chances.values()) > 0}


def lexicon_pool() -> Pool:
    """The object lexicon as a pool."""
    from liuren.reading import lexicon

    return Pool(
        "lexicon", tuple(PoolObject(one.id, one.labels, one.attributes) for one in lexicon())
    )


class ReadingProgram:
    """Liuren itself: the chart of the moment, its book, the reading room's forecast.

    A casting that has a seat is of 金口訣; the things are ranked by the same formula.
    """

    __slots__ = ()

    @property
    def name(self) -> str:
        from liuren.reading import vocabulary
        from liuren.terms.versions import ENGINE

        return f"{ENGINE}, weighing {vocabulary.weighing()['version']}"

    def cast(self, casting: Mapping[str, Any] | None) -> dict[str, Any]:
        """``casting``: a request as ``liuren.charts.casting.cast`` takes it; nothing means now.

        Raises:
            InputError: as there, and for a chart that has no hour: its controls could not be cast.
        """
        from liuren.charts.casting import cast, method_of

        request = casting or {}
        chart = cast(method_of(request), request).to_dict()
        if chart["hour"] is None:
            raise InputError(
                "A trial needs a chart that is cast from a day and an hour.",
                hint="For example: 甲寅日 亥將 巳時 酉位.",
                code="incomplete_cast",
            )
        return dict(chart)

    def other_chart(self, chart: Mapping[str, Any], control: str, lots: Lots) -> dict[str, Any]:
        from liuren.charts.jinkoujue import jinkoujue_chart
        from liuren.charts.liuren import liuren_chart
        from liuren.terms.branches import NAMES as BRANCHES
        from liuren.terms.pillars import NAMES as PILLARS

        method = chart["method"]
        kept = _OF_THE_QUESTION[method]
        facts = {name: chart[name] for name in kept if chart.get(name) is not None}
        if control == WRONG_HOUR:
            facts |= {name: chart[name] for name in _OF_THE_DAY if chart.get(name) is not None}
            facts["general"] = chart[_MONTH_GENERAL[method]]
            facts["hour"] = BRANCHES[(BRANCHES.index(chart["hour"]) + 1 + lots.below(11)) % 12]
        else:
            facts |= {"day": PILLARS[lots.below(60)], "hour": BRANCHES[lots.below(12)]}
            facts["term"] = lots.below(24)
        make: Any = jinkoujue_chart if method == "jinkoujue" else liuren_chart
        return dict(make(**facts, convention=chart["convention"]).to_dict())

    def forecast(
        self, chart: Mapping[str, Any], things: Sequence[PoolObject]
    ) -> Mapping[str, float]:
        from liuren.charts.notation import parse_notation
        from liuren.reading import forecast, read

        reading = read(parse_notation(chart["notation"]))
        chances = forecast(reading, things)
        return {thing.id: chance for thing, chance in zip(things, chances, strict=True)}

    def describe(self, chart: Mapping[str, Any], pool: Pool) -> Mapping[str, Mapping[str, float]]:
        return describe_by_forecast(self.forecast(chart, pool.objects), pool)


def recast(chart: Mapping[str, Any]) -> Any:
    """The chart that today's engine casts for what a stored chart was cast for.

    A chart of a moment is cast again from that moment, so that a mended calendar shows too; any other from its
    notation.
    """
    from liuren.charts.casting import FACT_FIELDS, cast
    from liuren.charts.notation import parse_notation

    moment, method = chart.get("moment"), str(chart.get("method"))
    if not moment or method not in FACT_FIELDS:
        return parse_notation(str(chart["notation"]))
    facts = {name: chart.get(name) for name in FACT_FIELDS[method] if name not in _OF_THE_DAY}
    # Pillars say more than the branches of the same name.
    pillars = chart.get("pillars") or {}
    facts |= {
        name: pillars[of]
        for name, of in (("birth", "birth"), ("age_branch", "age"))
        if name in facts and pillars.get(of)
    }
    place = moment.get("place") or {}
    where = {name: place.get(name) for name in ("longitude", "latitude")}
    request = {
        **facts,
        **where,
        "at": moment["instant"],
        "zone": moment["clock"]["zone"],
        "solar_time": moment["local"]["solar_time"],
        "convention": chart["convention"],
    }
    return cast(method, {name: value for name, value in request.items() if value is not None})
