"""`seal` and `reveal`: declarations that only their side knows (CQ-ARM-15, CQ-OPT-13).

No rule asks for them: `switch_shield` and `overwatch` do the same in the open. What is sealed is judged when it is
sealed, by the checks of the open command; only its outcome waits.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any, Literal

from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Check, Refusal, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.common import by_side
from vedette.engine.data import Table
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.grammar import agree, at_start, the
from vedette.engine.hidden_information import BOX_LIMIT
from vedette.engine.play import Play
from vedette.games.close_quarters import opening
from vedette.games.close_quarters.attacks import opportunity
from vedette.games.close_quarters.attacks.opportunity import Overwatch, overwatch_understood, take_up_watch
from vedette.games.close_quarters.candidates import first_free, unit
from vedette.games.close_quarters.characters.checking import awake
from vedette.games.close_quarters.opening import hidden_hex, hidden_switch
from vedette.games.close_quarters.state import Fight, Sealed
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn.order import IN_TURN, in_phase

COMMANDS = Commands[Fight]()


What = Literal["shield", "watch"]


class Seal(Command):
    """Seal a declaration for a character: an energy shield, or the hex that is watched with a weapon.

    `box` and `digest` are made of the declaration before the command is given (`engine/hidden_information.py`).
    """

    what: What
    unit: str
    box: Annotated[
        str, Field(max_length=BOX_LIMIT, description="made of a `declaration`: {on=true} or {hex='0504'}")
    ]
    digest: Annotated[str, Field(max_length=BOX_LIMIT, description="made of it as well")]
    weapon: Annotated[str, "of a watch"] = ""
    mode: Annotated[Literal["opportunity", "suppression"], "of a watch"] = "opportunity"
    id: Annotated[str, Field(pattern=r"^[a-z0-9-]{0,60}$")] = ""


class Reveal(Command):
    """Open a sealed declaration."""

    id: Annotated[str, "where several are sealed"] = ""


def seal_understood(game: Fight, command: Seal) -> Seal:
    by_side(game, command)
    character = game.units[unit(game, command.unit, command.do)]
    if character.side != command.by:
        raise CommandError(f"{character.name} does not belong to {the(game.side_name(command.by))}.")
    if command.what == "watch":
        overwatch_understood(game, _as_overwatch(command, hidden_hex(command.box, command.digest)))
    else:
        hidden_switch(command.box, command.digest)
    taken = {entry.id for entry in game.sides[command.by].sealed}
    if command.id in taken:
        raise CommandError(f"There is a sealed declaration {shown(command.id)} already.")
    return command.model_copy(
        update={"id": command.id or first_free(f"{command.unit}-{command.what}", taken)}
    )


def _as_overwatch(command: Seal, hex: str) -> Overwatch:
    return Overwatch(do="overwatch", by=command.unit, weapon=command.weapon, hex=hex, mode=command.mode)


def reveal_understood(game: Fight, command: Reveal) -> Reveal:
    by_side(game, command)
    side, name = game.sides[command.by], game.side_name(command.by)
    only = side.sealed[0].id if len(side.sealed) == 1 else ""
    entry = next((sealed for sealed in side.sealed if sealed.id == (command.id or only)), None)
    if entry is None:
        known = ", ".join(sealed.id for sealed in side.sealed) or "nothing"
        sealed = f"{at_start(name)} {agree(name, 'has', 'have')} sealed {known}"
        raise CommandError(f"{sealed}: there is no declaration {shown(command.id)}.")
    (hidden_hex if entry.what == "watch" else hidden_switch)(entry.box, entry.digest)
    return command.model_copy(update={"id": entry.id})


# --- checks: those of the open commands, each for its own kind


@forbids("CQ-ARM-15", alternative="reveal it", overridable=False)
def _one_shield_at_a_time(game: Fight, command: Seal) -> str | None:
    noted = [entry.unit for entry in game.sides[command.by].sealed if entry.what == "shield"]
    if command.what != "shield" or command.unit not in noted:
        return None
    return f"A declaration for {game.units[command.unit].name}'s shield is sealed already."


def _for(what: What, check: Check[Fight, Any]) -> Check[Fight, Seal]:
    """A check of the open command, `switch_shield` or `overwatch`, for what is sealed of that kind; a hex is in the box."""
    hidden = "hex" in check.reads
    reads = [field for field in check.reads if field in Seal.model_fields] + (["box"] if hidden else [])

    def test(game: Fight, command: Seal) -> Refusal | None:
        if command.what != what:
            return None
        words: Table = {}
        if what == "watch":
            words = {name: getattr(command, name, None) for name in ("weapon", "mode", "support", "expose")}
            words["hex"] = hidden_hex(command.box, command.digest) if hidden else ""
        do = "overwatch" if what == "watch" else "switch_shield"
        return check.test(game, SimpleNamespace(do=do, by=command.unit, **words))

    return Check(check.rules, tuple(reads), test)


SEALED = "{side} sealed a declaration"


@fact(f"{SEALED} for {{unit}} (a shield).", headline=SEALED)
class ShieldSealed(Fact, frozen=True):
    side: str
    unit: str


@fact(f"{SEALED} for {{unit}} (a watch{{mode:=suppression?, {{rounds}} rounds of fire}}).", headline=SEALED)
class WatchSealed(Fact, frozen=True):
    """A side has noted in secret which hex is watched; `rounds` are used up at once in suppression."""

    side: str
    unit: str
    mode: str
    rounds: int


@COMMANDS.add(
    Seal,
    "Seal a declaration",
    seal_understood,
    (
        *(_for("shield", check) for check in (in_phase(*IN_TURN), awake(), opening.has_a_shield_that_works)),
        _one_shield_at_a_time,
        *(_for("watch", check) for check in opportunity.COMMANDS["overwatch"].checks),
    ),
    actor="side",
    rules=("CQ-ARM-15", "CQ-OPT-13"),
    reminders=("CQ-ARM-15",),
)
async def seal(play: Play[Fight], command: Seal) -> None:
    """CQ-ARM-15, CQ-OPT-13: keep the box. A watch uses the action, and all its rounds in suppression, openly."""
    name = command.unit
    entry = Sealed(command.id, command.what, name, command.digest, command.box, play.state.round)
    game = play.state
    fact: Fact = ShieldSealed(command.by, name)
    if command.what == "watch":
        if before := opening.sealed_watch(game, name):
            opening.end_sealed_watch(play, command.by, before)
        hex = hidden_hex(command.box, command.digest)
        game, watch = take_up_watch(play, _as_overwatch(command, hex))
        game = game.with_unit(name, overwatch=replace(watch, hex=""))
        fact = WatchSealed(command.by, name, watch.mode, watch.shots)
    sealed = (*game.sides[command.by].sealed, entry)
    play.commit(game.with_side(command.by, sealed=sealed), fact)


@COMMANDS.add(
    Reveal,
    "Reveal what is sealed",
    reveal_understood,
    actor="side",
    rules=("CQ-ARM-13", "CQ-ARM-15", "CQ-OPT-13"),
)
async def reveal(play: Play[Fight], command: Reveal) -> None:
    """CQ-ARM-15, CQ-OPT-13: open the box and carry out what it says."""
    sealed = play.state.sides[command.by].sealed
    await opening.open_declaration(
        play, command.by, next(entry for entry in sealed if entry.id == command.id)
    )
