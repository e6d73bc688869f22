"""What a player sees: cards, the map, prompts, actions and forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.contract.proposals import HOSTILE
from tests.games.close_quarters.fights import GUN, fight, one
from vedette.engine.asks import ChoiceAsk, DiceAsk
from vedette.engine.library import games
from vedette.engine.session import Session, new_session
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.state import (
    Character,
    Cloud,
    Dropped,
    Fight,
    Fire,
    Grenade,
    LastMove,
    Map,
    Options,
    Overwatch,
    Wall,
)
from vedette.games.close_quarters.view.actions import actions
from vedette.games.close_quarters.view.board import board, short_names
from vedette.games.close_quarters.view.cards import card
from vedette.games.close_quarters.view.forms import form
from vedette.games.close_quarters.view.move_form import facing_after
from vedette.games.close_quarters.view.table import moment, table
from vedette.games.close_quarters.weapon import Weapon
from vedette.tui.form_entry import FormEntry
from vedette.tui.keys import RESERVED
from vedette.view.vocabulary import Field, Form

RIFLE = Weapon(id="rifle", type="rifle", ammo=6, grip=2)
AUTO = Weapon(id="auto", type="autopistol", ammo=12)
SWORD = Weapon(id="sword", type="broadsword")
KNIFE = Weapon(id="knife", type="fighting-knife")
GRENADE = Weapon(id="frag", type="fragmentation-grenade")

ARMED: Mapping[str, Any] = {"skills": ("shoulderarms", "sword", "thrown-weapons")}


def man(side: str, hex: str, *weapons: Weapon, ready: int = 1, **more: Any) -> Character:
    """Somebody with weapons, the first ones of them in hand, the others on the belt."""
    ids = tuple(weapon.id for weapon in weapons)
    return one(side, hex, **{**ARMED, "weapons": weapons, "ready": ids[:ready], "belt": ids[ready:], **more})


def duel(phase: str = "action", **more: Any) -> Fight:
    """Ann with a rifle at 0303, looking south-east at Cid, six hexes away."""
    units = {
        "ann": man("red", "0303", RIFLE, KNIFE, dex=12, facing="se"),
        "cid": man("blue", "0906", SWORD, facing="nw"),
    }
    return fight(units, phase, **more)


def contact(**more: Any) -> Fight:
    """Ann with a sword, face to face with Cid."""
    units = {
        "ann": man("red", "0303", SWORD, KNIFE, dex=12, facing="s", **more),
        "cid": man("blue", "0304", SWORD, facing="n"),
    }
    return fight(units)


def badges(game: Fight, name: str) -> list[str]:
    return [badge.text for badge in card(game, name).badges]


def offered(game: Fight, by: str) -> list[str]:
    return [action.do for action in actions(game, by)]


def field(made: Form, name: str) -> Field:
    return next(one for one in made.fields if one.name == name)


def labels(one: Field) -> list[str]:
    return [choice.label for choice in one.choices]


def lines(made: Form) -> dict[str, str]:
    return {detail.label: detail.text for detail in made.lines}


def pressed(game: Fight, do: str, by: str, *keys: str) -> Form:
    """A form after some keys, as the screen takes them."""
    entry = FormEntry(lambda draft: form(game, do, by, draft), lambda target: {}, {})
    for key in keys:
        entry.key(key, key if len(key) == 1 else None)
    return entry.form


# --- cards


def test_a_card_tells_hex_hits_dex_and_movement() -> None:
    game = duel().with_unit("ann", damage=4, moved=1)
    ann = card(game, "ann")
    assert (ann.value, ann.full) == (7, 11)
    assert dict(ann.stats)["Hex"] == "0303 ↘"
    assert dict(ann.stats)["STR"] == "7/11"
    assert dict(ann.stats)["MOV"] == "1/10"
    assert dict(ann.stats)["DEX"] == "12"


def test_dex_is_told_with_its_list() -> None:
    game = duel().with_unit("ann", armor="leather", status=("hurt",), hurt_until="end-2")
    told = {detail.label: detail.text for detail in card(game, "ann").details}
    assert told["DEX"].startswith("9 = 12, Armor -1, ")


def test_the_weapon_in_hand_is_told_with_its_ammunition_and_condition() -> None:
    game = duel()
    assert "Rifle 6/6" in badges(game, "ann")
    assert "Rifle 0/6 (empty)" in badges(game.with_weapon("ann", "rifle", ammo=0), "ann")
    assert "Rifle 6/6 (broken for good)" in badges(
        game.with_weapon("ann", "rifle", broken="permanent"), "ann"
    )


def test_marks_are_told_in_words() -> None:
    game = duel().with_unit(
        "ann",
        aim_target="cid",
        aim_turns=2,
        hurt_until="movement-3",
        status=("hurt", "tear-gas"),
        burning="half",
        stunned=2,
        dodging=True,
        posture="prone",
        leaks=1,
        arms_lost=("weapon-arm",),
        overwatch=Overwatch("rifle", "0305", "opportunity", 1),
    )
    assert {
        "prone", "stunned 2", "burning half", "aiming 2 at Blue", "hurt until the movement of turn 3", "tear gas",
        "dodging", "1 leak", "weapon arm useless", "watches 0305, 1 shots",
    } <= {*badges(game, "ann")}  # fmt: skip


def test_who_engages_him_is_told() -> None:
    assert "engaged by Blue" in badges(contact(), "ann")


@pytest.mark.parametrize(
    ("changes", "word"),
    [({"damage": 11}, "dead"), ({"damage": 10}, "unconscious"), ({"subdued": True}, "subdued"), ({"left": True}, "left the map")],
)  # fmt: skip
def test_the_out_are_gone(changes: dict[str, Any], word: str) -> None:
    game = duel().with_unit("cid", **changes)
    assert card(game, "cid").standing == "gone"
    assert badges(game, "cid") == [word]
    assert offered(game, "cid") == []


def test_standings_follow_the_order_of_action() -> None:
    game = duel()
    assert card(game, "ann").standing == "active"
    assert card(game, "cid").standing == "ready"
    moving = duel("movement").with_unit("ann", done=True)
    assert card(moving, "ann").standing == "done"


# --- the map


def test_the_map_has_terrain_walls_and_what_lies_on_it() -> None:
    ground = Map(
        cols=12,
        rows=10,
        terrain={"0101": "water-knee", "0102": "broken", "0103": "wall"},
        pits={"0104": 1.0},
        walls=(Wall("0505", "n", 0.5), Wall("0505", "s", 3)),
        fires={"0106": Fire("oil", 3)},
        clouds={"c": Cloud("smoke", "1010", 2, 1)},
        grenades={"g": Grenade("explosive", "0107", "turn", 1)},
        dropped={"k": Dropped("fighting-knife", "0108")},
    )
    drawn = board(replace(duel(), map=ground))
    signs = {hex: (cell.ground, cell.marks) for hex, cell in drawn.cells.items()}
    assert signs["0101"] == ("~", "")
    assert signs["0102"] == (".", "")
    assert drawn.cells["0103"].solid
    assert signs["0104"] == ("o", "")
    assert signs["0106"] == ("", "*")
    assert signs["0107"] == ("", "!")
    assert signs["0108"] == ("", "'")
    assert signs["1009"] == signs["1010"] == ("", "░")
    assert [edge.weight for edge in drawn.edges] == [1, 3]
    assert "Fighting knife" in drawn.cells["0108"].words


def test_figures_have_letters_of_their_own_and_arrows() -> None:
    game = duel()
    drawn = {figure.id: figure for figure in board(game).figures}
    assert drawn["ann"].letters == "R"
    assert drawn["cid"].letters == "B"
    assert drawn["ann"].facing == "se"
    alike = game.with_unit("cid", name="Rufus").with_unit("ann", name="Rena")
    assert dict(short_names(alike)) == {"ann": "Re", "cid": "Ru"}


def test_threat_zones_are_those_of_the_enemies_of_who_acts() -> None:
    shown = table(duel("movement"), None).board
    assert shown is not None
    assert shown.threats == {"0806", "0905", "0805"}


# --- the table


def test_the_score_is_who_is_able() -> None:
    sides = table(duel().with_unit("cid", stunned=1), None).sides
    assert [side.score for side in sides] == ["1/1 able", "0/1 able"]


def test_prompts_say_who_must_do_what() -> None:
    assert table(duel("movement"), None).prompt.text == "Red moves: Red. End the movement with e."
    acting = table(duel(), None).prompt
    assert acting.text == "Red acts (DEX 12)."
    assert acting.side == "red"
    assert "Then Blue (10)" in acting.hint
    assert moment(duel()) == "Turn 1 · Action · Red"


def test_the_end_of_the_turn_tells_what_it_brings() -> None:
    game = replace(duel("end"), map=Map(grenades={"g": Grenade("explosive", "0505", "turn", 1)}))
    hint = table(game.with_unit("cid", burning="whole"), None).prompt.hint
    assert "Fire hurts Blue." in hint
    assert "explosive in 0505" in hint


def test_a_finished_game_tells_its_outcome() -> None:
    over = table(replace(duel(), outcome="red"), None)
    assert over.outcome == "Red wins"
    assert table(replace(duel(), outcome="draw"), None).outcome == "A draw"


# --- actions


def test_only_what_makes_sense_is_offered() -> None:
    assert offered(duel("movement"), "ann") == ["move"]
    assert offered(duel(), "ann") == ["shoot", "aim", "dodge", "ready", "drop", "pass"]
    assert offered(duel(), "cid") == ["dodge"]
    assert offered(contact(), "ann") == [
        "attack",
        "slam",
        "attempt_hth",
        "aim",
        "defend",
        "disengage",
        "switch",
        "pass",
    ]


def test_in_a_follow_up_slot_there_is_only_the_next_shot() -> None:
    session = _session(duel())
    session.do({"do": "shoot", "by": "ann", "weapon": "rifle", "target": "cid"})
    _answered(session, Random(1))
    if session.state.actor == "ann":
        assert offered(session.state, "ann") == ["shoot", "pass"]


def test_in_hth_there_is_only_hth() -> None:
    game = contact(hth=True, posture="fallen").with_unit("cid", hth=True, hex="0303", posture="fallen")
    assert offered(game, "ann") == ["attack", "subdue", "disarm", "ready", "disengage", "pass"]


def test_a_closed_action_says_why() -> None:
    closed = {
        action.do: action.why_not for action in actions(duel().with_unit("ann", moved=3, half=5), "ann")
    }
    assert closed["shoot"] is not None
    assert closed["shoot"].rule == "CQ-ACT-4"
    assert closed["dodge"] is None


def test_who_isn_t_about_to_move_may_flee_from_a_pursuer() -> None:
    game = duel("movement")
    (flee,) = actions(game, "cid")
    assert flee.title == "Flee ahead of a pursuer"
    assert flee.why_not is None
    assert labels(field(form(game, "move", "cid", {}), "chase")) == ["Red"]


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


def test_the_breakdown_ends_with_number_dice_and_chance() -> None:
    made = form(duel().with_unit("cid", posture="kneeling"), "shoot", "ann", {})
    assert made.lines[-1].label == "To hit"
    assert made.lines[-1].text == "11 or less on 3 dice: 62%"
    assert lines(made)["Stock in both hands"] == "+1 (CQ-RNG-4)"
    assert lines(made)["Damage"] == "4d6+1"


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
    assert [choice.value for choice in field(form(game, "shoot", "ann", {}), "mode").choices][0] == "single"
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


def test_opportunity_fire_offers_the_way_of_who_moved() -> None:
    game = replace(duel("movement", active="blue"), last_move=LastMove("cid", ("0906", "0806", "0705")))
    game = game.with_unit("ann", overwatch=Overwatch("rifle", "0705", "opportunity", 1))
    made = form(replace(game, options=Options(opportunity_fire=True)), "opportunity_fire", "ann", {})
    assert made.command == {"do": "opportunity_fire", "by": "ann", "target": "cid", "hex": "0705"}
    assert [choice.value for choice in field(made, "hex").choices] == ["0705", "0806"]


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
    assert actions(game, "red")[-1].do == "check"


# --- everything


@pytest.mark.parametrize("name", list(games("close-quarters")))
def test_a_game_can_be_played_from_its_lists_and_forms(name: str) -> None:
    luck = Random(name)
    session = new_session(RULESET, games("close-quarters")[name], seed=7)
    done: set[str] = set()
    for _ in range(45):
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
        for action in luck.sample(shown, min(6, len(shown))):
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


def _session(game: Fight) -> Session[Fight]:
    """A session that stands where a game stands."""
    setup = next(iter(games("close-quarters").values()))
    session: Session[Fight] = new_session(RULESET, setup, seed=3)
    session.timeline.base = game  # type: ignore[attr-defined]
    return session


def _answered(session: Session[Any], luck: Random) -> None:
    """Everything that the game asks is answered."""
    while session.ask is not None:
        if isinstance(session.ask, DiceAsk):
            session.answer(session.throw())
        else:
            assert isinstance(session.ask, ChoiceAsk)
            session.answer(luck.choice(session.ask.options).value)


def _keys_are_free(game: Fight) -> None:
    """Letters of actions leave those of the screen alone."""
    for by in (*game.sides, *game.units):
        assert not RESERVED & {action.key for action in actions(game, by)}


def _filled(game: Fight, do: str, by: str, luck: Random) -> dict[str, Any]:
    """A draft of possible choices."""
    draft: dict[str, Any] = {}
    for _ in range(3):
        for one in form(game, do, by, draft).fields:
            possible = [choice.value for choice in one.choices if choice.why_not is None]
            if one.kind == "path" and possible and luck.random() < 0.7:
                draft[one.name] = [*(one.value or []), luck.choice(possible)]
            elif one.kind in ("choice", "hex") and possible and luck.random() < 0.3:
                draft[one.name] = luck.choice(possible)
    return draft


def _bears_anything(game: Fight, do: str, by: str, luck: Random) -> None:
    """No draft is too strange for a form."""
    names = [one.name for one in form(game, do, by, {}).fields]
    for _ in range(3):
        form(game, do, by, {name: luck.choice(HOSTILE) for name in names})
