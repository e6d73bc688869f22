"""Actions at close quarters that are no blows (section 6.4): handling weapons, wrestling, getting away."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.close_quarters.fights import GUN, done, faces, fight, one
from vedette.engine.errors import CommandError
from vedette.engine.requests import Answer
from vedette.games.close_quarters.handling import emergencies, hand_to_hand, hands
from vedette.games.close_quarters.handling.hand_to_hand import wresting, wrestling
from vedette.games.close_quarters.handling.hands import Ready, handed, rearranged
from vedette.games.close_quarters.state import Dropped, Fight, Grenade, Map, Options, Wall, Weapon

KNIFE, SABER, MAUL = (
    Weapon("knife", "dagger"),
    Weapon("saber", "saber"),
    Weapon("maul", "sledge-hammer", grip=2),
)

HANDLING = {
    **hands.COMMANDS,
    **hand_to_hand.COMMANDS,
    **emergencies.COMMANDS,
}

LEVELS = ("martial-arts-1", "martial-arts-2", "martial-arts-3")


def understood(game: Fight, do: str, by: str = "ann", **more: Any) -> Any:
    spec = HANDLING[do]
    return spec.understand(game, spec.model.model_validate({"do": do, "by": by, **more}))


def refused(game: Fight, do: str, by: str = "ann", **more: Any) -> str:
    """The first rule that refuses a command; "" if none does."""
    command = understood(game, do, by, **more)
    return next((found.rule for found in HANDLING[do].refusals(game, command)), "")


def after(
    game: Fight, do: str, *answers: Answer, by: str = "ann", forced: bool = False, **more: Any
) -> Fight:
    """The game after a command that nothing refuses, unless it is forced."""
    spec, command = HANDLING[do], understood(game, do, by, **more)
    assert forced or not list(spec.refusals(game, command))
    return done(game, lambda play: spec.procedure(play, command), *answers)


def duel(cid: dict[str, Any] | None = None, map: Map | None = None, **ann: Any) -> Fight:
    """Ann of red (DEX 12) in 0505, facing Cid of blue (DEX 10) in 0504, who faces her."""
    units = {
        "ann": one("red", **{"hex": "0505", "dex": 12, "facing": "n", **ann}),
        "cid": one("blue", **{"hex": "0504", "dex": 10, "facing": "s", **(cid or {})}),
    }
    return fight(units, map=map or Map())


def apart(cid: dict[str, Any] | None = None, map: Map | None = None, **ann: Any) -> Fight:
    """The same two far from each other."""
    return duel({"hex": "1504", **(cid or {})}, map, **ann)


def brawl(cid: dict[str, Any] | None = None, **ann: Any) -> Fight:
    """The two rolling on the ground in 0504."""
    down = {"hth": True, "posture": "fallen", "hex": "0504"}
    return duel({**down, **(cid or {})}, **{**down, **ann})


# --- every check stands by itself


STATES = {
    "apart": apart(),
    "engaged": duel(),
    "in a brawl": brawl(),
    "down": duel(posture="prone"),
    "off the map": apart(hex="", left=True),
    "dead": duel(damage=11),
    "the other dead": duel({"damage": 11}),
    "the other gone": apart({"hex": "", "left": True}),
    "nothing in hand": duel(weapons=(GUN,), belt=("gun",)),
}


@pytest.mark.parametrize("do", HANDLING)
@pytest.mark.parametrize("state", STATES)
def test_checks_can_be_asked_before_anything_is_filled_in(state: str, do: str) -> None:
    """A list of actions asks those that read no field; none may stumble over what isn't there."""
    for by in STATES[state].units:
        for check in HANDLING[do].checks:
            found = None if check.reads else check.test(STATES[state], SimpleNamespace(do=do, by=by))
            assert found is None or found.rule in check.rules


@pytest.mark.parametrize("do", HANDLING)
def test_everything_waits_for_the_action_phase(do: str) -> None:
    game = replace(duel(), phase="movement")
    found = next(HANDLING[do].refusals(game, SimpleNamespace(do=do, by="ann"), ()))
    assert (found.rule, found.overridable) == ("CQ-TRN-1", False)


@pytest.mark.parametrize(
    ("do", "more"),
    [
        ("ready", {}),
        ("ready", {"weapon": "knife", "item": "rope"}),
        ("ready", {"weapon": "excalibur"}),
        ("ready", {"weapon": "gun", "drop": ["excalibur"]}),
        ("switch", {"weapon": "excalibur"}),
        ("exchange", {"partner": "cid"}),
        ("exchange", {"partner": "ann", "give": "gun"}),
        ("reload", {"weapon": "excalibur"}),
        ("disengage", {"to": "x"}),
        ("slam", {"target": "ann"}),
        ("subdue", {"target": "nobody"}),
        ("extinguish", {}),
        ("extinguish", {"target": "cid", "hex": "0504"}),
        ("throw_foe", {"target": "cid", "to": "12345"}),
    ],
)
def test_nonsense_is_an_error(do: str, more: dict[str, Any]) -> None:
    with pytest.raises(CommandError):
        understood(apart(weapons=(GUN,), ready=("gun",)), do, **more)


# --- things


def belongings(game: Fight) -> Counter[str]:
    """Everything that anybody has, or that lies about, by type."""
    found: Counter[str] = Counter(thing.type for thing in game.map.dropped.values())
    for unit in game.units.values():
        types = {weapon.id: weapon.type for weapon in unit.weapons}
        places = (*unit.ready, *unit.belt, *unit.slung, *unit.pack, *unit.items)
        found.update(types.get(thing, thing) for thing in places)
    return found


@drawn(
    st.sampled_from(["knife", "saber", "maul", "rope", "axe", "flashlight", "mace"]),
    st.sets(st.sampled_from(["knife", "saber", "flashlight", "maul"])),
    st.sets(st.sampled_from(["knife", "saber", "flashlight", "maul"])),
)
def test_nothing_is_lost_or_made_by_rearranging(thing: str, drop: set[str], stow: set[str]) -> None:
    body = {
        "hex": "0505",
        "posture": "fallen",
        "damage": 11,
        "weapons": (Weapon("mace", "mace"),),
        "belt": ("mace",),
    }
    game = apart(
        body,
        Map(dropped={"axe": Dropped("hatchet", "0505"), "knife": Dropped("dagger", "0101", KNIFE, "cid")}),
        weapons=(KNIFE, SABER, MAUL),
        ready=("knife", "flashlight"),
        belt=("saber",),
        slung=("maul",),
        items=("rope", "rope"),
    )
    command = Ready(do="ready", by="ann", weapon=thing, drop=tuple(sorted(drop)), stow=tuple(sorted(stow)))
    later = rearranged(game, command)
    assert belongings(later) == belongings(game)
    assert len(later.units["ann"].weapons) == len({weapon.id for weapon in later.units["ann"].weapons})


def test_what_is_handed_over_keeps_its_id_unless_it_is_taken() -> None:
    game = apart({"weapons": (KNIFE,), "belt": ("knife",)}, weapons=(KNIFE, SABER), ready=("knife", "saber"))
    assert handed(game, "ann", "cid", "saber").units["cid"].ready == ("saber",)
    assert handed(game, "ann", "cid", "knife").units["cid"].ready == ("ann-knife",)


def test_a_smoking_grenade_changes_hands_with_its_smoke() -> None:
    lit = Grenade("smoke", held="ann", lit=True, fuse="lit", weapon=Weapon("smk", "smoke-grenade"))
    game = apart(map=Map(grenades={"smk": lit}), weapons=(Weapon("smk", "smoke-grenade"),), ready=("smk",))
    later = handed(game, "ann", "cid", "smk")
    assert later.map.grenades["smk"].held == "cid"
    assert (later.units["ann"].ready, later.units["cid"].ready) == ((), ("smk",))


def test_an_item_is_readied_by_either_name() -> None:
    for word in ("weapon", "item"):
        named: dict[str, Any] = {word: "flashlight"}
        game = after(apart(items=("rope", "flashlight")), "ready", **named)
        assert (game.units["ann"].ready, game.units["ann"].items) == (("flashlight",), ("rope",))


def test_a_forced_reload_without_anything_in_hand_still_fills() -> None:
    game = after(
        apart(weapons=(replace(GUN, ammo=0),), belt=("gun",), items=("reload-pistol",)),
        "reload",
        weapon="gun",
        forced=True,
    )
    assert game.units["ann"].weapons[0].ammo == 6


def test_fixing_a_bayonet_keeps_the_other_weapons_in_place() -> None:
    rifle = Weapon("rifle", "rifle", ammo=6, grip=2)
    game = after(
        apart(weapons=(KNIFE, rifle, SABER), ready=("rifle",), belt=("knife", "saber")),
        "attach_bayonet",
        knife="knife",
        weapon="rifle",
    )
    ann = game.units["ann"]
    assert [(own.id, own.fitted) for own in ann.weapons] == [("rifle", ("bayonet",)), ("saber", ())]
    assert refused(
        replace(game, units={**game.units, "ann": replace(ann, acted=False)}), "disengage", to="0506"
    )


# --- numbers of wrestlers


@pytest.mark.parametrize(
    ("sheet", "number", "by_strength"),
    [
        ({"str": 11, "dex": 15}, 11, 11),
        ({"str": 11, "dex": 15, "skills": LEVELS[:1]}, 16, 12),
        ({"str": 16, "dex": 15, "skills": LEVELS}, 19, 19),
        ({"str": 11, "dex": 15, "skills": LEVELS, "bonuses": {"martial-arts-2": 2}}, 20, 14),
        ({"str": 11, "dex": 15, "skills": LEVELS, "armor": "steel"}, 11, 11),
        ({"str": 11, "dex": 15, "damage": 2, "skills": ("weight-training",)}, 11, 11),
    ],
)
def test_what_a_wrestler_rolls_against(sheet: dict[str, Any], number: int, by_strength: int) -> None:
    game = apart(**sheet)
    assert (wrestling(game, "ann").value, wresting(game, "ann").value) == (number, by_strength)


# --- hand-to-hand combat


def test_nobody_is_knocked_down_by_going_to_the_ground() -> None:
    game = after(duel({"posture": "kneeling", "defending": True}), "attempt_hth", faces(1), target="cid")
    cid = game.units["cid"]
    assert (cid.hth, cid.posture, cid.fell_turn, cid.defending) == (True, "fallen", 0, False)
    assert game.actor == "cid"


def test_the_wall_at_his_back_counts_and_so_does_consent() -> None:
    assert refused(duel(), "attempt_hth", target="cid") == "CQ-HTH-1"
    assert not refused(duel(), "attempt_hth", target="cid", consent=True)
    assert not refused(duel(map=Map(walls=(Wall("0504", "n", 2),))), "attempt_hth", target="cid")
    assert refused(duel(map=Map(walls=(Wall("0504", "n", 1),))), "attempt_hth", target="cid") == "CQ-HTH-1"


def test_a_gun_that_cannot_fire_does_not_strike_back() -> None:
    empty = {"posture": "kneeling", "skills": LEVELS, "weapons": (replace(GUN, ammo=0),), "ready": ("gun",)}
    game = after(duel(empty), "attempt_hth", faces(6), faces(2), target="cid")
    assert game.units["ann"].damage == 3  # bare hands, STR 11, level 3: 1d6-2 + 3
    loaded = {**empty, "weapons": (GUN,)}
    game = after(duel(loaded), "attempt_hth", faces(6), faces(2, 2), target="cid")
    assert (game.units["ann"].damage, game.units["cid"].weapons[0].ammo) == (4, 5)


def test_a_brawl_ends_with_the_last_hold() -> None:
    held = brawl({"held_by": "ann"}, acted=True)
    game = after(held, "break_free", faces(6, 5, 4), faces(1, 1, 1), by="cid")
    assert game.units["cid"].subdued
    assert game.units["ann"].tally.foes == 1
    assert game.outcome == "red"


def test_the_dead_are_not_subdued() -> None:
    units = {**brawl().units, "dot": one("blue", "0504", hth=True, posture="fallen", damage=11)}
    assert refused(fight(units), "subdue", target="dot") == "CQ-TRN-4"


# --- disengaging


def test_who_is_knocked_down_stays() -> None:
    strong = {"weapons": (MAUL,), "ready": ("maul",), "str": 14, "skills": ("axe",)}
    game = after(duel(strong, str=20), "disengage", "maul", faces(1, 2, 3), faces(6, 6), to="0506")
    assert (game.units["ann"].hex, game.units["ann"].posture) == ("0505", "fallen")


@pytest.mark.parametrize(
    "held_up",
    [
        {"acted": True},
        {"moved": 6},
        {"stood": "half"},
        {"went_down": True},
        {"grabbed": True},
        {"entangled": True},
    ],
)
def test_who_cannot_attack_any_more_is_not_asked(held_up: dict[str, Any]) -> None:
    game = after(duel(held_up), "disengage", to="0506")
    assert game.units["ann"].hex == "0506"


def test_no_way_out_but_a_free_safe_one() -> None:
    def way(to: str, **more: Any) -> str:
        return refused(duel(map=Map(**more)), "disengage", to=to)

    assert way("0506") == ""
    assert way("0507") == "CQ-ACT-13"
    assert way("0504") == "CQ-ACT-13"
    assert way("0506", pits={"0506": 1.0}) == "CQ-ACT-13"
    assert way("0506", terrain={"0506": "water-deep"}) == "CQ-ACT-13"
    assert way("0506", walls=(Wall("0506", "n", 1),)) == "CQ-ACT-13"
    assert way("0506", walls=(Wall("0506", "n", 0.5),)) == ""


# --- options


def test_a_breather_belongs_to_nonlethal_damage() -> None:
    assert refused(apart(), "breather") == "CQ-OPT-4"
    game = replace(apart(), options=Options(nonlethal=True))
    assert after(game, "breather").units["ann"].breather
    moved = game.with_unit("ann", moved=1)
    assert refused(moved, "breather") == "CQ-OPT-4"
