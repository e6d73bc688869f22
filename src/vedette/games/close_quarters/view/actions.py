"""What a character or a side may do now, in the order in which it is listed, why not the rest, what the table is reminded of, and the form of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
from vedette.games.close_quarters.state import BAYONET, Fight
from vedette.games.close_quarters.tables import TABLES
from vedette.games.close_quarters.turn.ending import what_follows
from vedette.games.close_quarters.turn.order import in_follow_up, situation
from vedette.games.close_quarters.view import attack_forms, trade_forms, turn_forms, watching
from vedette.games.close_quarters.view.board import board
from vedette.games.close_quarters.view.watching import FIRE, LET_PASS, PHASE_CHECK, asked_to_fire
from vedette.kit.words import could_still
from vedette.view import forms
from vedette.view.asked import Among, asked_of, declared, reminded, stand_ins
from vedette.view.fields import Draft
from vedette.view.forms import FormBuilder, FormValidator, Words
from vedette.view.vocabulary import Action, Form

DUE_FIRST = {"initiative": "initiative", "end": "end_turn"}
"""What comes before everything else in a phase, whoever is chosen."""


def actions(game: Fight, by: str) -> tuple[Action, ...]:
    watchers = asked_to_fire(game)
    listed = [FIRE, LET_PASS] if by in watchers else [] if watchers else offered(game, by)
    made = [_action(game, do, by) for do in listed]
    if by not in game.sides:
        return (*made, *turn_forms.sealing_actions(game, by, PHASE_CHECK))
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
        made.append(forms.concede_action(by))
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
    made = forms.action_of(
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
    if do == "switch_shield" and not turn_forms.sealed_shield(game, by):
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
        more = {"chase": turn_forms.pursuers(game, by)[0]}
    known = SimpleNamespace(do=do, by=by, **more)
    refused = forms.why_not(COMMANDS, PHASE_CHECK, game, known)
    return refused or closed(FormValidator(COMMANDS, PHASE_CHECK, game), do, by)


def may(game: Fight, do: str, by: str) -> bool:
    return _why_not(game, do, by) is None


def _may_only_flee(game: Fight, by: str) -> bool:
    """CQ-INI-5: whether it isn't his side that moves, but somebody might chase him."""
    return game.phase == "movement" and bool(turn_forms.pursuers(game, by))


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
        return watching.nobody_to_fire_at(validator, by)
    game, model = validator.state, COMMANDS[do].model
    among = {name: asked.among for name, asked in asked_of(model).items() if not asked.joined}
    among["weapon"] = WEAPONS.get(do) or among.get("weapon")
    fields = {name: offered(game, by) for name in TRIED if (offered := among.get(name)) is not None}
    ways: list[Words] = [{}]
    if "expose" in model.model_fields:  # CQ-ENV-10: over a wall, or round its end
        ways += [{"expose": way} for way in EXPOSING]
    refusals = []
    # Every weapon with every target.
    for values, way in product(product(*fields.values()), ways if fields else ()):
        words: Words = {**dict(zip(fields, values, strict=True)), **way}
        if "quick" in model.model_fields:  # CQ-OPT-10: with a weapon from the belt
            words |= {"quick": False, **attack_forms.drawing_words(game.units[by], words["weapon"])}
        draft = {**stand_ins(model, game, by), "do": do, "by": by, **words}
        refusal = validator.validate(draft, {*words}).refusal
        if refusal is None:
            return None
        refusals.append(refusal)
    plain = (refusal for refusal in refusals if refusal.rule != EXPOSES)
    return next(plain, next(iter(refusals), None))


# --- forms


def may_apply(game: Fight, words: Words, rule: str) -> bool:
    """Whether a reminder may concern a draft, as far as state and draft tell; of what nothing here judges always."""
    by, map, scenario = str(words["by"]), game.map, game.options.scenario
    giver = game.units.get(by)
    # Who gives the command, and whom it is about; all whom a side commands.
    people = [game.units[name] for name in (by, str(words.get("target") or "")) if name in game.units]
    if by in game.sides:
        people += [one for name, one in game.units.items() if is_alive(game, name) and not one.left]
    weapon = giver.weapon(str(words.get("weapon") or "")) if giver is not None else None
    arm = figures(weapon) if weapon is not None else None
    match rule:
        case "CQ-FIR-8":  # a way into a burning hex
            return any(hex in map.fires for hex in words.get("path") or ())
        case "CQ-SKL-41":
            return arm is not None and arm.is_a("staff")
        case "CQ-SCN-15":  # an agreed practice, or a practice weapon
            return scenario == "practice" or (weapon is not None and weapon.quality == "practice")
        case "CQ-SCN-5":
            return scenario == "arena"
        case "CQ-SCN-11":
            return scenario == "interior"
        case "CQ-ENG-4":
            return any(one.species not in ("human", "robot") for one in people)
        case "CQ-CHR-8":
            return any(one.species != "human" for one in people)
        case "CQ-INI-5":  # somebody flees from a pursuer, or a side has run
            return bool(words.get("chase")) or any(side.all_ran for side in game.sides.values())
        case "CQ-ARM-9" if words["do"] == "initiative":  # as a turn begins gas, fire or a place without air
            gas = any(cloud.kind == "gas" for cloud in map.clouds.values())
            burns = any(one.burning for one in game.units.values())
            return gas or burns or bool(map.fires) or map.atmosphere != "air"
        case "CQ-ARM-9":  # a weapon of gas or fire
            return arm is not None and any(arm.is_a(kind) for kind in ("gas", "incendiary", "molotov"))
        case "CQ-ARM-15":
            return any(one.energy_shield for one in game.units.values())
        case "CQ-SKL-40":
            return any(SPACESUIT in (one.armor, one.armor2) for one in people)
        case "CQ-SKL-27":  # a check on a rope or with climbing; any, as long as none is said
            said = {words.get("kind"), words.get("skill")} - {None}
            return bool(said & {"rope", "climbing"}) if said else not words.get("attribute")
        case "CQ-SKL-39":
            return words.get("skill") in (None, "strategy")
        case "CQ-EXP-15":
            return words.get("attribute") in (None, "str")
    return True


BY_HAND: tuple[FormBuilder[Fight], ...] = (
    turn_forms.initiative, turn_forms.move, turn_forms.ready, turn_forms.switch_shield, turn_forms.seal, turn_forms.reveal,
    turn_forms.check, attack_forms.shoot, attack_forms.throw, attack_forms.flame, attack_forms.aim, attack_forms.attack,
    attack_forms.opportunity_fire, trade_forms.award, trade_forms.buy, trade_forms.sell, trade_forms.claim,
    trade_forms.repair, trade_forms.equip,
)  # fmt: skip

BUILDERS: Mapping[str, FormBuilder[Fight]] = {build.__name__: build for build in BY_HAND}
"""The forms whose fields hang together in other ways than commands declare, by the commands that they are called after."""


def form(game: Fight, do: str, by: str, draft: Draft) -> Form:
    validator = FormValidator(COMMANDS, PHASE_CHECK, game)
    if do == "concede":
        return forms.concede_form(validator, by, draft, what_follows)
    asked = (BUILDERS.get(do) or declared(do, value_called))(validator, by, draft)
    words, spec = asked.words, COMMANDS[asked.words["do"]]
    idle = {rule for rule in spec.reminders if not may_apply(game, words, rule)}
    reminders = reminded(spec, TABLES.rules(), idle)
    lines = (*asked.lines, *turn_forms.before_the_dice(game, words))
    made = validator.form(title(game, do, by), asked.fields, words, lines=lines, reminders=reminders)
    where = next((field for field in reversed(asked.fields) if field.kind == "hex"), None)
    if asked.board or where is None:
        return replace(made, board=asked.board)
    if where.choices:
        return replace(made, board=board(game, side=game.units[by].side))
    # The map with the line to the hex, as it may be any.
    shown = attack_forms.board_to(game, by, where, asked.fields)
    if do == "sweep_fire" and shown.line is not None:
        arc = attack_forms.arc_of(game, by, str(words.get("first") or ""), str(where.value))
        shown = replace(shown, line=replace(shown.line, arc=arc))
    return replace(made, board=shown)
