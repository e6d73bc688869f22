"""A character as a card, with the marks that tell of him, the most urgent first (section 13), and the rules behind them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from vedette.engine.dice import Modifier
from vedette.engine.readings import explains
from vedette.games.close_quarters import arms, derived
from vedette.games.close_quarters.arms import damage, figures
from vedette.games.close_quarters.candidates import (
    SENSELESS,
    conditions,
    named,
    out_of_it,
    thing_name,
    weapon_brief,
    weapon_name,
    weapon_words,
)
from vedette.games.close_quarters.characters.carrying import CARRIED
from vedette.games.close_quarters.derived import MODS, e_dex, e_mov, hits_left
from vedette.games.close_quarters.near import brawl, engaged_by, is_out
from vedette.games.close_quarters.specs import CONDITIONS
from vedette.games.close_quarters.state import Attribute, Character, Fight
from vedette.games.close_quarters.tables import armor, energy_shields, modifier, number, shields, skills
from vedette.games.close_quarters.telling import figure
from vedette.games.close_quarters.turn.allowance import allowance
from vedette.games.close_quarters.view.watching import asked_to_fire
from vedette.kit.words import count
from vedette.view.common_forms import condition_badges, condition_details
from vedette.view.hexes import ARROWS
from vedette.view.sheet import Reason, SheetRow, because
from vedette.view.signs import Standing, Tone
from vedette.view.vocabulary import Badge, Card, Detail, Pip

# --- a character as a card


EFFECTIVE = {"str": derived.e_str, "dex": e_dex, "int": derived.e_int, "mov": e_mov}

HARMLESS = "0"
"""The damage of what hurts nobody by itself, such as smoke."""

IN_COMBAT = ("movement", "action", "retreat")


def card(game: Fight, name: str) -> Card:
    """One character: hits, place, marks, what he holds; all else where the card is opened, and where somebody reads it."""
    character = game.units[name]
    left = max(0, hits_left(character))
    return Card(
        id=name,
        name=character.name,
        side=character.side,
        standing=standing(game, name),
        pips=(Pip(left, character.str, game.sides[character.side].leader == name, character.name),),
        value=left,
        full=character.str,
        badges=tuple(_badges(game, name)),
        stats=tuple(_stats(game, name)) if explains() else (),
        alive=out_of_it(game, name) in SENSELESS,
    )


def standing(game: Fight, name: str) -> Standing:
    """Where he stands in the phase: acting now, still to come, done, out."""
    character = game.units[name]
    if is_out(game, name):
        return "gone"
    if not fights(game):
        return "here" if character.hex else "away"
    if name in asked_to_fire(game):
        return "active"
    if game.actor == name:
        return "ready" if asked_to_fire(game) else "active"
    match game.phase:
        case "movement":
            order = game.move_order
            moving = order.index(game.active) if game.active in order else len(order)
            to_come = name in order or character.side in (game.active, *order[moving + 1 :])
            return "done" if character.done or not to_come else "ready"
        case "action":
            return "ready" if any(slot.unit == name for slot in game.slots) else "done"
        case "retreat" | "end":
            return "done"
    return "ready" if character.hex else "away"


def fights(game: Fight) -> bool:
    """Whether a combat is under way; not once it is decided, conceded before its end too."""
    return game.phase != "between" and not game.outcome


def _badges(game: Fight, name: str) -> Iterator[Badge]:
    character = game.units[name]
    if character.posture != "standing" and not is_out(game, name):
        yield Badge(character.posture, "bad" if character.posture == "fallen" else "warn")
    yield from (Badge(state.brief, state.tone) for state in marks(game, name))
    if is_out(game, name):
        return
    yield from condition_badges(game, name)
    for id in character.ready:  # with ammunition and condition
        weapon = character.weapon(id)
        if weapon is None:
            yield Badge(thing_name(character, id))
            continue
        warns = {"empty", "not spanned"} & {*conditions(character, weapon)}
        yield Badge(weapon_brief(character, weapon), "bad" if weapon.broken else "warn" if warns else "plain")
    if character.shield and character.shield_held == "ready":
        yield Badge(shields()[character.shield].name)
    if character.energy_shield:
        name = energy_shields()[character.energy_shield].name
        yield Badge(name, "bad" if character.energy_shield_broken else "plain")


def _stats(game: Fight, name: str) -> Iterator[tuple[str, str]]:
    character = game.units[name]
    if character.hex:
        yield ARROWS[character.facing], character.hex
    yield "STR", f"{max(0, hits_left(character))}/{character.str}"
    yield "DEX", f"{e_dex(game, name)}"
    if game.phase in IN_COMBAT and character.hex:
        most = allowance(game, name, character.path)
        yield "MOV", f"{max(0, most - character.moved)}/{most}"
    else:
        yield "MOV", f"{e_mov(game, name)}"


def details(game: Fight, name: str) -> tuple[Detail, ...]:
    return tuple(_details(game, name))


def _details(game: Fight, name: str) -> Iterator[Detail]:
    character = game.units[name]
    yield _attribute(game, name, "dex")
    if told := [state.text for state in marks(game, name) if state.text]:
        yield Detail("State", "; ".join(told))
    yield from condition_details(CONDITIONS, game, name)
    for weapon in character.weapons:  # where it is carried, its damage, what is in it
        where = next((place for place in CARRIED if weapon.id in getattr(character, place)), "")
        said = damage(game, character, weapon).removeprefix(HARMLESS)
        yield Detail(
            weapon_words(character, weapon),
            ", ".join(filter(None, (said, where))),
            struck=bool(weapon.broken),
            kind="weapon",
            brief=" ".join(filter(None, (said, "" if where == "ready" else where))),
        )
    if worn := worn_words(game, character):
        yield Detail("Protected by", worn)
    if character.energy_shield:
        broken = " (broken)" if character.energy_shield_broken else ""
        yield Detail("Energy shield", energy_shields()[character.energy_shield].name + broken)
    yield from (_attribute(game, name, attribute) for attribute in ("str", "int", "mov"))
    if character.hex:
        facing = f"{character.facing} {ARROWS[character.facing]}"
        yield Detail("Where", f"{character.hex}, facing {facing}, {character.posture}")
    bonuses = [(skills()[id].name, character.bonuses.get(id, 0)) for id in character.skills]
    if known := [f"{skill}{f' +{bonus}' if bonus else ''}" for skill, bonus in bonuses]:
        yield Detail("Skills", ", ".join(known))
    if things := (*character.worn, *character.items, *character.pack):
        yield Detail("Carries", ", ".join(thing_name(character, id) for id in things))
    yield Detail("Load", derived.encumbrance(game, name).id)
    if character.ep or character.wealth:
        yield Detail("Has", f"{character.wealth} credits, {character.ep} experience")


def _attribute(game: Fight, name: str, attribute: Attribute) -> Detail:
    mods: tuple[Modifier, ...] = MODS[attribute](game, name)
    parts = [f"{getattr(game.units[name], attribute)}"]
    parts += [f"{modifier.title} {figure(modifier.value, '+')}" for modifier in mods]
    value = EFFECTIVE[attribute](game, name)
    return Detail(attribute.upper(), f"{value}" + (f" = {', '.join(parts)}" if mods else ""))


def worn_words(game: Fight, character: Character) -> str:
    """Armor and shields, and the points that they stop; "" where there are none."""
    worn = [armor()[id].name for id in (character.armor, character.armor2, character.helmet) if id]
    if character.shield:
        worn.append(f"{shields()[character.shield].name} ({character.shield_held})")
    if not worn:
        return ""
    stops = derived.defence(game, character)
    return f"{', '.join(worn)}: {stops.plain}, front {stops.front}, rear {stops.rear}"


# --- a character's weapons on his sheet


HANDS = {1: "one hand", 2: "both hands"}


def weapon_rows(game: Fight, name: str) -> Iterator[SheetRow]:
    character, dex = game.units[name], e_dex(game, name)
    for weapon in character.weapons:
        arm, mods = figures(weapon), arms.hit_mods(character, weapon)
        hits = dex + int(sum(mod.value for mod in mods))
        value = f"damage {damage(game, character, weapon)}, hits on {hits} with {number('check_dice')}d6"
        reasons = [Reason(f"DEX {dex} effective", ("CQ-CHK-12",)), *because(*mods)]
        if arm.thrown and arm.use == "melee":  # what may be thrown besides
            hits = dex + int(sum(mod.value for mod in arms.throw_mods(character, weapon)))
            reasons.append(Reason(f"thrown: hits on {hits}", ("CQ-SKL-17",)))
        missing = arms.lack(character, weapon)
        said = f"held in {HANDS[weapon.grip]}, STR {arms.str_need(character, weapon)} needed"
        said += f", {missing} lacking" if missing else ""
        reasons.append(Reason(said, ("CQ-WPN-2",) if missing else ()))
        if extra := arms.strong_max(character, weapon):
            reasons.append(Reason(f"up to +{extra} damage at as much less to hit", ("CQ-WPN-4",)))
        parts = [arm.length] if arm.length else []
        mass = f"{arm.grams / 1000:g} kg"
        reasons.append(Reason(", ".join([*parts, mass, *conditions(character, weapon)])))
        # CQ-WPN-11 to CQ-WPN-14: rounds, shots in a turn, what a shotgun is loaded with
        if full := arms.full_ammo(character, weapon):
            modes = zip(arm.shots, ("single", "in bursts", "automatic"), strict=True)
            shots = ", ".join(f"{shots} {mode}" for shots, mode in modes if shots)
            reasons.append(Reason(f"{weapon.ammo} of {full} rounds; a turn: {shots}", ("CQ-WPN-11",)))
        if shells := arms.loaded(weapon):
            told = f"{shells.name}, effective to {arm.effective_range} hexes"
            reasons.append(Reason(told, ("CQ-WPN-14",)))
        yield SheetRow(arm.name, value, tuple(reasons))


# --- the marks that tell of him


STATUS = {"tear-gas": "tear gas", "blinded": "blinded"}
"""Lasting conditions as people call them; `hurt` is told with the time when it goes."""

EXPOSED = {"over": "exposed over a wall", "lean": "leaning out"}


class State(Struct, frozen=True):
    """A state in a word or two, and in full where there is more to say."""

    brief: str
    tone: Tone = "plain"
    text: str = ""


def marks(game: Fight, name: str) -> Iterator[State]:
    """Everything that lies beside the figure; between combats nothing of what was done in a turn."""
    character = game.units[name]
    if gone := out_of_it(game, name):
        yield State(gone, "dim" if gone != "unconscious" else "bad")
        return
    yield from _helpless(game, character)
    yield from _near(game, name) if fights(game) else ()
    yield from _wounds(character)
    yield from _turn(game, character) if fights(game) else ()


def _helpless(game: Fight, character: Character) -> Iterator[State]:
    if character.stunned:
        yield State(f"stunned {character.stunned}", "bad")
    if character.held_by:
        by = game.units[character.held_by].name
        strength = f"held {character.held} by {by}"
        yield State("held", "bad", strength if character.held else f"held by {by}: may break free")
    if character.entangled:
        yield State("entangled", "bad")
    if character.hanging:
        yield State("hanging", "bad", f"hangs on the edge of {character.hanging}")
    if character.surprised:
        yield State("surprised", "bad")
    if character.floating:
        drift = f"floating {character.float_dir}, speed {character.float_speed}"
        yield State("floating", "warn", drift if character.float_speed else "")
    if character.burning == "soaked":
        yield State("soaked", "bad", f"soaked, burns {character.burn_turns} turns")
    elif character.burning:
        burning = f"burning {character.burning}"
        yield State(burning, "bad", f"{burning} +{character.burn_bonus}" if character.burn_bonus else "")
    if character.rolling:
        yield State("rolling", "good", "rolling it out")
    if character.panic:
        yield State("must run", "bad") if character.panic == "panic" else State("keeps calm", "good")
    if character.leaks:
        yield State(count(character.leaks, "leak"), "bad")


def _near(game: Fight, name: str) -> Iterator[State]:
    character = game.units[name]
    if character.hth:
        others = [other for other in brawl(game, name) if other != name]
        yield State("hand-to-hand", "bad", f"hand-to-hand with {named(game, others)}" if others else "")
        if character.hth_ready:
            ready = f"{weapon_name(character, character.hth_ready)} ready next turn"
            yield State("readying", text=ready)
    elif engaging := engaged_by(game, name):
        yield State("engaged", "warn", f"engaged by {named(game, engaging)}")


def _wounds(character: Character) -> Iterator[State]:
    if character.hurt_until:
        phase, _, turn = character.hurt_until.partition("-")
        lost = figure(modifier("hurt").value, "+")
        yield State("hurt", "warn", f"hurt: {lost} DEX until the {phase} of turn {turn}")
    for flag in character.status:
        if flag != "hurt":
            yield State(STATUS.get(flag, flag), "warn")
    if character.head_hit:
        yield State("head hit", "warn", f"head hit until turn {character.head_hit}")
    if character.leg_hit:
        yield State("leg hit", "warn")
    if character.leg_lost:
        yield State("leg useless", "bad")
    for arm in character.arms_lost:
        yield State("arm useless", "bad", f"{arm.replace('-', ' ')} useless")


def _turn(game: Fight, character: Character) -> Iterator[State]:
    if character.dodging:
        yield State("dodging", "good")
    if character.defending:
        foe = game.units[character.defends_against].name if character.defends_against else ""
        against = f" against {foe}" if foe else ""
        parry = f" with {thing_name(character, character.parry)}" if character.parry else ""
        yield State("defending", "good", f"defending{against}{parry}" if against or parry else "")
    if character.aim_target:
        aiming = f"aiming {character.aim_turns}"
        yield State(aiming, "good", f"{aiming} at {game.units[character.aim_target].name}")
    if character.overwatch:
        watched = f"watches {character.overwatch.hex or 'a sealed hex'}"
        yield State("watching", "good", f"{watched}, {count(character.overwatch.shots, 'shot')}")
    if character.breather:
        yield State("breather", "warn", "taking a breather")
    if character.exposed:
        yield State("exposed", "warn", EXPOSED[character.exposed])
    if character.all_rear:
        yield State("all rear", "warn")
    done = {
        "stood up": character.stood,
        "went down": character.went_down,
        "reached": character.grabbed,
        "delayed": character.delayed,
        "ran": character.ran,
        "charged": character.charged and not character.ran,
        "acted": character.acted,
    }
    for brief, so in done.items():
        if so:
            yield State(brief, "dim", "reached on the run" if brief == "reached" else "")


# --- the rules behind the chips of a card, by the words that these begin with


CHIPS: dict[str, tuple[str, ...]] = {
    "kneeling": ("CQ-MOV-12", "CQ-ATK-9"), "prone": ("CQ-MOV-12", "CQ-ATK-9"), "fallen": ("CQ-MOV-11", "CQ-ATK-9"),
    "stunned": ("CQ-STN-1",), "held": ("CQ-HTH-11",), "hanging": ("CQ-MOV-15",), "hurt": ("CQ-DMG-6",),
    "blinded": ("CQ-ARM-17", "CQ-CHR-11"), "delayed": ("CQ-OPT-16",), "entangled": ("CQ-TRN-4",),
    "surprised": ("CQ-INI-3",), "floating": ("CQ-ENV-16", "CQ-ENV-17"), "soaked": ("CQ-FIR-11",),
    "burning": ("CQ-FIR-3", "CQ-FIR-5"), "rolling": ("CQ-FIR-3",), "must run": ("CQ-FIR-4",),
    "keeps calm": ("CQ-FIR-4",), "leak": ("CQ-ENV-19",), "hand-to-hand": ("CQ-HTH-6", "CQ-MOV-17"),
    "readying": ("CQ-ACT-10",), "engaged": ("CQ-ENG-3", "CQ-MOV-9"), "head hit": ("CQ-OPT-9",), "leg": ("CQ-OPT-9",),
    "arm useless": ("CQ-OPT-9",), "tear gas": ("CQ-GRN-9",), "dodging": ("CQ-ACT-7", "CQ-ACT-14"),
    "defending": ("CQ-ACT-12", "CQ-ACT-14"), "aiming": ("CQ-RNG-7",), "watching": ("CQ-OPT-13",),
    "breather": ("CQ-OPT-4",), "exposed": ("CQ-ENV-10", "CQ-RNG-6"), "all rear": ("CQ-MAP-3",),
    "stood up": ("CQ-MOV-11",), "went down": ("CQ-MOV-12",), "reached": ("CQ-MOV-16",),
    "ran": ("CQ-SKL-19", "CQ-INI-4"), "charged": ("CQ-ACT-8",), "acted": ("CQ-TRN-2",),
    "unconscious": ("CQ-DMG-5", "CQ-TRN-4"), "dead": ("CQ-DMG-5",), "subdued": ("CQ-HTH-10", "CQ-HTH-11"),
}  # fmt: skip
