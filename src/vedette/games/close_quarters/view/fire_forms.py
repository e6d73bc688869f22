"""The forms of shots, throws, flame throwers and aiming: whom, with what, how, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.games.close_quarters.attacks.attempt import BAYONET
from vedette.games.close_quarters.attacks.flaming import before_the_flame
from vedette.games.close_quarters.attacks.shooting import before_the_shot, shots_opened
from vedette.games.close_quarters.attacks.shot_checks import HEIGHTS, MODES, NO_GUNS, energy_dice, is_throwable
from vedette.games.close_quarters.attacks.throwing import before_the_throw
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.turn.order import in_follow_up
from vedette.games.close_quarters.values.arms import Arm, damage, figures, strong_max
from vedette.games.close_quarters.values.skills import knows
from vedette.games.close_quarters.view.asked import (
    Asked,
    Words,
    bare,
    count,
    graded,
    open_first,
    plain,
    text,
    wanted,
    words_of,
)
from vedette.games.close_quarters.view.board import board, fire_line
from vedette.games.close_quarters.view.breakdown import Foreseen, breakdown, foreseen, likeliest_first
from vedette.games.close_quarters.view.people import UNARMED, enemies, ready_weapons, targets, weapons
from vedette.games.close_quarters.view.told import BARE_HANDS
from vedette.games.close_quarters.weapon import Weapon
from vedette.view.board import Board
from vedette.view.fields import Draft, chosen, toggle
from vedette.view.forms import Scales
from vedette.view.vocabulary import Choice, Detail, Field

MODE_NAMES = {"single": "single shots", "burst": "burst", "auto": "automatic fire"}

EXPOSING = {"over": "over the wall (then -6 to hit him)", "lean": "leaning out (-2, then -4 to hit him)"}

SUPPORTS = {"rest": "rested on something", "bipod": "bipod", "tripod": "tripod"}

SPOTS = {
    "head": "head", "weapon-arm": "weapon arm", "other-arm": "other arm", "right-leg": "right leg", "left-leg": "left leg",
}  # fmt: skip

SIZES = {"small": "small burst, 3 hexes", "large": "large burst, 7 hexes"}

HIDDEN = "CQ-ENV-10"
"""The rule that makes the firer show himself."""

THROWN_WEAPONS = "thrown-weapons"


def shoot(scales: Scales[Fight], by: str, draft: Draft) -> Asked:
    """Target and weapon; the mode of fire; what is seldom said is folded away."""
    one = scales.state.units[by]
    weapon = _gun(scales, by, draft)
    words = {**bare("shoot", by), **_said(weapon), **_drawn(one, weapon)}
    held = one.weapon(text({"weapon": weapon.value}, "weapon"))
    more = _of_a_gun(scales, words, one, held, draft) if held else []
    words |= words_of("shoot", by, more)
    target = _target(scales, words, by, draft, before_the_shot)
    fields = [target, weapon, *more]
    words = _showing({**words, **_said(target)}, scales, draft)
    fields.append(_exposing(words, draft))
    lines = (*_effect(scales, words, held), *_roll(scales, words, before_the_shot))
    return Asked(fields, words, lines, _board(scales.state, by, target))


def throw(scales: Scales[Fight], by: str, draft: Draft) -> Asked:
    """Target and weapon, strength to spare, a part of the body."""
    game, one = scales.state, scales.state.units[by]
    offered = ready_weapons(one, is_throwable)
    if game.options.quick_shot and not one.ready and knows(one, THROWN_WEAPONS):
        offered = {**offered, **weapons(one, ("belt",), is_throwable)}
    weapon = _weapon(scales, "throw", by, draft, offered)
    words = {**bare("throw", by), **_said(weapon), **_drawn(one, weapon)}
    held = one.weapon(text({"weapon": weapon.value}, "weapon"))
    more = [*strength(one, held, draft), *spot(game, draft)]
    words |= words_of("throw", by, more)
    target = _target(scales, words, by, draft, before_the_throw)
    words = _showing({**words, **_said(target)}, scales, draft)
    fields = [target, weapon, *more, _exposing(words, draft)]
    lines = (*_damage(one, held), *_roll(scales, words, before_the_throw))
    return Asked(fields, words, lines, _board(game, by, target))


def flame(scales: Scales[Fight], by: str, draft: Draft) -> Asked:
    """A small or a large burst at somebody; its hexes are asked for afterwards."""
    game, one = scales.state, scales.state.units[by]
    weapon = _weapon(scales, "flame", by, draft, ready_weapons(one, is_flame_thrower))
    words = {**bare("flame", by), **_said(weapon)}
    sizes = graded(scales, words, "size", SIZES, _anybody(game, by))
    size = chosen("size", "Burst", "b", draft, sizes, default="small")
    words |= _said(size)
    target = _target(scales, words, by, draft, before_the_flame)
    words |= _said(target)
    lines = _roll(scales, words, before_the_flame)
    return Asked([target, weapon, size], words, lines, _board(game, by, target))


def aim(scales: Scales[Fight], by: str, draft: Draft) -> Asked:
    """With what, and at whom."""
    game, one = scales.state, scales.state.units[by]
    offered = {**ready_weapons(one, lambda arm: True), UNARMED: BARE_HANDS}
    weapon = _weapon(scales, "aim", by, draft, offered)
    words = {**bare("aim", by), **_said(weapon)}
    choices = open_first(graded(scales, words, "target", targets(game, by, enemies(game, by))))
    kept = one.aim_target if one.aim_target in [choice.value for choice in choices] else ""
    target = wanted("target", "Target", "t", {"target": kept, **draft} if kept else draft, choices)
    words |= _said(target)
    turns = one.aim_turns if target.value == one.aim_target else 0
    lines = (Detail("Aiming", f"{turns} turns so far; each adds 1 to hit, 2 at most (CQ-RNG-7)"),)
    return Asked([target, weapon], words, lines, _board(game, by, target))


# --- the weapon


def is_gun(arm: Arm) -> bool:
    """Whether one shoots with it."""
    return arm.missile and not any(arm.is_a(kind) for kind in NO_GUNS)


def is_flame_thrower(arm: Arm) -> bool:
    """Whether it is a flame thrower."""
    return arm.is_a("flame-thrower")


def _gun(scales: Scales[Fight], by: str, draft: Draft) -> Field:
    game, one = scales.state, scales.state.units[by]
    offered = ready_weapons(one, is_gun)
    if in_follow_up(game, by):
        offered = {id: label for id, label in offered.items() if id == one.fired} or offered
    if game.options.quick_shot and not one.ready:
        quick = weapons(one, ("belt",), lambda arm: is_gun(arm) and arm.length == "short")
        offered = {**offered, **{id: f"{label}, drawn (one die more)" for id, label in quick.items()}}
    return _weapon(scales, "shoot", by, draft, offered)


def _weapon(scales: Scales[Fight], do: str, by: str, draft: Draft, offered: Mapping[Any, str]) -> Field:
    one = scales.state.units[by]
    filler = _anybody(scales.state, by)
    choices: list[Choice] = []
    for id, label in offered.items():
        words = {**bare(do, by), **_drawn_id(one, id), **_mode_of(do, one, id)}
        choices += graded(scales, words, "weapon", {id: label}, filler)
    return wanted("weapon", "Weapon", "w", draft, choices)


def _mode_of(do: str, one: Character, id: str) -> Words:
    """The first mode that the weapon has, so that it isn't refused for one that it lacks."""
    weapon = one.weapon(id)
    if do != "shoot" or weapon is None:
        return {}
    return {"mode": one.mode if one.shots and one.mode else next(iter(modes(weapon)), "single")}


def modes(weapon: Weapon) -> list[str]:
    """The modes of fire that a weapon has."""
    return [mode for mode, shots in zip(MODES, figures(weapon).shots, strict=True) if shots]


def _drawn(one: Character, weapon: Field) -> Words:
    return _drawn_id(one, str(weapon.value or ""))


def _drawn_id(one: Character, id: str) -> Words:
    """CQ-OPT-10: what is on the belt is drawn and fired at once."""
    return {"quick": True} if id in one.belt else {}


def _anybody(game: Fight, by: str) -> Words:
    """Some target, for a command that can't be read without."""
    other = next((name for name in (*enemies(game, by), *game.units) if name != by), "")
    return {"target": other} if other else {}


def _said(field: Field) -> Words:
    return {} if field.value is None else {field.name: field.value}


# --- how it is fired


def _of_a_gun(scales: Scales[Fight], words: Words, one: Character, held: Weapon, draft: Draft) -> list[Field]:
    """Mode, rounds, dice; support, posture, place, bayonet, tank."""
    fields = [*_modes(scales, words, one, held, draft), *_energy(held, draft)]
    fields += [_support(held, draft), *_lower(one, draft), *spot(scales.state, draft)]
    if BAYONET in held.fitted:
        fields.append(toggle("then_bayonet", "Then the bayonet", "b", draft, hint="at the same target"))
    if _tanks(scales.state, words["by"]):
        fields.append(toggle("tank", "At the tank", "k", draft, advanced=True, hint="of a flame thrower, from the rear"))
    return fields


def _modes(scales: Scales[Fight], words: Words, one: Character, held: Weapon, draft: Draft) -> list[Field]:
    """Asked where the weapon has several; automatic fire also with how many rounds."""
    arm, known = figures(held), modes(held)
    usual = one.mode if one.shots and one.mode in known else next(iter(known), "single")
    labels = {mode: f"{MODE_NAMES[mode]}: {arm.shots[MODES.index(mode)]}" for mode in known}
    choices = graded(scales, words, "mode", labels, _anybody(scales.state, words["by"]))
    mode = chosen("mode", "Fire", "m", draft, choices, default=usual, advanced=len(known) < 2)
    if mode.value != "auto":
        return [mode]
    return [mode, count("rounds", "Rounds", "o", draft, advanced=True, hint=f"all {arm.shots[2]} unless said")]


def _energy(held: Weapon, draft: Draft) -> list[Field]:
    """CQ-NRG-1: the dice of a split shot."""
    arm = figures(held)
    if not arm.is_a("energy") or energy_dice(arm) < 2:
        return []
    dice = energy_dice(arm)
    choices = plain({n: f"{n} of {dice} dice" for n in range(dice, 0, -1)})
    return [chosen("power", "Power", "p", draft, choices, advanced=True, hint="weaker shots are more shots")]


def _support(held: Weapon, draft: Draft) -> Field:
    fitted = {id: label for id, label in SUPPORTS.items() if id == "rest" or id in held.fitted}
    return chosen("support", "Support", "r", draft, plain(fitted), advanced=len(fitted) < 2)


def _lower(one: Character, draft: Draft) -> list[Field]:
    """Going down before the shot, from standing or kneeling."""
    here = HEIGHTS.index(one.posture) if one.posture in HEIGHTS else 0
    lower = {posture: f"{posture} first" for posture in HEIGHTS[:here]}
    return [chosen("down", "Goes down", "d", draft, plain(lower), advanced=True)] if lower else []


def spot(game: Fight, draft: Draft) -> list[Field]:
    """CQ-OPT-7: a part of the body, where that is played."""
    if not game.options.aimed_shots:
        return []
    return [chosen("aim_at", "Aimed at", "a", draft, plain(SPOTS), advanced=True)]


def strength(one: Character, held: Weapon | None, draft: Draft) -> list[Field]:
    """CQ-WPN-4: strength to spare, for damage at the price of DEX."""
    most = strong_max(one, held) if held else 0
    if not most:
        return []
    choices = plain({n: f"+{n} damage, -{n} to hit" for n in range(1, most + 1)})
    return [chosen("power", "Extra strength", "p", draft, choices, advanced=True)]


def _tanks(game: Fight, by: str) -> bool:
    return any(
        figures(weapon).is_a("flame-thrower") for name in enemies(game, by) for weapon in game.units[name].weapons
    )


def _showing(words: Words, scales: Scales[Fight], draft: Draft) -> Words:
    """Who has to show himself shows himself over the wall, or else round its end, unless he says how."""
    said = text(draft, "expose")
    if said in EXPOSING:
        return {**words, "expose": said}
    for way in ("", *EXPOSING):
        tried = {**words, "expose": way} if way else words
        refusal = scales.weigh(tried).refusal
        if refusal is None or refusal.rule != HIDDEN:
            return tried
    return words


def _exposing(words: Words, draft: Draft) -> Field:
    """Whether he shows himself; out of the way where it doesn't matter."""
    needed = "expose" in words
    return chosen(
        "expose", "Shows himself", "e", draft, plain(EXPOSING), default=words.get("expose"), advanced=not needed
    )


# --- the target, and what it comes to


def _target(scales: Scales[Fight], words: Words, by: str, draft: Draft, before: Foreseen) -> Field:
    """The enemies by how likely they are hit."""
    game = scales.state

    def at(target: Any) -> Words:
        return _showing({**words, "target": target}, scales, draft)

    if not game.units[by].hex:
        return wanted("target", "Target", "t", draft, ())
    choices = tuple(
        choice
        for name, label in targets(game, by, enemies(game, by)).items()
        for choice in graded(scales, {**at(name)}, "target", {name: label}, {} if "weapon" in words else {"weapon": ""})
    )
    return wanted("target", "Target", "t", draft, likeliest_first(scales, choices, at, before))


def _roll(scales: Scales[Fight], words: Words, before: Foreseen) -> tuple[Detail, ...]:
    if not scales.state.units[words["by"]].hex or "target" not in words:
        return ()
    aim = foreseen(scales, words, before)
    return breakdown(aim) if aim is not None else ()


def _effect(scales: Scales[Fight], words: Words, held: Weapon | None) -> tuple[Detail, ...]:
    """Damage, and the shots of this turn."""
    one = scales.state.units[words["by"]]
    command = scales.weigh(words).command
    if held is None or command is None or in_follow_up(scales.state, words["by"]):
        return _damage(one, held)
    shots = shots_opened(scales.state, command)
    return (*_damage(one, held), Detail("Shots this turn", f"{shots}"))


def _damage(one: Character, held: Weapon | None) -> tuple[Detail, ...]:
    return (Detail("Damage", damage(one, held)),) if held else ()


def _board(game: Fight, by: str, target: Field) -> Board:
    """The map with the line of fire."""
    there = game.units.get(str(target.value or ""))
    line = fire_line(game, by, there.hex) if there and there.hex else None
    return board(game, side=game.units[by].side, line=line)
