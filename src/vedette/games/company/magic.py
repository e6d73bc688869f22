"""Magic: casting spells and summoning Groups from reserve."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec.structs import replace

from vedette.engine.checks import Check, Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.dice import Count, Remark
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact, Names
from vedette.engine.grammar import at_start, the
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.games.company import shooting
from vedette.games.company.groups import (
    DISTANCES,
    brought_on,
    by_group,
    captained,
    edition,
    has,
    is_captains,
    is_played,
    known,
    naming,
    profile,
    spells_of,
    trait_row,
    undeployed,
)
from vedette.games.company.phase_check import FREE_GROUP_CHECKS, it_has_a_value
from vedette.games.company.rerolls import Weapons
from vedette.games.company.resilience import TEST_RULES, test_all, test_lines
from vedette.games.company.routing import BECAUSE, Due, RWord
from vedette.games.company.shooting import in_play, right_beside, the_target_is_in_play
from vedette.games.company.state import Effect, Skirmish
from vedette.games.company.tables import Spell, titled
from vedette.games.company.turns import ACTIVATION_RULES, activates, activation_line
from vedette.kit.schema import Inches
from vedette.kit.sentences import fact
from vedette.kit.words import whose
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


@fact("All spells on {unit} ended.", headline="{unit}: spells ended")
class SpellsEnded(Fact, frozen=True):
    unit: str


@fact("{unit} may Move at once: move its models.", headline="{unit} may Move at once")
class Hastened(Fact, frozen=True):
    unit: str


@fact(
    "{unit} summoned {group}, who {at_once:?may activate at once|cannot activate this turn}.",
    headline="{group} summoned",
    tale="{unit} summoned {group}",
)
class Summoned(Fact, frozen=True):
    unit: str
    group: str
    at_once: Annotated[bool, WORDS] = False


def _own_spells(game: Skirmish, by: str) -> Mapping[str, str]:
    own = (spells_of(game)[id] for id in game.units[by].spells)
    return {spell.id: f"{titled(spell)}: {spell.text}" for spell in own}


def _for_whom(game: Skirmish, words: Words) -> Mapping[str, str]:
    spell, by = spells_of(game)[words["spell"]], words["by"]
    friends, enemies = in_play(game, by, enemies=False), in_play(game, by, enemies=True)
    both = {**enemies, **friends} if spell.hinders else {**friends, **enemies}
    fitting = {"enemy": enemies, "friend": friends}.get(spell.side or spell.target, both)
    return {name: label for name, label in fitting.items() if spell.on_caster or name != by}


def _goes_far(game: Skirmish, words: Words) -> bool:
    return "spell" in words and words.get("target") != words["by"]


def _needs_sight(game: Skirmish, words: Words) -> bool:
    spell = spells_of(game).get(words.get("spell", ""))
    return spell is not None and (spell.sight or spell.is_shot) and _goes_far(game, words)


def _minds_cover(game: Skirmish, words: Words) -> bool:
    spell = spells_of(game).get(words.get("spell", ""))
    return spell is not None and (spell.cover or spell.is_shot)


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


@forbids("CO-ACT-3")
def _the_cast_has_a_value(game: Skirmish, command: Cast) -> WhyNot:
    """The spell's own check, or the profile's value for a Cast (CO-SPL-3)."""
    named = getattr(command, "spell", "")
    spells = (named,) if named else game.units[command.by].spells
    if any(spells_of(game)[spell].check for spell in spells):
        return None
    return it_has_a_value.test(game, command)


@forbids("CO-MAG-2", "CO-TRA-6", "CO-TRA-30", reads=("spell",))
def it_knows_the_spell(game: Skirmish, command: Cast) -> WhyNot:
    own = game.units[command.by].spells
    if command.spell in own:
        return None
    names, wanted = ", ".join(spells_of(game)[one].name for one in own), spells_of(game)[command.spell].name
    if has(game, command.by, "apprentice"):
        chose = (
            f"only the {len(own)} spells that it chose, and {wanted} is not among them"
            if own
            else "nothing before it has chosen its spells"
        )
        sentence = f"An Apprentice Casts {chose}."
        return Refusal("CO-MAG-2", sentence, names, also=trait_row(game, "apprentice").rules[:1])
    return f"{wanted} is not on its list.", names


@forbids("CO-MAG-3", "CO-SPL-1", reads=("spell", "target"))
def the_target_is_of_its_kind(game: Skirmish, command: Cast) -> WhyNot:
    spell, enemy = spells_of(game)[command.spell], game.enemies(command.by, command.target)
    name = game.units[command.target].name
    if command.target == command.by:
        rule = "CO-MAG-3" if spell.target in ("enemy", "friend") else "CO-SPL-1"
        return None if spell.on_caster else Refusal(rule, f"{spell.name} is not cast on the caster.")
    if spell.target == "enemy" and not enemy:
        return f"{spell.name} is cast on enemies, not on {name}."
    return f"{spell.name} is cast on friends, not on {name}." if spell.target == "friend" and enemy else None


@forbids("CO-MAG-3", "CO-SPL-2", reads=("spell", "target", "inches"))
def _the_spell_reaches(game: Skirmish, command: Cast) -> Refusal | None:
    spell = spells_of(game)[command.spell]
    if (command.inches or 0) <= spell.range:
        return None
    rule = "CO-SPL-2" if spell.check else "CO-MAG-3"
    return Refusal(rule, f"{spell.name} reaches {spell.range:g} inches.", f"{spell.range:g} inches")


@forbids("CO-CAP-22", reads=("target",))
def _its_captain_is_not_abjured(game: Skirmish, command: Cast) -> str | None:
    captain = game.enemies(command.by, command.target) and is_captains(game, command.target)
    if captain and captained(game, command.target, "abjured"):
        return f"The Captain of {the(game.unit_name(command.target))} is Abjured: no enemy spell."
    return None


def _of_a_shot(rule: Check[Skirmish, Any]) -> Check[Skirmish, Any]:
    """CO-SPL-12: what forbids a Shoot forbids a spell that is one."""

    def test(game: Skirmish, command: Cast) -> Refusal | None:
        return rule.test(game, command) if spells_of(game)[command.spell].is_shot else None

    return Check(rule.rules, ("spell", *rule.reads), test)


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
    if command is None:
        return activation_line(game, by, "cast")
    spell, target = spells_of(game)[command.spell], command.target
    order = activation_line(game, by, "cast", needed=spell.check)
    tests = test_lines(game, target) if spell.dice or spell.test or spell.is_shot else ()
    side = whose(game.side_name(game.units[by].side))
    lasts = (Detail("Lasts", f"until {side} next turn (CO-SPL-4)"),) if spell.lasts else ()
    lines = (*tests, Detail(spell.name, spell.text), *lasts)
    if not (spell.dice or spell.is_shot):
        return (*order, *lines)
    pool = spell_pool(game, by, spell, target, command.inches or 0, cover=command.cover)
    return (
        *order,
        shooting.to_hit_line(
            game, "To hit", by, target, pool, weapons=weapons_of(spell), cover=command.cover
        ),
        *lines,
    )


@COMMANDS.add(
    Cast,
    "Cast",
    _cast_understood,
    (
        *FREE_GROUP_CHECKS, _it_can_cast, _the_cast_has_a_value, it_knows_the_spell, the_target_is_of_its_kind,
        the_target_is_in_play, _the_spell_reaches, _the_caster_sees, its_condition_is_met, _its_captain_is_not_abjured,
        *map(_of_a_shot, (
            shooting.the_target_is_an_enemy, shooting.the_target_is_seen, shooting.stealth_hides_it,
            shooting.no_spell_obscures_it,
        )),
    ),
    rules=(
        *ACTIVATION_RULES, *TEST_RULES, "CO-MAG-6", "CO-TER-5", "CO-SPL-3", "CO-SPL-5", "CO-SPL-8", "CO-SPL-12",
        "CO-SPL-15",
    ),
    reminders=(*DISTANCES, "CO-TER-4"),
    key="c",
    offered=lambda game, by: is_played(game, by) and bool({"caster", "apprentice"} & {*profile(game, by).traits}),
    lines=_cast_lines,
)  # fmt: skip
async def cast(play: Play[Skirmish], command: Cast) -> None:
    """CO-SPL-3, CO-MAG-6: the caster activates, and the spell does what it does."""
    by, target, spell = command.by, command.target, spells_of(play.state)[command.spell]
    if not await activates(play, by, "cast", needed=spell.check):
        return
    worked, group = SpellCast(by, spell.name, target), play.state.units[target]
    if spell.lasts:  # CO-SPL-5: in place of the same spell
        others = (effect for effect in group.effects if effect.spell != spell.id)
        lasting = (*others, Effect(spell.id, play.state.units[by].side))
        play.commit(play.state.with_unit(target, effects=lasting), worked)
    else:
        play.emit(worked)
    if spell.ends_spells:
        play.commit(play.state.with_unit(target, effects=()), SpellsEnded(target))
    if spell.r:
        r = min(group.r + spell.r, profile(play.state, target).r_max)
        play.commit(play.state.with_unit(target, r=r), Mended(target, r, edition(play.state).r))
    if spell.ends_shaken:
        play.commit(play.state.with_unit(target, shaken=False), Heartened(target))
    if spell.t:
        play.commit(play.state.with_unit(target, warded=True), Warded(target))
    if spell.moves:
        play.emit(Hastened(target))
    if spell.dice or spell.is_shot:
        cover, told = command.cover and (spell.cover or spell.is_shot), f"{spell.name} at {group.name}"
        pool = spell_pool(play.state, by, spell, target, command.inches or 0, cover=cover)
        weapons = weapons_of(spell)
        hits = await shooting.roll_to_hit(
            play, by, target, pool, weapons=weapons, why=spell.id, told=told, rules=spell.rules[-1:], cover=cover
        )  # fmt: skip
        await shooting.hit_from_afar(play, by, target, hits, weapons)
    if spell.test:
        because = Remark(BECAUSE, spell.name, ("CO-MAG-6",))
        await test_all(play, [Due(target, reasons=(because,), cause=by)])


def weapons_of(spell: Spell) -> Weapons:
    return "MI" if spell.is_shot else ""


def spell_pool(game: Skirmish, by: str, spell: Spell, target: str, inches: float, *, cover: bool) -> Count:
    """CO-MAG-6, CO-SPL-12: the dice of a spell, also those of a Bloodied caster; or those of a Shoot with its own values."""
    if not spell.is_shot:
        return shooting.to_hit_pool(
            game, by, target, spell.hit, weapons="", basis=spell.name, cover=cover, dice=spell.dice
        )
    hit = spell.hit if inches <= spell.near else spell.hit_far
    return shooting.to_hit_pool(game, by, target, hit, weapons="MI", basis=spell.name, cover=cover)


def _how_far(game: Skirmish, words: Words) -> str:
    """How far away it may be placed (CO-MAG-5, CO-SUM-2)."""
    return f'at most {trait_row(game, "summoner").reach:g}"'


def _how_near_an_enemy(game: Skirmish, words: Words) -> str:
    return f'at least {_far_enough(game, ""):g}"'


def _far_enough(game: Skirmish, by: str) -> float:
    """How far from every enemy it is placed (CO-SUM-2); 0 where nothing is said."""
    return trait_row(game, "summoner").gap


class Summon(Command):
    """Bring a Group out of reserve."""

    group: Annotated[str, Asked("From reserve", "r", undeployed), "of the reserve"]
    inches: Annotated[
        Inches,
        Asked(
            "Distance",
            "i",
            unit='"',
            stand_in=right_beside,
            hint=_how_far,
        ),
        "to the Summoner",
    ]
    enemy_inches: Annotated[
        Inches | None,
        Asked(
            "Nearest enemy",
            "e",
            unit='"',
            shown=lambda game, words: _far_enough(game, "") > 0,
            required=True,
            stand_in=_far_enough,
            hint=_how_near_an_enemy,
        ),
        "to the nearest enemy, where that matters",
    ] = None


def _summon_understood(game: Skirmish, command: Summon) -> Summon:
    naming("group")(game, command)
    asked = bool(trait_row(game, "summoner").gap)
    if asked and command.enemy_inches is None:
        raise CommandError("Say how many inches away the nearest enemy is: enemy_inches.")
    if not asked and command.enemy_inches is not None:
        raise CommandError(
            "A Group that is summoned may stand at any distance from enemies: leave enemy_inches out."
        )
    return command


@forbids("CO-MAG-4")
def _it_can_summon(game: Skirmish, command: Summon) -> str | None:
    return None if has(game, command.by, "summoner") else f"{game.units[command.by].name}: no Summoner."


@forbids("CO-MAG-5", "CO-SUM-1", reads=("group",))
def _the_group_is_in_reserve(game: Skirmish, command: Summon) -> Refusal | None:
    group, rule = game.units[command.group], "CO-SUM-1" if trait_row(game, "summoner").value else "CO-MAG-5"
    if game.enemies(command.by, command.group):
        return Refusal(rule, f"{group.name}: the other side's Group.")
    if command.group in undeployed(game, command.by):
        return None
    return Refusal(rule, f"{group.name}: not in reserve.")


@forbids("CO-MAG-5", "CO-SUM-2", reads=("inches", "enemy_inches"))
def _it_comes_on_near_the_summoner(game: Skirmish, command: Summon) -> Refusal | None:
    trait = trait_row(game, "summoner")
    if command.inches > trait.reach:
        near, rule = f"{trait.reach:g} inches", "CO-SUM-2" if trait.gap else "CO-MAG-5"
        return Refusal(rule, f"It is placed within {near} of the Summoner.", near)
    if command.enemy_inches is not None and command.enemy_inches < trait.gap:
        gap = f"{trait.gap:g} inches"
        return Refusal("CO-SUM-2", f"It is placed at least {gap} from every enemy.", gap)
    return None


@COMMANDS.add(
    Summon,
    "Summon",
    _summon_understood,
    (
        *FREE_GROUP_CHECKS, _it_can_summon, it_has_a_value, _the_group_is_in_reserve, _it_comes_on_near_the_summoner,
    ),
    rules=(*ACTIVATION_RULES, "CO-SUM-3"),
    reminders=("CO-GEN-2",),
    key="g",
    offered=lambda game, by: is_played(game, by) and "summoner" in profile(game, by).traits,
    lines=lambda game, by, command: activation_line(game, by, "summon"),
)  # fmt: skip
async def summon(play: Play[Skirmish], command: Summon) -> None:
    """CO-MAG-5, CO-SUM-1, CO-SUM-3: the Group is in play, and may activate this turn where the trait says so."""
    if not await activates(play, command.by, "summon"):
        return
    at_once = trait_row(play.state, "summoner").at_once
    then = {"reserve": False} if at_once else {"activated": True}
    come = brought_on(play.state, command.group, **then)
    play.commit(come, Summoned(command.by, command.group, at_once))
