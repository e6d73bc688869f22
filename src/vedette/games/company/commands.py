"""The commands of the company game as the players give them (section 4). Distances are inches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import Field, field_validator

from vedette.engine.commands import TEXT_LIMIT, Command
from vedette.engine.text import require_text
from vedette.games.company.groups import companies_of, has, profile
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import captain_traits, spells
from vedette.view.asked import Asked
from vedette.view.fields import NONE
from vedette.view.forms import Words

Inches = Annotated[float, Field(ge=0, le=1000)]
Points = Annotated[int, Field(ge=1, le=1000)]
Reason = Annotated[str, Field(min_length=1, max_length=TEXT_LIMIT)]

# --- what several of them ask


def _within_movement(game: Skirmish, words: Words) -> str:
    return f'at most {profile(game, words["by"]).mo:g}"'


def _beside(game: Skirmish, by: str) -> int:
    return 0


def _is_apart(game: Skirmish, words: Words) -> bool:
    """Whether the distance matters: in melee it goes without saying."""
    return not game.units[words["by"]].in_melee_with


def in_play(game: Skirmish, by: str, *, enemies: bool) -> Mapping[str, str]:
    """The Groups in play of the enemy, or of one's own side."""
    return {
        name: group.name
        for name, group in game.units.items()
        if group.in_play and game.enemies(by, name) is enemies
    }


def enemies_in_play(game: Skirmish, by: str) -> Mapping[str, str]:
    """Whom a Group may turn against."""
    return in_play(game, by, enemies=True)


DIFFICULT = Asked("Inches in difficult terrain", "d", unit='"', hint="each costs 2", advanced=True)
UNSEEN = Asked("Out of sight", "o", denied="unseen", advanced=True)

Difficult = Annotated[Inches, Field(description="inches of these in difficult terrain")]
Sees = Annotated[bool, Field(description="whether the target is in sight")]
Covered = Annotated[bool, Field(description="the target is behind it")]

Distance = Annotated[
    Inches | None,
    Asked("Distance", "i", unit='"', hint=_within_movement, shown=_is_apart, required=True, stand_in=_beside),
    Field(description="to the target, left out in melee"),
]
DifficultOnTheWay = Annotated[Difficult, replace(DIFFICULT, shown=_is_apart)]
SeesFromAfar = Annotated[Sees, replace(UNSEEN, shown=_is_apart)]
Cover = Annotated[Covered, Asked("It is behind cover", "c")]
OwnCover = Annotated[
    bool,
    Asked("We are behind cover from it", "b", advanced=True),
    Field(description="the attackers are behind it"),
]
"""An attack, and a Reckless check, from the distance to the cover."""

# --- before the first turn


def _traits(game: Skirmish, by: str) -> Mapping[str, str]:
    """Rolled, unless the Captain is an established character."""
    known = {trait.id: f"{trait.name}: {trait.text}" for trait in captain_traits().values()}
    return {NONE: "roll 2d6", **known}


class RollCaptainTrait(Command):
    """The Captain's trait is rolled, or the existing one named; by the Captain's Group."""

    trait: Annotated[
        str | None,
        Asked("Trait", "t", _traits, judged=False, default=lambda game, words: NONE),
        Field(description="where it is known, else it is rolled"),
    ] = None


class RollOff(Command):
    """Roll off for who attacks and who defends."""


def _own_companies(game: Skirmish, by: str) -> Mapping[str, str]:
    return {name: game.companies[name].name for name in companies_of(game, by)}


def _has_several(game: Skirmish, words: Words) -> bool:
    return len(companies_of(game, words["by"])) > 1


def _ambitions(game: Skirmish, by: str) -> Mapping[str, str]:
    return {one.id: f"{one.name}, {one.vp} VP: {one.text}" for one in game.book.ambitions.values()}


class ChooseAmbition(Command):
    """A Company chooses its ambition."""

    company: Annotated[
        str | None,
        Asked("Company", "c", _own_companies, shown=_has_several, required=True),
        Field(description="where the side has several"),
    ] = None
    ambition: Annotated[str, Asked("Ambition", "a", _ambitions, judged=False)]


class Start(Command):
    """Setup is done; the first turn begins."""


class Rally(Command):
    """A Shaken Group tests at the start of the turn."""


def _may_form_up(game: Skirmish, words: Words) -> bool:
    return has(game, words["by"], "defensive")


def _forms_up(game: Skirmish, words: Words) -> bool:
    return "formation" in words


class Move(Command):
    """Move, or form up. Without inches the assistant only shows the allowance."""

    inches: Annotated[Inches | None, Asked("Inches", "i", unit='"', hint=_within_movement)] = None
    difficult: Annotated[Difficult, DIFFICULT] = 0
    formation: Annotated[
        bool, Asked("Form up (+1 T)", "f", shown=_may_form_up), Field(description="forms up")
    ] = False
    in_cover: Annotated[
        bool,
        Asked("It would stand in cover", "c", shown=_forms_up),
        Field(description="forms up in cover"),
    ] = False
    in_difficult: Annotated[
        bool,
        Asked("It would stand in difficult terrain", "t", shown=_forms_up),
        Field(description="forms up in difficult terrain"),
    ] = False


def _within_range(game: Skirmish, words: Words) -> str:
    mi = profile(game, words["by"]).mi
    return f'at most {mi.range:g}"' if mi else ""


class Shoot(Command):
    """Shoot at an enemy Group."""

    target: Annotated[str, Asked("Target", "t", enemies_in_play, after=("inches",))]
    inches: Annotated[
        Inches,
        Asked("Distance", "i", unit='"', hint=_within_range, stand_in=_beside),
        Field(description="to the target"),
    ]
    cover: Annotated[Covered, Asked("Behind cover", "c")] = False
    sees: Annotated[Sees, UNSEEN] = True


class Attack(Command):
    """Attack an enemy Group."""

    target: Annotated[str, Asked("Target", "t", enemies_in_play, after=("inches", "difficult"))]
    inches: Distance = None
    difficult: DifficultOnTheWay = 0
    sees: SeesFromAfar = True
    cover: Cover = False
    own_cover: OwnCover = False


class Reckless(Command):
    """A Reckless Group is checked."""

    target: Annotated[str | None, Field(description="left out where no enemy is in reach")] = None
    inches: Distance = None
    difficult: DifficultOnTheWay = 0
    sees: SeesFromAfar = True
    cover: Cover = False
    own_cover: OwnCover = False


class Retreat(Command):
    """Leave a melee by order."""


def _own_spells(game: Skirmish, by: str) -> Mapping[str, str]:
    return {id: f"{spells()[id].name}: {spells()[id].text}" for id in profile(game, by).spells}


def _for_whom(game: Skirmish, words: Words) -> Mapping[str, str]:
    spell, by = spells()[words["spell"]], words["by"]
    fitting = in_play(game, by, enemies=spell.target == "enemy")
    return {name: label for name, label in fitting.items() if spell.self or name != by}


def _a_spell_is_chosen(game: Skirmish, words: Words) -> bool:
    return "spell" in words


def _goes_far(game: Skirmish, words: Words) -> bool:
    return "spell" in words and words.get("target") != words["by"]


def _needs_sight(game: Skirmish, words: Words) -> bool:
    return _goes_far(game, words) and spells()[words["spell"]].sight


def _minds_cover(game: Skirmish, words: Words) -> bool:
    return "spell" in words and spells()[words["spell"]].cover


def _within_the_spells_range(game: Skirmish, words: Words) -> str:
    return f'at most {spells()[words["spell"]].range:g}"'


class Cast(Command):
    """Cast a spell. The caster itself is at no distance."""

    spell: Annotated[str, Asked("Spell", "p", _own_spells, judged=False)]
    target: Annotated[str, Asked("Target", "t", given=_for_whom, after=("spell",), shown=_a_spell_is_chosen)]
    inches: Annotated[
        Inches | None,
        Asked(
            "Distance",
            "i",
            unit='"',
            hint=_within_the_spells_range,
            shown=_goes_far,
            required=True,
            stand_in=_beside,
        ),
        Field(description="to the target"),
    ] = None
    sees: Annotated[Sees, replace(UNSEEN, after=("target",), shown=_needs_sight)] = True
    cover: Annotated[Covered, Asked("Behind cover", "c", after=("target",), shown=_minds_cover)] = False


def _reserve(game: Skirmish, by: str) -> Mapping[str, str]:
    return {
        name: unit.name
        for name, unit in game.units.items()
        if profile(game, name).reserve and not game.enemies(by, name) and not unit.in_play
    }


class Summon(Command):
    """Bring a Group out of reserve."""

    group: Annotated[str, Asked("From reserve", "r", _reserve), Field(description="of the reserve")]
    inches: Annotated[
        Inches,
        Asked("Distance from the Summoner", "i", unit='"', stand_in=_beside),
        Field(description="to the Summoner"),
    ]


class Test(Command):
    """Test Resilience for a loss or a scare that no other command covers."""

    __test__ = False  # the name begins like a test class of pytest

    reason: Reason
    lost: Annotated[int, Field(ge=0, le=1000, description="R that is lost")] = 0

    _said = field_validator("reason")(require_text)


class EndTurn(Command):
    """The active side ends its turn."""


class Score(Command):
    """Score VP that the players award, or a Company's ambition."""

    vp: Annotated[Points | None, Field(description="with a reason")] = None
    reason: Reason | None = None
    ambition: Annotated[bool, Field(description="instead of VP with a reason")] = False
    company: Annotated[str | None, Field(description="where the side has several")] = None

    @field_validator("reason")
    @classmethod
    def _said(cls, value: str | None) -> str | None:
        return None if value is None else require_text(value)


class EndGame(Command):
    """VP are counted, and the game is over."""
