"""Characters with files of their own: how they join a game, and how they come home from it (CQ-CHR-3, CQ-EXP-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, field_validator

from vedette.engine.commands import Command, CommandSpec
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact, Names
from vedette.engine.plain import to_plain
from vedette.engine.play import Play
from vedette.engine.record import record
from vedette.engine.ruleset import Career
from vedette.engine.text import require_text
from vedette.games.close_quarters.adjust import all_adjusted
from vedette.games.close_quarters.lookup import by_unit
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn.order import between_combats

CARRIED = (
    "str", "dex", "int", "mov", "skills", "bought", "bonuses", "weapons", "ready", "belt", "slung", "pack", "items",
    "worn", "armor", "armor2", "helmet", "shield", "shield_held", "energy_shield", "energy_shield_broken", "wealth",
    "ep", "damage", "nonlethal", "old_damage", "healed", "status", "arms_lost", "leg_lost", "leaks", "armor_worn",
    "shielding_worn",
)  # fmt: skip
"""What a character takes with him from game to game."""


class ComeHome(Command):
    """A game is over for a character: the character's file takes over what became of them. Vedette gives it by itself."""

    game: str
    title: str = ""
    character: Annotated[dict[str, Any], Field(description="the fields that have changed")]
    told: Annotated[list[str], Field(description="what happened, as the game's log tells it")] = []

    @field_validator("told")
    @classmethod
    def _said(cls, told: list[str]) -> list[str]:
        return [require_text(sentence) for sentence in told]


def careers(game: Fight) -> tuple[Career, ...]:
    """Everybody with a file; who has no settled game behind him has nothing to bring home."""
    return tuple(
        Career(
            name,
            character.file,
            character.file_mark,
            character.file_entry,
            _words(game, name, character) if game.settled else None,
        )
        for name, character in game.units.items()
        if character.file
    )


def _words(game: Fight, name: str, character: Character) -> Mapping[str, Any]:
    carried = {key: to_plain(getattr(character, key)) for key in CARRIED}
    return {"by": name, "title": game.title, "character": carried}


def row_of(game: Fight, unit: str) -> dict[str, Any]:
    """A character as a row of a game file, with all that he carries from game to game."""
    character = game.units[unit]
    kept = {key: _given(to_plain(getattr(character, key))) for key in CARRIED}
    return {"id": unit, "name": character.name, "species": character.species, **kept}


def _given(value: Any) -> Any:
    """A value without what was left to the tables."""
    if isinstance(value, dict):
        return {key: _given(item) for key, item in value.items() if item is not None}
    return [_given(item) for item in value] if isinstance(value, list) else value


def _understood(game: Fight, command: ComeHome) -> ComeHome:
    """The character of the file, whatever he was called by in the game, brings home what one can bring home."""
    if len(game.units) == 1:
        command = command.model_copy(update={"by": next(iter(game.units))})
    by_unit(game, command)
    strange = next((key for key in command.character if key not in CARRIED), None)
    if strange is not None:
        raise CommandError(f"{strange} is nothing that a character brings home.")
    _at_home(game, command)
    return command


def _at_home(game: Fight, command: ComeHome) -> Fight:
    """The game with what has changed about him."""
    changes = {f"units.{command.by}.{key}": value for key, value in command.character.items()}
    return all_adjusted(game, changes)


@record
class Remembered(Fact):
    """A sentence of an earlier game's log; notes needn't be sentences there."""

    text: str

    def sentence(self, names: Names) -> str:
        return self.text if self.text.endswith((".", "!", "?")) else f"Remembered: {self.text}."


@fact("{unit} is back from {title:?{title:word}|a game}.")
class CameHome(Fact):
    unit: str
    title: str


async def come_home(play: Play[Fight], command: ComeHome) -> None:
    """Take over what has changed, and remember what happened."""
    game = _at_home(play.state, command)
    for sentence in command.told:
        play.emit(Remembered(sentence))
    play.commit(game, CameHome(command.by, command.title))


CAREER_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "come_home": CommandSpec(
        ComeHome,
        "Come home",
        "unit",
        come_home,
        _understood,
        (between_combats("CQ-EXP-4"),),
    ),
}
