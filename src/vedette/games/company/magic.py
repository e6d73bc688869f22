"""Magic: casting spells and summoning Groups from reserve."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec.structs import replace

from vedette.engine.checks import Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.dice import Count, Remark
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact, Names
from vedette.engine.grammar import at_start, the
from vedette.engine.play import Play
from vedette.games.company import shooting
from vedette.games.company.groups import (
    DISTANCES,
    by_group,
    edition,
    has,
    is_played,
    known,
    naming,
    profile,
    spells_of,
)
from vedette.games.company.phase_check import FREE_GROUP_CHECKS, it_has_a_value
from vedette.games.company.resilience import BECAUSE, TEST_RULES, Due, RWord, test_all, test_lines
from vedette.games.company.shooting import in_play, right_beside, the_target_is_in_play
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import Spell, number
from vedette.games.company.turns import ACTIVATION_RULES, activates, activation_line
from vedette.kit.schema import Inches
from vedette.kit.sentences import fact
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Skirmish]()


class SpellCast(Fact, frozen=True):
    """A spell worked, on a Group or on whoever cast it."""

    unit: str
    spell: str
    target: str

    def sentence(self, names: Names) -> str:
        at = "" if self.target == self.unit else f" on {the(names(self.target))}"
        return f"{at_start(names(self.unit))} cast {self.spell}{at}."

    def headline(self, names: Names) -> str:
        at = "" if self.target == self.unit else f" → {names(self.target)}"
        return f"{names(self.unit)}: {self.spell}{at}"


@fact("{unit}: {r} {of:word} now.", moment="gain", headline="{unit}: {r} {of:word}")
class Mended(Fact, frozen=True):
    unit: str
    r: int
    of: RWord = "R"


@fact("{unit}: no longer Shaken.", moment="gain")
class Heartened(Fact, frozen=True):
    unit: str


@fact("{unit}: +1 T until the side's next turn starts.", headline="{unit} +1 T")
class Warded(Fact, frozen=True):
    unit: str


@fact("{unit} may Move at once: move its models.", headline="{unit} may Move at once")
class Hastened(Fact, frozen=True):
    unit: str


@fact(
    "{unit} summoned {group}, who cannot activate this turn.",
    headline="{unit} summoned {group}",
    tale="{unit} summoned {group}",
)
class Summoned(Fact, frozen=True):
    unit: str
    group: str


def _own_spells(game: Skirmish, by: str) -> Mapping[str, str]:
    own = ((id, spells_of(game)[id]) for id in profile(game, by).spells)
    return {id: f"{spell.name}: {spell.text}" for id, spell in own}


def _for_whom(game: Skirmish, words: Words) -> Mapping[str, str]:
    spell, by = spells_of(game)[words["spell"]], words["by"]
    fitting = in_play(game, by, enemies=spell.target == "enemy")
    return {name: label for name, label in fitting.items() if spell.self or name != by}


def _goes_far(game: Skirmish, words: Words) -> bool:
    return "spell" in words and words.get("target") != words["by"]


def _needs_sight(game: Skirmish, words: Words) -> bool:
    return _goes_far(game, words) and spells_of(game)[words["spell"]].sight


def _minds_cover(game: Skirmish, words: Words) -> bool:
    return "spell" in words and spells_of(game)[words["spell"]].cover


def _its_range(game: Skirmish, words: Words) -> str:
    return f'at most {spells_of(game)[words["spell"]].range:g}"'


DISTANCE = Asked(
    "Distance", "i", unit='"', hint=_its_range, shown=_goes_far, required=True, stand_in=right_beside
)


class Cast(Command):
    """Cast a spell. The caster itself is at no distance."""

    spell: Annotated[str, Asked("Spell", "p", _own_spells, judged=False)]
    target: Annotated[
        str,
        Asked("Target", "t", given=_for_whom, after=("spell",), shown=lambda game, words: "spell" in words),
    ]
    inches: Annotated[Inches | None, DISTANCE, "to the target"] = None
    sees: Annotated[shooting.Sees, replace(shooting.UNSEEN, after=("target",), shown=_needs_sight)] = True
    cover: Annotated[
        shooting.Covered, Asked("Target in cover", "c", after=("target",), shown=_minds_cover)
    ] = False


def _cast_understood(game: Skirmish, command: Cast) -> Cast:
    by_group(game, command)
    known(game, command.target)
    if command.spell not in spells_of(game):
        raise CommandError(f"There is no spell {shown(command.spell)}.")
    if command.target == command.by:
        return command.model_copy(update={"inches": 0.0})
    if command.inches is None:
        raise CommandError("Say how many inches away the target is.")
    return command


@forbids("CO-MAG-1")
def _it_can_cast(game: Skirmish, command: Cast) -> str | None:
    if has(game, command.by, "caster") or has(game, command.by, "apprentice"):
        return None
    return f"{game.units[command.by].name}: neither a Caster nor an Apprentice."


@forbids("CO-MAG-2", "CO-TRA-6", reads=("spell",))
def it_knows_the_spell(game: Skirmish, command: Cast) -> WhyNot:
    own = profile(game, command.by).spells
    if command.spell in own:
        return None
    names, wanted = ", ".join(spells_of(game)[one].name for one in own), spells_of(game)[command.spell].name
    if has(game, command.by, "apprentice"):
        sentence = (
            f"An Apprentice Casts only the {len(own)} spells that it chose, and {wanted} is not among them."
        )
        return Refusal("CO-MAG-2", sentence, names, also=("CO-TRA-6",))
    return f"{wanted} is not on its list.", names


@forbids("CO-MAG-3", reads=("spell", "target"))
def the_target_is_on_the_right_side(game: Skirmish, command: Cast) -> str | None:
    spell, enemy = spells_of(game)[command.spell], game.enemies(command.by, command.target)
    name = game.units[command.target].name
    if command.target == command.by:
        return None if spell.self else f"{spell.name} is not cast on the caster."
    if spell.target == "enemy" and not enemy:
        return f"{spell.name} is cast on enemies, not on {name}."
    return f"{spell.name} is cast on friends, not on {name}." if spell.target == "friend" and enemy else None


@forbids("CO-MAG-3", reads=("spell", "target", "inches"))
def _the_spell_reaches(game: Skirmish, command: Cast) -> WhyNot:
    spell = spells_of(game)[command.spell]
    if (command.inches or 0) > spell.range:
        return f"{spell.name} reaches {spell.range:g} inches.", f"{spell.range:g} inches"
    return None


@forbids("CO-MAG-3", reads=("spell", "target", "sees"))
def _the_caster_sees(game: Skirmish, command: Cast) -> str | None:
    spell = spells_of(game)[command.spell]
    return f"For {spell.name} the caster must see the target." if spell.sight and not command.sees else None


@forbids("CO-MAG-3", reads=("spell", "target"))
def its_condition_is_met(game: Skirmish, command: Cast) -> str | None:
    spell, target = spells_of(game)[command.spell], game.units[command.target]
    is_so = {
        "Shaken": (spell.shaken, target.shaken),
        "in melee": (spell.in_melee, bool(target.in_melee_with)),
    }
    for what, (wanted, is_it) in is_so.items():
        if wanted not in (None, is_it):
            return f"{spell.name} is not for {target.name}: {what if is_it else f'not {what}'}."
    return None


def _cast_lines(game: Skirmish, by: str, command: Cast | None) -> tuple[Detail, ...]:
    order = activation_line(game, by, "cast")
    if command is None:
        return order
    spell = spells_of(game)[command.spell]
    tests = test_lines(game, command.target) if spell.dice or spell.test else ()
    lines = (*tests, Detail(spell.name, spell.text))
    if not spell.dice:
        return (*order, *lines)
    pool, side = spell_pool(game, by, spell, command.target, cover=command.cover), game.units[by].side
    return (*order, shooting.to_hit_line("To hit", side, pool, cover=command.cover), *lines)


@COMMANDS.add(
    Cast,
    "Cast",
    _cast_understood,
    (
        *FREE_GROUP_CHECKS, _it_can_cast, it_has_a_value, it_knows_the_spell, the_target_is_on_the_right_side,
        the_target_is_in_play, _the_spell_reaches, _the_caster_sees, its_condition_is_met,
    ),
    rules=(*ACTIVATION_RULES, *TEST_RULES, "CO-MAG-6", "CO-TER-5"),
    reminders=(*DISTANCES, "CO-TER-4"),
    key="c",
    offered=lambda game, by: is_played(game, by) and bool({"caster", "apprentice"} & {*profile(game, by).traits}),
    lines=_cast_lines,
)  # fmt: skip
async def cast(play: Play[Skirmish], command: Cast) -> None:
    """CO-MAG-6: the caster activates, and the spell does what it does; Shielded does not count, as it is no Shooting."""
    by, target = command.by, command.target
    if not await activates(play, by, "cast"):
        return
    spell = spells_of(play.state)[command.spell]
    play.emit(SpellCast(by, spell.name, target))
    if spell.r:
        r = min(play.state.units[target].r + spell.r, profile(play.state, target).r_max)
        play.commit(play.state.with_unit(target, r=r), Mended(target, r, edition(play.state).r))
    if spell.ends_shaken:
        play.commit(play.state.with_unit(target, shaken=False), Heartened(target))
    if spell.t:
        play.commit(play.state.with_unit(target, warded=True), Warded(target))
    if spell.moves:
        play.emit(Hastened(target))
    if spell.dice:
        cover, told = command.cover and spell.cover, f"{spell.name} at {play.state.units[target].name}"
        pool = spell_pool(play.state, by, spell, target, cover=cover)
        await shooting.volley(
            play, by, target, pool, why=spell.id, told=told, rules=("CO-MAG-6",), cover=cover
        )
    if spell.test:
        because = Remark(BECAUSE, spell.name, ("CO-MAG-6",))
        await test_all(play, [Due(target, reasons=(because,), cause=by)])


def spell_pool(game: Skirmish, by: str, spell: Spell, target: str, *, cover: bool) -> Count:
    """CO-MAG-6: the dice of a spell, also those of a Bloodied caster."""
    return shooting.to_hit_pool(game, by, target, spell.hit, basis=spell.name, cover=cover, dice=spell.dice)


def _reserve(game: Skirmish, by: str) -> Mapping[str, str]:
    return {
        name: unit.name
        for name, unit in game.units.items()
        if profile(game, name).reserve and not game.enemies(by, name) and not unit.in_play
    }


def _how_far(game: Skirmish, words: Words) -> str:
    """How far away it may be placed (CO-MAG-5)."""
    return f'at most {number("summon_range")}"'


class Summon(Command):
    """Bring a Group out of reserve."""

    group: Annotated[str, Asked("From reserve", "r", _reserve), "of the reserve"]
    inches: Annotated[
        Inches, Asked("Distance", "i", unit='"', stand_in=right_beside, hint=_how_far), "to the Summoner"
    ]


@forbids("CO-MAG-4")
def _it_can_summon(game: Skirmish, command: Summon) -> str | None:
    return None if has(game, command.by, "summoner") else f"{game.units[command.by].name}: no Summoner."


@forbids("CO-MAG-5", reads=("group",))
def _the_group_is_in_reserve(game: Skirmish, command: Summon) -> str | None:
    group = game.units[command.group]
    if game.enemies(command.by, command.group):
        return f"{group.name}: the other side's Group."
    if not profile(game, command.group).reserve or group.in_play or group.routed:
        return f"{group.name}: not in reserve."
    return None


@forbids("CO-MAG-5", reads=("inches",))
def _it_comes_on_near_the_summoner(game: Skirmish, command: Summon) -> WhyNot:
    limit = number("summon_range")
    if command.inches > limit:
        sentence = f"It is placed within {limit} inches of the Summoner."
        return sentence, f"{limit} inches"
    return None


@COMMANDS.add(
    Summon,
    "Summon",
    naming("group"),
    (
        *FREE_GROUP_CHECKS, _it_can_summon, it_has_a_value, _the_group_is_in_reserve, _it_comes_on_near_the_summoner,
    ),
    rules=ACTIVATION_RULES,
    reminders=("CO-GEN-2",),
    key="g",
    offered=lambda game, by: is_played(game, by) and "summoner" in profile(game, by).traits,
    lines=lambda game, by, command: activation_line(game, by, "summon"),
)  # fmt: skip
async def summon(play: Play[Skirmish], command: Summon) -> None:
    """CO-MAG-5: the Group is in play; it can't activate this turn."""
    if not await activates(play, command.by, "summon"):
        return
    come = play.state.with_unit(command.group, in_play=True, activated=True, routed=False, deserted=False)
    play.commit(come, Summoned(command.by, command.group))
