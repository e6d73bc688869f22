"""Open Fire as a record that the engine and the screens can use."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.facts import facts_of
from vedette.engine.ruleset import Ruleset
from vedette.games.open_fire import facts
from vedette.games.open_fire.adjust import STRESS_LIMIT, adjusted, stress_refused
from vedette.games.open_fire.attack import ATTACK_COMMANDS
from vedette.games.open_fire.deployment import DEPLOYMENT_COMMANDS
from vedette.games.open_fire.gate import GATE
from vedette.games.open_fire.library import resolve, rules
from vedette.games.open_fire.movement import MOVEMENT_COMMANDS
from vedette.games.open_fire.new_game import new_game
from vedette.games.open_fire.objectives import OBJECTIVE_COMMANDS
from vedette.games.open_fire.paths import paths
from vedette.games.open_fire.recovery import ACTIVATION_COMMANDS
from vedette.games.open_fire.rounds import ROUND_COMMANDS
from vedette.games.open_fire.sequence import settle
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import RULESET_ID
from vedette.games.open_fire.transports import TRANSPORT_COMMANDS
from vedette.games.open_fire.words import side_of


def names(battle: Battle) -> Mapping[str, str]:
    """What people call sides, units, objectives and entry points."""
    return {
        **{name: side.name for name, side in battle.sides.items()},
        **{name: unit.name for name, unit in battle.units.items()},
        **{name: one.name for name, one in battle.book.mission.objectives.items()},
        **{name: one.text or name for name, one in battle.book.mission.entry_points.items()},
    }


RULESET = Ruleset(
    id=RULESET_ID,
    title="Open Fire",
    revision=1,
    commands={
        **ROUND_COMMANDS,
        **ACTIVATION_COMMANDS,
        **DEPLOYMENT_COMMANDS,
        **MOVEMENT_COMMANDS,
        **TRANSPORT_COMMANDS,
        **ATTACK_COMMANDS,
        **OBJECTIVE_COMMANDS,
    },
    resolve=resolve,
    new_game=new_game,
    gate=GATE,
    settle=settle,
    paths=paths,
    adjust=adjusted,
    adjust_check=stress_refused,
    adjust_rules=(STRESS_LIMIT,),
    names=names,
    side_of=side_of,
    fact_kinds=facts_of(facts),
    rules=rules,
)
