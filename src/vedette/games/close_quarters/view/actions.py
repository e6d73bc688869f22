"""What a character or a side may do now, in the order in which it is listed, why not the rest, what the table is reminded of, and the form of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.games.close_quarters.arms import figures
from vedette.games.close_quarters.attacks.to_hit import EXPOSING
from vedette.games.close_quarters.attacks.weapon_checks import EXPOSES
from vedette.games.close_quarters.candidates import HANDS, named, value_called
from vedette.games.close_quarters.damage.harm import SPACESUIT
from vedette.games.close_quarters.derived import conscious
from vedette.games.close_quarters.near import in_hex, is_alive, is_enemy
from vedette.games.close_quarters.opening import sealed_watch
from vedette.games.close_quarters.specs import COMMANDS
from vedette.games.close_quarters.state import BAYONET, Character, Fight, Weapon
from vedette.games.close_quarters.tables import TABLES
from vedette.games.close_quarters.turn.ending import what_follows
from vedette.games.close_quarters.turn.order import in_follow_up, situation
from vedette.games.close_quarters.view import attack_forms, trade_forms, turn_forms
from vedette.games.close_quarters.view.board import board
from vedette.games.close_quarters.view.turn_forms import pursuers, sealed_shield, sealing_actions
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
from vedette.view.forms import (
    FormBuilder,
    FormValidator,
    Words,
    action_of,
    bare,
    concede_action,
    concede_form,
    why_not,
)
from vedette.view.vocabulary import Action, Field, Form

DUE_FIRST = {"initiative": "initiative", "end": "end_turn"}
"""What comes before everything else in a phase, whoever is chosen."""


def actions(game: Fight, by: str) -> tuple[Action, ...]:
    watchers = asked_to_fire(game)
    listed = [FIRE, LET_PASS] if by in watchers else [] if watchers else offered(game, by)
    made = [_action(game, do, by) for do in listed]
    if by not in game.sides:
        return (*made, *sealing_actions(game, by, PHASE_CHECK))
    if game.phase == "initiative" and not watchers:
        # CQ-INI-3, CQ-INI-4: without dice. It has a line of its own, as it is seldom what happens.
        rolled = _action(game, "initiative", by)
        rolled = replace(rolled, title="Surprise, or running on", key="i", form=True, usual=False)
        made.insert(0, rolled)
    # In combat a check, whose form asks who makes it, and conceding behind it: last, so that nobody gives them by mistake.
    awake = [name for name in game.of(by) if conscious(game, name)]
    if awake and game.phase != "between":
        made.append(_action(game, "check", awake[0]))
    if game.phase != "between" and not game.outcome:
        made.append(concede_action(by))
    return tuple(made)


def _action(game: Fight, do: str, by: str) -> Action:
    spec, anew = COMMANDS[do], _starts_anew(game, do)
    # What comes next between combats and turns; else the lists begin with it anyway.
    waited_for = DUE_FIRST.get(game.phase, "")
    if game.outcome and not game.settled:
        waited_for = "settle"
    elif game.phase == "between" and not game.settled:
        waited_for = "start_combat"
    usual = do == waited_for
    asks = spec.asks and do != "initiative"
    if do == "defend":
        asks = attack_forms.parries_with_one(game.units[by])
    of_table = spec.of_table and not usual
    made = action_of(
        COMMANDS, do, by, _why_not(game, do, by), title=title(game, do, by), form=asks, of_table=of_table
    )
    secret = do == FIRE and sealed_watch(game, by) is not None
    deliberate = spec.deliberate or (anew and not usual)
    return replace(made, secret=secret, usual=usual, deliberate=deliberate)


def _starts_anew(game: Fight, do: str) -> bool:
    return do == "start_combat" and bool(game.outcome or game.settled)


def title(game: Fight, do: str, by: str) -> str:
    character, usual = game.units.get(by), COMMANDS[do].title
    if do == FIRE and by in asked_to_fire(game):
        return "Fire"
    if do == "end_turn":
        return f"End turn {game.round}"
    if do == "initiative":
        return f"Initiative of turn {game.round}"
    if _starts_anew(game, do):
        return "Start another combat"
    if character is None:
        return usual
    if do == "switch_shield" and not sealed_shield(game, by):
        return f"{usual} {turn_forms.SWITCHED[not character.energy_shield_on]}"
    if do == "move" and _may_only_flee(game, by):
        return "Flee ahead of a pursuer"
    if do == "pass":
        if in_follow_up(game, by):
            return "Pass: no further shots"
        return {"action": "Pass: no action", "retreat": "Force nobody back"}.get(
            game.phase, "Pass: stay here"
        )
    return usual


def _why_not(game: Fight, do: str, by: str) -> Refusal | None:
    """The first refusal that needs nothing but the action itself to be known, or that holds whatever else is said."""
    more: dict[str, Any] = {}
    if do == "attack":  # a bayonet comes out of order
        character = game.units[by]
        fixed = [weapon.id for weapon in character.weapons if BAYONET in weapon.fitted]
        ready = next((id for id in fixed if id in character.ready), "")
        more = {"weapon": ready} if ready else {}
    elif do == "move" and _may_only_flee(game, by):  # a chase ahead of time
        more = {"chase": pursuers(game, by)[0]}
    known = SimpleNamespace(do=do, by=by, **more)
    refused = why_not(COMMANDS, PHASE_CHECK, game, known)
    return refused or closed(FormValidator(COMMANDS, PHASE_CHECK, game), do, by)


def may(game: Fight, do: str, by: str) -> bool:
    return _why_not(game, do, by) is None


def _may_only_flee(game: Fight, by: str) -> bool:
    """CQ-INI-5: whether it isn't his side that moves, but somebody might chase him."""
    return game.phase == "movement" and bool(pursuers(game, by))


def unspent(game: Fight, do: str, by: str) -> str:
    """Who could still move before a side ends its movement; a grenade that somebody could still throw before passing."""
    if do == "end_movement":
        movers = [game.units[name].name for name in game.of(by) if may(game, "move", name)]
        return could_still(movers, "move")
    if do != "pass" or "throw_grenade" not in offered(game, by):
        return ""
    throw = form(game, "throw_grenade", by, {})
    if not throw.ready or throw.refusal is not None:
        return ""
    thrower = game.units[by]
    grenade = thrower.weapon(str(throw.command["weapon"]))
    there = [name for name in in_hex(game, throw.command["hex"]) if is_enemy(game, by, name)]
    if not grenade or not there:
        return ""
    return f"{thrower.name} could still throw a {figures(grenade).name.lower()} at {named(game, there)}."


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
    actor = "side"
    order: tuple[str, ...] = OF_A_SIDE
    if by not in game.sides:
        actor, order = "unit", ORDER if game.units[by].ready else EMPTY_HANDED
        order = {"movement": IN_MOVEMENT, "wrestles": IN_A_BRAWL}.get(situation(game, by), order)
    now = [do for do, spec in COMMANDS.items() if spec.actor == actor and spec.offered]
    now = [do for do in now if COMMANDS[do].is_offered(game, by)]
    return sorted(now, key=lambda do: order.index(do if do in order else OTHERS))


# --- which commands are refused whatever their forms say, so that they stand under "not now"


def _in_hand_or_bare(game: Fight, by: str) -> Iterable[str]:
    return (*game.units[by].ready, HANDS)


WEAPONS: Mapping[str, Among] = {**attack_forms.WEAPONS, "attack": _in_hand_or_bare, "aim": _in_hand_or_bare}
"""The weapons that each command is tried with whose form is made by hand."""

TRIED = ("weapon", "target", "partner")
"""The fields that are tried, as their values alone may rule a command out."""


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


def _drafts(game: Fight, do: str, by: str) -> Iterator[tuple[Words, set[str]]]:
    """Every weapon with every target, and which fields are said by that."""
    model = COMMANDS[do].model
    among = {name: asked.among for name, asked in asked_of(model).items() if not asked.joined}
    among["weapon"] = WEAPONS.get(do) or among.get("weapon")
    fields = {name: offered(game, by) for name in TRIED if (offered := among.get(name)) is not None}
    ways: list[Words] = [{}]
    if "expose" in model.model_fields:  # CQ-ENV-10: over a wall, or round its end
        ways += [{"expose": way} for way in EXPOSING]
    for values, way in product(product(*fields.values()), ways if fields else ()):
        words: Words = {**dict(zip(fields, values, strict=True)), **way}
        if "quick" in model.model_fields:  # CQ-OPT-10: with a weapon from the belt
            words |= {"quick": False, **attack_forms.drawing_words(game.units[by], words["weapon"])}
        yield {**stand_ins(model, game, by), **bare(do, by), **words}, {*words}


# --- which reminders may apply to a draft, as far as the state tells; those that nothing here judges always stand


Applies = Callable[[Fight, Words], bool]


def _people(game: Fight, words: Words) -> Iterator[Character]:
    """Who gives the command, and whom it is about; all whom a side commands."""
    by = str(words["by"])
    for name in (by, str(words.get("target") or "")):
        if name in game.units:
            yield game.units[name]
    if by in game.sides:
        yield from (one for name, one in game.units.items() if is_alive(game, name) and not one.left)


def _weapon(game: Fight, words: Words) -> Weapon | None:
    character = game.units.get(str(words["by"]))
    return character.weapon(str(words.get("weapon") or "")) if character is not None else None


def _is(game: Fight, words: Words, *kinds: str) -> bool:
    weapon = _weapon(game, words)
    return weapon is not None and any(figures(weapon).is_a(kind) for kind in kinds)


def _practice(game: Fight, words: Words) -> bool:
    """CQ-SCN-15: an agreed practice, or a practice weapon in the draft."""
    weapon = _weapon(game, words)
    return game.options.scenario == "practice" or (weapon is not None and weapon.quality == "practice")


def _past_armor(game: Fight, words: Words) -> bool:
    """CQ-ARM-9: a weapon of gas or fire; as a turn begins gas, fire or a place without air."""
    if words["do"] != "initiative":
        return _is(game, words, "gas", "incendiary", "molotov")
    gas = any(cloud.kind == "gas" for cloud in game.map.clouds.values())
    burns = any(character.burning for character in game.units.values())
    return gas or burns or bool(game.map.fires) or game.map.atmosphere != "air"


def _rope(game: Fight, words: Words) -> bool:
    """CQ-SKL-27: a check on a rope or with climbing; any, as long as none is said."""
    said = {words.get("kind"), words.get("skill")} - {None}
    return (not said and not words.get("attribute")) or bool(said & {"rope", "climbing"})


JUDGED: Mapping[str, Applies] = {
    # a way into a burning hex
    "CQ-FIR-8": lambda game, words: any(hex in game.map.fires for hex in words.get("path") or ()),
    "CQ-SKL-41": lambda game, words: _is(game, words, "staff"),
    "CQ-SCN-15": _practice,
    "CQ-SCN-5": lambda game, words: game.options.scenario == "arena",
    "CQ-SCN-11": lambda game, words: game.options.scenario == "interior",
    "CQ-ENG-4": lambda game, words: any(
        one.species not in ("human", "robot") for one in _people(game, words)
    ),
    "CQ-CHR-8": lambda game, words: any(one.species != "human" for one in _people(game, words)),
    # somebody flees from a pursuer, or a side has run
    "CQ-INI-5": lambda game, words: (
        bool(words.get("chase")) or any(side.all_ran for side in game.sides.values())
    ),
    "CQ-ARM-9": _past_armor,
    "CQ-ARM-15": lambda game, words: any(character.energy_shield for character in game.units.values()),
    "CQ-SKL-40": lambda game, words: any(
        SPACESUIT in (one.armor, one.armor2) for one in _people(game, words)
    ),
    "CQ-SKL-27": _rope,
    "CQ-SKL-39": lambda game, words: words.get("skill") in (None, "strategy"),
    "CQ-EXP-15": lambda game, words: words.get("attribute") in (None, "str"),
}
"""The rules of which the state or the draft tells whether they may apply."""


# --- forms


BY_HAND: Sequence[FormBuilder[Fight]] = (
    turn_forms.initiative, turn_forms.move, turn_forms.ready, turn_forms.switch_shield, turn_forms.seal, turn_forms.reveal,
    turn_forms.check, attack_forms.shoot, attack_forms.throw, attack_forms.flame, attack_forms.aim, attack_forms.attack,
    attack_forms.opportunity_fire, trade_forms.award, trade_forms.buy, trade_forms.sell, trade_forms.claim,
    trade_forms.repair, trade_forms.equip,
)  # fmt: skip

BUILDERS: Mapping[str, FormBuilder[Fight]] = {build.__name__: build for build in BY_HAND}
"""The forms whose fields hang together in other ways than commands declare, by the commands that they are called after."""


def form(game: Fight, do: str, by: str, draft: Draft) -> Form:
    """The form of a command with a draft filled in, beside it what only eyes at the table can judge and may have a say now."""
    validator = FormValidator(COMMANDS, PHASE_CHECK, game)
    if do == "concede":
        return concede_form(validator, by, draft, what_follows)
    asked = (BUILDERS.get(do) or declared(do, value_called))(validator, by, draft)
    words, spec = asked.words, COMMANDS[asked.words["do"]]
    idle = {rule for rule in spec.reminders if rule in JUDGED and not JUDGED[rule](game, words)}
    reminders = reminded(spec, TABLES.rules(), idle)
    lines = (*asked.lines, *turn_forms.before_the_dice(game, words))
    made = validator.form(title(game, do, by), asked.fields, words, lines=lines, reminders=reminders)
    return replace(made, board=asked.board or _board(game, by, asked.fields))


def _board(game: Fight, by: str, fields: Sequence[Field]) -> Board | None:
    """The map where a hex is asked for; with the line to the last one, if it may be any."""
    where = next((field for field in reversed(fields) if field.kind == "hex"), None)
    if where is None:
        return None
    if where.choices:
        return board(game, side=game.units[by].side)
    return attack_forms.board_to(game, by, where, fields)
