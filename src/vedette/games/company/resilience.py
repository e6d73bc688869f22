"""Resilience: the test, who takes it when, and the Rally at the start of a turn."""

from __future__ import annotations

from itertools import product
from typing import Annotated

from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from pydantic import Field, field_validator

from vedette.engine.commands import Command, Commands
from vedette.engine.conditions import condition_modifiers
from vedette.engine.dice import Modifier, Remark, Total
from vedette.engine.facts import Fact
from vedette.engine.figures import percent, signed
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.engine.readings import explains
from vedette.engine.requests import Chain, Option
from vedette.engine.text import joined, require_text
from vedette.games.company import groups, rerolls
from vedette.games.company.groups import Reason, by_group, in_a_turn, is_captains
from vedette.games.company.phase_check import RALLY_CHECKS, in_its_part_of_the_game, it_is_in_play
from vedette.games.company.routing import (
    BECAUSE,
    Due,
    Queue,
    RWord,
    chain_of,
    drop_token,
    fall_back,
    joins,
    lost_r,
    rout,
)
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import (
    captain_traits,
    house_rule,
    modifier,
    number,
    plays,
)
from vedette.kit.sentences import fact
from vedette.kit.tables import applying
from vedette.view.asked import Asked
from vedette.view.common_forms import reading_lines
from vedette.view.vocabulary import Detail, PlannedRoll, Reroll

COMMANDS = Commands[Skirmish]()


@fact(
    "{unit} lost {lost} {of:word}, {left} left: {reason:clause}.",
    moment="hurt",
    headline="{unit} −{lost} {of:word}",
)
class Loss(Fact, frozen=True):
    unit: str
    lost: int
    left: int
    reason: str
    of: RWord = "R"


@fact("The Captain is {near:?near|too far from} {unit}.")
class CaptainPlaced(Fact, frozen=True):
    aside = True
    unit: str
    near: bool


@fact("{unit} held ({result}, needed {needed}).", headline="{unit} held ({result}, needed {needed})")
class Held(Fact, frozen=True):
    unit: str
    result: int
    needed: int


@fact(
    "{unit} rallied ({result}, needed {needed}).",
    moment="gain",
    headline="{unit} rallied",
    tale="{unit} rallied",
)
class Rallied(Fact, frozen=True):
    unit: str
    result: int
    needed: int


@fact(
    "{unit} failed ({result}, needed {needed}): Shaken.",
    moment="hurt",
    headline="{unit} SHAKEN",
    tale="{unit} became Shaken",
)
class BecameShaken(Fact, frozen=True):
    unit: str
    result: int
    needed: int


@fact(
    "{unit} failed{confused:?| again} ({result}, needed {needed}): lost {lost} {of:word}, {left:?{left} left|none left}.",
    moment="hurt",
    headline="{unit} {confused:?under Confuse|SHAKEN}, −{lost} {of:word}",
    tale="{unit} {rally:?failed to rally|{confused:?lost heart|lost heart again}}",
)
class FailedShaken(Fact, frozen=True):
    unit: str
    result: int
    needed: int
    lost: int
    left: int
    rally: Annotated[bool, WORDS] = False
    of: RWord = "R"
    confused: bool | UnsetType = UNSET


@fact(
    "{unit} {rally:?rallied|passed} without a roll: Unfeeling.",
    moment=lambda it: "gain" if it.rally else "",
    headline="{unit} {rally:?rallied|held} (Unfeeling)",
)
class FeltNothing(Fact, frozen=True):
    unit: str
    rally: bool


@fact("Embolden: {unit} rolled again.")
class Emboldened(Fact, frozen=True):
    aside = True

    unit: str


@fact(
    "{unit} lost {lost} {of:word}, {left:?{left} left|none left}{left:?, and rallied|}: the Captain is {trait:word}.",
    moment="hurt",
    headline="{unit} {left:?rallied, |}−{lost} {of:word}",
    tale="{unit} {left:?rallied at a price|had nothing left to pay}",
)
class BoughtRally(Fact, frozen=True):
    """A Rally that a Wicked Captain had for some R."""

    unit: str
    lost: int
    left: int
    trait: str
    of: RWord = "R"


@fact("{unit} tried to Rally.")
class RallyTried(Fact, frozen=True):
    aside = True

    unit: str


# --- testing Resilience: the test itself, and the queue of tests


TEST_RULES = (
    "CO-GEN-1", "CO-GEN-5", "CO-RES-1", "CO-RES-3", "CO-RES-4", "CO-RES-5", "CO-RES-6", "CO-RES-7", "CO-RES-8",
    "CO-RES-9", "CO-RES-10", "CO-RES-11", "CO-RES-12", "CO-RES-13", "CO-RES-14", "CO-SHK-3", "CO-SHK-4",
    "CO-ROU-1", "CO-ROU-2", "CO-ROU-3", "CO-RET-2", "CO-RET-4", "CO-RET-5", "CO-RET-6", "CO-TRA-7", "CO-TRA-8",
    "CO-CAP-2", "CO-CAP-4", "CO-CAP-6", "CO-CAP-7", "CO-CAP-11", "CO-CAP-12", "CO-TRA-15", "CO-TRA-23", "CO-TRA-25",
    "CO-CAP-15", "CO-CAP-17", "CO-SPL-7", "CO-SPL-9", "CO-FS-2",
)  # fmt: skip
"""The rules that come with every Resilience Test."""


Attack = tuple[str, str]
"""An Attack under way: who Attacks, and whom."""


async def after_losses(
    play: Play[Skirmish], taken: dict[str, int], cause: dict[str, str], attack: Attack | None = None
) -> None:
    """CO-SHT-7, CO-ATK-11, CO-RES-14: what follows when all losses of a command have been taken.

    Groups that lost R wait for a test, Groups without R are Routed, then the queue is tested. `taken` is
    what each Group lost, the acting Group first (decision 13); `cause` whom each would Retreat from.
    """
    queue: Queue = [
        lost_r(play.state, unit, lost, cause.get(unit, ""))
        for unit, lost in taken.items()
        if lost and play.state.units[unit].r > number("gone_at")
    ]
    for unit in taken:
        if play.state.units[unit].r <= number("gone_at"):  # CO-ROU-2, decision 5
            rout(play, unit, queue, "no_r")
    await test_all(play, queue, attack)


async def test_all(play: Play[Skirmish], queue: Queue, attack: Attack | None = None) -> None:  # noqa: PT028
    """CO-RES-14: one test after the other; those that a rout brings come at the end."""
    while queue:
        await take_test(play, queue.pop(0), queue, attack=attack)


async def opening_test(play: Play[Skirmish], unit: str) -> None:
    """CO-SCN-16: before the first turn a Group tests; a failure makes it Shaken, and nothing more."""
    because = Remark(BECAUSE, "the scenario begins with it", ("CO-SCN-16",))
    await take_test(play, Due(unit, reasons=(because,)), [], opening=True)


async def take_test(
    play: Play[Skirmish],
    due: Due,
    queue: Queue,
    *,
    rally: bool = False,
    opening: bool = False,
    attack: Attack | None = None,
) -> None:
    """CO-RES-6 and what follows from it (4.2); in an `opening` test no more than Shaken (CO-SCN-16)."""
    unit, own = due.unit, groups.edition(play.state)
    if feels_nothing(play.state, unit):
        play.commit(_rallied(play.state, unit) if rally else play.state, FeltNothing(unit, rally))
        return
    chain = chain_of(due, queue)
    near = await _captain_near(play, unit, chain, rally=rally)
    group, needed = play.state.units[unit], groups.tested_against(play.state, unit)
    result = await _tested(play, due, near, chain, attack, rally=rally)
    if result >= needed and rally:  # CO-RES-10, CO-RAL-3, CO-SPL-9: success ends Shaken in a Rally only
        play.commit(_rallied(play.state, unit), Rallied(unit, result, needed))
        return
    if result >= needed:
        play.emit(Held(unit, result, needed))
        return
    if opening:
        shaken = play.state.with_unit(unit, shaken=True)
        play.commit(shaken, BecameShaken(unit, result, needed))
        return
    all_or_nothing = any(taunt.fail_routs for taunt, _ in groups.taunts_of(play.state, unit))  # CO-TNT-7
    routs = result <= number("routed_at") or all_or_nothing  # CO-RES-13
    if rally and await _is_bought(play, unit, queue, routs=routs):
        return
    if routs:
        rout(play, unit, queue, "test")
        return
    if group.counts_as_shaken:  # CO-RES-12, CO-SHK-3, CO-RAL-4: it loses R (decisions 6, 7 and 25)
        lost = min(number("rally_loss"), group.r)
        confused = UNSET if group.shaken else True
        failed = FailedShaken(unit, result, needed, lost, group.r - lost, rally, own.r, confused)
        play.commit(play.state.with_unit(unit, r=group.r - lost), failed)
        if group.r - lost <= number("gone_at"):
            rout(play, unit, queue, "no_r")
            return
        if plays(play.state, "failed_test_loss", "test"):
            read = house_rule(play.state, "failed_test_loss")
            joins(play.state, lost_r(play.state, unit, lost, due.cause, (read,)), queue)
    else:
        shaken = play.state.with_unit(unit, shaken=True, must_check=False)
        play.commit(shaken, BecameShaken(unit, result, needed))
        drop_token(play, unit)
    await fall_back(play, unit, queue, due.cause, ordered=False)  # CO-RES-11


def feels_nothing(game: Skirmish, unit: str) -> bool:
    """CO-TRA-25: an Unfeeling Group passes every test without a roll."""
    return groups.has(game, unit, "unfeeling", *game.units[unit].in_melee_with)


def _rallied(game: Skirmish, unit: str) -> Skirmish:
    """CO-RAL-3, CO-SPL-9: neither Shaken nor, where a Rally ends it, under Confuse."""
    effects = game.units[unit].effects
    if plays(game, "confuse", "rally"):
        effects = tuple(effect for effect in effects if effect.spell != "confuse")
    return game.with_unit(unit, shaken=False, effects=effects)


async def _tested(
    play: Play[Skirmish],
    due: Due,
    near: Modifier | None,
    chain: Chain | None,
    attack: Attack | None,
    *,
    rally: bool,
) -> int:
    """CO-RES-6, CO-TRA-15, CO-TRA-23, CO-SPL-7: the result, with the highest die rolled again, and once more if it fails."""
    unit, test = due.unit, groups.edition(play.state).test
    group = play.state.units[unit]
    told = f"{group.name}: {test}{' to Rally' if rally else ''}"
    pool = resilience_pool(play.state, due, near, attack)
    frightened, emboldened = fears(play.state, unit, attack), groups.under(play.state, unit, "embolden")
    rules = ("CO-RES-6", *(rule for one in frightened for rule in one.rules))
    if not (frightened or emboldened):
        return await play.total(pool, why="resilience", side=group.side, rules=rules, told=told, chain=chain)
    roll = await play.throw(pool, why="resilience", side=group.side, rules=rules, told=told, chain=chain)
    if frightened:
        roll = await play.reroll(roll, rerolls.highest, chain)
    if emboldened and roll.result < groups.tested_against(play.state, unit):
        chance = (_afraid(pool) if frightened else pool.chance) if explains() else 0
        answer = await play.choose(
            "embolden",
            side=group.side,
            options=(
                Option(
                    "yes",
                    "test again",
                    assumed="a failed test is taken again",
                    note=f"{percent(chance)} to pass" if chance else "",
                ),
                Option("no", "leave it", assumed="a failed test is left as it is"),
            ),
            why=f"{group.name}: test again (Embolden)?",
            rules=("CO-SPL-7",),
            title="Embolden: test again?",
            chain=chain,
            roll=roll,
        )
        if answer == "yes":
            play.emit(Emboldened(unit))
            roll = await play.reroll(roll, rerolls.every_die, chain)
            roll = await play.reroll(roll, rerolls.highest, chain) if frightened else roll
    play.tell(roll)
    return roll.result


def fears(game: Skirmish, unit: str, attack: Attack | None) -> tuple[Remark, ...]:
    """CO-TRA-15, CO-TRA-18, CO-TRA-23, CO-CAP-17: why the highest die of a test is rolled again, for better or worse.

    Terrifying touches the Group that is Attacked, in tests of that Attack (decisions 7 and 8).
    """
    again, found = "the highest die is rolled again", []
    if groups.has(game, unit, "cowardly"):
        found.append(Remark("Cowardly", again, ("CO-TRA-15",), again=True))
    by, target = attack or ("", "")
    if target == unit and groups.has(game, by, "terrifying", unit):
        resolute = is_captains(game, unit) and groups.captained(game, unit, "resolute")
        if not resolute and not groups.bane_of(game, unit, by):
            once = "the same die, only once" if found else again
            found.append(Remark("Terrifying", once, ("CO-TRA-23",), again=True))
    return tuple(found)


async def _is_bought(play: Play[Skirmish], unit: str, queue: Queue, *, routs: bool) -> bool:
    """CO-CAP-15: a Wicked Captain of the Company lets a Group that fails to Rally lose R and pass (decision 9).

    `routs`: otherwise it is Routed.
    """
    if is_captains(play.state, unit) or not groups.captained(play.state, unit, "wicked"):
        return False
    group, own = play.state.units[unit], groups.edition(play.state)
    lost, captain = number("wicked_loss"), play.state.units[groups.company_of(play.state, unit).captain].name
    trait = captain_traits(play.state.edition)["wicked"].name
    answer = await play.choose(
        "wicked",
        side=group.side,
        options=(
            Option(
                "yes",
                f"lose {lost} {own.r} and Rally",
                assumed="the Rally is paid for",
                note=f"−{lost} {own.r}",
            ),
            Option(
                "no",
                "fail",
                assumed="the Rally fails",
                note="† Routed" if routs else f"−{number('rally_loss')} {own.r}, Retreats",
            ),
        ),
        why=f"{group.name} failed to Rally. {trait}: lose {lost} {own.r} and pass?",
        rules=("CO-CAP-15",),
        title=f"{trait}: pass for {lost} {own.r}?",
        rule=f"Only with {captain} within {number('captain_range')} inches.",
        chain=chain_of(Due(unit), queue),
    )
    if answer == "no":
        return False
    left = group.r - lost
    paid = _rallied(play.state, unit).with_unit(unit, r=left)
    play.commit(paid, BoughtRally(unit, lost, left, trait, own.r))
    if left <= number("gone_at"):
        rout(play, unit, queue, "no_r")
    return True


async def _captain_near(
    play: Play[Skirmish], unit: str, chain: Chain | None, *, rally: bool
) -> Modifier | None:
    """CO-RES-9: what the Captain adds, asked before the dice (decisions 21 and 44)."""
    bonus = groups.captain_bonus(play.state, unit, rally=rally)
    if bonus is None or is_captains(play.state, unit):
        return bonus
    group = play.state.units[unit]
    captain = play.state.units[groups.company_of(play.state, unit).captain].name
    answer = await play.choose(
        "captain",
        side=group.side,
        options=(
            Option("yes", "yes", assumed="the Captain is near", note=f"{signed(bonus.value)} to the test"),
            Option("no", "no", assumed="the Captain is not near"),
        ),
        why=f"{group.name}: is the Captain within {number('captain_range')} inches?",
        rules=bonus.rules,
        title=captain,
        aside=f'within {number("captain_range")}"?',
        suggested=group.captain_near or None,
        chain=chain,
    )
    said = play.state.with_unit(unit, captain_near=answer)
    play.commit(said, CaptainPlaced(unit, answer == "yes"))
    return bonus if answer == "yes" else None


def resilience_pool(game: Skirmish, due: Due, near: Modifier | None, attack: Attack | None = None) -> Total:
    """CO-RES-6 to CO-RES-9, CO-TRA-7, CO-TRA-8, CO-CAP-2, CO-TNT-7: 2d6 with every modifier, or the best two of three."""
    unit = due.unit
    craven = is_captains(game, unit) and groups.captained(game, unit, "craven")
    modifiers = applying(
        lost_modifier(game, due.lost),  # decision 4
        modifier("company-below-half") if groups.below_half(groups.company_of(game, unit)) else None,
        near,
        modifier("fearless") if groups.has(game, unit, "fearless") else None,
        modifier("skittish") if groups.has(game, unit, "skittish") else None,
        modifier("craven-captain") if craven else None,
        *condition_modifiers(game, resilience=unit),
    )
    dice = number("resilience_dice")
    best: int | UnsetType = UNSET
    remarks = (*due.reasons, *fears(game, unit, attack))
    if groups.under(game, unit, "embolden"):
        remarks = (*remarks, Remark("Embolden", "a failed test may be taken again", ("CO-SPL-7",)))
    for taunt, _ in groups.taunts_of(game, unit):
        said = []
        if taunt.best_two:
            dice, best = dice + 1, dice
            said.append(f"the best {best} of {dice} dice")
        if taunt.fail_routs:
            said.append("a failure Routs it")
        if said:
            remarks = (*remarks, Remark(taunt.name, ", ".join(said), ("CO-TNT-7",)))
    return Total(
        dice=dice,
        sides=number("die_sides"),
        target=groups.tested_against(game, unit),
        modifiers=modifiers,
        remarks=remarks,
        best=best,
        readings=(*due.readings, *readings_of_test(game, unit, near), *_readings_of_confuse(game, unit)),
        basis=groups.edition(game).resolve,
    )


def lost_modifier(game: Skirmish, lost: int) -> Modifier:
    """CO-RES-7: −1 for each R that was lost, in the edition's word for it."""
    return replace(modifier("r-lost", lost), name=f"{groups.edition(game).r} lost")


def _readings_of_confuse(game: Skirmish, unit: str) -> tuple[Remark, ...]:
    """CO-SPL-9: that a Group under Confuse tests to Rally at all is a question of how the text is read (decision 89)."""
    group = game.units[unit]
    confused = group.must_rally and group.counts_as_shaken and not group.shaken
    return (house_rule(game, "confuse"),) if confused else ()


def readings_of_test(game: Skirmish, unit: str, near: Modifier | None) -> tuple[Remark, ...]:
    """The house rules that matter in a test of this Group (decisions 3, 21 and 22)."""
    told = []
    own = groups.profile(game, unit)
    if game.units[unit].r != own.r_max and own.resolve is None:
        told.append(house_rule(game, "tests_against"))
    spared = is_captains(game, unit) and plays(game, "captains_own_group", "no")
    if spared and groups.bonus_to_others(game, unit, rally=False):
        told.append(house_rule(game, "captains_own_group"))
    captain = groups.captain_of(game, unit)
    if captain and captain.counts_as_shaken and (near or plays(game, "shaken_captain", "no-bonus")):
        told.append(house_rule(game, "shaken_captain"))
    return tuple(told)


def test_lines(game: Skirmish, *units: str, attack: Attack | None = None) -> tuple[Detail, ...]:  # noqa: PT028
    """Section 9: what the test of each Group would need, what is known of it beforehand, and how it is read."""
    near = {unit: groups.captain_bonus(game, unit, rally=False) for unit in units}
    read = dict.fromkeys(remark for unit in units for remark in readings_of_test(game, unit, near[unit]))
    rolls = (_would_test(game, unit, attack) for unit in units)
    return (*reading_lines(read), *rolls)


def _would_test(game: Skirmish, unit: str, attack: Attack | None) -> Detail:
    group, said = game.units[unit], resilience_words(game, unit, attack=attack)
    told = f"{group.name}: {said}"
    if feels_nothing(game, unit):
        return Detail("Would test", told)
    pool = _known_beforehand(game, unit, attack, rally=False)
    why, emboldened = fears(game, unit, attack), groups.under(game, unit, "embolden")
    chance = _afraid(pool) if why else pool.chance
    by = joined([*(one.name for one in why), *(["Embolden"] if emboldened else [])])
    what = [
        *(["the highest die rolls again"] if why else []),
        *(["a failed test rolls again"] if emboldened else []),
    ]
    again = Reroll(by, ", ".join(what), 1 - (1 - chance) ** 2 if emboldened else chance)
    return PlannedRoll("Would test", told, side=group.side, pool=pool, reroll=again if by else None)


def _afraid(pool: Total) -> float:
    """CO-TRA-15, CO-TRA-23: how likely a test holds of which the highest die is rolled again."""
    faces = range(pool.lowest, pool.highest + 1)
    shown = [sorted(dice)[:-1] for dice in product(faces, repeat=pool.dice)]
    good = sum(pool.succeeds(pool.sum_of((*kept, face)) + pool.added) for kept in shown for face in faces)
    return good / (len(shown) * pool.sides)


def resilience_words(game: Skirmish, unit: str, *, rally: bool = False, attack: Attack | None = None) -> str:
    """The number needed, the modifiers that are sure, and the Captain's with a question mark."""
    if feels_nothing(game, unit):
        return "passes without a roll (Unfeeling)"
    pool = _known_beforehand(game, unit, attack, rally=rally)
    parts = [f"{applied.name} {signed(applied.value)}" for applied in pool.modifiers]
    for remark in pool.remarks:
        counts = remark.text.startswith(("+", "−"))
        parts.append(f"{remark.name}{'' if counts else ':'} {remark.text}")
    return f"{pool.dice}d{pool.sides}, {pool.target}+" + "".join(f"; {part}" for part in parts)


def _known_beforehand(game: Skirmish, unit: str, attack: Attack | None, *, rally: bool) -> Total:
    """The pool of a test, with what may still be added to it as remarks."""
    bonus = groups.captain_bonus(game, unit, rally=rally)
    sure = is_captains(game, unit)
    each = lost_modifier(game, 1)
    open_still = [] if rally else [Remark(each.title, f"{signed(each.value)} each", each.rules)]
    if bonus and not sure:
        open_still.append(Remark(bonus.title, f"{signed(bonus.value)}?", bonus.rules))
    pool = resilience_pool(game, Due(unit), bonus if sure else None, attack)
    return replace(pool, remarks=(*open_still, *pool.remarks))


# --- the commands: to Rally at the start of a turn, and a test for what no other command covers


class Rally(Command):
    """A Shaken Group tests at the start of the turn."""


class Test(Command):
    """Test Resilience for a loss or a scare that no other command covers."""

    __test__ = False  # the name begins like a test class of pytest

    reason: Annotated[Reason, Asked("Reason", "r")]
    lost: Annotated[
        int, Field(ge=0, le=1000, description="R that is lost"), Asked("R lost", "o", unit="R", hint="none")
    ] = 0

    _said = field_validator("reason")(require_text)


@COMMANDS.add(
    Rally,
    "Rally",
    by_group,
    RALLY_CHECKS,
    rules=(*TEST_RULES, "CO-RAL-3", "CO-RAL-4", "CO-RAL-5", "CO-RES-2", "CO-SHK-1"),
    key="r",
    offered=lambda game, by: groups.is_played(game, by) and game.units[by].must_rally,
)
async def rally(play: Play[Skirmish], command: Rally) -> None:
    """CO-RAL-1 to CO-RAL-5, CO-RES-2: a Shaken Group tests; whatever comes of it, the turn goes on."""
    in_a_turn(play.state)
    tested = play.state.with_unit(command.by, must_rally=False, rallied=True)
    play.commit(tested, RallyTried(command.by))
    queue: Queue = []
    because = Remark(BECAUSE, "Rally", ("CO-RAL-1", "CO-RES-2"))
    await take_test(play, Due(command.by, reasons=(because,)), queue, rally=True)
    await test_all(play, queue)


@COMMANDS.add(
    Test,
    "Test Resilience",
    by_group,
    (in_its_part_of_the_game, it_is_in_play),
    do="test",
    rules=TEST_RULES,
    reminders=("CO-RET-3",),
    key="r",
    deliberate=True,
    of_table=True,
    lines=lambda game, by, command: test_lines(game, by) if by in game.units else (),
)
async def test_at_the_table(play: Play[Skirmish], command: Test) -> None:
    """CO-RES-1, CO-ROU-2: for losses and scares that no other command covers."""
    in_a_turn(play.state)
    if not command.lost:
        because = Remark(BECAUSE, command.reason)
        await test_all(play, [Due(command.by, reasons=(because,))])
        return
    group = play.state.units[command.by]
    lost = min(command.lost, group.r)
    loss = Loss(command.by, lost, group.r - lost, command.reason, groups.edition(play.state).r)
    play.commit(play.state.with_unit(command.by, r=group.r - lost), loss)
    await after_losses(play, {command.by: lost}, {})
