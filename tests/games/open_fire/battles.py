"""Small battles for tests of single rules."""

from __future__ import annotations

from typing import Any

from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import Outcome, Session, new_session
from vedette.games.open_fire.ruleset import RULESET
from vedette.games.open_fire.state import Battle

RIFLE = {"id": "rifle", "rng": 24, "att": 1, "dmg": 1}


def unit(name: str, **profile: Any) -> dict[str, Any]:
    """A unit with plain values, but for those given; `def_` stands for the word that Python keeps."""
    defence = profile.pop("def_", 7)
    plain = {"mov": 6, "skl": 7, "def": defence, "cmd": 7, "hp": 1, "weapons": [RIFLE]}
    return {"id": name, **plain, **profile}


def battle(*red: dict[str, Any], against: dict[str, Any], **more: Any) -> Session[Battle]:
    """A battle under way, with the first red unit being activated."""
    state = {"activation.unit": red[0]["id"], **more.pop("state", {})}
    sides = [{"id": "red", "units": list(red)}, {"id": "blue", "units": [against]}]
    return new_session(RULESET, {"ruleset": "open-fire", "sides": sides, "state": state, **more}, seed=0)


def give(
    session: Session[Battle], do: str, by: str = "r1", *, dice: list[int] | None = None, **words: Any
) -> Outcome:
    """Give a command with typed dice; whatever else is asked stays open."""
    return session.do({"do": do, "by": by, **words}, answers=ScriptedAnswers(dice or []))


def through_deployment(battle: Session[Any]) -> None:
    """Everybody is put on the table, and the first side is to activate in the second round."""
    while battle.state.phase == "activation":
        side, active = battle.state.turn, battle.state.activation.unit
        waiting = (id for id, unit in battle.state.units.items() if unit.side == side and unit.in_reserve)
        do, by = ("end_activation", active) if active else ("deploy", next(waiting))
        battle.do({"do": do, "by": by})
    battle.do({"do": "end_round", "by": "red"})
    battle.do({"do": "roll_off", "by": "red"}, answers=ScriptedAnswers([9, 3]))
