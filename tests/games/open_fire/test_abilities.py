"""Abilities that modify rolls: their condition is on the card, their number in the breakdown, and giving one up is warned of."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.games.open_fire.battles import RIFLE, battle, give, unit
from vedette.controller import GameController
from vedette.engine.library import read_toml, ruleset_folder
from vedette.engine.session import Session
from vedette.games.open_fire.ruleset import RULESET
from vedette.games.open_fire.state import Battle
from vedette.view.vocabulary import PlannedRoll

CARBINE = {"id": "lock-carbine", "name": "Lock carbine", "rng": 24, "att": 1, "dmg": 1}
SLING = {"id": "storm-jar-sling", "name": "Sling", "rng": 24, "att": 1, "dmg": 1}


def ability(name: str) -> dict[str, Any]:
    rows = read_toml(ruleset_folder("open-fire") / "abilities.toml")["abilities"]
    row = next(dict(row) for row in rows if row["id"] == name)
    row.pop("once", None)
    return row


def user(name: str, who: str = "r1") -> dict[str, Any]:
    return unit(who, abilities=[ability(name)], weapons=[RIFLE, CARBINE, SLING])


def breakdown(
    session: Session[Battle], by: str, target: str, weapon: str = "rifle", range: float = 10
) -> set[tuple[str, float]]:
    """Every modifier of the attack and of its defence, as its form tells them."""
    draft = {"target": target, "weapon": weapon, "range": range}
    form = RULESET.view.form(session.state, "attack", by, draft)
    rolls = [one for one in form.lines if isinstance(one, PlannedRoll)]
    assert rolls
    return {(modifier.name, modifier.value) for roll in rolls for modifier in roll.pool.modifiers}


def chips(session: Session[Battle], who: str) -> set[str]:
    return {badge.text for badge in RULESET.view.card_of(session.state, who).badges}


def used(name: str, target: str | None = None) -> Session[Battle]:
    """The ability was used by `r1`; `r2` is of its side, `b1` an enemy."""
    session = battle(user(name), user("field-repairs", "r2"), against=user("field-repairs", "b1"))
    more: dict[str, Any] = {"target": target} if target else {}
    give(session, "ability", ability=name, **more)
    return session


def test_volley_drill_counts_with_its_own_weapon_alone() -> None:
    session = used("volley-drill")

    assert "volley drill" in chips(session, "r1")
    assert ("volley drill", 1) in breakdown(session, "r1", "b1", "lock-carbine")
    assert ("volley drill", 1) not in breakdown(session, "r1", "b1", "rifle")
    details = {detail.label: detail.text for detail in RULESET.view.details(session.state, "r1")}
    assert "lock carbine" in details["volley drill"]


def test_a_move_gives_volley_drill_up_and_is_warned_of_once() -> None:
    session = used("volley-drill")
    controller = GameController(cast(Session[Any], session))
    move = next(action for action in controller.actions_of("r1") if action.do == "move")

    assert move.deliberate
    assert "Volley drill" in controller.forgotten(move)
    assert controller.forgotten(move) == ""
    give(session, "move", inches=2)
    assert "volley drill" not in chips(session, "r1")
    assert ("volley drill", 1) not in breakdown(session, "r1", "b1", "lock-carbine")


def test_without_an_ability_a_move_gives_nothing_up() -> None:
    session = battle(user("volley-drill"), against=unit("b1"))
    controller = GameController(cast(Session[Any], session))
    move = next(action for action in controller.actions_of("r1") if action.do == "move")

    assert not move.deliberate
    assert controller.forgotten(move) == ""


@pytest.mark.parametrize(
    ("name", "on", "by", "target", "weapon", "near", "far"),
    [
        ("dig-in", None, "b1", "r1", "rifle", 1, 1),
        ("smoke-pots", None, "b1", "r1", "rifle", 0, -2),
        ("dare", "b1", "b1", "r2", "rifle", -2, -2),
        ("dare", "b1", "b1", "r1", "rifle", 0, 0),
        ("mark-target", "b1", "r2", "b1", "rifle", 2, 2),
        ("mark-target", "b1", "r1", "b1", "rifle", 0, 0),
        ("ranging-shots", "b1", "r1", "b1", "rifle", 2, 2),
        ("ranging-shots", "b1", "r2", "b1", "rifle", 0, 0),
        ("spare-jar", None, "r1", "b1", "storm-jar-sling", -1, -1),
        ("spare-jar", None, "r1", "b1", "rifle", 0, 0),
    ],
)
def test_each_counts_where_its_text_says(
    name: str, on: str | None, by: str, target: str, weapon: str, near: int, far: int
) -> None:
    session = used(name, on)
    text = ability(name)["condition"]["text"]

    assert text in chips(session, on or "r1")
    for distance, value in ((3, near), (12, far)):
        told = dict(breakdown(session, by, target, weapon, distance))
        assert told.get(text, 0) == value, distance


def test_a_mark_is_used_up_by_one_attack() -> None:
    session = used("mark-target", "b1")
    session.do(
        {"do": "attack", "by": "r2", "target": "b1", "weapon": "rifle", "range": 10}, override="it was agreed"
    )
    while session.request is not None:
        session.answer(session.throw())

    assert "marked" not in chips(session, "b1")
