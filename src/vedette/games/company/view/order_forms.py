"""The forms of Reckless checks and of tests, with what they would roll."""

from __future__ import annotations

from vedette.games.company.attacking import attack_lines
from vedette.games.company.groups import profile
from vedette.games.company.resilience import test_lines
from vedette.games.company.shooting import enemies_in_play
from vedette.games.company.state import Skirmish
from vedette.view.asked import declared
from vedette.view.fields import NONE, Draft, chosen, words_of
from vedette.view.forms import Filled, FormValidator, first_possible
from vedette.view.vocabulary import Choice, Field


def reckless(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """The enemy that it must try to attack, or that none is in reach; then what an attack asks."""
    game, rest = validator.state, declared("reckless")(validator, by, draft)
    enemies = validator.choices({"inches": 0, **rest.words}, "target", enemies_in_play(game, by))
    free = validator.validate({"do": "reckless", "by": by}).refusal
    nobody = Choice(NONE, f'nobody is within {profile(game, by).mo:g}"', free)
    target = chosen(
        "target",
        "Must try to Attack",
        "t",
        draft,
        (*enemies, nobody),
        default=first_possible(enemies),
        required=True,
    )
    fields = [target] if target.value == NONE else [target, *rest.fields]
    words = words_of("reckless", by, [target]) | ({} if target.value == NONE else rest.words)
    command = validator.validate({"inches": 0, **words}).command if target.value else None
    return Filled(fields, words, attack_lines(game, by, command, check=True))


def test(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """Any Group in play, the reason, and the R that it loses; given by a side or for a Group."""
    game = validator.state
    offered = tuple(Choice(name, unit.name) for name, unit in game.units.items() if unit.in_play)
    group = chosen(
        "group", "Group", "g", draft, offered, default=by if by in game.units else None, required=True
    )
    lost = Field("lost", "R lost", "o", "number", draft.get("lost"), unit="R", hint="none")
    reason = Field("reason", "Reason", "r", "text", draft.get("reason"), required=True)
    words = words_of("test", group.value or by, [lost, reason])
    lines = test_lines(game, group.value) if group.value else ()
    return Filled([group, reason, lost], words, lines)
