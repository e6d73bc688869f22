"""How the text is read is told where it matters, in the form, the breakdown, the log and the refusal, and only there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.napoleonic.battles import give, said
from vedette.engine.requests import ChoiceRequest
from vedette.engine.session import Outcome, Session, new_session
from vedette.games.napoleonic.ruleset import RULESET
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import TABLES

LIGHT: dict[str, Any] = {"arm": "infantry", "class": "light", "type": 3, "drill": 2, "experience": 2}
HORSE: dict[str, Any] = {**LIGHT, "arm": "cavalry"}


def _unit(id: str, kind: dict[str, Any] = LIGHT, **values: Any) -> dict[str, Any]:
    return {"id": id, "name": id.upper(), **kind, **values}


def _battle(
    *french: dict[str, Any],
    at: tuple[dict[str, Any], ...] = (_unit("z"),),
    options: dict[str, Any] | None = None,
    **readings: str,
) -> Session[Battle]:
    """A battle in the phase of skirmish fire."""
    sides = [
        {"id": "fr", "name": "French", "units": [*french]},
        {"id": "au", "name": "Austrian", "units": [*at]},
    ]
    setup = {
        "ruleset": "napoleonic",
        "sides": sides,
        "state": {"phase": "skirmish"},
        "options": options or {},
        "readings": readings,
    }
    return new_session(RULESET, setup, seed=1)


def _text(reading: str, choice: str) -> str:
    return TABLES.readings[reading].choice(choice).text


def _fired(session: Session[Battle], do: str, by: str, at: Any = "z", **words: Any) -> list[str]:
    """The readings that the form and then the breakdown of this fire tell, which must be the same."""
    draft = {"target": at, **{name: value for name, value in words.items() if name not in ("dice", "at")}}
    lines = RULESET.view.form(session.state, do, by, {"range": 1, **draft}).lines
    before = [line.text.partition(" (NA-")[0] for line in lines if line.label in ("Reading", "House rule")]
    give(session, do, by, at=at, range=1, **words)
    told = [one.text for one in session.rolls[-1].pool.readings]
    assert before == told
    return told


def _refused(session: Session[Battle], do: str, by: str, **words: Any) -> tuple[str, str]:
    """The rule of a refusal, and how it says that it is read."""
    refusal = give(session, do, by, **{"at": "z", "range": 1, **words}).refusal
    assert refusal
    return refusal.rule, refusal.reading.text if refusal.reading else ""


@pytest.mark.parametrize("choice", ["together", "apart"])
def test_a_1_of_another_shooter_that_waits(choice: str) -> None:
    session = _battle(_unit("a"), _unit("b"), ones_of_different_shooters=choice)
    shot = {"protection": 1, "shots": 1, "dice": (1,)}
    assert _fired(session, "skirmish_fire", "a", **shot) == []
    text = _text("ones_of_different_shooters", choice)
    assert _fired(session, "skirmish_fire", "b", **shot) == [text]
    assert _fired(session, "skirmish_fire", "a", shots=1, dice=(1,)) == []  # no Protection, no pairs


def test_a_1_of_its_own_rests_on_no_reading_where_each_keeps_its_own() -> None:
    session = _battle(_unit("a"), ones_of_different_shooters="apart")
    shot = {"protection": 1, "shots": 1, "dice": (1,)}
    assert _fired(session, "skirmish_fire", "a", **shot) + _fired(session, "skirmish_fire", "a", **shot) == []


@pytest.mark.parametrize(("choice", "shots"), [("present", 2), ("missing", 1)])
def test_officers_who_are_out(choice: str, shots: int) -> None:
    text = _text("officers_with_groups", choice)
    session = _battle(_unit("a", experience=0, groups_out=1), officers_with_groups=choice)
    if choice == "missing":
        assert _refused(session, "skirmish_fire", "a", shots=2) == ("NA-3.3.1.2.4", text)
    assert _fired(session, "skirmish_fire", "a", dice=(5,) * shots) == [text]

    session = _battle(_unit("a", groups_out=1), officers_with_groups=choice)
    assert _fired(session, "skirmish_fire", "a", dice=(5, 5)) == []  # it has skirmishers enough


@pytest.mark.parametrize(("choice", "shots"), [("one", 1), ("all", 2)])
def test_fire_from_a_square(choice: str, shots: int) -> None:
    text = _text("square_fronts", choice)
    session = _battle(_unit("a", formation="square"), square_fronts=choice)
    assert _fired(session, "skirmish_fire", "a", direction="left", dice=(5,) * shots) == [text]
    if choice == "one":
        assert _refused(session, "skirmish_fire", "a", direction="left") == ("NA-3.3.1.3", text)
        assert _fired(session, "skirmish_fire", "a", dice=(5,)) == []

    session = _battle(_unit("a"), square_fronts=choice)
    assert _refused(session, "skirmish_fire", "a", direction="left", shots=2) == ("NA-3.3.1.3", "")
    assert _fired(session, "skirmish_fire", "a", direction="left", dice=(5,)) == []


def test_which_face_is_the_front_is_asked_where_there_is_one() -> None:
    for choice, asked in (("one", True), ("all", False)):
        session = _battle(_unit("a", formation="square"), square_fronts=choice)
        lines = RULESET.view.form(session.state, "skirmish_fire", "a", {}).lines
        assert ("In Square" in [line.label for line in lines]) is asked


def _marked(session: Session[Battle], *chosen: str) -> Outcome:
    give(session, "end_fire", "fr")
    return give(session, "end_fire", "au", choose=chosen)


@pytest.mark.parametrize(("choice", "answers"), [("all-hits", ("z",)), ("shared-hits", ())])
def test_hits_that_are_spread(choice: str, answers: tuple[str, ...]) -> None:
    def spread(*before: str) -> list[str]:
        session = _battle(_unit("a"), _unit("b"), at=(_unit("y"), _unit("z")), spreading=choice)
        for one in before:
            give(session, "skirmish_fire", "a", at=one, range=1, shots=1, dice=(1,))
        give(session, "skirmish_fire", "b", at=["y", "z"], range=1, shots=2, dice=(1, 1))
        return said(_marked(session, *(answers if len(before) == 1 else ())), session)

    text = f"(house rule: {_text('spreading', choice)[:-1]})"
    assert any(text in sentence for sentence in spread("z")) is (choice != TABLES.readings["spreading"].usual)
    assert not any("house rule" in sentence for sentence in (*spread(), *spread("y", "z")))


def test_cavalry_before_a_skirmish_group() -> None:
    text = _text("cavalry_and_groups", "free")
    session = _battle(_unit("a", groups_out=1), at=(_unit("z", HORSE),))
    assert _fired(session, "group_fire", "a-g1", dice=(5,)) == [text]
    session = _battle(_unit("a", groups_out=1), at=(_unit("z", HORSE),))
    assert _fired(session, "group_fire", "a-g1", protection=1, dice=(5,)) == []

    text = _text("cavalry_and_groups", "stopped")
    session = _battle(_unit("a", groups_out=1), at=(_unit("z", HORSE),), cavalry_and_groups="stopped")
    assert _refused(session, "group_fire", "a-g1") == ("NA-3.3.1.3.1", text)
    form = RULESET.view.form(session.state, "group_fire", "a-g1", {"target": "z", "range": 1})
    assert [field.name for field in form.fields] == [
        "target",
        "range",
        "protection",
        "cavalry",
        "facing_away",
    ]
    assert _fired(session, "group_fire", "a-g1", facing_away=True, dice=(5,)) == []


def test_a_screening_group_is_asked_nothing_of_cavalry() -> None:
    session = _battle(_unit("a", HORSE, groups_out=1), cavalry_and_groups="stopped")
    form = RULESET.view.form(session.state, "group_fire", "a-g1", {})
    assert "cavalry" not in [field.name for field in form.fields]


def test_whoever_spreads_hits_sees_what_each_unit_has_already() -> None:
    session = _battle(_unit("a"), _unit("b"), at=(_unit("y"), _unit("z")))
    give(session, "skirmish_fire", "b", at=["y", "z"], range=1, shots=1, dice=(1,))
    _marked(session)
    asked = session.request

    assert isinstance(asked, ChoiceRequest)
    for option in asked.options:
        troop = session.state.units[str(option.value)]
        held = troop.hits + troop.hits_coming
        assert (option.label, option.detail) == (troop.name, f"▲{held} → ▲{held + 1}")
        assert f"{troop.lives} li" in option.note


@pytest.mark.parametrize(("choice", "shots"), [("no", 3), ("yes", 2)])
def test_a_group_that_is_lost(choice: str, shots: int) -> None:
    text = _text("lost_group_shot", choice)
    session = _battle(_unit("a", groups_out=1), lost_group_shot=choice)
    give(session, "mark", "a-g1", lost=True)
    if choice == "yes":
        assert _refused(session, "skirmish_fire", "a", shots=3) == ("NA-3.3.1.2.3", text)
    assert _fired(session, "skirmish_fire", "a", dice=(5,) * shots) == [text]

    session = _battle(_unit("a", drill=0, experience=1, groups_out=1), lost_group_shot=choice)
    give(session, "mark", "a-g1", lost=True)
    assert _fired(session, "skirmish_fire", "a", dice=(5,)) == []  # it has no more skirmishers anyway


@pytest.mark.parametrize("choice", ["all", "units"])
def test_special_events_of_groups(choice: str) -> None:
    session = _battle(_unit("a", groups_out=1), options={"special_events": True}, event_shots=choice)
    assert _fired(session, "skirmish_fire", "a", dice=(5, 5)) == []
    assert _fired(session, "group_fire", "a-g1", dice=(5,)) == [_text("event_shots", choice)]
