"""Flagrant Factions as a record that the engine and the screens can use."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.facts import facts_of
from vedette.engine.grammar import name_of
from vedette.engine.play import Play
from vedette.engine.ruleset import Ruleset
from vedette.games.company import rerolls, turns
from vedette.games.company.ambitions import witness
from vedette.games.company.beginning import faults
from vedette.games.company.groups import edition, location, spells_of
from vedette.games.company.paths import adjusted, paths
from vedette.games.company.phase_check import PHASE_CHECK
from vedette.games.company.setup import new_game, resolve
from vedette.games.company.specs import CHAPTERS, COMMANDS, CONDITIONS, TRACKED
from vedette.games.company.state import Skirmish, impossible
from vedette.games.company.tables import RULESET_ID, TABLES, TITLE, rules, rules_in, taunts
from vedette.games.company.view.actions import actions, unspent
from vedette.games.company.view.cards import CHIPS, card, details, position, steppers, table, traits
from vedette.games.company.view.forms import form
from vedette.games.company.view.secrets import hidden, open_words, secret_paths
from vedette.view.view import View, when_asked
from vedette.view.vocabulary import StoryWords


def names(game: Skirmish) -> Mapping[str, str]:
    return {
        **{name: name_of(company) for name, company in game.companies.items()},
        **{name: side.name for name, side in game.sides.items()},
        **{name: unit.name for name, unit in game.units.items()},
    }


def terms(game: Skirmish) -> Mapping[str, str]:
    """The names of spells, taunts and ambitions."""
    named = (spells_of(game), taunts(game.edition), game.book.ambitions)
    return {id: row.name for rows in named for id, row in rows.items()}


def after_command(play: Play[Skirmish]) -> None:
    witness(play)
    turns.after_command(play)


def value_words(game: Skirmish) -> Mapping[str, str]:
    own, place = edition(game), location(game)
    return {
        "counters": place.name if place else "counters",
        "fs_lost": f"{own.r} lost this turn",
        "r": own.r,
        "r_max": f"{own.r} at the start",
        "resolve": f"needed for a {own.test}",
        "t": "T",
        "mo": "MO",
        "me": "ME",
        "mi": "MI",
        "vp": "VP",
    }


RULESET = Ruleset(
    id=RULESET_ID,
    title=TITLE,
    tagline="warbands, 2 D6",
    revision=1,
    commands=COMMANDS,
    resolve=resolve,
    new_game=new_game,
    phase_check=PHASE_CHECK,
    after_command=after_command,
    paths=paths,
    value_words=value_words,
    adjust=adjusted,
    names=names,
    fact_kinds=facts_of(*CHAPTERS, rerolls),
    rules=rules,
    edition_rules=rules_in,
    view=View(
        table,
        actions,
        form,
        position,
        when_asked("vedette.games.company.view.roster:roster"),
        faults,
        packs=when_asked("vedette.games.company.view.packs:packs"),
        steppers=steppers,
        chips=CHIPS,
        card=card,
        details=lambda game, unit: tuple(details(game, unit)),
        traits=traits,
        course=when_asked("vedette.games.company.view.chain:course"),
        story=StoryWords(
            units=("Group", "Groups"),
            points=("R", "R"),
            brief=("R", "R"),
            felled=("{by} routed {unit}", "{unit} broke before {by}", "{by} put {unit} to flight"),
            fell="routed",
            fell_to="broke before",
            strikes_back=frozenset({"defence"}),
            saves=frozenset({"resilience"}),
        ),
        unspent=unspent,
        hidden=hidden,
        secret_paths=secret_paths,
        open_words=open_words,
        terms=terms,
    ),
    tracked=TRACKED,
    impossible=impossible,
    readings=lambda: TABLES.readings,
    conditions=CONDITIONS,
)
