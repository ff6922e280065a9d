"""Dates and times as people write them, and the ways they can be wrong."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from liuren.calendar import moment
from liuren.calendar.reading import number, read
from liuren.terms.errors import InputError, LiurenError


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-30T10:30",
        "2026-11-30 10:30:00",
        "2026/11/30 10:30",
        "2026.11.30 10:30",
        "20261130T1030",
        "2026-11-30T10:30:00.000",
        "２０２６－１１－３０　１０：３０",
        "2026年11月30日10時30分",
        "2026年11月30日 10点30分",
        "二〇二六年十一月三十日上午十時三十分",
        "2026년 11월 30일 오전 10시 30분",
        "2026-11-30 10:30 am",
        "農曆2026年十月廿二 10:30",
        "农历2026年十月廿二日 10:30",
        "음력 2026년 10월 22일 10시 30분",
        "lunar:2026-10-22 10:30",
        "令和八年十一月三十日十時三十分",
        "民國115年11月30日 10:30",
        "단기 4359년 11월 30일 10:30",
    ],
)
def test_one_moment_in_many_spellings(text: str) -> None:
    m = moment(text, zone="Asia/Seoul")
    assert m.instant == "2026-11-30T01:30:00Z"


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-11-30T10:30Z", "2026-11-30T10:30:00Z"),
        ("2026-11-30T10:30+05:30", "2026-11-30T05:00:00Z"),
        ("2026-11-30T10:30+0530", "2026-11-30T05:00:00Z"),
        ("2026-11-30 10:30 UTC+8", "2026-11-30T02:30:00Z"),
        ("2026-11-30T10:30[Asia/Tokyo]", "2026-11-30T01:30:00Z"),
        ("2026-11-30 10:30 Asia/Tokyo", "2026-11-30T01:30:00Z"),
        ("2026-11-30 10:30 KST", "2026-11-30T01:30:00Z"),
        ("2026-11-30T10:30-08:00", "2026-11-30T18:30:00Z"),
        ("2026-11-30T24:00Z", "2026-12-01T00:00:00Z"),
        ("2026年11月30日下午3時Z", "2026-11-30T15:00:00Z"),
        ("2026-11-30 午時 Z", "2026-11-30T12:00:00Z"),
        ("2026-11-30 子初 Z", "2026-11-30T23:00:00Z"),
        ("2026-11-30 卯初 Z", "2026-11-30T05:00:00Z"),
        ("2026-11-30 夜子時 Z", "2026-11-30T23:30:00Z"),
        ("2026年11月30日午初三刻 Z", "2026-11-30T11:45:00Z"),
        ("2026年11月30日 酉正二刻五分 Z", "2026-11-30T18:35:00Z"),
        ("2026-11-30 夜子初三刻 Z", "2026-11-30T23:45:00Z"),
        ("2026-11-30 子正初刻十分 Z", "2026-11-30T00:10:00Z"),
        ("2026-11-30 午時三刻 Z", "2026-11-30T11:45:00Z"),
        ("2026-11-30 午時八刻 Z", "2026-11-30T12:55:12Z"),
        ("2026-11-30 巳初4刻 Z", "2026-11-30T09:57:36Z"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
        ("2017-01-01T07:59:60+08:00", "2016-12-31T23:59:59Z"),
        ("-0085-12-01T12:00Z", "-0085-12-01T12:00:00Z"),
        ("前86年12月1日 12:00 Z", "-0085-12-01T12:00:00Z"),
    ],
)
def test_zones_and_hours_in_the_text(text: str, instant: str) -> None:
    assert moment(text).instant == instant


def test_an_offset_in_the_text_is_shown_on_the_clock_of_the_zone() -> None:
    m = moment("2026-11-30T01:00Z", zone="Asia/Seoul")
    assert m.to_dict()["clock"]["time"] == "2026-11-30T10:00:00"
    assert m.pillars == moment("2026-11-30T10:00", zone="Asia/Seoul").pillars


@pytest.mark.parametrize(
    ("text", "date", "in_china"),
    [
        ("음력 2017년 윤5월 1일", "2017-06-24", "六月初一"),
        ("2012년 윤3월 15일", "2012-05-05", "四月十五"),
        ("음력 2023년 4월 8일", "2023-05-27", "四月初九"),  # the Buddha's birthday of that year
        ("음력:2023-4-8", "2023-05-27", "四月初九"),
        ("음력 1958년 1월 1일", "1958-02-19", "正月初二"),
    ],
)
def test_korean_words_mean_the_korean_lunar_calendar(text: str, date: str, in_china: str) -> None:
    m = moment(text, zone="Asia/Seoul")
    assert m.to_dict()["clock"]["time"][:10] == date
    (note,) = [w for w in m.warnings if w["code"] == "lunar_of_korea"]
    assert note["date"] == in_china
    chosen = moment(text, zone="Asia/Seoul", convention={"lunar_calendar": "korea"})
    assert chosen.ut == m.ut
    assert "lunar_of_korea" not in [w["code"] for w in chosen.warnings]


def test_words_for_the_lunar_date_change_nothing_where_countries_agree() -> None:
    codes = [w["code"] for w in moment("음력 2025년 윤6월 1일 午時", zone="Asia/Seoul").warnings]
    assert codes == []
    chinese = moment("農曆2023年四月初八", zone="Asia/Seoul")
    assert chinese.to_dict()["clock"]["time"][:10] == "2023-05-26"
    wanted = {"lunar_calendar": "vietnam"}
    assert moment("음력 2007년 1월 1일", zone="UTC", convention=wanted).instant[:10] == "2007-02-17"


def test_first_years_of_reigns_in_hangul() -> None:
    assert moment("건양 원년 1월 1일").instant[:10] == "1896-01-01"
    assert moment("세종 원년 1월 1일").pillars == moment("세종 1년 1월 1일").pillars


def test_datetimes() -> None:
    aware = datetime(2026, 11, 30, 10, tzinfo=ZoneInfo("Asia/Seoul"))
    assert moment(aware).zone == "Asia/Seoul"
    assert moment(aware).instant == "2026-11-30T01:00:00Z"
    assert (
        moment(datetime(2026, 11, 30, 1, tzinfo=UTC), zone="Asia/Seoul").pillars["hour"] == "丁巳"
    )
    assert moment(datetime(2026, 11, 30, 10), zone="Asia/Seoul").instant == "2026-11-30T01:00:00Z"


def test_zones_of_other_libraries_say_their_names() -> None:
    class Pytz(tzinfo):  # the zone of a datetime of pytz knows only one offset
        zone = "America/New_York"

        def utcoffset(self, _when: datetime | None) -> timedelta:
            return timedelta(hours=-4)

        def dst(self, _when: datetime | None) -> timedelta:
            return timedelta(hours=1)

        def tzname(self, _when: datetime | None) -> str:
            return "EDT"

    m = moment(datetime(2026, 7, 4, 13, 30, tzinfo=Pytz()))
    assert (m.zone, m.hour_branch) == ("America/New_York", 6)  # summer time taken off: 午
    assert moment("2026-07-04T13:30", zone=Pytz()).ut == m.ut  # type: ignore[arg-type]


def test_now_is_now() -> None:
    import time

    from liuren.calendar.zones import EPOCH

    assert abs(moment(zone="UTC").ut - EPOCH - time.time()) < 5


@pytest.mark.parametrize(
    ("text", "code", "nearest"),
    [
        ("", "empty", ""),
        ("   ", "empty", ""),
        ("tomorrow", "bad_time", "2026-11-30T10:00"),
        ("2026-02-30", "no_such_date", "2026-02-28"),
        ("2222-22-32 10:00", "no_such_date", "2222-12-01"),
        ("2026-04-31T10:00", "no_such_date", "2026-04-30"),
        ("1900-02-29T10:00", "no_such_date", "1900-02-28"),
        ("2026-04-20 25:00", "no_such_time", "23:00:00"),
        ("2026-04-20 10:61", "no_such_time", "10:59:00"),
        ("2026-04-20 10:59:60", "no_such_time", "10:59:59"),
        ("2026-12-31T23:59:60", "no_such_time", "23:59:59"),
        ("1971-12-31T23:59:60", "no_such_time", "23:59:59"),
        ("1582-10-10", "no_such_date", "1582-10-15"),
        ("2300-01-01", "out_of_range", "2201-12-31"),
        ("-0800-01-01", "out_of_range", "-0721-01-01"),
        ("2026-11-30T10:00 Asia/Soul", "unknown_zone", "Asia/Seoul"),
        ("2026-11-30T10:00+19:00", "bad_offset", "+09:00"),
        ("嘉祐九十年三月一日", "no_such_date", "嘉祐8年"),
        ("嘉裕七年三月一日", "unknown_era", "嘉"),
        ("癸卯年閏二月初一", "ambiguous_year", "農曆2023年"),
        ("农历癸卯年二月初一", "ambiguous_year", "農曆1963年"),
        ("甲丑年二月初一", "no_such_pillar", "甲子"),
        ("嘉祐七年三月乙丑丁日", "unknown_zone", ""),
        ("嘉祐七年三月甲丑日", "no_such_pillar", "甲子"),
        ("農曆2026年閏六月初一", "no_such_date", "六月"),
    ],
)
def test_what_is_wrong_is_said(text: str, code: str, nearest: str) -> None:
    with pytest.raises(InputError) as caught:
        moment(text, zone=None if "Soul" in text else "UTC")
    assert caught.value.code == code
    assert nearest in caught.value.hint + caught.value.message
    assert caught.value.message


@pytest.mark.parametrize("noise", ["x", "年", "1", "-", "0", "午", "１", "\x00"])
def test_ten_megabytes_of_noise_are_refused_at_once(noise: str) -> None:
    with pytest.raises(InputError) as caught:
        moment(noise * 10_000_000)
    assert len(caught.value.message) < 300


def refusal(text: str) -> LiurenError | None:
    """The error with which a text is refused, if it is."""
    try:
        moment(text, zone="UTC")
    except LiurenError as error:
        return error
    return None


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_read_or_politely_refused(text: str) -> None:
    error = refusal(text)
    assert error is None or (error.code and error.message)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="0123456789年月日時:-T +Z閏嘉祐元正初廿甲子農曆", max_size=24))
def test_nearly_dates_are_read_or_politely_refused(text: str) -> None:
    error = refusal(text)
    assert error is None or (error.code and error.message)


@pytest.mark.parametrize(
    ("text", "value"),
    [("十", 10), ("十一", 11), ("二十", 20), ("廿三", 23), ("初九", 9), ("二〇二六", 2026),
     ("元", 1), ("百二十", 120), ("一百零五", 105), ("12", 12), ("正", 1)],
)  # fmt: skip
def test_numerals(text: str, value: int) -> None:
    assert number(text) == value


def test_reading_applies_no_zone() -> None:
    written = read("2026-11-30T10:00[Asia/Seoul]")
    assert (written.year, written.month, written.day) == (2026, 11, 30)
    assert (written.seconds, written.zone) == (36000, "Asia/Seoul")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"longitude": 200.0}, "bad_longitude"),
        ({"latitude": -91}, "bad_latitude"),
        ({"solar_time": "sundial"}, "bad_solar_time"),
        ({"solar_time": "true"}, "longitude_needed"),
        ({"calendar": "mayan"}, "bad_calendar"),
        ({"zone": ""}, "unknown_zone"),
        ({"zone": "z" * 10_000_000}, "unknown_zone"),
        ({"zone": "../../etc/passwd"}, "unknown_zone"),
        ({"convention": {"day_night": "sunrise"}}, "place_needed"),
        ({"longitude": 127.0, "zone": None}, "zone_needed"),
        ({"fold": 7, "text": "1989-09-17T01:30", "zone": "Asia/Shanghai"}, "bad_fold"),
    ],
)
def test_arguments_that_cannot_be(arguments: dict[str, object], code: str) -> None:
    given_arguments = {"text": "2026-11-30T10:00", "zone": "Asia/Seoul", **arguments}
    text = given_arguments.pop("text")
    with pytest.raises(LiurenError) as caught:
        moment(text, **given_arguments)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_every_instant_reads_back() -> None:
    for text in (
        "2026-11-30T10:00:01",
        "1582-10-04T10:00",
        "-0700-03-01T10:00",
        "0004-02-29T10:00",
    ):
        m = moment(text, zone="Asia/Seoul")
        assert moment(m.instant).ut == m.ut
