"""Close Quarters as a record that the engine and the screens can use."""

from __future__ import annotations

from vedette.campaign import character_row
from vedette.engine.data import Row
from vedette.engine.facts import facts_of
from vedette.engine.readings import Preset
from vedette.engine.ruleset import Ruleset, won
from vedette.games.close_quarters.characters.experience import careers, row_of
from vedette.games.close_quarters.library import resolve
from vedette.games.close_quarters.setup import GameData, in_their_zones, new_game
from vedette.games.close_quarters.specs import CHAPTERS, COMBAT, COMMANDS, CONDITIONS, TRACKED
from vedette.games.close_quarters.tables import RULESET_ID, TABLES
from vedette.games.close_quarters.tracked import WALLED, adjusted, hex_refused, paths
from vedette.games.close_quarters.turn.order import phase_check
from vedette.games.close_quarters.view.actions import actions, form, unspent
from vedette.games.close_quarters.view.attack_forms import sets_off
from vedette.games.close_quarters.view.board import look, map_editor, place
from vedette.games.close_quarters.view.building import BUILDER
from vedette.games.close_quarters.view.cards import CHIPS, card, details
from vedette.games.close_quarters.view.sheet import sheet, steppers, traits
from vedette.games.close_quarters.view.table import position, report, table
from vedette.games.close_quarters.view.turn_forms import sealed_by
from vedette.games.close_quarters.view.watching import awaited
from vedette.kit.schema import game_options
from vedette.view.view import View, when_asked
from vedette.view.vocabulary import StoryWords


def row_of_file(name: str) -> Row | None:
    """The character of a file with that name, as a row of a game file. Raises JournalError."""
    return character_row(RULESET, name, row_of)


STORY = StoryWords(
    units=("character", "characters"),
    points=("hit", "hits"),
    fell="was out of the fight",
    brief=("hit", "hits"),
    felled=("{by} took {unit} out of the fight", "{unit} fell to {by}", "{by} put {unit} down for good"),
)


VALUE_WORDS = {
    "str": "STR", "dex": "DEX", "int": "INT", "mov": "MOV", "ep": "experience points",
    "damage": "damage taken", "hth": "hand to hand", "status": "state",
}  # fmt: skip


RULESET = Ruleset(
    id=RULESET_ID,
    title="Close Quarters",
    tagline="heroes, hexes",
    revision=2,
    commands=COMMANDS,
    resolve=lambda setup: in_their_zones(resolve(setup, row_of_file)),
    new_game=new_game,
    phase_check=phase_check(COMBAT),
    paths=paths,
    value_words=lambda fight: VALUE_WORDS,
    adjust=adjusted,
    adjust_check=hex_refused,
    adjust_rules=(WALLED,),
    fact_kinds=facts_of(*CHAPTERS),
    rules=TABLES.rules,
    view=View(
        table,
        actions,
        form,
        position,
        lambda: when_asked("vedette.games.close_quarters.view.roster:roster")(row_of_file),
        packs=when_asked("vedette.games.close_quarters.view.roster:packs"),
        sheet=sheet,
        look=look,
        builder=BUILDER,
        map_editor=map_editor,
        steppers=steppers,
        place=place,
        hidden=sealed_by,
        chips=CHIPS,
        card=card,
        details=details,
        report=report,
        sets_off=sets_off,
        traits=traits,
        story=STORY,
        awaited=awaited,
        unspent=unspent,
    ),
    tracked=TRACKED,
    won=won,
    careers=careers,
    kept_since={"in_deep_water": 2},
    readings=lambda: TABLES.readings,
    presets=TABLES.in_order("presets", Preset),
    options=lambda: game_options(GameData),
    conditions=CONDITIONS,
)
