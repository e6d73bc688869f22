"""`resist_panic` (section 6.2): who burns tries to keep calm, or runs (CQ-FIR-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.checks import Refusal, check
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.facts import moving as facts
from vedette.games.close_quarters.lookup import by_unit
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.path_checks import AFLAME, MOVE_CHECKS, would_run
from vedette.games.close_quarters.turn.situations import offered_in


class ResistPanic(Command):
    """A burning character tries not to run."""


@check("CQ-FIR-4")
def _he_is_about_to_panic(game: Fight, command: Any) -> Refusal | None:
    """CQ-FIR-4: only who burns, stands and isn't engaged, once a turn."""
    character = game.units[command.by]
    if not would_run(game, command.by):
        sentence = f"{character.name} is in no danger of running in panic."
        return Refusal("CQ-FIR-4", sentence, overridable=character.burning in AFLAME)
    return Refusal("CQ-FIR-4", f"{character.name} has tried already this turn.") if character.panic else None


def panic_dice(character: Character) -> int:
    """3, 4 or 5 dice by how much of him burns, one more after having run burning."""
    return number(f"panic_{character.burning}_dice") + (
        number("panic_ran_dice") if character.ran_burning else 0
    )


async def resist_panic(play: Play[Fight], command: ResistPanic) -> None:
    """CQ-FIR-4: calm he moves as he likes; after a failure there is nothing but a run."""
    by = command.by
    character = play.state.units[by]
    result = await checks.save(
        play,
        by,
        "int",
        panic_dice(character),
        why="panic",
        rules=("CQ-FIR-4",),
        told=f"{character.name}: keeping calm",
    )
    panic = "calm" if result.success else "panic"
    play.commit(play.state.with_unit(by, panic=panic), facts.KeptCalm(by, result.success))


def _would_run(game: Fight, by: str) -> bool:
    return would_run(game, by) and not game.units[by].panic


PANIC_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "resist_panic": CommandSpec(
        ResistPanic,
        "Resist panic",
        "unit",
        resist_panic,
        by_unit,
        (*MOVE_CHECKS, _he_is_about_to_panic),
        rules=("CQ-FIR-4",),
        key="i",
        offered=offered_in("movement", where=_would_run),
    ),
}
