"""Setup: Captains' traits, the roll-off, and the start of the first turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec.structs import replace

from vedette.engine.checks import Refusal, WhyNot, forbids, refusals
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.common import by_side
from vedette.engine.dice import Faces, Remark, Roll, Total
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact
from vedette.engine.figures import signed
from vedette.engine.grammar import agree, at_start, name_of, the
from vedette.engine.play import Again, Play
from vedette.engine.requests import Option
from vedette.games.company import groups, phase_check
from vedette.games.company.groups import edition
from vedette.games.company.rerolls import every_die
from vedette.games.company.resilience import opening_test
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import (
    CaptainTrait,
    captain_trait_for,
    captain_traits,
    house_rule,
    modifier,
    number,
    plays,
)
from vedette.games.company.turns import begin_turn
from vedette.kit.sentences import fact
from vedette.kit.words import count
from vedette.view.asked import Asked
from vedette.view.fields import NONE
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Skirmish]()


@fact("The Captain of {unit} is {trait:word}.", headline="{unit}: the Captain is {trait:word}")
class TraitSettled(Fact, frozen=True):
    unit: str
    trait: str


@fact("Shrewd Captain: {side} now {side:has/have} {result} in the roll-off.")
class RollBent(Fact, frozen=True):
    side: str
    result: int


@fact("Attacker: {attacker}. Defender: {defender}.")
class RolesSettled(Fact, frozen=True):
    attacker: str
    defender: str


@fact(
    "{units} would not fight for {company} and deserted.",
    moment="lost",
    headline="{units} DESERTED",
    tale="{units} deserted before the battle",
)
class Deserted(Fact, frozen=True):
    company: str
    units: tuple[str, ...]


_TRAIT = Asked(
    "Trait",
    "t",
    # rolled, unless the Captain is an established character
    lambda game, by: {
        NONE: f"roll {edition(game).captain_dice}d6",
        **{trait.id: trait.name for trait in captain_traits(game.edition).values()},
    },
    notes=lambda game: {trait.id: trait.text for trait in captain_traits(game.edition).values()},
    judged=False,
    default=lambda game, words: NONE,
)


class RollCaptainTrait(Command):
    """The Captain's trait is rolled, or the existing one named; by the Captain's Group."""

    trait: Annotated[str | None, _TRAIT, "where it is known, else it is rolled"] = None


class RollOff(Command):
    """Roll off for who attacks and who defends."""


class Start(Command):
    """Setup is done; the first turn begins."""


def trait_understood(game: Skirmish, command: RollCaptainTrait) -> RollCaptainTrait:
    groups.by_group(game, command)
    if command.trait is not None and command.trait not in captain_traits(game.edition):
        raise CommandError(f"There is no Captain's trait {shown(command.trait)}.")
    return command


@forbids("CO-SET-4")
def _it_is_a_captain_without_trait(game: Skirmish, command: RollCaptainTrait) -> str | None:
    unit = game.units[command.by]
    if not groups.is_captains(game, command.by):
        return f"{unit.name}: not a Captain's Group."
    trait = game.companies[unit.company].trait
    return f"The Captain is {captain_traits(game.edition)[trait].name} already." if trait else None


def _what_the_trait_does(game: Skirmish, by: str, command: RollCaptainTrait | None) -> Iterator[Detail]:
    if command is not None and command.trait:
        trait = captain_traits(game.edition)[command.trait]
        yield Detail(trait.name, trait.text)


@COMMANDS.add(
    RollCaptainTrait,
    "Captain's trait",
    trait_understood,
    (phase_check.in_its_part_of_the_game, _it_is_a_captain_without_trait),
    rules=("CO-SET-4", "CO-CAP-13"),
    key="c",
    offered=lambda game, by: game.phase == "setup" and by in phase_check.captains_without_trait(game),
    lines=_what_the_trait_does,
)
async def captain_trait(play: Play[Skirmish], command: RollCaptainTrait) -> None:
    """CO-SET-4, CO-CAP-13: dice on the table, or the trait of an established character."""
    group, known = play.state.units[command.by], captain_traits(play.state.edition)
    trait = command.trait
    if trait is None:
        pool = Total(dice=edition(play.state).captain_dice, sides=number("die_sides"))
        told = f"{group.name}: the Captain's trait"
        total = await play.total(pool, why="captain_trait", side=group.side, rules=("CO-SET-4",), told=told)
        trait = captain_trait_for(total, play.state.edition)
    settled = play.state.with_company(group.company, trait=trait)
    play.commit(settled, TraitSettled(command.by, known[trait].name))


@forbids("CO-SET-4")
def captains_have_traits(game: Skirmish, command: RollOff | Start) -> str | None:
    """The Captains' traits come first (decision 39)."""
    missing = ", ".join(game.units[unit].name for unit in phase_check.captains_without_trait(game))
    return f"A Captain has no trait yet: {missing}." if missing else None


@forbids("CO-SET-5")
def _roles_are_open(game: Skirmish, command: RollOff) -> str | None:
    if attacker := game.with_role("attacker"):
        name = game.side_name(attacker)
        return f"{at_start(name)} {agree(name, 'is', 'are')} the attacker already."
    return None


@COMMANDS.add(
    RollOff,
    "Roll off",
    by_side,
    (phase_check.in_its_part_of_the_game, captains_have_traits, _roles_are_open),
    actor="side",
    rules=("CO-SET-5", "CO-CAP-10", "CO-CAP-16"),
    key="r",
    of_both=True,
)
async def roll_off(play: Play[Skirmish], command: RollOff) -> None:
    """CO-SET-5, CO-CAP-10, CO-CAP-16: a die each, ties again; the higher side attacks."""
    first, second = play.state.sides
    added = {side: modifier("cunning-captain") for side in _sides_with(play.state, "cunning")}
    shrewd = _sides_with(play.state, "shrewd")
    remarks = [
        Remark(f"{one.name} of {the(play.state.side_name(side))}", signed(one.value), one.rules)
        for side, one in added.items()
    ]
    bends = modifier("shrewd-captain")
    remarks += [
        Remark(
            f"{bends.name} of {the(play.state.side_name(side))}",
            f"{signed(bends.value)} or {signed(-bends.value)}",
            bends.rules,
        )
        for side in shrewd
    ]

    def results(roll: Roll) -> dict[str, int]:
        return {
            side: face + (int(added[side].value) if side in added else 0)
            for side, face in zip(play.state.sides, roll.faces, strict=True)
        }

    def tied(roll: Roll) -> tuple[int, ...]:
        return (0, 1) if len({*results(roll).values()}) == 1 else ()

    dice = number("sides") * number("roll_off_dice")
    pool = Faces(dice=dice, sides=number("die_sides"), remarks=tuple(remarks))
    said, rules = "Roll-off, the higher die attacks", ("CO-SET-5",)
    if not shrewd:
        again = Again(tied, repeat=True)
        roll = await play.roll(pool, why="roll_off", rules=rules, told=said, again=again)
        came = results(roll)
    else:  # who bends the roll sees it before it is called a tie
        roll = await play.throw(pool, why="roll_off", rules=rules, told=said)
        while True:
            came = results(roll)
            for side in shrewd:
                came[side] += await _bent(play, side, came, roll)
            if came[first] != came[second]:
                break
            roll = await play.reroll(roll, every_die, told="Roll-off, again after a tie")
        play.tell(roll)
    for side in shrewd:
        if came[side] != results(roll)[side]:
            play.emit(RollBent(side, came[side]))
    attacker, defender = (first, second) if came[first] > came[second] else (second, first)
    roles = play.state.with_side(attacker, role="attacker").with_side(defender, role="defender")
    play.commit(roles, RolesSettled(attacker, defender))


def _sides_with(game: Skirmish, trait: CaptainTrait) -> list[str]:
    """The sides with such a Captain; once for a side, however many there are."""
    own = {company.side for company in game.companies.values() if company.captain and company.trait == trait}
    return [side for side in game.sides if side in own]


async def _bent(play: Play[Skirmish], side: str, came: Mapping[str, int], roll: Roll) -> int:
    """CO-CAP-16: what a Shrewd Captain adds to the side's roll-off, with the dice before its eyes."""
    game, bends = play.state, modifier("shrewd-captain")
    by = {"no": 0, "plus": int(bends.value), "minus": -int(bends.value)}

    def after(answer: str) -> str:
        mine, theirs = came[side] + by[answer], came[game.other(side)]
        if mine == theirs:
            return f"{mine} each: roll again"
        return f"{mine} against {theirs}: {the(game.side_name(side if mine > theirs else game.other(side)))} would attack"

    answer = str(
        await play.choose(
            "shrewd",
            side=side,
            options=(
                Option("no", "leave the roll as it is", assumed="the roll stays", note=after("no")),
                Option("plus", f"add {by['plus']}", assumed="1 is added", note=after("plus")),
                Option("minus", f"take {by['plus']} off", assumed="1 is taken off", note=after("minus")),
            ),
            why=f"{bends.name}: change the roll-off?",
            rules=bends.rules,
            title=f"{bends.name}: change the roll?",
            roll=roll,
        )
    )
    return by[answer]


@forbids("CO-SET-5", alternative="roll off first")
def _roles_are_settled(game: Skirmish, command: Start) -> str | None:
    return None if game.with_role("attacker") else "Nobody knows yet who attacks."


@forbids("CO-BLD-4")
def _each_company_has_a_captain(game: Skirmish, command: Start) -> str | None:
    missing = [company for company in game.companies.values() if not company.captain]
    if not edition(game).groups or not missing:
        return None
    names = ", ".join(company.name for company in missing)
    return f"A Company without a Captain can't play: {names}."


@forbids("CO-BLD-1")
def _as_many_groups_as_a_company_has(game: Skirmish, command: Start) -> WhyNot:
    for name, company in game.companies.items() if edition(game).groups else ():
        least, most = edition(game).groups
        own = sum(unit.company == name for unit in game.units.values())
        if not least <= own <= most:
            has = agree(company.name, "has", "have")
            return f"{at_start(company.name)} {has} {count(own, 'Group')}.", f"{least} to {most} Groups"
    return None


@forbids("CO-BLD-2")
def _each_group_has_its_price(game: Skirmish, command: Start) -> WhyNot:
    for name, unit in game.units.items() if edition(game).group_points else ():
        least, most = edition(game).group_points
        points = groups.profile(game, name).points
        if not least <= points <= most:
            sentence = f"{at_start(unit.name)} {agree(unit.name, 'costs', 'cost')} {count(points, 'point')}."
            return sentence, f"{least} to {most} points a Group"
    return None


@forbids("CO-TRA-30", alternative="choose them")
def _apprentices_have_spells(game: Skirmish, command: Start) -> str | None:
    missing = ", ".join(game.units[name].name for name in phase_check.apprentices_without_spells(game))
    return f"An Apprentice has chosen no spells yet: {missing}." if missing else None


@forbids("CO-SCN-12", alternative="mark one")
def _a_group_is_marked(game: Skirmish, command: Start) -> str | None:
    if not phase_check.waits_for_mark(game):
        return None
    return f"The defenders have not marked a Group yet: the {game.book.scenario.mark}."


@forbids("CO-SCN-6")
def _half_of_the_others_wait(game: Skirmish, command: Start) -> WhyNot:
    """Rounded down (decision of the Raid): the Captain's Group begins, and half of the others at most."""
    if game.book.scenario.hold_back != "defender_half":
        return None
    others = [
        unit
        for name, unit in game.units.items()
        if game.sides[unit.side].role == "defender" and not groups.is_captains(game, name)
    ]
    deployed, most = sum(not unit.reserve for unit in others), len(others) // number("half_divisor")
    if deployed <= most:
        return None
    sentence = f"The defenders deploy {most} of their {len(others)} other Groups, not {deployed}."
    return sentence, f"hold {deployed - most} more back"


@forbids("CO-SET-1")
def _within_the_points_total(game: Skirmish, command: Start) -> WhyNot:
    total = game.book.points
    for side in game.sides:
        if total and groups.points(game, side) > total:
            name = game.side_name(side)
            sentence = f"{at_start(name)} {agree(name, 'fields', 'field')} {groups.points(game, side)} points, of {total}."
            return sentence, f"{total} points"
    return None


@forbids("CO-SET-7")
def the_same_points(game: Skirmish, command: Start) -> WhyNot:
    """Both sides field the same number of points (decision 40)."""
    first, second = (groups.points(game, side) for side in game.sides)
    if first == second or game.book.scenario.uneven or plays(game, "same_points", "limit"):
        return None
    sentence, each = f"The sides field {first} and {second} points.", f"{max(first, second)} each"
    read = house_rule(game, "same_points") if "same_points" in game.readings else None
    return Refusal("CO-SET-7", sentence, each, reading=read)


def faults(game: Skirmish, side: str) -> tuple[Refusal, ...]:
    """CO-BLD-1 to CO-BLD-4, CO-SET-7: Companies and points, before anybody has rolled for a Captain; by itself a side equals nobody."""
    if side:  # nobody is there yet to play against
        theirs = {name: company for name, company in game.companies.items() if company.side == side}
        units = {name: unit for name, unit in game.units.items() if unit.side == side}
        game = replace(game, companies=theirs, units=units)
    checks = (
        _each_company_has_a_captain, _as_many_groups_as_a_company_has, _each_group_has_its_price,
        _within_the_points_total,
    )  # fmt: skip
    return tuple(refusals(checks if side else (*checks, the_same_points), game, None))


@forbids("CO-SET-8")
def _ambitions_are_chosen(game: Skirmish, command: Start) -> str | None:
    missing = ", ".join(
        game.companies[company].name for company in phase_check.companies_without_ambition(game)
    )
    return f"These have no ambition yet: {missing}." if missing else None


def _how_it_starts(game: Skirmish, by: str, command: Start | None) -> Iterator[Detail]:
    scenario = game.book.scenario
    chooses = game.with_role(scenario.first_role)
    begins = game.side_name(chooses) if chooses else "nobody yet"
    chosen = f"{the(begins)} {agree(begins, 'chooses', 'choose')} (CO-SCN-1)"
    yield Detail("First turn:", chosen if scenario.first_is_chosen else f"{the(begins)} (CO-SET-6)")
    if scenario.opening_tests:
        yield Detail("Before it:", f"every deployed Group of the {scenario.opening_tests}s tests (CO-SCN-16)")
    fielded = ", ".join(f"{side.name} {groups.points(game, name)}" for name, side in game.sides.items())
    yield Detail("Points:", fielded)


@COMMANDS.add(
    Start,
    "Start the game",
    by_side,
    (
        phase_check.in_its_part_of_the_game, captains_have_traits, _roles_are_settled, _each_company_has_a_captain,
        _as_many_groups_as_a_company_has, _each_group_has_its_price, _apprentices_have_spells, _a_group_is_marked,
        _half_of_the_others_wait, _within_the_points_total, the_same_points, _ambitions_are_chosen,
    ),
    actor="side",
    rules=("CO-SET-6", "CO-CAP-3", "CO-SCN-1", "CO-SCN-16", "CO-BLD-3"),
    reminders=("CO-SET-2", "CO-SET-11", "CO-BLD-8", "CO-BLD-9", "CO-LOC-2", "CO-LOC-7"),
    key="s",
    of_both=True,
    lines=_how_it_starts,
)  # fmt: skip
async def start(play: Play[Skirmish], command: Start) -> None:
    """CO-SET-6, CO-SET-9, CO-CAP-3, CO-SCN-1, CO-SCN-16: deserters leave, and the first turn begins."""
    scenario = play.state.book.scenario
    if play.state.phase != "setup":
        raise ForbiddenError("The game has been started.")
    if not play.state.with_role("attacker"):
        raise ForbiddenError("Nobody knows yet who attacks: roll off first.")
    for name, company in play.state.companies.items():
        if company.captain and company.trait == "reprehensible":
            await _desertion(play, name)
    side = play.state.with_role(scenario.first_role)
    if scenario.first_is_chosen:
        side = await _first_turn(play, side)
    for name, unit in play.state.units.items() if scenario.opening_tests else ():
        if unit.in_play and unit.side == play.state.with_role(scenario.opening_tests):
            await opening_test(play, name)
    await begin_turn(play, side)


async def _first_turn(play: Play[Skirmish], chooses: str) -> str:
    """CO-SCN-1: the side that takes the first turn, as another side or itself chooses."""
    roles = {role: play.state.with_role(role) for role in ("attacker", "defender")}
    answer = await play.choose(
        "first_turn",
        side=chooses,
        options=tuple(
            Option(role, f"{the(play.state.side_name(side))}, the {role}s", assumed=f"the {role}s begin")
            for role, side in roles.items()
        ),
        why="Who takes the first turn?",
        rules=("CO-SCN-1",),
        title="Who takes the first turn?",
    )
    return roles[str(answer)]


async def _desertion(play: Play[Skirmish], name: str) -> None:
    """CO-CAP-3: 1d6 for each Group but the Captain's; on 1 it deserts, and its points were never fielded (decision 20)."""
    game, company = play.state, play.state.companies[name]
    at_risk = [
        unit
        for unit, group in game.units.items()
        if group.company == name and unit != company.captain and not group.reserve
    ]
    remarks = tuple(
        Remark(f"die {n}", game.units[unit].name, ("CO-CAP-3",)) for n, unit in enumerate(at_risk, start=1)
    )
    pool = Faces(dice=len(at_risk) * number("desertion_dice"), sides=number("die_sides"), remarks=remarks)
    told = (
        f"The dice for deserters from {the(name_of(company, is_side=True))}, each on a {number('deserts_at')}"
    )
    roll = await play.roll(pool, why="desertion", side=company.side, rules=("CO-CAP-3",), told=told)
    gone = tuple(unit for unit, face in zip(at_risk, roll.faces, strict=True) if face == number("deserts_at"))
    if not gone:
        return
    for unit in gone:
        game = game.with_unit(unit, deserted=True, in_play=False)
    fielded = company.points - sum(groups.worth(game, unit) for unit in gone)
    play.commit(game.with_company(name, points=fielded), Deserted(name, gone))
