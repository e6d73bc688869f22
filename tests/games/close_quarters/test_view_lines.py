"""What forms and cards say in words: what a draft comes to, what may be reminded of, what marks mean."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters.fights import acts, fight
from tests.games.close_quarters.views import (
    AUTO,
    GRENADE,
    KNIFE,
    RIFLE,
    contact,
    duel,
    field,
    labels,
    lines,
    man,
    told,
)
from vedette.games.close_quarters.characters.creating import beginner
from vedette.games.close_quarters.state import Fight, Fire, Map, Options, Wall, WatchedHex, Weapon
from vedette.games.close_quarters.view.actions import form
from vedette.games.close_quarters.view.building import BUILDER
from vedette.games.close_quarters.view.cards import card

FLAMER = Weapon(id="flamer", type="flame-thrower", ammo=5, grip=2)
AHEAD = ["0403", "0504", "0604"]
"""Three hexes that Ann may go to from 0303."""


def reminded(game: Fight, do: str, by: str, **draft: Any) -> list[str]:
    return [detail.label for detail in form(game, do, by, draft).reminders]


# --- what a move leaves


def afterwards(options: Options, steps: int, **more: Any) -> str:
    game = replace(duel("movement").with_unit("ann", **more), options=options)
    return lines(form(game, "move", "ann", {"path": AHEAD[:steps]}))["Afterwards"]


@pytest.mark.parametrize(("steps", "shoots"), [(1, True), (2, False), (3, False)])
def test_nobody_shoots_after_more_than_a_step(steps: int, shoots: bool) -> None:
    said = afterwards(Options(), steps)
    assert ("shoot" in said) is shoots
    assert ("no shot" in said) is not shoots


@pytest.mark.parametrize("steps", [2, 3])
def test_with_the_option_a_shot_is_left_up_to_half_a_move(steps: int) -> None:
    said = afterwards(Options(move_and_shoot=True), steps)
    assert "shoot at −2" in said
    assert "no shot" not in said


def test_a_quick_throw_is_left_where_nothing_is_readied() -> None:
    assert afterwards(Options(quick_shot=True), 3).endswith("no shot, nothing readied but for a quick throw")


def test_watching_a_hex_is_left_after_a_step_where_it_is_played() -> None:
    assert "watch a hex" in afterwards(Options(opportunity_fire=True), 1)
    assert "watch a hex" not in afterwards(Options(opportunity_fire=True), 2)
    assert "watch a hex" not in afterwards(Options(), 1)


def test_a_move_ends_a_watch_and_says_so() -> None:
    watching = duel("movement").with_unit("ann", overwatch=WatchedHex("rifle", "0705", "opportunity", 1))
    assert "Watch" not in lines(form(watching, "move", "ann", {}))
    assert lines(form(watching, "move", "ann", {"path": AHEAD[:1]}))["Watch"] == "it ends (CQ-OPT-13)"
    assert lines(form(watching, "move", "ann", {"facing": "n"}))["Watch"] == "it ends (CQ-OPT-13)"


def test_what_lies_on_the_way_reads_as_a_sentence() -> None:
    game = replace(
        duel("movement"), map=Map(walls=(Wall("0303", "se", 1.0),), fires={"0403": Fire("oil", 3)})
    )
    made = form(game, "move", "ann", {"path": ["0403"]})
    assert lines(made)["On the way there is"] == "a wall to jump, fire"


# --- shots


def test_how_he_shows_himself_is_told_before_enter() -> None:
    game = replace(duel(), map=Map(walls=(Wall("0303", "se", 2.0),)))
    made = form(game, "shoot", "ann", {})
    assert made.lines[-2].label == "Leans out"
    assert made.lines[-2].text == "over the wall (−6 to be hit)"
    assert [one.name for one in made.fields[:2]] == ["target", "expose"]
    assert "Leans out" not in lines(form(duel(), "shoot", "ann", {}))


def test_a_flame_thrower_is_fired_over_a_wall_like_a_gun() -> None:
    """CQ-ENV-10: the form says how its bearer shows themselves."""
    game = replace(duel(), map=Map(walls=(Wall("0303", "se", 2.0),)))
    game = game.with_unit("ann", weapons=(FLAMER,), ready=("flamer",), belt=())
    made = form(game, "flame", "ann", {})
    assert made.refusal is None
    assert field(made, "expose").value == "over"


def test_shots_are_counted_in_words_and_as_they_are_this_turn() -> None:
    game = duel().with_unit("ann", weapons=(AUTO,), ready=("auto",), belt=())
    assert labels(field(form(game, "shoot", "ann", {}), "mode")) == [
        "4 single shots",
        "2 bursts",
        "automatic fire, 13 rounds",
    ]
    moved = replace(game.with_unit("ann", moved=2, half=5), options=Options(move_and_shoot=True))
    assert labels(field(form(moved, "shoot", "ann", {}), "mode"))[:2] == ["2 single shots", "1 burst"]


def test_a_follow_up_shot_counts_no_shots() -> None:
    fired = duel().with_unit(
        "ann", weapons=(AUTO,), ready=("auto",), belt=(), fired="auto", mode="single", shots=1
    )
    made = form(acts(fired, "ann", shots=2), "shoot", "ann", {})
    assert labels(field(made, "mode"))[0] == "single shots"


def arc() -> Fight:
    """Ann with an automatic rifle; Cid, her friend Bea and Dan in front of her, in this order."""
    units = {
        "ann": man("red", "0303", AUTO, dex=12, facing="se", name="Ann"),
        "cid": man("blue", "0703", KNIFE, name="Cid"),
        "bea": man("red", "0705", KNIFE, name="Bea"),
        "dan": man("blue", "0707", KNIFE, name="Dan"),
    }
    return fight(units)


def test_a_sweep_with_fire_tells_the_roll_at_each_figure() -> None:
    told = lines(form(arc(), "sweep_fire", "ann", {"first": "0703", "last": "0707"}))
    assert told["Swept"] == "Cid, Bea, Dan"
    assert told["Cid"].endswith("%")
    assert "or less on 3 dice" in told["Cid"]
    assert told["Bea"].startswith("a friend, missed on ")
    assert told["Numbers"] == "if those before are missed"


def test_a_sweep_lies_over_its_arc_on_the_map() -> None:
    shown = form(arc(), "sweep_fire", "ann", {"first": "0703", "last": "0707"}).board
    assert shown is not None
    assert shown.line is not None
    assert {"0703", "0705", "0707", "0503"} <= set(shown.line.arc)
    assert not {"0303", "0302", "0202"} & set(shown.line.arc)


def test_a_sweep_tells_for_whom_no_round_is_left() -> None:
    short = arc().with_weapon("ann", "auto", ammo=2)
    told = lines(form(short, "sweep_fire", "ann", {"first": "0703", "last": "0707"}))
    assert told["Dan"] == "no rounds left for them"


# --- cards and marks


def test_the_dead_have_no_hits_and_never_fewer() -> None:
    dead = duel().with_unit("cid", damage=15)
    assert dict(card(dead, "cid").stats)["STR"] == "0/11"


def test_who_is_hurt_has_less_dex() -> None:
    game = duel().with_unit("ann", status=("hurt",), hurt_until="end-2")
    assert told(game, "ann")["State"] == "hurt: −2 DEX until the end of turn 2"


def test_a_watch_counts_its_shots_in_words() -> None:
    game = duel().with_unit("ann", overwatch=WatchedHex("rifle", "0705", "opportunity", 1))
    assert told(game, "ann")["State"] == "watches 0705, 1 shot"


# --- equipment, and how a character is made


def test_equip_begins_without_an_error() -> None:
    untouched = form(replace(duel(), phase="between"), "equip", "ann", {})
    assert (untouched.error, untouched.refusal, untouched.ready) == ("", None, False)


@pytest.mark.parametrize("draft", [{"place": "slung"}, {"grip": 1}, {"fitted": ["bipod"]}])
def test_equip_is_ready_once_something_goes_elsewhere(draft: dict[str, Any]) -> None:
    game = replace(duel().with_unit("ann", items=("bipod",)), phase="between")
    made = form(game, "equip", "ann", {"thing": "rifle", **draft})
    assert made.error == ""
    assert made.ready


def test_equip_says_where_a_thing_is_and_offers_other_places() -> None:
    made = form(replace(duel(), phase="between"), "equip", "ann", {"thing": "rifle"})
    assert field(made, "place").value is None
    assert "in hand" not in labels(field(made, "place"))


def test_what_would_cost_too_much_is_told_as_what_would_be() -> None:
    spent = beginner("red", "x", {"name": "Tessa Vey", "str": 10, "dex": 12, "int": 10})
    raised = next(line for line in BUILDER.lines(spent, "attributes") if line.id == "str")
    assert raised.why_not is not None
    assert raised.why_not.rule == "CQ-CHR-4"
    assert raised.why_not.sentence == "With this: Tessa Vey has 33 points; the limit is 32."


# --- reminders


def test_only_what_may_apply_is_reminded_of() -> None:
    way = {"path": AHEAD[:1]}
    assert reminded(duel("movement"), "move", "ann", **way) == []
    burning = replace(duel("movement"), map=Map(fires={"0403": Fire("oil", 3)}))
    assert reminded(burning, "move", "ann", **way) == ["CQ-FIR-8"]
    assert reminded(burning, "move", "ann") == []
    assert reminded(duel("movement"), "move", "cid") == ["CQ-INI-5"]


def test_a_blow_reminds_of_staffs_practice_and_giants_only_where_there_are_any() -> None:
    assert reminded(contact(), "attack", "ann") == []
    alien = contact().with_unit("cid", species="alien")
    assert reminded(alien, "attack", "ann") == ["CQ-ENG-4"]
    practice = contact().with_weapon("ann", "sword", quality="practice")
    assert reminded(practice, "attack", "ann") == ["CQ-SCN-15"]
    staff = Weapon(id="staff", type="staff", grip=2)
    poled = contact().with_unit("ann", weapons=(staff,), ready=("staff",), belt=())
    assert reminded(poled, "attack", "ann") == ["CQ-SKL-41"]


def test_a_turn_begins_with_a_reminder_of_fire_only_where_it_burns() -> None:
    assert "CQ-ARM-9" not in reminded(duel("initiative"), "initiative", "red")
    burning = replace(duel("initiative"), map=Map(fires={duel().units["ann"].hex: Fire("oil", 3)}))
    assert "CQ-ARM-9" in reminded(burning, "initiative", "red")


def test_checks_remind_of_what_they_take() -> None:
    assert "CQ-SKL-27" in reminded(duel(), "check", "ann", what="rope")
    assert "CQ-SKL-27" not in reminded(duel(), "check", "ann", what="swim")


def test_who_wears_a_spacesuit_is_reminded_of_it() -> None:
    suited = duel().with_unit("ann", armor="spacesuit")
    assert "CQ-SKL-40" in reminded(suited, "check", "ann", what="rope")
    assert "CQ-SKL-40" in reminded(suited, "equip", "ann")


def test_a_fragmentation_grenade_reminds_of_no_gas() -> None:
    game = duel().with_unit("ann", weapons=(RIFLE, GRENADE), ready=("frag",), belt=("rifle",))
    assert reminded(game, "throw_grenade", "ann") == []
    gas = Weapon(id="gas", type="gas-grenade")
    assert reminded(
        game.with_unit("ann", weapons=(gas,), ready=("gas",), belt=()), "throw_grenade", "ann"
    ) == ["CQ-ARM-9"]


def test_the_number_to_hit_is_one_that_hits() -> None:
    """16 is always a miss (CQ-ATK-2), however high the number has come."""
    made = form(duel().with_unit("ann", dex=18), "shoot", "ann", {})
    assert lines(made)["To hit"].startswith("15 or less on 3 dice: 95%")
