"""Characters and their parties in a line, for whoever sets a game up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from pydantic import ValidationError

from vedette.campaign import character_files
from vedette.engine.errors import VedetteError
from vedette.engine.record import replace
from vedette.games.close_quarters.library import OF_A_FILE, RowOfFile, read_map, written_out
from vedette.games.close_quarters.setup import CharacterData, unowned
from vedette.games.close_quarters.tables import RULESET_ID, adjustments, armor, weapons
from vedette.games.close_quarters.view.profile import beginning_sheet, character_profile
from vedette.kit.setup_resolver import SetupResolver
from vedette.kit.words import count
from vedette.view.reference import Chapter, TableLine
from vedette.view.roster import Catalogue, CatalogueItem, Labels, Profile, read_roster, units_of
from vedette.view.sheet import Sheet

SIDES = (("colony", "Colony"), ("rebels", "Rebels"))
"""The ids and the usual names of the sides, as in the sample parties."""


def roster(row_of_file: RowOfFile) -> Catalogue:
    """Everything in the data of the game and of the players, their characters' files among it."""
    read = read_roster(
        RULESET_ID, Labels(_map, _unit, _party, partial(_profile, row_of_file), _sheet), mission="map"
    )
    games = sorted((_with_heads(game) for game in read.games), key=lambda game: sum(_heads(game.row)))
    return replace(
        read,
        sides=SIDES,
        games=tuple(games),
        profiles=(*_careers(row_of_file), *read.profiles),
        of_army=("leader",),
        of_place=("hex", "facing"),
        leader="leader",
        needs_mission=False,
        reference=lambda: (*read.reference(), _adjusting()),
    )


def _adjusting() -> Chapter:
    """CQ-TBL-9: what is added to DEX, as far as it is used."""
    used = (row for row in adjustments() if row.part != "none")
    lines = tuple(TableLine(row.when[:1].upper() + row.when[1:], row.dex.replace("-", "−")) for row in used)
    return Chapter("Dexterity adjustments", ("CQ-TBL-9",), lines)


def _with_heads(game: CatalogueItem) -> CatalogueItem:
    """A game with how many fight on each side: small ones are easier to begin with."""
    return replace(game, line=" against ".join(map(str, _heads(game.row))) or game.line)


def _heads(row: Mapping[str, Any]) -> list[int]:
    """The characters of each side that a game file writes out."""
    sides = row.get("sides")
    return (
        [len(units_of(side)) for side in sides if isinstance(side, Mapping)]
        if isinstance(sides, list)
        else []
    )


def _careers(row_of_file: RowOfFile) -> tuple[CatalogueItem, ...]:
    """The characters with files of their own; a file that can't be read says so in its line."""
    return tuple(_career(row_of_file, name) for name in character_files())


def _career(row_of_file: RowOfFile, name: str) -> CatalogueItem:
    id, text = (
        OF_A_FILE + name,
        "One of your characters: after the game the file is brought up to date.",
    )
    try:
        row = row_of_file(name)
    except VedetteError as error:
        return CatalogueItem(id, name, str(error))
    return CatalogueItem(id, str((row or {}).get("name") or name), _unit(row or {}), text, row=row or {})


def _map(row: Mapping[str, Any]) -> str:
    """How large a map is; what is wrong with its drawing is said where it is chosen."""
    with suppress(ValueError):
        table = read_map(row)
        return f"{table['cols']} by {table['rows']} hexes" if "cols" in table and "rows" in table else ""
    return ""


def _unit(row: Mapping[str, Any]) -> str:
    """Attributes, weapons and armor."""
    character_data = _read(row)
    if character_data is None:
        return "not complete"
    attributes = (
        f"STR {character_data.str} DEX {character_data.dex} INT {character_data.int} MOV {character_data.mov}"
    )
    owned = [weapon.name or weapons()[weapon.type].name for weapon in character_data.weapons]
    worn = [
        armor()[name].name
        for name in (character_data.armor, character_data.armor2, character_data.helmet)
        if name in armor()
    ]
    experience = [f"{character_data.ep} experience"] if character_data.ep else []
    return " · ".join(
        [attributes, *(part for part in (", ".join(owned), ", ".join(worn)) if part), *experience]
    )


def _profile(row_of_file: RowOfFile, row: Mapping[str, Any]) -> Profile:
    """Attributes; weapons with their damage, what is worn, skills, and the rest of the belongings."""
    data = _read(row, row_of_file)
    return Profile() if data is None else character_profile(data)


def _sheet(row: Mapping[str, Any]) -> Sheet | None:
    """The whole sheet, as the character begins a game."""
    data = _read(row)
    return None if data is None else beginning_sheet(data)


def _party(units: Sequence[Mapping[str, Any]]) -> str:
    """How many they are."""
    return count(len(units), "character")


def _read(row: Mapping[str, Any], row_of_file: RowOfFile = lambda name: None) -> CharacterData | None:
    """A character or a profile written out; None where something is wrong with it."""
    words = {key: value for key, value in row.items() if key != "text"}
    try:
        unit = written_out(row_of_file, {"id": "unit", **words}, SetupResolver(RULESET_ID), "")
        read = CharacterData.model_validate(unit)
    except (ValidationError, VedetteError):
        return None
    return None if any(unowned(read)) else read
