"""Marks of a character as words, the most urgent first (section 13)."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.games.close_quarters.facts.telling import figure
from vedette.games.close_quarters.near import brawl, engaged_by, is_alive
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import modifier
from vedette.games.close_quarters.values.effective import conscious
from vedette.games.close_quarters.view.told import named, thing_name, weapon_name
from vedette.kit.words import count
from vedette.view.vocabulary import Badge

STATUS = {"tear-gas": "tear gas", "blinded": "blinded"}
"""Lasting conditions as people call them; `hurt` is told with the time when it goes."""

EXPOSED = {"over": "exposed over a wall", "lean": "leaning out"}


def marks(game: Fight, name: str) -> Iterator[Badge]:
    """Everything that lies beside the figure."""
    one = game.units[name]
    if gone := out_of_it(game, name):
        yield Badge(gone, "dim" if gone != "unconscious" else "bad")
        return
    yield from _helpless(game, one)
    yield from _burning(one)
    yield from _near(game, name)
    yield from _wounds(one)
    yield from _ways(game, one)
    yield from _turn(one)


def out_of_it(game: Fight, name: str) -> str:
    """Why he is out of the fight, in a word; "" for who is not."""
    one = game.units[name]
    if not is_alive(game, name):
        return "dead"
    if one.left:
        return "left the map"
    if one.subdued:
        return "subdued"
    return "" if conscious(game, name) else "unconscious"


def _helpless(game: Fight, one: Character) -> Iterator[Badge]:
    """What keeps him from acting."""
    if one.stunned:
        yield Badge(f"stunned {one.stunned}", "bad")
    if one.held_by:
        by = game.units[one.held_by].name
        yield Badge(f"held {one.held} by {by}" if one.held else f"held by {by}: may break free", "bad")
    if one.entangled:
        yield Badge("entangled", "bad")
    if one.hanging:
        yield Badge(f"hangs on the edge of {one.hanging}", "bad")
    if one.surprised:
        yield Badge("surprised", "bad")
    if one.floating:
        drift = f" {one.float_dir}, speed {one.float_speed}" if one.float_speed else ""
        yield Badge(f"floating{drift}", "warn")


def _burning(one: Character) -> Iterator[Badge]:
    """Fire on him, and leaks in his suit."""
    if one.burning == "soaked":
        yield Badge(f"soaked, burns {one.burn_turns} turns", "bad")
    elif one.burning:
        hotter = f" +{one.burn_bonus}" if one.burn_bonus else ""
        yield Badge(f"burning {one.burning}{hotter}", "bad")
    if one.rolling:
        yield Badge("rolling it out", "good")
    if one.panic:
        yield Badge(
            "must run" if one.panic == "panic" else "keeps calm", "bad" if one.panic == "panic" else "good"
        )
    if one.leaks:
        yield Badge(count(one.leaks, "leak"), "bad")


def _near(game: Fight, name: str) -> Iterator[Badge]:
    """Who fights him at close quarters."""
    one = game.units[name]
    if one.hth:
        others = [other for other in brawl(game, name) if other != name]
        yield Badge(f"hand-to-hand with {named(game, others)}" if others else "hand-to-hand", "bad")
        if one.hth_ready:
            yield Badge(f"{weapon_name(one, one.hth_ready)} ready next turn", "plain")
    elif engaging := engaged_by(game, name):
        yield Badge(f"engaged by {named(game, engaging)}", "warn")


def _wounds(one: Character) -> Iterator[Badge]:
    """What wounds do beyond the points."""
    if one.hurt_until:
        phase, _, turn = one.hurt_until.partition("-")
        lost = figure(modifier("hurt").value, "+")
        yield Badge(f"hurt: {lost} DEX until the {phase} of turn {turn}", "warn")
    for flag in one.status:
        if flag != "hurt":
            yield Badge(STATUS.get(flag, flag), "warn")
    if one.head_hit:
        yield Badge(f"head hit until turn {one.head_hit}", "warn")
    if one.leg_hit:
        yield Badge("leg hit", "warn")
    if one.leg_lost:
        yield Badge("leg useless", "bad")
    for arm in one.arms_lost:
        yield Badge(f"{arm.replace('-', ' ')} useless", "bad")


def _ways(game: Fight, one: Character) -> Iterator[Badge]:
    """How he holds himself, and what he has an eye on."""
    if one.dodging:
        yield Badge("dodging", "good")
    if one.defending:
        against = f" against {game.units[one.defends_against].name}" if one.defends_against else ""
        parry = f" with {thing_name(one, one.parry)}" if one.parry else ""
        yield Badge(f"defending{against}{parry}", "good")
    if one.aim_target:
        yield Badge(f"aiming {one.aim_turns} at {game.units[one.aim_target].name}", "good")
    if one.overwatch:
        yield Badge(
            f"watches {one.overwatch.hex or 'a sealed hex'}, {count(one.overwatch.shots, 'shot')}", "good"
        )
    if one.breather:
        yield Badge("taking a breather", "warn")
    if one.exposed:
        yield Badge(EXPOSED[one.exposed], "warn")
    if one.all_rear:
        yield Badge("all rear", "warn")


def _turn(one: Character) -> Iterator[Badge]:
    """What he has done this turn that tells what he may still do."""
    if one.stood:
        yield Badge("stood up", "dim")
    if one.went_down:
        yield Badge("went down", "dim")
    if one.grabbed:
        yield Badge("reached on the run", "dim")
    if one.delayed:
        yield Badge("delayed", "dim")
    if one.ran:
        yield Badge("ran", "dim")
    elif one.charged:
        yield Badge("charged", "dim")
    if one.acted:
        yield Badge("acted", "dim")
