"""The Napoleonic game as a record that the engine and the screens can use."""

from __future__ import annotations

from vedette.engine.facts import facts_of
from vedette.engine.ruleset import Ruleset, won
from vedette.games.napoleonic.paths import adjusted, impossible, paths
from vedette.games.napoleonic.phases import PHASE_CHECK
from vedette.games.napoleonic.setup import GameData, new_game, resolve
from vedette.games.napoleonic.specs import CHAPTERS, COMMANDS, CONDITIONS, TRACKED
from vedette.games.napoleonic.tables import RULESET_ID, TABLES
from vedette.games.napoleonic.view.actions import actions, unspent
from vedette.games.napoleonic.view.cards import CHIPS, card, details, position, sharing, steppers, table
from vedette.games.napoleonic.view.forms import DRAFTS, form
from vedette.kit.schema import game_options
from vedette.view.view import View, when_asked
from vedette.view.vocabulary import StoryWords

RULESET = Ruleset(
    id=RULESET_ID,
    title="Napoleonic skirmish fire",
    tagline="brigades, D10",
    revision=1,
    commands=COMMANDS,
    resolve=resolve,
    new_game=new_game,
    phase_check=PHASE_CHECK,
    paths=paths,
    value_words=lambda battle: {
        "lives_max": "lives at the start",
        "hits_coming": "Hits that wait",
        "ones_coming": "single 1s that wait",
        "hits": "Hits",
    },
    adjust=adjusted,
    fact_kinds=facts_of(*CHAPTERS),
    rules=TABLES.rules,
    view=View(
        table,
        actions,
        form,
        position,
        when_asked("vedette.games.napoleonic.view.roster:roster"),
        packs=when_asked("vedette.games.napoleonic.view.packs:packs"),
        drafts=DRAFTS,
        steppers=steppers,
        sharing=sharing,
        chips=CHIPS,
        card=card,
        course=when_asked("vedette.games.napoleonic.view.exchange_table:course"),
        details=lambda battle, name: tuple(details(battle, name)),
        story=StoryWords(
            units=("Unit", "Units"),
            models=("life", "lives"),
            points=("life", "lives"),
            brief=("life", "lives"),
            fell="left the field",
            at_once=False,
        ),
        unspent=unspent,
    ),
    tracked=TRACKED,
    won=won,
    impossible=impossible,
    readings=lambda: TABLES.readings,
    options=lambda: game_options(GameData),
    conditions=CONDITIONS,
)
