"""Rolling to hit, and what hits cost: the same for Shooting, both sides of a melee, and Bolt; and who may be shot at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from vedette.engine.checks import WhyNot, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.conditions import condition_modifiers
from vedette.engine.dice import Count, Modifier, Remark
from vedette.engine.errors import ForbiddenError
from vedette.engine.facts import Fact, Names
from vedette.engine.figures import signed
from vedette.engine.grammar import the
from vedette.engine.play import Play
from vedette.engine.text import joined
from vedette.games.company import groups, rerolls
from vedette.games.company.groups import naming, profile, toughness
from vedette.games.company.phase_check import FREE_GROUP_CHECKS, it_has_a_value
from vedette.games.company.rerolls import Weapons
from vedette.games.company.resilience import TEST_RULES, after_losses, test_lines
from vedette.games.company.routing import RWord
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import Missile, house_rule, modifier, number
from vedette.games.company.turns import (
    ACTIVATION_RULES,
    Near,
    a_captain_lets_it_pass,
    activates,
    activation_line,
    near_asked,
)
from vedette.kit.schema import Inches
from vedette.kit.sentences import fact
from vedette.kit.words import count, modifier_words, remark_words
from vedette.view.asked import Asked
from vedette.view.common_forms import reading_lines
from vedette.view.dice_text import rerolled
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail, PlannedRoll

COMMANDS = Commands[Skirmish]()


@fact(
    "{unit} took {hits:# hit} against T {toughness}: {lost:?{lost} {of:word} lost, {left} left|nothing lost}.",
    moment=lambda it: "hurt" if it.lost else "",
    headline="{unit}: {hits:# hit}, {lost:?−{lost} {of:word}|no loss}",
)
class Hit(Fact, frozen=True):
    unit: str
    hits: int
    toughness: int
    lost: int
    left: int
    of: RWord = "R"
    unfeeling: bool | UnsetType = UNSET

    def arithmetic(self, names: Names) -> str:
        """From hits to R: only whole multiples of T cost any (CO-SHT-6, CO-ATK-10), but for Unfeeling Groups (CO-TRA-26)."""
        if not self.hits:
            return ""
        cost = -(-self.hits // self.toughness) if self.unfeeling else self.hits // self.toughness
        beyond = f"{cost}, " if cost > self.lost else ""
        up = ", rounded up (Unfeeling)" if self.unfeeling and self.hits % self.toughness else ""
        lost = f"{self.lost} {self.of} lost" if self.lost else "nothing lost"
        return f"{names(self.unit)}: {count(self.hits, 'hit')} ÷ T {self.toughness}{up} = {beyond}{lost}"


# --- the dice, and what they cost


def bettered(value: int, *better: Modifier) -> tuple[int, tuple[Modifier, ...]]:
    """CO-TRA-5, CO-CAP-9, CO-TNT-7: a to-hit value made better, but never better than 2."""
    said = list[Modifier]()
    for one in better:
        if value + one.value >= number("best_to_hit"):
            value += int(one.value)
            said.append(one)
    return value, tuple(said)


def to_hit_pool(
    game: Skirmish,
    by: str,
    target: str,
    needed: int,
    modifiers: tuple[Modifier, ...] = (),
    remarks: tuple[Remark, ...] = (),
    *,
    weapons: Weapons,
    cover: bool,
    basis: str = "",
    dice: int = 0,
    answers: bool = False,
) -> Count:
    """CO-SHT-4, CO-ATK-7: the dice against a target, and what each must show; `needed` has the `modifiers` in it already.

    A volley and one side of a melee have 12 dice, or 6 of a Bloodied Group; a spell has its own. The reading of Bloodied matters
    once it has lost some R, but not more than half (decision 1). What conditions add to the roll comes as a modifier of
    the number, which is never better than 2. `answers`: they are the blows of a Group that is attacked by its target.
    """
    readings, shooting = tuple[Remark, ...](), weapons == "MI"
    if not dice:
        dice, fewer = number("to_hit_dice"), number("to_hit_dice_bloodied")
        if groups.bloodied(game, by):
            remarks = (*remarks, Remark("Bloodied", f"{fewer} of {dice} dice", ("CO-GEN-5",)))
            dice = fewer
        if not answers and groups.is_captains(game, by) and groups.captained(game, by, "feeble"):
            dice -= number("feeble_dice")
            said = f"−{count(number('feeble_dice'), 'die', 'dice')}"
            remarks = (*remarks, Remark("Feeble Captain", said, ("CO-CAP-14",)))
        left, printed = game.units[by].r, profile(game, by).r_max
        if left < printed <= left * number("bloodied_divisor"):
            readings = (house_rule(game, "bloodied_at"),)
    conditions = condition_modifiers(game, hit=by, hit_against=target)
    worsened = tuple(replace(modifier, value=-modifier.value) for modifier in conditions)
    worse = int(sum(modifier.value for modifier in worsened))
    remarks = (*remarks, *rerolls.remarks(game, by, target, weapons, cover=cover))
    vicious = by not in ("", target) and groups.has(game, by, "vicious", target)
    if vicious:
        remarks = (*remarks, Remark("Vicious", "each 6 is two hits", ("CO-TRA-27",)))
    twice = [taunt.name for taunt, _ in groups.taunts_of(game, target) if taunt.hits_double]
    remarks = (*remarks, *(Remark(name, "hits count twice", ("CO-TNT-7",)) for name in twice))
    more = groups.toughness_modifiers(game, target, by, shooting=shooting, attacking=answers)
    total = toughness(game, target, by, shooting=shooting, attacking=answers)
    felt = groups.has(game, target, "unfeeling", by)
    hits = f"{count(total, 'hit')} {'costs' if total == 1 else 'cost'} {the(game.unit_name(target))} 1 {groups.edition(game).r}"
    hits += ", rounded up (Unfeeling)" if felt else ""
    because = (
        f" ({', '.join(f'{modifier.title} {signed(modifier.value)}' for modifier in more)})" if more else ""
    )
    divided = "CO-SHT-6" if shooting else "CO-ATK-10" if by else "CO-LOC-4"
    rules = (divided, *(rule for modifier in more for rule in modifier.rules))
    return Count(
        dice=dice,
        sides=number("die_sides"),
        target=max(min(needed, number("best_to_hit")), needed + worse),
        modifiers=(*modifiers, *worsened),
        remarks=(*remarks, Remark(f"T {total}", f"{hits}{because}", rules)),
        readings=readings,
        basis=basis or weapons,
        twice=number("die_sides") if vicious else UNSET,
        worth=2 if twice else UNSET,
    )


async def roll_to_hit(
    play: Play[Skirmish],
    unit: str,
    target: str,
    pool: Count,
    *,
    weapons: Weapons,
    why: str,
    told: str,
    rules: tuple[str, ...],
    cover: bool,
) -> int:
    """CO-SHT-5, CO-ATK-8, CO-HIT-1 to 3: the hits, after every die that must be rolled again or may be."""
    game, side = play.state, play.state.units[unit].side
    unasked = tuple(rerolls.unasked(game, unit, target, weapons, cover=cover))
    may = any(rerolls.sources(game, unit, target))
    if not (unasked or may):
        return await play.total(pool, why=why, side=side, rules=rules, told=told)
    rules = (*rules, *(rule for one in unasked for rule in one.remark.rules))
    faces = f"{'Hits' if unasked and unasked[0].again is rerolls.HITS else 'Dice'} may be rolled again"
    faces = "Hits against cover are rolled again" if cover else faces
    stages = tuple(one.again for one in unasked)
    roll = await play.throw(pool, why=why, side=side, rules=rules, told=told, again=stages, faces=faces)
    if may:
        roll = await rerolls.spent_on_hits(play, unit, target, roll)
    play.tell(roll)
    return roll.successes


def take_hits(
    play: Play[Skirmish],
    unit: str,
    hits: int,
    enemy: str = "",
    *,
    shooting: bool = False,
    attacking: bool = False,
) -> int:
    """CO-SHT-6, CO-ATK-10, CO-GEN-1: hits divided by T, but no more R than is left; hits left over are lost (decision 2).

    CO-TRA-26: an Unfeeling Group feels every hit, and what is left over costs it R too. They come from an `enemy` that Shoots, or from one that the Group itself is `attacking`.
    """
    group = play.state.units[unit]
    against = toughness(play.state, unit, enemy, shooting=shooting, attacking=attacking)
    up = groups.has(play.state, unit, "unfeeling", enemy)
    lost = min(-(-hits // against) if up else hits // against, group.r)
    left = group.r - lost
    word = groups.edition(play.state).r
    hit = Hit(unit, hits, against, lost, left, word, up or UNSET)
    play.commit(play.state.with_unit(unit, r=left), hit)
    return lost


async def hit_from_afar(play: Play[Skirmish], by: str, target: str, hits: int, weapons: Weapons) -> None:
    """What the hits of a volley or a spell cost a Group, and the tests that follow."""
    lost = take_hits(play, target, hits, by, shooting=weapons == "MI")
    await after_losses(play, {by: 0, target: lost}, {target: by})


def to_hit_line(
    game: Skirmish, label: str, by: str, target: str, pool: Count, *, weapons: Weapons, cover: bool
) -> PlannedRoll:
    """The dice of a volley or a blow in a form, what each must show and why, and what rolling them again does to each."""
    parts = [modifier_words(modifier) for modifier in pool.modifiers]
    parts += [f"{remark.name}: {remark_words(remark)}" for remark in pool.remarks]
    said = "; ".join((f"{pool.dice} D{pool.sides}, {pool.target}+ hits", *parts))
    unasked = [*rerolls.unasked(game, by, target, weapons, cover=cover)]
    names = joined([one.remark.name for one in unasked])
    kinds = dict.fromkeys("hits" if one.again is rerolls.HITS else "misses" for one in unasked)
    what = f"{joined([*kinds])} roll again"
    reroll = rerolled(pool, tuple(one.again for one in unasked), names, what)
    return PlannedRoll(label, said, side=game.units[by].side, pool=pool, reroll=reroll, does="hits")


# --- targets, as other chapters have them too


def right_beside(game: Skirmish, by: str) -> int:
    return 0


def in_play(game: Skirmish, by: str, *, enemies: bool) -> Mapping[str, str]:
    """The Groups in play of the enemy, or of one's own side."""
    return {
        name: group.name
        for name, group in game.units.items()
        if group.in_play and game.enemies(by, name) is enemies
    }


def enemies_in_play(game: Skirmish, by: str) -> Mapping[str, str]:
    return in_play(game, by, enemies=True)


UNSEEN = Asked("Out of sight", "o", denied="unseen", advanced=True)


Sees = Annotated[bool, "whether the target is in sight"]


Covered = Annotated[bool, "the target is behind it"]


@forbids("CO-GEN-4", reads=("target",))
def the_target_is_an_enemy(game: Skirmish, command: Any) -> str | None:
    """Only enemies are shot at or attacked (decision 33)."""
    if not game.enemies(command.by, command.target):
        return f"{game.units[command.target].name}: not an enemy."
    return None


@forbids("CO-ROU-1", reads=("target",))
def the_target_is_in_play(game: Skirmish, command: Any) -> str | None:
    """Routed Groups, deserters and Groups in reserve can't be a target."""
    target = game.units[command.target]
    return None if target.in_play else f"{target.name}: not in play."


def _within_range(game: Skirmish, words: Words) -> str:
    mi = profile(game, words["by"]).mi
    return f'at most {mi.range:g}"' if mi else ""


class Shoot(Command):
    """Shoot at an enemy Group."""

    target: Annotated[str, Asked("Target", "t", enemies_in_play, after=("inches",))]
    inches: Annotated[
        Inches,
        Asked("Distance", "i", unit='"', hint=_within_range, stand_in=right_beside, digits=2),
        "to the target",
    ]
    cover: Annotated[Covered, Asked("Target in cover", "c")] = False
    sees: Annotated[Sees, UNSEEN] = True
    auto: Annotated[Near, near_asked("shoot")] = False


@forbids("CO-SHT-1")
def _it_has_missiles(game: Skirmish, command: Shoot) -> str | None:
    return f"{game.units[command.by].name}: no MI profile." if profile(game, command.by).mi is None else None


@forbids("CO-SHT-2", reads=("inches",))
def _the_target_is_in_range(game: Skirmish, command: Shoot) -> WhyNot:
    mi = profile(game, command.by).mi
    if mi is not None and command.inches > mi.range:
        return f"Its range is {mi.range:g} inches.", f"{mi.range:g} inches"
    return None


@forbids("CO-SHT-3", reads=("sees",))
def the_target_is_seen(game: Skirmish, command: Any) -> str | None:
    return None if command.sees else "It cannot see its target."


@forbids("CO-TRA-21", reads=("target",), alternative="Attack it")
def stealth_hides_it(game: Skirmish, command: Any) -> str | None:
    """Nobody Shoots at a Stealthy Group, unless its trait says from how far."""
    trait = groups.trait_row(game, "stealthy")
    if trait.reach or not groups.has(game, command.target, "stealthy"):
        return None
    return f"{game.units[command.target].name}: {trait.name}, and cannot be Shot at."


@forbids("CO-TRA-9", reads=("target", "inches"))
def _stealth_hides_the_distant(game: Skirmish, command: Shoot) -> WhyNot:
    limit = groups.trait_row(game, "stealthy").reach
    if limit and groups.has(game, command.target, "stealthy") and command.inches > limit:
        name = game.units[command.target].name
        return f"{name}: Stealthy, no shot from farther away.", f"{limit:g} inches"
    return None


@forbids("CO-SPL-11", reads=("target",))
def no_spell_obscures_it(game: Skirmish, command: Any) -> str | None:
    if command.target and groups.under(game, command.target, "obscure"):
        return f"{game.units[command.target].name}: under Obscure, neither Attacked nor Shot at."
    return None


def _shoot_lines(game: Skirmish, by: str, command: Shoot | None) -> tuple[Detail, ...]:
    order = activation_line(game, by, "shoot", auto=command is not None and command.auto)
    if command is None:
        return order
    pool = shoot_pool(game, by, command.target, cover=command.cover)
    dice = to_hit_line(game, "To hit", by, command.target, pool, weapons="MI", cover=command.cover)
    return (*order, dice, *reading_lines(pool.readings), *test_lines(game, command.target))


@COMMANDS.add(
    Shoot,
    "Shoot",
    naming("target"),
    (
        *FREE_GROUP_CHECKS, _it_has_missiles, it_has_a_value, the_target_is_an_enemy, the_target_is_in_play,
        _the_target_is_in_range, the_target_is_seen, _stealth_hides_the_distant, stealth_hides_it,
        no_spell_obscures_it,
        a_captain_lets_it_pass,
    ),
    rules=(
        *ACTIVATION_RULES, *TEST_RULES, "CO-SHT-4", "CO-SHT-5", "CO-SHT-6", "CO-SHT-7", "CO-TER-5", "CO-TRA-5",
        "CO-TRA-10",
    ),
    reminders=(*groups.DISTANCES, "CO-TER-4", "CO-TRA-22"),
    key="s",
    aims="shoot at",
    offered=lambda game, by: groups.is_played(game, by) and profile(game, by).mi is not None,
    lines=_shoot_lines,
)  # fmt: skip
async def shoot(play: Play[Skirmish], command: Shoot) -> None:
    """CO-SHT-4 to CO-SHT-7: the volley, what it costs, and the tests that it brings."""
    by, target, cover = command.by, command.target, command.cover
    missiles(play.state, by)
    if not await activates(play, by, "shoot", auto=command.auto):
        return
    told = f"{play.state.units[by].name}: shots at {the(play.state.unit_name(target))}"
    pool, rules = shoot_pool(play.state, by, target, cover=cover), ("CO-SHT-4", "CO-SHT-5")
    hits = await roll_to_hit(
        play, by, target, pool, weapons="MI", why="shoot", told=told, rules=rules, cover=cover
    )
    await hit_from_afar(play, by, target, hits, "MI")


def shoot_pool(game: Skirmish, unit: str, target: str, *, cover: bool) -> Count:
    """CO-SHT-4, CO-SHT-5, CO-TRA-5: the dice of a volley, and what each must show."""
    hit = missiles(game, unit).hit
    needed, modifiers = (
        bettered(hit, modifier("accurate")) if groups.has(game, unit, "accurate") else (hit, ())
    )
    return to_hit_pool(game, unit, target, needed, modifiers, weapons="MI", cover=cover)


def missiles(game: Skirmish, unit: str) -> Missile:
    mi = profile(game, unit).mi
    if mi is None:
        raise ForbiddenError(f"{game.units[unit].name}: no MI profile, nothing to roll.")
    return mi
