"""A character as a card, with the marks that tell of him, the most urgent first (section 13), and the rules behind them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from vedette.engine.figures import signed
from vedette.engine.readings import explains
from vedette.games.close_quarters import arms, derived, near
from vedette.games.close_quarters import candidates as called
from vedette.games.close_quarters.characters.carrying import CARRIED
from vedette.games.close_quarters.specs import CONDITIONS
from vedette.games.close_quarters.state import Attribute, Character, Fight
from vedette.games.close_quarters.tables import energy_shields, modifier, shields, skills
from vedette.games.close_quarters.turn.path import allowance
from vedette.games.close_quarters.view.watching import asked_to_fire
from vedette.kit.words import count
from vedette.view.common_forms import condition_badges, condition_details
from vedette.view.hexes import ARROWS
from vedette.view.signs import Standing, Tone
from vedette.view.vocabulary import Badge, Card, Detail, Pip

HARMLESS = "0"
"""The damage of what hurts nobody by itself, such as smoke."""

IN_COMBAT = ("movement", "action", "retreat")

HANDS = {1: "one hand", 2: "both hands"}

STATUS = {"tear-gas": "tear gas", "blinded": "blinded"}
"""Lasting conditions as people call them; `hurt` is told with the time when it goes."""

EXPOSED = {"over": "exposed over a wall", "lean": "leaning out"}


def card(game: Fight, name: str) -> Card:
    """One character: hits, place, marks, what he holds; all else where the card is opened, and where somebody reads it."""
    character = game.units[name]
    left = max(0, derived.hits_left(character))
    stats: list[tuple[str, str]] = []
    if explains():
        if character.hex:
            stats.append((ARROWS[character.facing], character.hex))
        stats += ("STR", f"{left}/{character.str}"), ("DEX", f"{derived.e_dex(game, name)}")
        if game.phase in IN_COMBAT and character.hex:  # what is left of what is allowed
            most = allowance(game, name, character.path)
            stats.append(("MOV", f"{max(0, most - character.moved)}/{most}"))
        else:
            stats.append(("MOV", f"{derived.e_mov(game, name)}"))
    return Card(
        id=name,
        name=character.name,
        side=character.side,
        standing=standing(game, name),
        pips=(Pip(left, character.str, game.sides[character.side].leader == name, character.name),),
        value=left,
        full=character.str,
        badges=tuple(_badges(game, name)),
        stats=tuple(stats),
        alive=called.out_of_it(game, name) in called.SENSELESS,
    )


def standing(game: Fight, name: str) -> Standing:
    """Where he stands in the phase: acting now, still to come, done, out."""
    character = game.units[name]
    if near.is_out(game, name):
        return "gone"
    if not fights(game):
        return "here" if character.hex or near.is_camp(game) else "away"
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
    character, out = game.units[name], near.is_out(game, name)
    if character.posture != "standing" and not out:
        yield Badge(character.posture, "bad" if character.posture == "fallen" else "warn")
    yield from (Badge(state.brief, state.tone) for state in marks(game, name))
    if out:
        return
    yield from condition_badges(game, name)
    for id in character.ready:  # with ammunition and condition
        weapon = character.weapon(id)
        if weapon is None:
            yield Badge(called.thing_name(character, id))
            continue
        warns = {"empty", "not spanned"} & {*called.conditions(character, weapon)}
        tone: Tone = "bad" if weapon.broken else "warn" if warns else "plain"
        yield Badge(called.weapon_brief(character, weapon), tone)
    if derived.has_ready_shield(character):
        yield Badge(shields()[character.shield].name)
    if character.energy_shield:
        tone = "bad" if character.energy_shield_broken else "plain"
        yield Badge(energy_shields()[character.energy_shield].name, tone)


def details(game: Fight, name: str) -> tuple[Detail, ...]:
    return tuple(_details(game, name))


def _details(game: Fight, name: str) -> Iterator[Detail]:
    def worked_out(attribute: Attribute) -> Detail:
        return Detail(attribute.upper(), derived.worked_out(game, name, attribute))

    character = game.units[name]
    yield worked_out("dex")
    if told := [state.text for state in marks(game, name) if state.text]:
        yield Detail("State", "; ".join(told))
    yield from condition_details(CONDITIONS, game, name)
    for weapon in character.weapons:  # where it is carried, its damage, what is in it
        where = next((place for place in CARRIED if weapon.id in getattr(character, place)), "")
        said = arms.damage_words(game, character, weapon).removeprefix(HARMLESS)
        yield Detail(
            called.weapon_words(character, weapon),
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
    yield from (worked_out(attribute) for attribute in derived.MODS if attribute != "dex")
    if character.hex:
        facing = f"{character.facing} {ARROWS[character.facing]}"
        yield Detail("Where", f"{character.hex}, facing {facing}, {character.posture}")
    bonuses = [(skills()[id].name, character.bonuses.get(id, 0)) for id in character.skills]
    if known := [f"{skill}{f' +{bonus}' if bonus else ''}" for skill, bonus in bonuses]:
        yield Detail("Skills", ", ".join(known))
    if things := (*character.worn, *character.items, *character.pack):
        yield Detail("Carries", ", ".join(called.thing_name(character, id) for id in things))
    yield Detail("Load", derived.encumbrance(game, name).id)
    if character.ep or character.wealth:
        yield Detail("Has", f"{character.wealth} credits, {character.ep} experience")


def worn_words(game: Fight, character: Character) -> str:
    """Armor and shields, and the points that they stop; "" where there are none."""
    worn = [row.name for row in derived.worn_rows(character)]
    if character.shield:
        worn.append(f"{shields()[character.shield].name} ({character.shield_held})")
    if not worn:
        return ""
    stops = derived.defence(game, character)
    return f"{', '.join(worn)}: {stops.plain}, front {stops.front}, rear {stops.rear}"


# --- the marks that tell of him


class State(Struct, frozen=True):
    """A state in a word or two, and in full where there is more to say."""

    brief: str
    tone: Tone = "plain"
    text: str = ""


def marks(game: Fight, name: str) -> list[State]:
    """Everything that lies beside the figure, the most urgent first; between combats nothing of what was done in a turn."""
    one = game.units[name]
    if gone := called.out_of_it(game, name):
        return [State(gone, "dim" if gone != "unconscious" else "bad")]
    found: list[State] = []

    def mark(so: object, brief: str, tone: Tone = "plain", text: str = "") -> None:
        if so:
            found.append(State(brief, tone, text))

    def called_name(id: str) -> str:
        return game.units[id].name if id else ""

    # What keeps him from acting, fire on him, and leaks in his suit.
    mark(one.stunned, f"stunned {one.stunned}", "bad")
    by = called_name(one.held_by)
    held = f"held {one.held} by {by}" if one.held else f"held by {by}: may break free"
    mark(one.held_by, "held", "bad", held)
    mark(one.entangled, "entangled", "bad")
    mark(one.hanging, "hanging", "bad", f"hangs on the edge of {one.hanging}")
    mark(one.surprised, "surprised", "bad")
    drift = f"floating {one.float_dir}, speed {one.float_speed}" if one.float_speed else ""
    mark(one.floating, "floating", "warn", drift)
    soaked, burning = one.burning == "soaked", f"burning {one.burning}"
    mark(soaked, "soaked", "bad", f"soaked, burns {one.burn_turns} turns")
    more = f"{burning} +{one.burn_bonus}" if one.burn_bonus else ""
    mark(one.burning and not soaked, burning, "bad", more)
    mark(one.rolling, "rolling", "good", "rolling it out")
    mark(one.panic == "panic", "must run", "bad")
    mark(one.panic == "calm", "keeps calm", "good")
    mark(one.leaks, count(one.leaks, "leak"), "bad")
    # Who fights him at close quarters.
    if fights(game) and one.hth:
        others = [other for other in near.brawl(game, name) if other != name]
        told = f"hand-to-hand with {called.named(game, others)}" if others else ""
        mark(one.hth, "hand-to-hand", "bad", told)
        ready = f"{called.weapon_name(one, one.hth_ready)} ready next turn" if one.hth_ready else ""
        mark(ready, "readying", text=ready)
    elif fights(game):
        engaging = near.engaged_by(game, name)
        mark(engaging, "engaged", "warn", f"engaged by {called.named(game, engaging)}")
    # What wounds do beyond the points.
    phase, _, turn = one.hurt_until.partition("-")
    lost = signed(modifier("hurt").value)
    mark(one.hurt_until, "hurt", "warn", f"hurt: {lost} DEX until the {phase} of turn {turn}")
    for flag in one.status:
        mark(flag != "hurt", STATUS.get(flag, flag), "warn")
    mark(one.head_hit, "head hit", "warn", f"head hit until turn {one.head_hit}")
    mark(one.leg_hit, "leg hit", "warn")
    mark(one.leg_lost, "leg useless", "bad")
    for arm in one.arms_lost:
        mark(arm, "arm useless", "bad", f"{arm.replace('-', ' ')} useless")
    if not fights(game):
        return found
    # How he holds himself, what he has an eye on, and what he has done this turn that tells what he may still do.
    mark(one.dodging, "dodging", "good")
    against = f" against {called_name(one.defends_against)}" if one.defends_against else ""
    against += f" with {called.thing_name(one, one.parry)}" if one.parry else ""
    mark(one.defending, "defending", "good", f"defending{against}" if against else "")
    aiming = f"aiming {one.aim_turns}"
    mark(one.aim_target, aiming, "good", f"{aiming} at {called_name(one.aim_target)}")
    if one.overwatch:
        watched = f"watches {one.overwatch.hex or 'a sealed hex'}"
        mark(one.overwatch, "watching", "good", f"{watched}, {count(one.overwatch.shots, 'shot')}")
    mark(one.breather, "breather", "warn", "taking a breather")
    mark(one.exposed, "exposed", "warn", EXPOSED.get(one.exposed, ""))
    mark(one.all_rear, "all rear", "warn")
    mark(one.stood, "stood up", "dim")
    mark(one.went_down, "went down", "dim")
    mark(one.grabbed, "reached", "dim", "reached on the run")
    mark(one.delayed, "delayed", "dim")
    mark(one.ran, "ran", "dim")
    mark(one.charged and not one.ran, "charged", "dim")
    mark(one.acted, "acted", "dim")
    return found


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
