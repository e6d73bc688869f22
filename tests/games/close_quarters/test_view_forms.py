"""The forms of moves, attacks and all else; and whole games that are played from lists and forms."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters.fights import GUN, fight, one
from tests.games.close_quarters.views import (
    AUTO,
    GRENADE,
    KNIFE,
    RIFLE,
    SWORD,
    contact,
    duel,
    field,
    labels,
    lines,
    man,
    pressed,
    reasons,
)
from vedette.engine.library import games
from vedette.engine.odds.search import Search
from vedette.engine.requests import ChoiceRequest, DiceRequest
from vedette.engine.session import Session, new_session
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.state import (
    Dropped,
    Fight,
    LastMove,
    Map,
    Options,
    Wall,
    WatchedHex,
    Weapon,
)
from vedette.games.close_quarters.view.actions import actions, form
from vedette.games.close_quarters.view.attack_forms import sets_off
from vedette.games.close_quarters.view.turn_forms import facing_after
from vedette.testing.proposals import HOSTILE
from vedette.tui.keys import RESERVED
from vedette.tui.widgets.form_lines import gauge_lines
from vedette.view.common_forms import place_form
from vedette.view.outlook import harm, tells_cards

# --- placing by hand


def test_somebody_is_put_into_any_free_hex_and_never_into_a_wall() -> None:
    game = duel("between")
    game = game.with_unit("ann", hex="").with_map(terrain={"0305": "wall"})
    made = place_form(RULESET, game, "ann", {"hex": "0304", "facing": "n"})
    assert made.ready
    assert made.refusal is None
    assert made.command["values"] == {"units.ann.hex": "0304", "units.ann.facing": "n"}
    assert made.board is not None
    assert "0304" in made.board.choices
    assert not {"0305", game.units["cid"].hex} & made.board.choices
    walled = place_form(RULESET, game, "ann", {"hex": "0305"})
    assert walled.refusal is not None
    assert walled.refusal.rule == "CQ-ENV-11"
    assert "both stand in" in place_form(RULESET, game, "ann", {"hex": game.units["cid"].hex}).error


def test_who_is_empty_handed_readies_a_weapon_before_he_aims() -> None:
    game = duel("action")
    names = [action.do for action in actions(game.with_unit("ann", ready=()), "ann")]
    assert names.index("ready") < names.index("aim")
    assert [action.do for action in actions(game, "ann")].index("aim") < names.index("aim")


def test_a_shot_that_may_hit_a_friend_says_whom() -> None:
    game = duel()
    crowded = replace(game, units={**game.units, "bea": man("red", "0604", KNIFE)})
    risky = form(crowded, "shoot", "ann", {"target": "cid"})
    assert lines(risky)["May hit a friend:"].endswith("in the way")
    assert "May hit a friend:" not in lines(form(duel("action"), "shoot", "ann", {"target": "cid"}))


# --- moving


def test_two_steps_are_four_keys() -> None:
    made = pressed(duel("movement"), "move", "ann", "d", "d")
    assert made.ready
    assert made.refusal is None
    assert made.command == {"do": "move", "by": "ann", "path": ["0403", "0504"]}
    assert field(made, "path").hint == "2 of 10 MOV, half 5"
    assert lines(made)["Afterwards"].startswith("ready")
    assert made.board is not None
    figure = made.board.figure("ann")
    assert figure is not None
    assert figure.hex == "0504"


def test_he_keeps_an_eye_on_whom_he_had_in_front() -> None:
    game = duel("movement")
    assert facing_after(game, "ann", ["0302"]) == "se"
    turned_away = game.with_unit("ann", facing="nw")
    assert facing_after(turned_away, "ann", ["0302"]) == "n"
    assert facing_after(game, "ann", []) == "se"


def test_another_facing_is_two_keys() -> None:
    made = pressed(duel("movement"), "move", "ann", "w", "f", "w")
    assert made.command["facing"] == "n"
    assert made.command["path"] == ["0302"]


def test_a_way_that_doesn_t_hang_together_is_cut() -> None:
    made = form(duel("movement"), "move", "ann", {"path": ["0302", "0909", "0301"]})
    assert made.command["path"] == ["0302"]


def test_running_leaves_no_action() -> None:
    path = ["0304", "0305", "0306", "0307", "0308", "0309"]
    assert "no action" in lines(form(duel("movement"), "move", "ann", {"path": path}))["Afterwards"]


def test_things_on_the_way_can_be_picked_up() -> None:
    game = replace(duel("movement"), map=Map(dropped={"k": Dropped("fighting-knife", "0302")}))
    game = game.with_unit("ann", ready=(), slung=("rifle",))
    made = form(game, "move", "ann", {"path": ["0302"], "pick_up": "k"})
    assert made.refusal is None
    assert field(made, "path").hint.startswith("4 of 10 MOV")
    assert made.command["pick_up"] == "k"


# --- attacks


def test_a_shot_is_two_keys() -> None:
    made = pressed(duel(), "shoot", "ann")
    assert made.ready
    assert made.refusal is None
    assert made.command == {"do": "shoot", "by": "ann", "weapon": "rifle", "target": "cid", "mode": "single"}


def test_targets_come_by_their_likelihood_and_tell_it() -> None:
    units = {
        **duel().units,
        "dan": man("blue", "0505", KNIFE),
        "eve": man("blue", "0101", KNIFE),
    }
    targets = field(form(fight(units), "shoot", "ann", {}), "target")
    assert [choice.value for choice in targets.choices] == ["dan", "cid", "eve"]
    assert labels(targets)[0].startswith("Blue, 3 hexes: ")
    assert labels(targets)[0].endswith("%")
    refusal = targets.choices[2].why_not
    assert refusal is not None
    assert refusal.rule == "CQ-MAP-5"


def test_a_comma_in_a_name_parts_no_columns_of_the_targets() -> None:
    kane = man("blue", "0906", SWORD, name="Kane, the Elder", facing="nw", posture="kneeling")
    cid = field(form(fight({**duel().units, "cid": kane}), "shoot", "ann", {}), "target").choices[0]
    assert cid.columns[:2] == ("Kane, the Elder", "6")
    assert cid.note.startswith("kneeling")


def test_the_breakdown_ends_with_number_dice_and_chance() -> None:
    made = form(duel().with_unit("cid", posture="kneeling"), "shoot", "ann", {})
    assert made.lines[-1].label == "To hit"
    assert made.lines[-1].text.startswith("11 or less on 3 dice: 62%")
    assert reasons(made)["Stock in both hands"] == "+1"
    assert lines(made)["A hit:"].startswith("4d6+1")


def test_the_line_of_fire_is_laid_over_the_map() -> None:
    shown = form(duel(), "shoot", "ann", {}).board
    assert shown is not None
    assert shown.line is not None
    assert shown.line.hexes[-1] == "0906"
    assert not shown.line.blocked


def test_who_has_to_show_himself_does() -> None:
    game = replace(duel().with_unit("ann", posture="kneeling"), map=Map(walls=(Wall("0303", "se", 1.0),)))
    made = form(game, "shoot", "ann", {})
    assert made.refusal is None
    assert made.command["expose"] == "over"
    assert not field(made, "expose").advanced
    assert form(game, "shoot", "ann", {"expose": "lean"}).command["expose"] == "lean"


def test_modes_and_the_dice_of_energy_weapons_are_asked_for_where_there_are_any() -> None:
    game = duel().with_unit("ann", weapons=(AUTO,), ready=("auto",), belt=())
    made = form(game, "shoot", "ann", {"mode": "auto"})
    assert [choice.value for choice in field(made, "mode").choices] == ["single", "burst", "auto"]
    laser = Weapon(id="laser", type="laser-pistol", ammo=10)
    game = duel().with_unit("ann", weapons=(laser,), ready=("laser",), belt=())
    assert form(game, "shoot", "ann", {"power": 1}).command["power"] == 1


def test_a_quick_shot_draws_from_the_belt() -> None:
    game = replace(duel(), options=Options(quick_shot=True))
    game = game.with_unit("ann", weapons=(GUN,), ready=(), belt=("gun",))
    made = form(game, "shoot", "ann", {})
    assert made.refusal is None
    assert made.command["quick"] is True


def test_a_blow_is_made_with_the_weapon_in_hand() -> None:
    made = form(contact(), "attack", "ann", {})
    assert made.refusal is None
    assert made.command == {"do": "attack", "by": "ann", "weapon": "sword", "target": "cid"}
    assert labels(field(made, "weapon"))[-1].startswith("Bare hands: ")


def test_a_gun_in_contact_is_a_club() -> None:
    game = contact().with_unit("ann", weapons=(RIFLE,), ready=("rifle",), belt=())
    made = form(game, "attack", "ann", {"weapon": "rifle"})
    assert made.command["as_club"] is True
    assert made.refusal is None


@pytest.mark.parametrize(
    ("do", "type", "said"), [("staff", "staff", "To hit"), ("sweep", "broadsword", "Blue")]
)
def test_a_staff_and_a_sweep_tell_their_chances(do: str, type: str, said: str) -> None:
    long = Weapon(id="long", type=type, grip=2)
    game = contact().with_unit("ann", weapons=(long,), ready=("long",), belt=())

    assert "on 3 dice" in lines(form(game, do, "ann", {}))[said]


def test_a_grenade_goes_where_the_nearest_enemy_stands() -> None:
    game = duel().with_unit("ann", weapons=(GRENADE,), ready=("frag",), belt=())
    made = form(game, "throw_grenade", "ann", {})
    assert made.refusal is None
    assert made.command == {
        "do": "throw_grenade",
        "by": "ann",
        "weapon": "frag",
        "hex": "0906",
        "fuse": "turn",
    }
    assert lines(made)["In it"] == "Blue"
    near = form(game, "throw_grenade", "ann", {"hex": game.units["ann"].hex})
    assert lines(near)["Hits your own:"] == "Red"


def test_nothing_is_told_of_a_grenade_that_is_thrown_nowhere_yet() -> None:
    game = duel().with_unit("ann", weapons=(GRENADE,), ready=("frag",), belt=(), facing="nw")
    made = form(game, "throw_grenade", "ann", {})
    assert field(made, "hex").value is None
    assert made.lines == ()


def test_opportunity_fire_offers_the_way_of_who_moved() -> None:
    game = replace(duel("movement", active="blue"), last_move=LastMove("cid", ("0906", "0806", "0705")))
    game = game.with_unit("ann", overwatch=WatchedHex("rifle", "0705", "opportunity", 1))
    made = form(replace(game, options=Options(opportunity_fire=True)), "opportunity_fire", "ann", {})
    assert made.command == {"do": "opportunity_fire", "by": "ann", "target": "cid", "hex": "0705"}
    assert [choice.value for choice in field(made, "hex").choices] == ["0705", "0806"]
    assert "on 3 dice" in lines(made)["To hit"]


# --- other forms


def test_what_is_in_the_way_is_put_on_the_belt() -> None:
    made = form(duel(), "ready", "ann", {"weapon": "knife"})
    assert made.refusal is None
    assert made.command == {"do": "ready", "by": "ann", "weapon": "knife", "stow": ["rifle"]}


def test_engaged_he_drops_what_he_holds_for_another_weapon() -> None:
    made = form(contact(), "switch", "ann", {})
    assert made.refusal is None
    assert made.command == {"do": "switch", "by": "ann", "weapon": "knife", "drop": ["sword"]}


def test_the_initiative_is_rolled_unless_somebody_says_more() -> None:
    game = replace(duel(), phase="initiative")
    assert form(game, "initiative", "red", {}).command == {"do": "initiative", "by": "red"}
    surprised = form(game, "initiative", "red", {"how": "surprise blue"})
    assert surprised.command == {"do": "initiative", "by": "red", "surprise": "blue"}
    assert form(game, "initiative", "red", {"how": "flee red"}).refusal is not None


def test_what_is_too_dear_says_so() -> None:
    game = replace(duel(), phase="between")
    things = field(form(game, "buy", "ann", {}), "type")
    assert any("credits" in choice.label for choice in things.choices)
    assert all(choice.why_not for choice in things.choices if "10000" in choice.label)


def test_a_check_in_combat_asks_who_makes_it() -> None:
    game = duel()
    made = form(game, "check", "ann", {"what": "str", "who": "ann"})
    assert made.command == {"do": "check", "by": "ann", "attribute": "str"}
    assert "check" in [action.do for action in actions(game, "red")]


# --- everything


LONG = ("foxholes", "ruins-patrol")
"""Many who act: tried with `--thorough`."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.thorough] if name in LONG else [])
        for name in games("close-quarters")
    ],
)
def test_a_game_can_be_played_from_its_lists_and_forms(name: str) -> None:
    luck = Random(name)
    session = new_session(RULESET, games("close-quarters")[name], seed=7)
    done: set[str] = set()
    for _ in range(40):
        _answered(session, luck)
        _keys_are_free(session.state)
        shown = [
            action
            for by in (*session.state.sides, *session.state.units)
            for action in actions(session.state, by)
        ]
        possible = [
            action for action in shown if action.why_not is None and action.do not in ("concede", "settle")
        ]
        for action in luck.sample(shown, min(4, len(shown))):
            _bears_anything(session.state, action.do, action.by, luck)
        if not possible:
            break
        action = next(
            (one for one in possible if one.do in WANTED and one.do not in done), luck.choice(possible)
        )
        words: Mapping[str, Any] = {"do": action.do, "by": action.by}
        if action.form:
            made = form(
                session.state, action.do, action.by, _filled(session.state, action.do, action.by, luck)
            )
            if not made.ready:
                continue
            words = made.command
        outcome = session.do(words)
        assert outcome.refusal is None or action.form, (words, outcome.refusal)
        done.add(action.do)
    assert {"start_combat", "initiative", "move", "end_movement"} <= done


WANTED = ("start_combat", "initiative")


def _answered(session: Session[Any], luck: Random) -> None:
    """Everything that the game asks is answered."""
    while session.request is not None:
        if isinstance(session.request, DiceRequest):
            session.answer(session.throw())
        else:
            assert isinstance(session.request, ChoiceRequest)
            session.answer(luck.choice(session.request.options).value)


def _keys_are_free(game: Fight) -> None:
    """Letters of actions leave those of the screen alone."""
    for by in (*game.sides, *game.units):
        assert not RESERVED & {action.key for action in actions(game, by)}


def _filled(game: Fight, do: str, by: str, luck: Random) -> dict[str, Any]:
    """A draft of possible choices."""
    draft: dict[str, Any] = {}
    for _ in range(3):
        for asked in form(game, do, by, draft).fields:
            possible = [choice.value for choice in asked.choices if choice.why_not is None]
            if asked.kind == "path" and possible and luck.random() < 0.7:
                draft[asked.name] = [*(asked.value or []), luck.choice(possible)]
            elif asked.kind in ("choice", "hex") and possible and luck.random() < 0.3:
                draft[asked.name] = luck.choice(possible)
    return draft


def _bears_anything(game: Fight, do: str, by: str, luck: Random) -> None:
    """No draft is too strange for a form."""
    names = [asked.name for asked in form(game, do, by, {}).fields]
    for _ in range(3):
        form(game, do, by, {name: luck.choice(HOSTILE) for name in names})


def test_a_grenade_tells_how_likely_its_blast_hurts_each_and_the_map_shows_it() -> None:
    nade = Weapon("nade", "fragmentation-grenade")
    game = fight(
        {
            "ann": one("red", "0303", weapons=(nade,), ready=("nade",)),
            "cid": one("blue", "0603", armor="heavy-alloy"),
            "dan": one("blue", "0604"),
        }
    )
    goes_off = sets_off(game, {"do": "throw_grenade", "by": "ann", "weapon": "nade", "hex": "0603"})
    assert goes_off is not None
    search = Search(goes_off, game, tells_cards(RULESET.view, game), heard=frozenset())
    assert search.go_on()
    found = harm(search.odds)
    assert found == {"cid": "34%", "dan": "100%"}
    assert sets_off(game, {"do": "shoot", "by": "ann", "weapon": "nade", "target": "cid"}) is None


def test_what_a_move_spends_stands_tall_with_a_mark_at_the_half() -> None:
    made = form(duel("movement"), "move", "ann", {"path": ["0304"]})
    gauge = field(made, "path").gauge
    assert gauge is not None
    assert (gauge.spent, gauge.mark) == (1, gauge.most // 2)
    *figure, bar = gauge_lines(made, 34)
    assert f"of {gauge.most} MOV, half {gauge.mark}" in figure[-1].text
    assert bar.text.index("┃") == 1 + 32 * gauge.mark // gauge.most


@pytest.mark.parametrize("armor", ["steel-vest", ""])
def test_the_form_of_an_attack_tells_what_the_target_wears(armor: str) -> None:
    game = duel()
    cid = replace(game.units["cid"], armor=armor)
    game = replace(game, units={**game.units, "cid": cid})
    hit = lines(form(game, "shoot", "ann", {"target": "cid"}))["A hit:"]
    assert ("steel vest" in hit) == bool(armor)
