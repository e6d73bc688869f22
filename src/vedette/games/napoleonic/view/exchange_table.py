"""The exchange of fire so far: who fired at whom, the dice and the Hits; the Hits that wait, and the lives that they cost."""

from __future__ import annotations

from msgspec import Struct

from vedette.engine.dice import Roll
from vedette.engine.facts import Rolled
from vedette.engine.played import PlayedCommand
from vedette.engine.requests import ChoiceRequest, Request
from vedette.engine.text import joined
from vedette.games.napoleonic import units
from vedette.games.napoleonic.exchange import SPREAD, LossesMarked
from vedette.games.napoleonic.firing import Fired
from vedette.games.napoleonic.phases import PhaseBegan
from vedette.games.napoleonic.state import Battle
from vedette.kit.words import count
from vedette.view.course import Cell, Column, Course, Ledger, Row
from vedette.view.signs import SHOT_LEFT, Tone
from vedette.view.vocabulary import Badge

COLUMNS = (
    Column("Who fired", 20, 14), Column("At whom", 16, 10), Column("Shots", 7), Column("Dice", 7, 6),
    Column("Hits", 4, 4),
)  # fmt: skip

WAITING = (Column("", 25, 16), Column("", 11, 0), Column("", 7, 7), Column("", 11, 11))

SOME = ("", "", "two", "three", "four", "five", "six")


class Shots(Struct, frozen=True):
    fired: Fired
    roll: Roll | None
    gun: bool


def course(battle: Battle, played: PlayedCommand | None, request: Request | None) -> Course | None:
    """The exchange while fire goes on, while its Hits are given, and as its losses are marked; None before the first shot."""
    if battle.phase != "skirmish" or battle.outcome:
        return None
    shots = _exchange(played)
    if not shots:
        return None
    asked = request if isinstance(request, ChoiceRequest) and request.name == SPREAD else None
    shared = next((one for one in battle.shared if one.hits), None) if asked else None
    at_hand = [i for i, one in enumerate(shots) if shared and set(one.fired.at) == set(shared.at)][-1:]
    rows = tuple(_row(battle, one, asked=i in at_hand) for i, one in enumerate(shots))
    fired, below = sum(one.fired.shots for one in shots), ""
    if shared:
        below = f"fired at {joined([called(battle, one) for one in shared.at])} together"
    groups = any(battle.units[one.fired.by].group == "skirmish" for one in shots)
    note = count(fired, "shot") if groups else f"{count(fired, 'shot')}, a 1 is a Hit"
    ledger = Ledger("The exchange", COLUMNS, rows, note=note, below=below)
    marked = next((fact for fact in played.facts if isinstance(fact, LossesMarked)), None) if played else None
    waits = _waits(battle, asked, marked)
    then = _then(battle) if asked else None
    return Course(ledger, waits=waits, then=then, stays=True)


def _exchange(played: PlayedCommand | None) -> list[Shots]:
    """Every shot since the phase began."""
    found: list[Shots] = []
    while played is not None:
        own, roll = list[Shots](), None
        for fact in played.facts:
            if isinstance(fact, PhaseBegan):
                own.clear()
            elif isinstance(fact, Rolled):
                roll = fact.roll
            elif isinstance(fact, Fired):
                own.append(Shots(fact, roll, played.do == "gun_fire"))
        found = own + found
        if any(isinstance(fact, PhaseBegan) for fact in played.facts):
            break
        played = played.before
    return found


def _row(battle: Battle, one: Shots, *, asked: bool) -> Row:
    fired, by = one.fired, battle.units[one.fired.by]
    at = called(battle, fired.at[0]) if len(fired.at) == 1 else f"{SOME[min(len(fired.at), 6)]} targets"
    dice: Cell = ""
    if one.roll:
        faces = zip(one.roll.faces, one.roll.marks, strict=True)
        scored: Tone = "warn" if asked else "bad"  # red can't be read on the gold of the row at hand
        dice = tuple(Badge(f"{face} ", scored if mark == "success" else "dim") for face, mark in faces)
    held = "held" if fired.ones and not fired.hits and fired.waiting else ""  # a 1 that needs a second one
    hits = str(fired.hits) if fired.hits else held or "·"
    tone: Tone = "warn" if asked or held else "bad" if fired.hits else "dim"
    name = f"{called(battle, fired.by)}{', gun' if one.gun else ''}"
    cells = (name, at, SHOT_LEFT * fired.shots, dice, f"{hits} ?" if asked else hits)
    return Row(cells, by.side, "now" if asked else "done", tone)


def called(battle: Battle, unit: str) -> str:
    """A Unit by its name as far as the comma, where no other is called so; a group by its number first."""
    name = battle.units[unit].name
    if battle.units[unit].group:
        number = name.rpartition(", ")[2]
        return f"{number[number.find('Group') :]}, {called(battle, battle.units[unit].mother)}"
    brief = name.partition(",")[0]
    same = sum(one.name.partition(",")[0] == brief for one in battle.units.values() if not one.group)
    return brief if same == 1 else name


def _waits(battle: Battle, asked: ChoiceRequest | None, marked: LossesMarked | None) -> Ledger | None:
    """The Hits of everybody who takes some: before, now, and the lives that they cost together."""
    needed = battle.book.options.hits_per_life
    note = f"{needed} Hits take a life" if needed else "your rules say what they cost"
    if marked is not None and marked.units:
        rows = tuple(
            _waiting_row(battle, name, battle.units[name].hits, hits, needed, over=True)
            for name, hits in zip(marked.units, marked.hits, strict=True)
        )
        return Ledger("Losses marked", WAITING, rows, note=note)
    if asked is None:
        return None
    between = {str(option.value) for option in asked.options}
    rows = tuple(
        _waiting_row(battle, name, unit.hits, unit.hits_coming, needed, asked=name in between)
        for name in sorted(units.in_order(battle), key=between.__contains__)
        if (unit := battle.units[name]).on_table and (unit.hits_coming or (unit.hits and name in between))
    )
    return Ledger("Hits waiting", WAITING, rows, note=note)


def _waiting_row(
    battle: Battle, name: str, before: int, now: int, needed: int, *, asked: bool = False, over: bool = False
) -> Row:
    unit = battle.units[name]
    if over:  # the losses are marked: what is left
        lost = not unit.on_table
        left = "lost" if lost else count(unit.lives, "life", "lives") if needed else f"▲{before}"
        kept = f"▲{before} kept" if needed and before else ""
        return Row((unit.name, kept, f"▲{now}", left), unit.side, "done", "bad" if lost else "plain")
    lives = min(unit.lives, (before + now) // needed) if needed else 0
    tone: Tone = "warn" if asked else "bad" if lives else "dim"
    cost = f"− {count(lives, 'life', 'lives')}" if lives else "no life yet" if needed else ""
    cost = "asked below" if asked else cost
    was = f"▲{before} before" if before else ""
    return Row((unit.name, was, f"▲{now} now" if now else "", cost), unit.side, "done", tone)


def _then(battle: Battle) -> Ledger:
    """What follows once the Hits are given."""
    needed = battle.book.options.hits_per_life
    costs = {
        called(battle, name): (unit.hits + unit.hits_coming) // needed if needed else 0
        for name, unit in battle.units.items()
        if unit.on_table
    }
    hurt = [name for name, lives in costs.items() if lives]
    each = "a life" if max(costs.values(), default=0) == 1 else "lives"
    said = (
        f"{joined(hurt)} {'loses' if len(hurt) == 1 else 'lose'} {each}" if hurt else "the losses are marked"
    )
    if not needed:
        said += ", lives and bravery by your own rules"
    return Ledger("Then", (Column("", 0, 0), Column("", 54, 34)), (Row(("", said)),))
