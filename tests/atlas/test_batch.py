"""Tables of charts and moments against single calls."""

from __future__ import annotations

import random

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import liuren
from liuren.atlas.batch import errors_of, pieces, read_batch
from liuren.calendar.days import DAY
from liuren.charts.notation import parse_notation
from liuren.rules import fired
from liuren.terms import branches, pillars
from liuren.terms.errors import ConventionError, InputError

B, P = branches.NAMES, pillars.NAMES


def column(rng: random.Random, names, count: int, missing: float = 0.3) -> list:
    return [None if rng.random() < missing else rng.choice(names) for _ in range(count)]


def liuren_table(count: int = 60) -> dict[str, list]:
    rng = random.Random(7)
    return {
        "day": column(rng, P, count, 0),
        "hour": column(rng, B, count, 0),
        "general": column(rng, B, count, 0),
        "month": column(rng, B, count),
        "year": column(rng, B, count),
        "birth": column(rng, P, count),
        "age_branch": column(rng, B, count),
        "querent": column(rng, ("君子", "小人"), count),
        "direction": column(rng, B, count),
        "sex": column(rng, ("男", "女"), count),
        "daytime": column(rng, (True, False), count),
        "topic": column(rng, ("疾病", "weather"), count),
    }


@pytest.mark.parametrize(
    "rules", [{}, {"earth_season": "last_18_days"}, {"shefu_strength": "day_stem"}]
)
def test_a_season_in_a_table_is_that_of_a_single_call(rules: dict[str, str]) -> None:
    """Where the month is known it is only checked; where not, it decides as in a single chart."""
    rng = random.Random(11)
    table = liuren_table(300)
    seasons = [
        None if rng.random() < 0.2 else rng.choice(("春", "여름", "autumn", "冬")) for _ in B * 25
    ]
    table |= {"general": column(rng, ("丑", "子", "午"), 300, 0), "season": seasons}
    found = read_batch(table, columns="row,notation,clauses", convention=rules)
    errors = {row["row"]: row["code"] for row in errors_of(found).to_pylist()}
    refused: dict[int, str] = {}
    rows = {row["row"]: row for row in found.to_pylist()}
    kept = 0
    for place, values in enumerate(zip(*table.values(), strict=True), 1):
        given = dict(zip(table, values, strict=True))
        try:
            chart = liuren.liuren_chart(
                **{k: v for k, v in given.items() if v is not None}, convention=rules
            )
        except InputError as error:
            refused[place] = error.code
            continue
        assert rows[place]["notation"] == chart.notation
        assert rows[place]["clauses"] == fired(chart, "shefu")
        kept += chart.told_season is not None
    assert refused == errors
    assert set(errors.values()) == {"season_of_other_month"}
    assert kept > 50
    written = read_batch(
        {"chart": [row["notation"] for row in rows.values()]},
        columns="notation,clauses",
        convention=rules,
    )
    assert written["notation"].to_pylist() == [row["notation"] for row in rows.values()]
    assert written["clauses"].to_pylist() == [row["clauses"] for row in rows.values()]


def jinkoujue_table(count: int = 60) -> dict[str, list]:
    rng = random.Random(8)
    return {
        "day": column(rng, P, count, 0),
        "hour": column(rng, B, count, 0),
        "general": column(rng, B, count, 0),
        "seat": column(rng, B, count, 0),
        "guest": column(rng, (1, 2, 5, 12), count, 0.6),
        "birth": column(rng, P, count),
        "annual": column(rng, P, count),
        "great_run": column(rng, B, count),
        "year": column(rng, B, count),
        "month": column(rng, B, count),
        "sex": column(rng, ("male", "female"), count),
        "topic": column(rng, ("疾病", "失物"), count),
    }


@pytest.mark.parametrize(
    ("work", "convention"),
    [
        ("shefu", None),
        ("shefu", {"earth_season": "last_18_days", "shehai": "depth", "A15": "topic"}),
        ("jinkoujue", None),
        ("jinkoujue", {"noble_plate": "heaven", "xuanwu_branch": "hai"}),
        ("jinkoujue-beyond", None),
    ],
)
def test_every_row_is_what_a_single_call_gives(work, convention) -> None:
    table = liuren_table() if work == "shefu" else jinkoujue_table()
    result = read_batch(
        table, work=work, convention=convention, columns="row,notation,clauses,fired"
    )
    assert errors_of(result).num_rows == 0
    assert result["row"].to_pylist() == list(range(1, 61))
    for row in result.to_pylist():
        chart = parse_notation(row["notation"])
        assert chart.notation == row["notation"]
        assert fired(chart, work) == row["clauses"]
        assert len(row["clauses"]) == row["fired"]


def test_every_column_reaches_the_chart() -> None:
    """The chart of a row is the one that the same facts give in a single call."""
    table = jinkoujue_table()
    rows = [dict(zip(table, values, strict=True)) for values in zip(*table.values(), strict=True)]
    found = read_batch(table, columns="notation,clauses").to_pylist()
    for given, row in zip(rows, found, strict=True):
        chart = liuren.jinkoujue_chart(**{k: v for k, v in given.items() if v is not None})
        assert row["notation"] == chart.notation
        assert row["clauses"] == fired(chart, "jinkoujue")
    assert any("jinkoujue:43" in row["clauses"] for row in found)


def test_earth_rules_late_in_a_month_in_tables_as_in_single_calls() -> None:
    """Clause 177 reads the month's state of the stem; 辰 month is wood's before 穀雨, then earth's."""
    convention = {"earth_season": "last_18_days"}
    for term in ("清明", "穀雨"):
        count = 60
        table = {
            "day": P, "hour": ["子"] * count, "general": ["酉"] * count, "seat": [*B] * 5,
            "month": ["辰"] * count, "term": [term] * count,
        }  # fmt: skip
        rows = read_batch(
            table, work="jinkoujue", convention=convention, columns="day,seat,clauses"
        ).to_pylist()
        seen = set()
        for row in rows:
            chart = liuren.jinkoujue_chart(
                row["day"], "子", "酉", row["seat"], month="辰", term=term, convention=convention
            )
            assert fired(chart, "jinkoujue") == row["clauses"]
            if "jinkoujue:177" in row["clauses"]:
                seen.add(chart.to_dict()["elements"]["stem"])
        # At rest is what generates the ruler: water wood, fire earth.
        assert seen == {"水" if term == "清明" else "火"}


def times_about_the_seasons(count: int) -> list[str]:
    """Random instants of 1583 to 2200, most of them thirteen to twenty days before a 四立, the others anywhere."""
    rng = random.Random(18)
    starts = [("02", 4), ("05", 6), ("08", 8), ("11", 8)]
    found = []
    for _ in range(count):
        year, (month, day) = rng.randrange(1583, 2200), rng.choice(starts)
        end = np.datetime64(f"{year}-{month}-{day:02d}T00:00:00")
        near, far = rng.choice(((13, 20), (13, 20), (0, 365)))
        found.append(f"{end - np.timedelta64(rng.randrange(near * DAY, far * DAY), 's')}Z")
    return found


@pytest.mark.parametrize("work", ["shefu", "jinkoujue"])
def test_eighteen_days_of_earth_in_tables_as_in_single_calls(work) -> None:
    """From instants, from notations that carry them, and with facts given over them."""
    times = times_about_the_seasons(160)
    rng = random.Random(work)
    seats = {} if work == "shefu" else {"seat": column(rng, B, len(times), 0)}
    facts = {"month": column(rng, ("辰", "未", "戌", "丑", "午"), len(times), 0.9),
             "term": column(rng, ("清明", "穀雨", "小暑", "大寒"), len(times), 0.9)}  # fmt: skip
    build = liuren.liuren_chart if work == "shefu" else liuren.jinkoujue_chart
    method = "liuren" if work == "shefu" else "jinkoujue"
    wanted = {"method": method, "convention": "daquan", "columns": "notation,clauses"}
    earlier = 0
    for given in (seats, seats | facts):
        rows = read_batch({"at": times, **given}, zone="UTC", **wanted).to_pylist()
        again = read_batch({"chart": [row["notation"] for row in rows]}, **wanted).to_pylist()
        assert len(rows) == len(times)
        assert again == rows
        for number, (at, row) in enumerate(zip(times, rows, strict=True)):
            one = {name: values[number] for name, values in given.items()}
            chart = build(moment=liuren.moment(at, zone="UTC", convention="daquan"), **one)
            assert chart.notation == row["notation"]
            assert fired(chart, work) == row["clauses"], chart.notation
            undated = parse_notation(chart.notation.partition(" @")[0])
            earlier += fired(undated, work) != row["clauses"]
    assert earlier > 20  # charts between the eighteenth day and the 中氣 that read otherwise


def test_columns_of_a_chart_are_those_of_the_single_chart() -> None:
    columns = (
        "day,hour_branch,general,daytime,void,lesson_form,lesson_method,transmissions,initial,"
        "middle_rider,plate,riders,notation"
    )
    for row in read_batch(liuren_table(40), columns=columns).to_pylist():
        one = parse_notation(row["notation"]).to_dict()
        assert [row["day"], row["hour_branch"], row["general"]] == [
            one["day"],
            one["hour"],
            one["general"],
        ]
        assert row["daytime"] is one["daytime"]
        assert row["void"] == "".join(one["void"])
        assert (row["lesson_form"], row["lesson_method"]) == (
            one["lesson_form"],
            one["lesson_method"],
        )
        assert row["transmissions"] == "".join(t["branch"] for t in one["transmissions"])
        assert row["initial"] == one["transmissions"][0]["branch"]
        assert row["middle_rider"] == one["transmissions"][1]["rider"]
        assert row["plate"] == [one["plate"][b] for b in B]
        assert row["riders"] == [one["riders"][b] for b in B]


def test_jinkoujue_positions() -> None:
    columns = "notation,human_origin,noble,spirit,seat,use"
    for row in read_batch(jinkoujue_table(40), columns=columns).to_pylist():
        one = parse_notation(row["notation"]).to_dict()
        assert [row["human_origin"], row["noble"], row["spirit"], row["seat"], row["use"]] == [
            one["stem"],
            one["noble"],
            one["general"],
            one["seat"],
            one["use"],
        ]


TIMES = [
    ("2026-11-30T10:00", "Asia/Seoul"),
    ("2026-11-30T23:30:00", "Asia/Shanghai"),
    ("2026-02-04T04:02:00Z", None),
    ("1988-07-01T12:00:00+10:00", "Asia/Seoul"),
    ("1988-07-01T12:00", "Asia/Seoul"),
    ("1900-01-01T00:00:00", "Europe/London"),
    ("1500-02-29T12:00", "Asia/Shanghai"),
    ("1582-10-04T23:59:59", "+08:00"),
    ("2026年11月30日上午10時30分", "Asia/Taipei"),
    ("農曆2026年十月廿二", "Asia/Taipei"),
    ("-0085-12-01T08:00", "+07:00"),
    ("2026-11-30", "Asia/Seoul"),
    ("2199-12-31T23:00:00-05:30", None),
]


@pytest.mark.parametrize("convention", [None, {"day_boundary": "00:00", "month_general": "jie"}])
def test_moments_are_what_a_single_call_gives(convention) -> None:
    texts, zones = zip(*TIMES, strict=True)
    result = read_batch(
        {"at": texts, "zone": zones},
        convention=convention,
        columns="notation,pillars,term,general,daytime",
    )
    assert errors_of(result).to_pylist() == []
    for (text, zone), row in zip(TIMES, result.to_pylist(), strict=True):
        one = liuren.moment(text, zone=zone, convention=convention)
        assert row["notation"] == liuren.liuren_chart(moment=one).notation
        named = one.to_dict()
        assert [row["year"], row["month"], row["day"], row["hour"]] == list(
            named["pillars"].values()
        )
        assert row["general"] == named["general"]
        assert row["daytime"] == named["daytime"]


def test_typed_times_and_solar_time() -> None:
    seconds = np.arange(-(10**9), 2 * 10**9, 77_777_777)
    table = pa.table({"at": pa.array(seconds, pa.timestamp("s", "UTC"))})
    settings = {"longitude": 126.98, "latitude": 37.57, "solar_time": "true"}
    result = read_batch(
        table,
        zone="Asia/Seoul",
        **settings,
        convention={"day_night": "sunrise"},
        columns="hour,daytime",
    )
    for stamp, row in zip(seconds.tolist(), result.to_pylist(), strict=True):
        text = str(np.datetime64(stamp, "s")) + "Z"
        one = liuren.moment(
            text, zone="Asia/Seoul", **settings, convention={"day_night": "sunrise"}
        )
        assert (row["hour"], row["daytime"]) == (one.pillars["hour"], one.daytime)


def test_local_times_that_came_twice_or_never_are_reported() -> None:
    table = {"at": ["1988-10-09T02:30", "1988-05-08T02:30", "1988-06-01T02:30"]}
    result = read_batch(table, zone="Asia/Seoul", columns="row")
    assert result["row"].to_pylist() == [3]
    assert errors_of(result)["code"].to_pylist() == ["repeated_time", "missing_time"]
    again = read_batch(table, zone="Asia/Seoul", columns="row,hour", fold=1)
    assert again["row"].to_pylist() == [1, 3]


BAD = {
    "day": ["甲子", "甲丑", None, "甲子", "甲子", "甲子", "乙丑"],
    "hour": ["卯", "卯", "卯", "甲", "乙卯", "丁卯", "子"],
    "general": ["亥", "亥", "亥", "亥", "亥", None, "登明"],
    "age": [None, None, None, None, None, None, 200],
}


def test_bad_rows_are_left_out_and_said() -> None:
    result = read_batch(BAD, columns="row")
    faults = errors_of(result).to_pylist()
    assert result["row"].to_pylist() == [1]
    assert [(f["row"], f["column"], f["code"]) for f in faults] == [
        (2, "day", "no_such_pillar"),
        (3, "day", "missing"),
        (4, "hour", "stem_for_branch"),
        (5, "hour", "no_such_hour"),
        (6, "general", "missing"),
        (7, "age", "bad_age"),
    ]
    assert all(f["message"] and f["hint"] for f in faults if f["column"] != "age")


def test_the_table_as_a_whole_is_refused_with_a_hint() -> None:
    with pytest.raises(InputError, match="names neither charts nor moments"):
        read_batch({"a": [1]})
    with pytest.raises(InputError, match="is not a column") as caught:
        read_batch({"at": ["2026-01-01T00:00Z"]}, columns="transmission")
    assert "transmissions" in caught.value.hint
    with pytest.raises(InputError, match="A table was expected"):
        read_batch(7)
    with pytest.raises(InputError, match="do not make a table"):
        read_batch({"day": ["甲子"], "hour": []})
    with pytest.raises(ConventionError):
        read_batch({"at": []}, convention="nowhere")
    with pytest.raises(InputError, match="no column"):
        read_batch({"at": ["2026-01-01T00:00Z"]}, keep="b")


def test_polars_duckdb_and_arrow_give_the_same() -> None:
    table = pa.table({"day": ["甲子", "乙丑"], "hour": ["卯", "子"], "general": ["亥", "子"]})
    wanted = read_batch(table).to_pylist()
    frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)
    with duckdb.connect() as database:
        database.register("charts", table)
        relation = database.sql("SELECT * FROM charts")
        forms = [
            table.to_batches()[0],
            table.to_reader(),
            frame,
            frame.lazy(),
            frame.with_columns(pl.col("day").cast(pl.Categorical)),
            relation,
            {name: table[name].to_pylist() for name in table.column_names},
        ]
        for form in forms:
            result = read_batch(form)
            assert result.to_pylist() == wanted
    back = pl.from_arrow(read_batch(frame))
    assert back["transmissions"].to_list() == [row["transmissions"] for row in wanted]


def test_integers_are_the_field_numbers_and_kept_columns_pass() -> None:
    result = read_batch(
        pa.table({"day": [0], "hour": [3], "general": [11], "note": ["x"]}),
        keep="note,day",
        columns="transmissions",
    )
    assert result.to_pylist() == [{"transmissions": "戌午寅", "input.note": "x", "input.day": 0}]


def test_a_seat_is_given_in_every_way_of_the_single_chart() -> None:
    ways = [
        ("number", "15"),
        ("strokes", "7"),
        ("direction", "西"),
        ("direction", "서쪽"),
        ("animal", "馬"),
    ]
    facts = {"day": "甲寅", "hour": "巳", "general": "亥"}
    single = [liuren.jinkoujue_chart(**facts, seat=seat, seat_by=way).seat for way, seat in ways]
    rows = {name: [value] * len(ways) for name, value in facts.items()}
    for seats in ([f"{way}:{seat}" for way, seat in ways], [seat for _, seat in ways]):
        table = read_batch({**rows, "seat": seats}, columns="seat")
        assert [B.index(seat) for seat in table["seat"].to_pylist()] == single
    with pytest.raises(InputError, match="seat_by") as caught:
        read_batch({**rows, "seat": [1] * len(ways), "seat_by": ["number"] * len(ways)})
    assert "number:15" in caught.value.hint


def test_an_empty_table_has_columns_and_no_rows() -> None:
    table = pa.table({"at": pa.array([], pa.string())})
    result = read_batch(table, columns="row,clauses,findings,profile.kind")
    assert result.column_names == ["row", "clauses", "findings", "profile.kind"]
    assert result.num_rows == 0


def test_packed_findings_name_their_clauses() -> None:
    result = read_batch(liuren_table(8), columns="findings,clauses")
    names = result.schema.metadata[b"liuren.clauses"].decode().split()
    for row in result.to_pylist():
        bits = np.unpackbits(np.frombuffer(row["findings"], dtype=np.uint8), count=len(names))
        assert [names[i] for i in np.flatnonzero(bits)] == row["clauses"]


def test_profile_values_are_those_of_single_readings() -> None:
    charts = [
        liuren.liuren_chart(day=i * 7 % 60, hour=i * 5 % 12, term=i * 11 % 24) for i in range(12)
    ]
    table = {"chart": [chart.notation for chart in charts]}
    for chart, row in zip(charts, read_batch(table, columns="profile").to_pylist(), strict=True):
        profile = liuren.read(chart, work="shefu").profile.to_dict()
        for key, entry in profile.items():
            assert sorted(row[f"profile.{key}"]) == sorted(v["value"] for v in entry["values"])


def test_how_a_table_is_cut_does_not_show() -> None:
    batches = pa.table({"n": list(range(100))}).to_batches(max_chunksize=7)
    cut = list(pieces(batches, 16))
    assert [batch.num_rows for batch in cut] == [16] * 6 + [4]
    assert [n for batch in cut for n in batch["n"].to_pylist()] == list(range(100))


def test_notation_of_an_old_moment_uses_the_calendar_of_its_time() -> None:
    result = read_batch({"at": ["1000-01-01T00:00Z"]}, columns="notation,instant")
    assert result["notation"][0].as_py().endswith("@1000-01-01T00:00:00Z")
    seconds = result["instant"].cast(pa.int64())[0].as_py()
    assert seconds // DAY == liuren.moment("1000-01-01T00:00Z").ut // DAY - 2440588
