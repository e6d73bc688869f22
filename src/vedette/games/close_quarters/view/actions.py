"""What a character or a side may do now, in the order in which it is listed, why not the rest, what the table is reminded of, and the form of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.games.close_quarters.arms import Arm, figures
from vedette.games.close_quarters.attacks.to_hit import EXPOSING
from vedette.games.close_quarters.attacks.weapon_checks import EXPOSES, guns, is_flame_thrower, throwables
from vedette.games.close_quarters.candidates import HANDS, held, named, value_called
from vedette.games.close_quarters.derived import conscious
from vedette.games.close_quarters.near import in_hex, is_alive, is_enemy
from vedette.games.close_quarters.opening import sealed_watch
from vedette.games.close_quarters.specs import COMMANDS
from vedette.games.close_quarters.state import BAYONET, Character, Fight
from vedette.games.close_quarters.tables import TABLES
from vedette.games.close_quarters.turn.ending import what_follows
from vedette.games.close_quarters.turn.order import in_follow_up, situation
from vedette.games.close_quarters.turn.path import has_moved
from vedette.games.close_quarters.view import attack_forms, trade_forms, turn_forms
from vedette.games.close_quarters.view.attack_forms import board_to, drawing_words, parries_with_one
from vedette.games.close_quarters.view.board import board
from vedette.games.close_quarters.view.turn_forms import SWITCHED, sealed_shield, sealing_actions
from vedette.games.close_quarters.view.watching import (
    FIRE,
    LET_PASS,
    PHASE_CHECK,
    asked_to_fire,
    nobody_to_fire_at,
)
from vedette.kit.words import could_still
from vedette.view.asked import Among, asked_of, declared, reminded, stand_ins
from vedette.view.board import Board
from vedette.view.fields import Draft
from vedette.view.forms import FormBuilder, FormValidator, Words, action_of, bare, concede_form, why_not
from vedette.view.vocabulary import Action, Detail, Field, Form

DUE_FIRST = {"initiative": "initiative", "end": "end_turn"}
"""What comes before everything else in a phase, whoever is chosen."""


def actions(game: Fight, by: str) -> tuple[Action, ...]:
    """All actions that make sense for a character or a side."""
    if watchers := asked_to_fire(game):
        made = [_action(game, do, by) for do in (FIRE, LET_PASS) if by in watchers]
        return (
            (*made, *_last(game, by))
            if by in game.sides
            else (*made, *sealing_actions(game, by, PHASE_CHECK))
        )
    made = [_action(game, do, by) for do in offered(game, by)]
    if by in game.sides:
        return (*_without_dice(game, by), *made, *_last(game, by))
    return (*made, *sealing_actions(game, by, PHASE_CHECK))


def _without_dice(game: Fight, side: str) -> tuple[Action, ...]:
    """CQ-INI-3, CQ-INI-4: the initiative without dice. It has a line of its own, as it is seldom what happens."""
    if game.phase != "initiative":
        return ()
    rolled = _action(game, "initiative", side)
    return (replace(rolled, title="Surprise, or running on", key="i", form=True, usual=False),)


def _last(game: Fight, side: str) -> Iterator[Action]:
    """In combat a check, and conceding behind it: they come last, so that nobody gives them by mistake.

    The form of the check asks who makes it.
    """
    awake = [name for name in game.of(side) if conscious(game, name)]
    if awake and game.phase != "between":
        yield _action(game, "check", awake[0])
    if game.phase != "between" and not game.outcome:
        yield _action(game, "concede", side)


def _action(game: Fight, do: str, by: str) -> Action:
    refusal, waited_for = _why_not(game, do, by), do == _waited_for(game)
    deliberate = COMMANDS[do].deliberate or (not waited_for and _starts_anew(game, do))
    of_table = COMMANDS[do].of_table and not waited_for
    named = action_of(
        COMMANDS, do, by, refusal, title=title(game, do, by), form=_asks(game, do, by), of_table=of_table
    )
    secret = do == FIRE and sealed_watch(game, by) is not None
    return replace(named, secret=secret, usual=waited_for, deliberate=deliberate)


def _waited_for(game: Fight) -> str:
    """What comes next between combats and turns; else the lists begin with it anyway."""
    if game.outcome and not game.settled:
        return "settle"
    if game.phase in DUE_FIRST:
        return DUE_FIRST[game.phase]
    return "start_combat" if game.phase == "between" and not game.settled else ""


def _starts_anew(game: Fight, do: str) -> bool:
    """Whether it begins another combat after one that is over."""
    return do == "start_combat" and bool(game.outcome or game.settled)


def title(game: Fight, do: str, by: str) -> str:
    """What an action is called in the list and over its form."""
    character = game.units.get(by)
    if do == "switch_shield" and character is not None and not sealed_shield(game, by):
        return f"{COMMANDS[do].title} {SWITCHED[not character.energy_shield_on]}"
    if do == FIRE and by in asked_to_fire(game):
        return "Fire"
    if do == "end_turn":
        return f"End turn {game.round}"
    if _starts_anew(game, do):
        return "Start another combat"
    if do == "initiative":
        return f"Initiative of turn {game.round}"
    if do == "pass" and character is not None:
        if in_follow_up(game, by):
            return "Pass: no further shots"
        return {"action": "Pass: no action", "retreat": "Force nobody back"}.get(
            game.phase, "Pass: stay here"
        )
    if do == "move" and character is not None and _may_only_flee(game, by):
        return "Flee ahead of a pursuer"
    return COMMANDS[do].title


def _asks(game: Fight, do: str, by: str) -> bool:
    """Whether the table must be asked anything before the command can be given."""
    if do == "concede":
        return game.phase != "between" and not game.outcome
    if do == "defend":
        return parries_with_one(game.units[by])
    return COMMANDS[do].asks and do != "initiative"


def _why_not(game: Fight, do: str, by: str) -> Refusal | None:
    """The first refusal that needs nothing but the action itself to be known, or that holds whatever else is said."""
    if do == "concede":
        fights = game.phase != "between" and not game.outcome
        return None if fights else Refusal("CQ-TRN-1", "There is no combat to concede.", overridable=False)
    bare = SimpleNamespace(do=do, by=by, **_told(game, do, by))
    return why_not(COMMANDS, PHASE_CHECK, game, bare) or closed(
        FormValidator(COMMANDS, PHASE_CHECK, game), do, by
    )


def may(game: Fight, do: str, by: str) -> bool:
    """Whether somebody may give a command now, as far as that can be told beforehand."""
    return _why_not(game, do, by) is None


def _told(game: Fight, do: str, by: str) -> dict[str, Any]:
    """What lets a command pass that would be refused without: a bayonet comes out of order, a chase ahead of time."""
    if do == "attack":
        character = game.units[by]
        fixed = [
            weapon.id
            for weapon in character.weapons
            if BAYONET in weapon.fitted and weapon.id in character.ready
        ]
        return {"weapon": fixed[0]} if fixed else {}
    if do == "move" and _may_only_flee(game, by):
        return {"chase": _pursuers(game)[0]}
    return {}


def _may_only_flee(game: Fight, by: str) -> bool:
    """CQ-INI-5: whether it isn't his side that moves, but somebody might chase him."""
    character = game.units[by]
    ahead = game.phase == "movement" and not game.options.advanced_initiative
    return ahead and character.side != game.active and not character.delayed and bool(_pursuers(game))


def _pursuers(game: Fight) -> list[str]:
    return [name for name in game.of(game.active) if not has_moved(game.units[name])]


def unspent(game: Fight, do: str, by: str) -> str:
    """Who could still move before a side ends its movement; a grenade that somebody could still throw before passing."""
    if do == "end_movement":
        movers = [game.units[name].name for name in game.of(by) if may(game, "move", name)]
        return could_still(movers, "move")
    throw = (
        form(game, "throw_grenade", by, {}) if do == "pass" and "throw_grenade" in offered(game, by) else None
    )
    if throw is None or not throw.ready or throw.refusal is not None:
        return ""
    grenade = game.units[by].weapon(str(throw.command["weapon"]))
    there = [name for name in in_hex(game, throw.command["hex"]) if is_enemy(game, by, name)]
    return (
        f"{game.units[by].name} could still throw a {figures(grenade).name.lower()} at {named(game, there)}."
        if grenade and there
        else ""
    )


# --- the order in which commands are listed


OTHERS = "…"
"""Where in an order all those stand that have no place of their own."""

ORDER = (
    "collect", "equip", "heal", "wake", "buy", "sell", "claim", "recharge", "repair",
    "buy_skill", "buy_bonus", "buy_attribute", "change_skills", "award", "validate", "check", "opposed", "sneak",
    "opportunity_fire",
    "shoot", "attack", "throw", "throw_grenade", "flame", "sweep_fire", "sweep", "staff",
    "slam", "knockdown", "throw_foe", "attempt_hth", OTHERS,
    "aim", "dodge", "defend", "disengage", "overwatch",
    "switch", "ready", "reload", "clear_jam", "attach_bayonet", "exchange", "stand_up",
    "drop", "stop_drop_roll", "help", "extinguish", "patch", "tie", "pull_up", "let_go", "climb", "lay_sandbags", "breather",
    "force_retreat", "pass", "switch_shield", "sheet",
)  # fmt: skip
"""Between combats, and in the action phase from the attacks to what comes last."""

EMPTY_HANDED = tuple({"aim": "ready", "ready": "aim"}.get(do, do) for do in ORDER)
"""The same for who holds no weapon: it is readied before anybody thinks of aiming."""

IN_MOVEMENT = (
    "resist_panic", "move", "stand_up", "leave", "opportunity_fire", "pass", "switch_shield", OTHERS,
)  # fmt: skip

IN_A_BRAWL = (
    "opportunity_fire", "attack", "break_free", "subdue", "disarm", "ready", "disengage", "pass", "switch_shield", OTHERS,
)  # fmt: skip

OF_A_SIDE = ("initiative", "end_movement", "end_turn", "start_combat", "settle", "rest", OTHERS)


def offered(game: Fight, by: str) -> list[str]:
    """What makes sense for a character or a side now, in the order in which it is listed."""
    actor, order = ("side", OF_A_SIDE) if by in game.sides else ("unit", _order(game, by))
    declared = ((do, spec.offered) for do, spec in COMMANDS.items() if spec.actor == actor)
    now = (do for do, is_offered in declared if is_offered is not None and is_offered(game, by))
    return sorted(now, key=lambda do: order.index(do if do in order else OTHERS))


def _order(game: Fight, name: str) -> tuple[str, ...]:
    now = situation(game, name)
    at_rest = ORDER if game.units[name].ready else EMPTY_HANDED
    return IN_MOVEMENT if now == "movement" else IN_A_BRAWL if now == "wrestles" else at_rest


# --- which commands are refused whatever their forms say, so that they stand under "not now"


def _in_hand_or_bare(game: Fight, by: str) -> Iterable[str]:
    return (*game.units[by].ready, HANDS)


WEAPONS: Mapping[str, Among] = {
    "shoot": guns,
    "throw": throwables,
    "flame": held(is_flame_thrower),
    "attack": _in_hand_or_bare,
    "aim": _in_hand_or_bare,
}
"""The weapons that each command is tried with whose form is made by hand."""

FIRED = ("shoot", "throw")
"""What may be done with a weapon from the belt (CQ-OPT-10), and over a wall (CQ-ENV-10)."""


def closed(validator: FormValidator[Fight], do: str, by: str) -> Refusal | None:
    """Why a command is refused whatever its form says; None where some draft of it may pass."""
    if do == FIRE:
        return nobody_to_fire_at(validator, by)
    refusals = []
    for words, filled in _drafts(validator.state, do, by):
        refusal = validator.validate(words, filled).refusal
        if refusal is None:
            return None
        refusals.append(refusal)
    plain = (refusal for refusal in refusals if refusal.rule != EXPOSES)
    return next(plain, next(iter(refusals), None))


TRIED = ("weapon", "target", "partner")
"""The fields that are tried, as their values alone may rule a command out."""


def _tried(do: str) -> Mapping[str, Among]:
    """The fields that a command is tried in, and what its form offers there."""
    declared = {name: asked.among for name, asked in asked_of(COMMANDS[do].model).items() if not asked.joined}
    offered = {**declared, "weapon": WEAPONS.get(do) or declared.get("weapon")}
    return {name: among for name in TRIED if (among := offered.get(name)) is not None}


def _drafts(game: Fight, do: str, by: str) -> Iterator[tuple[Words, set[str]]]:
    """Every weapon with every target, and which fields are said by that."""
    fields = {name: offered(game, by) for name, offered in _tried(do).items()}
    shows = "expose" in COMMANDS[do].model.model_fields
    ways: list[Words] = [{}, *({"expose": way} for way in EXPOSING)] if shows else [{}]
    for values, way in product(product(*fields.values()), ways if fields else ()):
        words: Words = {**dict(zip(fields, values, strict=True)), **way}
        if do in FIRED:
            words |= {"quick": False, **drawing_words(game.units[by], words["weapon"])}
        yield {**stand_ins(COMMANDS[do].model, game, by), **bare(do, by), **words}, {*words}


# --- which reminders may apply to a draft, as far as the state tells; those that nothing here judges always stand


Applies = Callable[[Fight, Words], bool]


def reminders_of(game: Fight, words: Words) -> tuple[Detail, ...]:
    """The rules that only eyes at the table can judge, and that may have a say now."""
    spec = COMMANDS[words["do"]]
    idle = {rule for rule in spec.reminders if rule in JUDGED and not JUDGED[rule](game, words)}
    return reminded(spec, TABLES.rules(), idle)


# --- who and what a draft is about


def _people(game: Fight, words: Words) -> Iterator[Character]:
    """Who gives the command, and whom it is about; all whom a side commands."""
    by = str(words["by"])
    for name in (by, str(words.get("target") or "")):
        if name in game.units:
            yield game.units[name]
    if by in game.sides:
        yield from (
            character for name, character in game.units.items() if is_alive(game, name) and not character.left
        )


def _arm(game: Fight, words: Words) -> Arm | None:
    character = game.units.get(str(words["by"]))
    weapon = character.weapon(str(words.get("weapon") or "")) if character is not None else None
    return figures(weapon) if weapon is not None else None


def _is(game: Fight, words: Words, *kinds: str) -> bool:
    """Whether the weapon of the draft is of one of these classes."""
    arm = _arm(game, words)
    return arm is not None and any(arm.is_a(kind) for kind in kinds)


# --- what has to be there for a rule to have a say


def _into_fire(game: Fight, words: Words) -> bool:
    """CQ-FIR-8: a way into a burning hex."""
    return any(hex in game.map.fires for hex in words.get("path") or ())


def _practice(game: Fight, words: Words) -> bool:
    """CQ-SCN-15: an agreed practice, or a practice weapon in the draft."""
    character = game.units.get(str(words["by"]))
    weapon = character.weapon(str(words.get("weapon") or "")) if character is not None else None
    return game.options.scenario == "practice" or (weapon is not None and weapon.quality == "practice")


def _chase(game: Fight, words: Words) -> bool:
    """CQ-INI-5: somebody flees from a pursuer, or a side has run."""
    return bool(words.get("chase")) or any(side.all_ran for side in game.sides.values())


def _past_armor(game: Fight, words: Words) -> bool:
    """CQ-ARM-9: a weapon of gas or fire; as a turn begins gas, fire or a place without air."""
    if words["do"] != "initiative":
        return _is(game, words, "gas", "incendiary", "molotov")
    gas = any(cloud.kind == "gas" for cloud in game.map.clouds.values())
    burns = any(character.burning for character in game.units.values())
    return gas or burns or bool(game.map.fires) or game.map.atmosphere != "air"


def _spacesuit(game: Fight, words: Words) -> bool:
    """CQ-SKL-40: a spacesuit is worn."""
    return any("spacesuit" in (character.armor, character.armor2) for character in _people(game, words))


def _checks(kind: str, skill: str) -> Applies:
    """A check of that kind or with that skill; any, as long as none is said."""

    def applies(game: Fight, words: Words) -> bool:
        said = {words.get("kind"), words.get("skill")} - {None}
        return (not said and not words.get("attribute")) or bool(said & {kind, skill})

    return applies


JUDGED: Mapping[str, Applies] = {
    "CQ-FIR-8": _into_fire,
    "CQ-SKL-41": lambda game, words: _is(game, words, "staff"),
    "CQ-SCN-15": _practice,
    "CQ-SCN-5": lambda game, words: game.options.scenario == "arena",
    "CQ-SCN-11": lambda game, words: game.options.scenario == "interior",
    "CQ-ENG-4": lambda game, words: any(
        character.species not in ("human", "robot") for character in _people(game, words)
    ),
    "CQ-CHR-8": lambda game, words: any(character.species != "human" for character in _people(game, words)),
    "CQ-INI-5": _chase,
    "CQ-ARM-9": _past_armor,
    "CQ-ARM-15": lambda game, words: any(character.energy_shield for character in game.units.values()),
    "CQ-SKL-40": _spacesuit,
    "CQ-SKL-27": _checks("rope", "climbing"),
    "CQ-SKL-39": lambda game, words: words.get("skill") in (None, "strategy"),
    "CQ-EXP-15": lambda game, words: words.get("attribute") in (None, "str"),
}
"""The rules of which the state or the draft tells whether they may apply."""


BUILDERS: Mapping[str, FormBuilder[Fight]] = {
    "initiative": turn_forms.initiative,
    "move": turn_forms.move,
    "shoot": attack_forms.shoot,
    "throw": attack_forms.throw,
    "flame": attack_forms.flame,
    "aim": attack_forms.aim,
    "opportunity_fire": attack_forms.opportunity_fire,
    "attack": attack_forms.attack,
    "ready": turn_forms.ready,
    "switch_shield": turn_forms.switch_shield,
    "seal": turn_forms.seal,
    "reveal": turn_forms.reveal,
    "check": turn_forms.check,
    "award": trade_forms.award,
    "buy": trade_forms.buy,
    "sell": trade_forms.sell,
    "claim": trade_forms.claim,
    "repair": trade_forms.repair,
    "equip": trade_forms.equip,
}


def form(game: Fight, do: str, by: str, draft: Draft) -> Form:
    """The form of a command with a draft filled in."""
    validator = FormValidator(COMMANDS, PHASE_CHECK, game)
    if do == "concede":
        return concede_form(validator, by, draft, what_follows)
    build: FormBuilder[Fight] = BUILDERS.get(do) or declared(do, value_called)
    asked = build(validator, by, draft)
    lines = (*asked.lines, *turn_forms.before_the_dice(game, asked.words))
    made = validator.form(
        title(game, do, by), asked.fields, asked.words, lines=lines, reminders=reminders_of(game, asked.words)
    )
    return replace(made, board=asked.board or _board(game, by, asked.fields))


def _board(game: Fight, by: str, fields: Sequence[Field]) -> Board | None:
    """The map where a hex is asked for; with the line to the last one, if it may be any."""
    where = next((field for field in reversed(fields) if field.kind == "hex"), None)
    if where is None:
        return None
    return board(game, side=game.units[by].side) if where.choices else board_to(game, by, where, fields)
