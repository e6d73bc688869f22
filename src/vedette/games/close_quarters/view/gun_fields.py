"""How a gun is fired, as fields of a form: mode, rounds, dice, support, posture, a part of the body, the bayonet."""

from __future__ import annotations

from vedette.games.close_quarters.attacks.shooting import shots_opened
from vedette.games.close_quarters.attacks.shot_checks import HEIGHTS, MODES, energy_dice
from vedette.games.close_quarters.known import BAYONET
from vedette.games.close_quarters.near import anybody, enemies
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.turn.order import in_follow_up
from vedette.games.close_quarters.values.arms import Arm, figures, strong_max
from vedette.games.close_quarters.view.asked import plain, words_of
from vedette.games.close_quarters.weapon import Weapon
from vedette.kit.words import count
from vedette.view.fields import Draft, chosen, numeric, toggle
from vedette.view.forms import Scales, Words, graded
from vedette.view.vocabulary import Field

SHOTS = {"single": "single shot", "burst": "burst"}
"""What the modes of fire let fly that aren't automatic."""

SUPPORTS = {"rest": "rested on something", "bipod": "bipod", "tripod": "tripod"}

SPOTS = {
    "head": "head", "weapon-arm": "weapon arm", "other-arm": "other arm", "right-leg": "right leg", "left-leg": "left leg",
}  # fmt: skip


def of_a_gun(scales: Scales[Fight], words: Words, one: Character, held: Weapon, draft: Draft) -> list[Field]:
    """Mode, rounds, dice; support, posture, place, bayonet, tank."""
    energy = _energy(held, draft)
    fields = [*_modes(scales, {**words, **words_of("shoot", words["by"], energy)}, one, held, draft), *energy]
    fields += [*steadied(one, held, draft), *spot(scales.state, draft)]
    if BAYONET in held.fitted:
        fields.append(toggle("then_bayonet", "Then the bayonet", "b", draft, hint="at the same target"))
    if _tanks(scales.state, words["by"]):
        fields.append(
            toggle("tank", "At the tank", "k", draft, advanced=True, hint="of a flame thrower, from the rear")
        )
    return fields


def _modes(scales: Scales[Fight], words: Words, one: Character, held: Weapon, draft: Draft) -> list[Field]:
    """Filled where the weapon has several; automatic fire also with how many rounds."""
    arm, known = figures(held), modes(held)
    usual = one.mode if one.shots and one.mode in known else next(iter(known), "single")
    filler = {"target": anybody(scales.state, words["by"])}
    labels = {mode: _mode_words(scales, {**filler, **words, "mode": mode}, arm) for mode in known}
    choices = graded(scales, words, "mode", labels, filler)
    mode = chosen("mode", "Fire", "m", draft, choices, default=usual, advanced=len(known) < 2)
    if mode.value != "auto":
        return [mode]
    return [
        mode,
        numeric("rounds", "Rounds", "o", draft, advanced=True, hint=f"all {arm.shots[2]} unless said"),
    ]


def _mode_words(scales: Scales[Fight], words: Words, arm: Arm) -> str:
    """What a mode lets fly this turn: `2 single shots`, `automatic fire, 10 rounds`."""
    mode = words["mode"]
    if mode == "auto":
        return f"automatic fire, {count(arm.shots[MODES.index(mode)], 'round')}"
    command = scales.weigh(words).command
    if command is None or in_follow_up(scales.state, words["by"]):
        return f"{SHOTS[mode]}s"
    return count(shots_opened(scales.state, command), SHOTS[mode])


def _energy(held: Weapon, draft: Draft) -> list[Field]:
    """CQ-NRG-1: the dice of a split shot."""
    arm = figures(held)
    if not arm.is_a("energy") or energy_dice(arm) < 2:
        return []
    dice = energy_dice(arm)
    choices = plain({n: f"{n} of {dice} dice" for n in range(dice, 0, -1)})
    return [chosen("power", "Power", "p", draft, choices, advanced=True, hint="weaker shots are more shots")]


def steadied(one: Character, held: Weapon, draft: Draft) -> list[Field]:
    """What steadies the weapon, and going down to fire it."""
    return [_support(held, draft), *_lower(one, draft)]


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
        figures(weapon).is_a("flame-thrower")
        for name in enemies(game, by)
        for weapon in game.units[name].weapons
    )


def mode_of(do: str, one: Character, id: str) -> Words:
    """The first mode that the weapon has, so that it isn't refused for one that it lacks."""
    weapon = one.weapon(id)
    if do != "shoot" or weapon is None:
        return {}
    return {"mode": one.mode if one.shots and one.mode else next(iter(modes(weapon)), "single")}


def modes(weapon: Weapon) -> list[str]:
    """The modes of fire that a weapon has."""
    return [mode for mode, shots in zip(MODES, figures(weapon).shots, strict=True) if shots]
