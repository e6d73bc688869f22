"""A grenade thrown over a wall that hides where it is to land: what the map knows of it, and what it asks (CQ-GRN-11)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Vedette, vedette
from tests.games.close_quarters.fights import fight
from tests.games.close_quarters.views import GRENADE, field, man, reasons
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import Session, new_session, open_session
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.state import Fight, Map, Wall
from vedette.games.close_quarters.view.actions import form
from vedette.registry import rulesets
from vedette.view.command_line import command_lines

__all__ = ["vedette"]

UNSEEN = "Over a wall unseen"


def thrower(height: float, **more: Any) -> Fight:
    """Ann with a grenade, four hexes from Cid, and a wall halfway between them."""
    walls = (Wall("0305", "s", height),) if height else ()
    ann = man("red", "0303", GRENADE, facing="s", **more)
    return fight({"ann": ann, "cid": man("blue", "0307")}, map=Map(walls=walls))


def yard(path: Path | None = None, *, unclear: bool = False) -> Session[Any]:
    """The same as a game, with solid wall between; or where the map cannot tell, with a low wall before one who kneels."""
    grenade = {"id": "frag", "type": "fragmentation-grenade"}
    ann = {
        "id": "ann",
        "hex": "0303",
        "facing": "s",
        "weapons": [grenade],
        "ready": ["frag"],
        "skills": ["thrown-weapons"],
        "posture": "kneeling" if unclear else "standing",
    }
    sides = [{"id": "red", "units": [ann]}, {"id": "blue", "units": [{"id": "cid", "hex": "0308"}]}]
    low = {"walls": [{"hex": "0305", "side": "s", "height": 1.0}]}
    map = {"cols": 10, "rows": 10, **(low if unclear else {"terrain": {"0305": "wall"}})}
    setup = {"ruleset": RULESET.id, "sides": sides, "map": map, "state": {"phase": "action"}}
    return new_session(RULESET, setup, seed=0, path=path)


def test_a_wall_that_hides_the_hex_is_filled_in_and_shown() -> None:
    made = form(thrower(3.0), "throw_grenade", "ann", {})
    assert made.command["over_wall"] is True
    assert reasons(made)[UNSEEN] == "-6"
    assert not field(made, "over_wall").advanced


def test_the_table_may_say_that_it_sees_the_hex_all_the_same() -> None:
    made = form(thrower(3.0), "throw_grenade", "ann", {"over_wall": False})
    assert made.command["over_wall"] is False
    assert UNSEEN not in reasons(made)


@pytest.mark.parametrize("height", [0.0, 0.5, 1.0])
def test_over_open_ground_and_low_walls_nothing_is_asked(height: float) -> None:
    made = form(thrower(height), "throw_grenade", "ann", {})
    assert made.ready
    assert "over_wall" not in made.command
    assert field(made, "over_wall").advanced


def test_where_the_map_cannot_tell_the_table_is_asked() -> None:
    made = form(thrower(1.0, posture="kneeling"), "throw_grenade", "ann", {})
    asked = field(made, "over_wall")
    assert (made.ready, asked.required, asked.value, asked.advanced) == (False, True, None, False)
    said = form(thrower(1.0, posture="kneeling"), "throw_grenade", "ann", {"over_wall": True})
    assert said.ready
    assert reasons(said)[UNSEEN] == "-6"


@pytest.mark.parametrize(
    ("said", "counts"), [({}, True), ({"over_wall": True}, True), ({"over_wall": False}, False)]
)
def test_a_command_that_leaves_it_out_is_kept_with_what_the_map_knows(
    said: dict[str, bool], counts: bool
) -> None:
    session = yard()
    throw = {"do": "throw_grenade", "by": "ann", "weapon": "frag", "hex": "0308", "fuse": "turn", **said}
    assert session.do(throw, answers=ScriptedAnswers([1, 1, 1])).refusal is None
    assert any(modifier.name == "over_wall" for modifier in session.rolls[0].pool.modifiers) is counts
    assert session.timeline.command_at(1).input.words["over_wall"] is counts


def test_a_typed_command_says_what_the_map_cannot_tell_and_a_script_need_not(
    vedette: Vedette, tmp_path: Path
) -> None:
    save = tmp_path / "a.vedette"
    session = yard(save, unclear=True)
    session.close()
    throw = ("throw_grenade", "ann", "weapon=frag", "hex=0308", "fuse=turn")
    before = save.read_bytes()
    for do in (("do", save, *throw, "--dice", "1,1,1"), ("odds", save, *throw)):
        said = vedette(*do)
        assert (said.code, said.out) == (2, "")
        assert said.err.count("over_wall=true or over_wall=false") == 1
    assert save.read_bytes() == before
    assert vedette("odds", save, *throw, "over_wall=false").code == 0

    left_out = {"do": "throw_grenade", "by": "ann", "weapon": "frag", "hex": "0308", "fuse": "turn"}
    session = open_session(rulesets(), save)
    assert session.do(left_out, answers=ScriptedAnswers([1, 1, 1])).refusal is None
    (line,) = command_lines("again", session)
    session.close()
    assert "over_wall=false" in line, "what is printed as a script can be typed"
