"""Which dice of a roll are rolled again; of a to-hit roll what must be, what always is, and what its side may use for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct

from vedette.engine.dice import Remark, Roll
from vedette.engine.facts import Fact
from vedette.engine.play import Again, Play
from vedette.engine.readings import explains
from vedette.engine.requests import Option
from vedette.games.company import groups, tables
from vedette.games.company.state import Skirmish
from vedette.kit.sentences import fact
from vedette.kit.words import count

SourceId = Literal["bane", "unerring", "captain", "well-armed"]

Weapons = Literal["ME", "MI", ""]
"""What a to-hit roll is made with, as the profile calls it: in melee, as a Shoot, or neither."""


@fact("{unit} rolled {dice:# die/dice} again: {source:word}.")
class HitsAgain(Fact, frozen=True):
    """A Group spent what lets it roll to-hit dice again."""

    aside = True

    unit: str
    source: str
    dice: int


HITS = Again(lambda roll: tuple(i for i, mark in enumerate(roll.marks) if mark != "failure"), alone=True)
"""CO-TER-5, CO-SPL-14: every die that hit is rolled again, once."""

MISSES = Again(lambda roll: roll.failures, alone=True)
"""CO-SPL-13, CO-TNT-7: every die that missed is rolled again, once."""


def every_die(roll: Roll) -> tuple[int, ...]:
    return tuple(range(len(roll.dice)))


def highest(roll: Roll) -> tuple[int, ...]:
    """The first of the highest dice."""
    return (roll.faces.index(max(roll.faces)),)


# --- to hit


class Unasked(Struct, frozen=True):
    """Dice that are rolled again without a question, and what people read of it."""

    again: Again
    remark: Remark


def unasked(game: Skirmish, by: str, target: str, weapons: Weapons, *, cover: bool) -> Iterator[Unasked]:
    """CO-HIT-3: first the hits that must be rolled again, then the misses that cost nothing to roll again (decision 4)."""
    if cover:
        yield Unasked(HITS, Remark("cover", "roll hits again", ("CO-TER-5",)))
    if groups.under(game, target, "fortify"):
        yield Unasked(HITS, Remark("Fortify", "roll hits again", ("CO-SPL-14",)))
    if by in ("", target):  # hits that no Group makes
        return
    if weapons == "ME" and groups.under(game, by, "enrage"):
        yield Unasked(MISSES, Remark("Enrage", "roll misses again", ("CO-SPL-13",)))
    for taunt, _ in groups.taunts_of(game, by):
        if taunt.misses_again == "shoot" and weapons == "MI":
            yield Unasked(MISSES, Remark(taunt.name, "roll misses again", ("CO-TNT-7",)))


class Source(Struct, frozen=True):
    """What a side may use, once a turn, to roll to-hit dice again; `text` says which."""

    id: SourceId
    name: str
    text: str
    rules: tuple[str, ...]
    which: Callable[[Roll], tuple[int, ...]]


def sources(game: Skirmish, by: str, target: str) -> Iterator[Source]:
    """CO-TRA-18, CO-TRA-24, CO-CAP-18, CO-TRA-28, CO-HIT-2: what a Group has left of that kind, in the order of its answers."""
    if by in ("", target):
        return
    used, company = game.units[by].used, groups.company_of(game, by)
    bane = groups.bane_of(game, by, target)
    if bane and "bane" not in used:
        yield Source("bane", f"{bane.capitalize()}bane", "all misses", ("CO-TRA-18",), _misses)
    if "unerring" not in used and groups.has(game, by, "unerring", target):
        yield Source("unerring", "Unerring", "all misses", ("CO-TRA-24",), _misses)
    captain = tables.captain_traits(game.edition).get(company.trait)
    works = captain and groups.is_captains(game, by) and groups.captained(game, by, company.trait or "plain")
    if captain and works and captain.dice and not company.captain_used:
        most = captain.dice
        said = "the lowest miss" if most == 1 else f"the {most} lowest misses"
        yield Source("captain", captain.name, said, captain.rules, _lowest(most))
    if "well-armed" not in used and groups.has(game, by, "well-armed", target):
        yield Source("well-armed", "Well-Armed", "all 1s", ("CO-TRA-28",), _ones)


def remarks(game: Skirmish, by: str, target: str, weapons: Weapons, *, cover: bool) -> tuple[Remark, ...]:
    """What will or may be rolled again, for people."""
    may = (Remark(one.name, f"may roll {one.text} again", one.rules) for one in sources(game, by, target))
    return (*(one.remark for one in unasked(game, by, target, weapons, cover=cover)), *may)


def _misses(roll: Roll) -> tuple[int, ...]:
    """CO-HIT-1: the misses that have not been rolled again."""
    return tuple(i for i in roll.failures if i in roll.fresh)


def _ones(roll: Roll) -> tuple[int, ...]:
    return tuple(i for i, face in enumerate(roll.faces) if face == 1 and i in roll.fresh)


def _lowest(dice: int) -> Callable[[Roll], tuple[int, ...]]:
    return lambda roll: roll.lowest(_misses(roll), dice)


def _how_often(game: Skirmish, offered: list[Source]) -> str:
    """How often these work; of two traits that is a question of how the text is read (decision 75)."""
    if any(one.id in ("unerring", "well-armed") for one in offered):
        return tables.house_rule(game, "once_each").text
    return "Each of these works once a turn."


async def spent_on_hits(play: Play[Skirmish], by: str, target: str, roll: Roll) -> Roll:
    """CO-HIT-1, CO-HIT-2: the roll after whatever its side uses to roll dice again, as long as there is anything left."""
    while True:
        offered = [one for one in sources(play.state, by, target) if play.picks_any(roll, one.which)]
        if not offered:
            return roll
        name = play.state.units[by].name
        answer = await play.choose(
            "hits_again",
            side=play.state.units[by].side,
            options=(
                Option("no", "keep the dice", none=True, assumed="no dice are rolled again"),
                *(
                    Option(
                        one.id,
                        f"{one.name}: {one.text}",
                        assumed=f"{one.name} is used",
                        note=count(len(play.picked(roll, one.which)), "die", "dice") if explains() else "",
                    )
                    for one in offered
                ),
            ),
            why=f"{name}: roll dice again?",
            rules=tuple(dict.fromkeys(rule for one in offered for rule in one.rules)),
            title="Roll dice again?",
            rule=_how_often(play.state, offered) if explains() else "",
            roll=roll,
        )
        if answer == "no":
            return roll
        source = next(one for one in offered if one.id == answer)
        again = await play.reroll(roll, source.which)
        use(play, by, source, len(play.picked(roll, source.which)))
        roll = again


def use(play: Play[Skirmish], by: str, source: Source, dice: int) -> None:
    """It is used up until the next turn begins."""
    game = play.state
    if source.id == "captain":
        used = game.with_company(game.units[by].company, captain_used=True)
    else:
        used = game.with_unit(by, used=(*game.units[by].used, source.id))
    play.commit(used, HitsAgain(by, source.name, dice))
