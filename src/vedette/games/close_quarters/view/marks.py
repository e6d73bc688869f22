"""Marks of a character as words, the most urgent first (section 13)."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.record import record
from vedette.games.close_quarters.candidates import named, out_of_it, thing_name, weapon_name
from vedette.games.close_quarters.near import brawl, engaged_by
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import modifier
from vedette.games.close_quarters.telling import figure
from vedette.kit.words import count
from vedette.view.tones import Tone

STATUS = {"tear-gas": "tear gas", "blinded": "blinded"}
"""Lasting conditions as people call them; `hurt` is told with the time when it goes."""

EXPOSED = {"over": "exposed over a wall", "lean": "leaning out"}


@record
class State:
    """A state in a word or two, and in full where there is more to say."""

    brief: str
    tone: Tone = "plain"
    text: str = ""


def marks(game: Fight, name: str) -> Iterator[State]:
    """Everything that lies beside the figure."""
    character = game.units[name]
    if gone := out_of_it(game, name):
        yield State(gone, "dim" if gone != "unconscious" else "bad")
        return
    yield from _helpless(game, character)
    yield from _burning(character)
    yield from _near(game, name)
    yield from _wounds(character)
    yield from _ways(game, character)
    yield from _turn(character)


def _helpless(game: Fight, character: Character) -> Iterator[State]:
    """What keeps him from acting."""
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


def _burning(character: Character) -> Iterator[State]:
    """Fire on him, and leaks in his suit."""
    if character.burning == "soaked":
        yield State("soaked", "bad", f"soaked, burns {character.burn_turns} turns")
    elif character.burning:
        burning = f"burning {character.burning}"
        yield State(burning, "bad", f"{burning} +{character.burn_bonus}" if character.burn_bonus else "")
    if character.rolling:
        yield State("rolling", "good", "rolling it out")
    if character.panic:
        yield State(
            "must run" if character.panic == "panic" else "keeps calm",
            "bad" if character.panic == "panic" else "good",
        )
    if character.leaks:
        yield State(count(character.leaks, "leak"), "bad")


def _near(game: Fight, name: str) -> Iterator[State]:
    """Who fights him at close quarters."""
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
    """What wounds do beyond the points."""
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


def _ways(game: Fight, character: Character) -> Iterator[State]:
    """How he holds himself, and what he has an eye on."""
    if character.dodging:
        yield State("dodging", "good")
    if character.defending:
        against = (
            f" against {game.units[character.defends_against].name}" if character.defends_against else ""
        )
        parry = f" with {thing_name(character, character.parry)}" if character.parry else ""
        yield State("defending", "good", f"defending{against}{parry}" if against or parry else "")
    if character.aim_target:
        aiming = f"aiming {character.aim_turns}"
        yield State(aiming, "good", f"{aiming} at {game.units[character.aim_target].name}")
    if character.overwatch:
        watched = f"watches {character.overwatch.hex or 'a sealed hex'}"
        shots = count(character.overwatch.shots, "shot")
        yield State("watching", "good", f"{watched}, {shots}")
    if character.breather:
        yield State("breather", "warn", "taking a breather")
    if character.exposed:
        yield State("exposed", "warn", EXPOSED[character.exposed])
    if character.all_rear:
        yield State("all rear", "warn")


def _turn(character: Character) -> Iterator[State]:
    """What he has done this turn that tells what he may still do."""
    if character.stood:
        yield State("stood up", "dim")
    if character.went_down:
        yield State("went down", "dim")
    if character.grabbed:
        yield State("reached", "dim", "reached on the run")
    if character.delayed:
        yield State("delayed", "dim")
    if character.ran:
        yield State("ran", "dim")
    elif character.charged:
        yield State("charged", "dim")
    if character.acted:
        yield State("acted", "dim")
