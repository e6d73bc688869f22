"""Marks of a character as words, the most urgent first (section 13)."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.games.close_quarters.facts.telling import figure
from vedette.games.close_quarters.near import brawl, engaged_by
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import modifier
from vedette.games.close_quarters.told import named, out_of_it, thing_name, weapon_name
from vedette.kit.words import count
from vedette.view.vocabulary import Badge

STATUS = {"tear-gas": "tear gas", "blinded": "blinded"}
"""Lasting conditions as people call them; `hurt` is told with the time when it goes."""

EXPOSED = {"over": "exposed over a wall", "lean": "leaning out"}


def marks(game: Fight, name: str) -> Iterator[Badge]:
    """Everything that lies beside the figure."""
    character = game.units[name]
    if gone := out_of_it(game, name):
        yield Badge(gone, "dim" if gone != "unconscious" else "bad")
        return
    yield from _helpless(game, character)
    yield from _burning(character)
    yield from _near(game, name)
    yield from _wounds(character)
    yield from _ways(game, character)
    yield from _turn(character)


def _helpless(game: Fight, character: Character) -> Iterator[Badge]:
    """What keeps him from acting."""
    if character.stunned:
        yield Badge(f"stunned {character.stunned}", "bad")
    if character.held_by:
        by = game.units[character.held_by].name
        yield Badge(
            f"held {character.held} by {by}" if character.held else f"held by {by}: may break free", "bad"
        )
    if character.entangled:
        yield Badge("entangled", "bad")
    if character.hanging:
        yield Badge(f"hangs on the edge of {character.hanging}", "bad")
    if character.surprised:
        yield Badge("surprised", "bad")
    if character.floating:
        drift = f" {character.float_dir}, speed {character.float_speed}" if character.float_speed else ""
        yield Badge(f"floating{drift}", "warn")


def _burning(character: Character) -> Iterator[Badge]:
    """Fire on him, and leaks in his suit."""
    if character.burning == "soaked":
        yield Badge(f"soaked, burns {character.burn_turns} turns", "bad")
    elif character.burning:
        hotter = f" +{character.burn_bonus}" if character.burn_bonus else ""
        yield Badge(f"burning {character.burning}{hotter}", "bad")
    if character.rolling:
        yield Badge("rolling it out", "good")
    if character.panic:
        yield Badge(
            "must run" if character.panic == "panic" else "keeps calm",
            "bad" if character.panic == "panic" else "good",
        )
    if character.leaks:
        yield Badge(count(character.leaks, "leak"), "bad")


def _near(game: Fight, name: str) -> Iterator[Badge]:
    """Who fights him at close quarters."""
    character = game.units[name]
    if character.hth:
        others = [other for other in brawl(game, name) if other != name]
        yield Badge(f"hand-to-hand with {named(game, others)}" if others else "hand-to-hand", "bad")
        if character.hth_ready:
            yield Badge(f"{weapon_name(character, character.hth_ready)} ready next turn", "plain")
    elif engaging := engaged_by(game, name):
        yield Badge(f"engaged by {named(game, engaging)}", "warn")


def _wounds(character: Character) -> Iterator[Badge]:
    """What wounds do beyond the points."""
    if character.hurt_until:
        phase, _, turn = character.hurt_until.partition("-")
        lost = figure(modifier("hurt").value, "+")
        yield Badge(f"hurt: {lost} DEX until the {phase} of turn {turn}", "warn")
    for flag in character.status:
        if flag != "hurt":
            yield Badge(STATUS.get(flag, flag), "warn")
    if character.head_hit:
        yield Badge(f"head hit until turn {character.head_hit}", "warn")
    if character.leg_hit:
        yield Badge("leg hit", "warn")
    if character.leg_lost:
        yield Badge("leg useless", "bad")
    for arm in character.arms_lost:
        yield Badge(f"{arm.replace('-', ' ')} useless", "bad")


def _ways(game: Fight, character: Character) -> Iterator[Badge]:
    """How he holds himself, and what he has an eye on."""
    if character.dodging:
        yield Badge("dodging", "good")
    if character.defending:
        against = (
            f" against {game.units[character.defends_against].name}" if character.defends_against else ""
        )
        parry = f" with {thing_name(character, character.parry)}" if character.parry else ""
        yield Badge(f"defending{against}{parry}", "good")
    if character.aim_target:
        yield Badge(f"aiming {character.aim_turns} at {game.units[character.aim_target].name}", "good")
    if character.overwatch:
        yield Badge(
            f"watches {character.overwatch.hex or 'a sealed hex'}, {count(character.overwatch.shots, 'shot')}",
            "good",
        )
    if character.breather:
        yield Badge("taking a breather", "warn")
    if character.exposed:
        yield Badge(EXPOSED[character.exposed], "warn")
    if character.all_rear:
        yield Badge("all rear", "warn")


def _turn(character: Character) -> Iterator[Badge]:
    """What he has done this turn that tells what he may still do."""
    if character.stood:
        yield Badge("stood up", "dim")
    if character.went_down:
        yield Badge("went down", "dim")
    if character.grabbed:
        yield Badge("reached on the run", "dim")
    if character.delayed:
        yield Badge("delayed", "dim")
    if character.ran:
        yield Badge("ran", "dim")
    elif character.charged:
        yield Badge("charged", "dim")
    if character.acted:
        yield Badge("acted", "dim")
