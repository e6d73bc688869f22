"""Open Fire as a record that the engine and the screens can use."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.facts import facts_of
from vedette.engine.grammar import place_name
from vedette.engine.ruleset import Ruleset
from vedette.games.open_fire.paths import STRESS_LIMIT, adjusted, paths, stress_refused
from vedette.games.open_fire.sequence import PHASE_CHECK, after_command
from vedette.games.open_fire.setup import new_game, resolve
from vedette.games.open_fire.specs import CHAPTERS, COMMANDS, TRACKED
from vedette.games.open_fire.state import Battle, impossible
from vedette.games.open_fire.tables import CONDITIONS, RULESET_ID, TABLES
from vedette.games.open_fire.view.actions import actions, unspent
from vedette.games.open_fire.view.cards import CHIPS, card, details, position, steppers, table, traits
from vedette.games.open_fire.view.forms import DRAFTS, form
from vedette.view.view import View, when_asked
from vedette.view.vocabulary import StoryWords


def names(battle: Battle) -> Mapping[str, str]:
    """What people call sides, units, objectives and entry points; of the same id the first of these wins."""
    mission = battle.book.mission
    return {
        **{name: entry_point.text or name for name, entry_point in mission.entry_points.items()},
        **{name: place_name(objective.name) for name, objective in mission.objectives.items()},
        **{name: unit.name for name, unit in battle.units.items()},
        **{name: side.name for name, side in battle.sides.items()},
    }


RULESET = Ruleset(
    id=RULESET_ID,
    title="Open Fire",
    tagline="companies, D12",
    revision=2,
    commands=COMMANDS,
    resolve=resolve,
    new_game=new_game,
    phase_check=PHASE_CHECK,
    after_command=after_command,
    paths=paths,
    value_words=lambda battle: {
        "hp": "hit points",
        "max_hp": "hit points at the start",
        "vp": "VP",
        "used": "used up",
    },
    adjust=adjusted,
    adjust_check=stress_refused,
    adjust_rules=(STRESS_LIMIT,),
    names=names,
    fact_kinds=facts_of(*CHAPTERS),
    rules=TABLES.rules,
    view=View(
        table,
        actions,
        form,
        position,
        when_asked("vedette.games.open_fire.view.roster:roster"),
        packs=when_asked("vedette.games.open_fire.view.packs:packs"),
        drafts=DRAFTS,
        steppers=steppers,
        chips=CHIPS,
        card=card,
        story=StoryWords(hits=frozenset({"Attack"}), saves=frozenset({"Defence", "Killing test"})),
        details=details,
        traits=traits,
        unspent=unspent,
    ),
    tracked=TRACKED,
    impossible=impossible,
    readings=lambda: TABLES.readings,
    conditions=CONDITIONS,
    kept_since={"has_moved": 2},
)
