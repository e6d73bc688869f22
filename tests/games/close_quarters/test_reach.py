"""Where a move could lead, against the checks of the move itself; and what a hex is to somebody who looks at it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters.fights import fight, one
from tests.games.close_quarters.views import GRENADE
from vedette.engine.checks import refusals
from vedette.games.close_quarters.state import Fight, Map, Wall, Weapon
from vedette.games.close_quarters.turn.path import PATH_CHECKS, Move, next_steps, ways
from vedette.games.close_quarters.view.actions import form
from vedette.games.close_quarters.view.board import look

GROUND = Map(
    cols=9,
    rows=8,
    terrain={"0403": "wall", "0404": "mud-ankle", "0503": "water-knee", "0602": "wall", "0304": "broken"},
    pits={"0605": 1.5, "0305": 3.0},
    walls=(Wall("0505", "ne", 2), Wall("0202", "n", 0.5), Wall("0406", "s", 1)),
    fog=("0504", "0604"),
)


def yard(**ann: Any) -> Fight:
    units = {
        "ann": one("red", **{"name": "Ann", "hex": "0405", "facing": "n", "mov": 6, **ann}),
        "dead": one("red", hex="0306", damage=30, posture="fallen"),
        "bob": one("red", hex="0505"),
        "cid": one("blue", name="Cid", hex="0703", facing="sw"),
    }
    return fight(units, phase="movement", map=GROUND)


@pytest.mark.parametrize(
    "ann",
    [
        {},
        {"posture": "kneeling"},
        {"moved": 2},
        {"hex": "0605"},
        {"hex": "0305"},
        {"hex": "0603"},
        {"tether": "0405", "items": ("tether", "tether")},
    ],
    ids=["afoot", "on her knees", "underway", "in a pit", "in a deep pit", "engaged", "on a tether"],
)
def test_every_way_is_legal_and_no_legal_step_is_left_out(ann: dict[str, Any]) -> None:
    game = yard(**ann)
    found = ways(game, "ann")

    for hex, way in found.items():
        move = Move(do="move", by="ann", path=way.path)
        assert next(refusals(PATH_CHECKS, game, move), None) is None, (hex, way)
    for path in [(), *(way.path for way in found.values())]:
        for hex, _, spent, why in next_steps(game, "ann", path):
            move = Move(do="move", by="ann", path=(*path, hex))
            if why is None and next(refusals(PATH_CHECKS, game, move), None) is None:
                assert hex in found or hex == game.units["ann"].hex, (path, hex)
                assert hex not in found or found[hex].spent <= game.units["ann"].moved + spent


def test_more_than_half_of_the_allowance_leaves_no_action() -> None:
    found = ways(yard(), "ann").values()

    assert {way.acts for way in found if way.spent <= 3 and len(way.path) <= 3} >= {True}
    assert not any(way.acts for way in found if way.spent > 3)


def test_a_hex_is_told_as_it_is_to_who_looks() -> None:
    game = yard()

    assert look(game, "ann", "0304") == "2 hexes from Ann (3 m, 1 MH) · in line of sight"
    assert look(game, "ann", "0603").endswith("threatened by Cid")
    assert "2 m stops all fire" in look(game, "ann", "0401")
    assert look(game, "ann", "9999") == ""


def test_a_grenade_shows_where_it_would_hurt() -> None:
    game = yard(weapons=(GRENADE,), ready=("frag",))
    made = form(replace(game, phase="action"), "throw_grenade", "ann", {"hex": "0404", "weapon": "frag"})

    assert made.board is not None
    assert made.board.blast["0404"] == made.board.blast["0504"] == "4d6"
    assert made.board.blast["0604"] == "2d6"
    assert not {"0704", "0403"} & made.board.blast.keys()


def test_a_molotov_shows_where_it_would_burn_and_smoke_hurts_nowhere() -> None:
    game = yard(weapons=(Weapon("oil", "molotov"), Weapon("smoke", "smoke-grenade")), ready=("oil", "smoke"))

    def blast(weapon: str) -> dict[str, str]:
        words = {"hex": "0404", "weapon": weapon}
        made = form(replace(game, phase="action"), "throw_grenade", "ann", words)
        return dict(made.board.blast) if made.board else {}

    assert (blast("oil")["0404"], blast("oil")["0504"]) == ("4", "2")
    assert "0604" not in blast("oil")
    assert blast("smoke") == {}
