"""Setup: Captains' traits, the roll-off, ambitions, and the start of the first turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from vedette.engine.checks import Refusal, WhyNot, forbids, refusals
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.common import by_side
from vedette.engine.dice import Faces, Remark, Roll, Total
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact
from vedette.engine.grammar import agree, at_start, name_of, the
from vedette.engine.play import Again, Play
from vedette.games.company import groups, phase_check
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import captain_trait_for, captain_traits, modifier, number
from vedette.games.company.turns import begin_turn
from vedette.kit.sentences import fact
from vedette.view.asked import Asked
from vedette.view.fields import NONE
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Skirmish]()


@fact("The Captain of {unit} is {trait:word}.", headline="Captain of {unit}: {trait:word}")
class TraitSettled(Fact, frozen=True):
    unit: str
    trait: str


@fact("Attacker: {attacker}. Defender: {defender}.")
class RolesSettled(Fact, frozen=True):
    attacker: str
    defender: str


@fact("The ambition of {company} is {ambition:word}.", headline="{company}: {ambition:word}")
class AmbitionChosen(Fact, frozen=True):
    company: str
    ambition: str


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
    lambda game, by: {NONE: "roll 2d6", **{trait.id: trait.name for trait in captain_traits().values()}},
    notes=lambda: {trait.id: trait.text for trait in captain_traits().values()},
    judged=False,
    default=lambda game, words: NONE,
)


class RollCaptainTrait(Command):
    """The Captain's trait is rolled, or the existing one named; by the Captain's Group."""

    trait: Annotated[str | None, _TRAIT, "where it is known, else it is rolled"] = None


class RollOff(Command):
    """Roll off for who attacks and who defends."""


def _ambitions(game: Skirmish, by: str) -> Mapping[str, str]:
    return {one.id: f"{one.name}, {one.vp} VP: {one.text}" for one in game.book.ambitions.values()}


class ChooseAmbition(Command):
    """A Company chooses its ambition."""

    company: Annotated[
        str | None,
        Asked(
            "Company",
            "c",
            lambda game, by: {name: game.companies[name].name for name in groups.companies_of(game, by)},
            shown=lambda game, words: len(groups.companies_of(game, words["by"])) > 1,
            required=True,
        ),
        "where the side has several",
    ] = None
    ambition: Annotated[str, Asked("Ambition", "a", _ambitions, judged=False)]


class Start(Command):
    """Setup is done; the first turn begins."""


def trait_understood(game: Skirmish, command: RollCaptainTrait) -> RollCaptainTrait:
    groups.by_group(game, command)
    if command.trait is not None and command.trait not in captain_traits():
        raise CommandError(f"There is no Captain's trait {shown(command.trait)}.")
    return command


@forbids("CO-SET-4")
def _it_is_a_captain_without_trait(game: Skirmish, command: RollCaptainTrait) -> str | None:
    unit = game.units[command.by]
    if not groups.is_captains(game, command.by):
        return f"{unit.name}: not a Captain's Group."
    trait = game.companies[unit.company].trait
    return f"The Captain is {captain_traits()[trait].name} already." if trait else None


def _what_the_trait_does(game: Skirmish, by: str, command: RollCaptainTrait | None) -> Iterator[Detail]:
    if command is not None and command.trait:
        trait = captain_traits()[command.trait]
        yield Detail(trait.name, trait.text)


@COMMANDS.add(
    RollCaptainTrait,
    "Captain's trait",
    trait_understood,
    (phase_check.in_its_part_of_the_game, _it_is_a_captain_without_trait),
    rules=("CO-SET-4",),
    key="c",
    offered=lambda game, by: game.phase == "setup" and by in phase_check.captains_without_trait(game),
    lines=_what_the_trait_does,
)
async def captain_trait(play: Play[Skirmish], command: RollCaptainTrait) -> None:
    """CO-SET-4: 2d6 on the table, or the trait of an established character."""
    group = play.state.units[command.by]
    trait = command.trait
    if trait is None:
        pool = Total(dice=number("captain_trait_dice"), sides=number("die_sides"))
        told = f"{group.name}: the Captain's trait"
        total = await play.total(pool, why="captain_trait", side=group.side, rules=("CO-SET-4",), told=told)
        trait = captain_trait_for(total)
    settled = play.state.with_company(group.company, trait=trait)
    play.commit(settled, TraitSettled(command.by, captain_traits()[trait].name))


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
    rules=("CO-SET-5", "CO-CAP-10"),
    key="r",
    of_both=True,
)
async def roll_off(play: Play[Skirmish], command: RollOff) -> None:
    """CO-SET-5, CO-CAP-10: a die each, ties again; the higher side attacks."""
    first, second = play.state.sides
    cunning = modifier("cunning-captain")
    bonus = {first: 0, second: 0}
    for company in play.state.companies.values():  # once for a side, however many are Cunning
        if company.captain and company.trait == "cunning":
            bonus[company.side] = int(cunning.value)
    remarks = tuple(
        Remark(f"{cunning.name} of {the(play.state.side_name(side))}", f"+{more}", cunning.rules)
        for side, more in bonus.items()
        if more
    )

    def results(roll: Roll) -> tuple[int, int]:
        return roll.faces[0] + bonus[first], roll.faces[1] + bonus[second]

    def tied(roll: Roll) -> tuple[int, ...]:
        one, other = results(roll)
        return (0, 1) if one == other else ()

    roll = await play.roll(
        Faces(dice=number("sides") * number("roll_off_dice"), sides=number("die_sides"), remarks=remarks),
        why="roll_off",
        rules=("CO-SET-5",),
        told="Roll-off, the higher die attacks",
        again=Again(tied, repeat=True),
    )
    one, other = results(roll)
    attacker, defender = (first, second) if one > other else (second, first)
    roles = play.state.with_side(attacker, role="attacker").with_side(defender, role="defender")
    play.commit(roles, RolesSettled(attacker, defender))


def ambition_understood(game: Skirmish, command: ChooseAmbition) -> ChooseAmbition:
    by_side(game, command)
    if command.ambition not in game.book.ambitions:
        raise CommandError(f"There is no ambition {shown(command.ambition)} in this game.")
    company = groups.own_company(game, command.by, command.company)
    return command.model_copy(update={"company": company})


@forbids("CO-SET-8", alternative="roll off first")
def _roles_come_before_ambitions(game: Skirmish, command: ChooseAmbition) -> str | None:
    return None if game.with_role("attacker") else "Ambitions are chosen after deployment."


@forbids("CO-SET-8", reads=("company",))
def _one_ambition_each(game: Skirmish, command: ChooseAmbition) -> str | None:
    company = game.companies[str(command.company)]
    if not company.ambition:
        return None
    chosen = game.book.ambitions[company.ambition].name
    return f"{company.name}: ambition chosen already ({chosen})."


def _what_it_wishes(game: Skirmish, by: str, command: ChooseAmbition | None) -> Iterator[Detail]:
    if command is not None:
        chosen = game.book.ambitions[command.ambition]
        yield Detail(f"{chosen.name}, {chosen.vp} VP", chosen.text)


@COMMANDS.add(
    ChooseAmbition,
    "Choose an ambition",
    ambition_understood,
    (phase_check.in_its_part_of_the_game, _roles_come_before_ambitions, _one_ambition_each),
    actor="side",
    key="b",
    lines=_what_it_wishes,
    reminders=("CO-SET-11",),
)
async def ambition(play: Play[Skirmish], command: ChooseAmbition) -> None:
    """CO-SET-8: what the Company wishes for itself."""
    company = str(command.company)
    name = play.state.book.ambitions[command.ambition].name
    chosen = play.state.with_company(company, ambition=command.ambition)
    play.commit(chosen, AmbitionChosen(company, name))


@forbids("CO-SET-5", alternative="roll off first")
def _roles_are_settled(game: Skirmish, command: Start) -> str | None:
    return None if game.with_role("attacker") else "Nobody knows yet who attacks."


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
    if first == second or game.book.scenario.uneven:
        return None
    return f"The sides field {first} and {second} points.", f"{max(first, second)} each"


def faults(game: Skirmish, side: str) -> tuple[Refusal, ...]:
    """CO-SET-1, CO-SET-7: the points, before anybody has rolled for a Captain; by itself a side equals nobody."""
    checks = (_within_the_points_total,) if side else (_within_the_points_total, the_same_points)
    return tuple(refusals(checks, game, None))


@forbids("CO-SET-8")
def _ambitions_are_chosen(game: Skirmish, command: Start) -> str | None:
    missing = ", ".join(
        game.companies[company].name for company in phase_check.companies_without_ambition(game)
    )
    return f"These have no ambition yet: {missing}." if missing else None


def _how_it_starts(game: Skirmish, by: str, command: Start | None) -> Iterator[Detail]:
    first = game.with_role(game.book.scenario.first)
    begins = the(game.side_name(first)) if first else "nobody yet"
    yield Detail("First turn:", f"{begins} (CO-SET-6)")
    fielded = ", ".join(
        f"{side.name} {groups.points(game, name)} points" for name, side in game.sides.items()
    )
    yield Detail("On the table:", fielded)


@COMMANDS.add(
    Start,
    "Start the game",
    by_side,
    (
        phase_check.in_its_part_of_the_game, captains_have_traits, _roles_are_settled, _within_the_points_total, the_same_points,
        _ambitions_are_chosen,
    ),
    actor="side",
    rules=("CO-SET-6", "CO-CAP-3"),
    reminders=("CO-SET-2", "CO-SET-11"),
    key="s",
    of_both=True,
    lines=_how_it_starts,
)  # fmt: skip
async def start(play: Play[Skirmish], command: Start) -> None:
    """CO-SET-6, CO-SET-9, CO-CAP-3: deserters leave, and the first turn begins."""
    if play.state.phase != "setup":
        raise ForbiddenError("The game has been started.")
    side = play.state.with_role(play.state.book.scenario.first)
    if not side:
        raise ForbiddenError("Nobody knows yet who attacks: roll off first.")
    for name, company in play.state.companies.items():
        if company.captain and company.trait == "reprehensible":
            await _desertion(play, name)
    await begin_turn(play, side)


async def _desertion(play: Play[Skirmish], name: str) -> None:
    """CO-CAP-3: 1d6 for each Group but the Captain's; on 1 it deserts, and its points were never fielded (decision 20)."""
    game, company = play.state, play.state.companies[name]
    at_risk = [
        unit
        for unit, group in game.units.items()
        if group.company == name and unit != company.captain and not groups.profile(game, unit).reserve
    ]
    remarks = tuple(
        Remark(f"die {n}", game.units[unit].name, ("CO-CAP-3",)) for n, unit in enumerate(at_risk, start=1)
    )
    pool = Faces(dice=len(at_risk) * number("desertion_dice"), sides=number("die_sides"), remarks=remarks)
    told = f"On a {number('deserts_at')} a Group deserts from {the(name_of(company, is_side=True))}"
    roll = await play.roll(pool, why="desertion", side=company.side, rules=("CO-CAP-3",), told=told)
    gone = tuple(unit for unit, face in zip(at_risk, roll.faces, strict=True) if face == number("deserts_at"))
    if not gone:
        return
    for unit in gone:
        game = game.with_unit(unit, deserted=True, in_play=False)
    fielded = company.points - sum(groups.worth(game, unit) for unit in gone)
    play.commit(game.with_company(name, points=fielded), Deserted(name, gone))
