"""Readings: a choice for every question, and games that were begun before there was one."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from tests.engine.saves import saved
from tests.engine.toy import TOY
from vedette.engine.readings import Reading, ReadingChoice, as_before, completed, faults, house_rules
from vedette.engine.session import open_session

WIND = Reading(
    "wind", "Wind", "Does wind matter?", ("TOY-1",),
    (ReadingChoice("no", "It does not.", "Nobody says so."), ReadingChoice("yes", "It does.", "Feel it.")),
    before="yes",
)  # fmt: skip
RAIN = replace(WIND, id="rain", title="Rain", before="")
READINGS = {"wind": WIND, "rain": RAIN}


def test_what_is_not_said_is_read_as_usual() -> None:
    assert completed(READINGS, {"rain": "yes"}) == {"wind": "no", "rain": "yes"}


def test_what_an_older_game_does_not_say_is_read_as_it_was_then() -> None:
    assert as_before(READINGS, {}) == {"wind": "yes", "rain": "no"}


def test_a_choice_keeps_what_it_meant_in_a_game_begun_before_some_of_the_readings() -> None:
    readings = {**READINGS, "rain": replace(RAIN, meant={"no": "yes"})}
    assert as_before(readings, {"rain": "no"})["rain"] == "yes"
    assert as_before(readings, {"rain": "no", "wind": "no"})["rain"] == "no"


def test_only_what_differs_from_the_usual_is_a_house_rule() -> None:
    (told,) = house_rules(READINGS, {"wind": "yes", "rain": "no"})
    assert (told.name, told.text) == ("Wind", "It does.")


def test_every_fault_is_told_with_what_there_is() -> None:
    assert list(faults(READINGS, {"snow": "no", "wind": "maybe"})) == [
        "there is no reading snow; there are wind, rain",
        "wind is read as no or yes, not as maybe",
    ]


def test_a_save_from_before_there_were_readings_is_read_as_it_was_played(tmp_path: Path) -> None:
    path = tmp_path / "old.vedette"
    before = saved(path)
    session = open_session({TOY.id: replace(TOY, readings=lambda: READINGS)}, path)

    assert session.readings == {"wind": "yes", "rain": "no"}
    assert [one.name for one in session.house_rules] == ["Wind"]
    session.close()
    assert path.read_bytes() == before
