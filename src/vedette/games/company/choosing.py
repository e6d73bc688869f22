"""What is chosen between the roll-off and the first turn: spells, Groups held back, the mark of a scenario, ambitions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, TypeVar

from msgspec.structs import replace

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.common import by_side
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.figures import signed
from vedette.engine.grammar import agree, at_start
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.engine.text import joined
from vedette.games.company import groups, phase_check
from vedette.games.company.groups import by_group, edition, is_captains, profile
from vedette.games.company.state import Ambitious, Company, Skirmish
from vedette.games.company.tables import house_rule, number, plays, spells, titled
from vedette.kit.schema import Ids
from vedette.kit.sentences import fact
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Skirmish]()


@fact("{unit} will Cast {spells:listed}.", {"listed": joined}, headline="{unit}: {spells:word}")
class SpellsChosen(Fact, frozen=True):
    unit: str
    spells: Annotated[tuple[str, ...], WORDS]


@fact("{unit} {unit:is/are} {deployed:?deployed after all|held back, off the table}.")
class HeldBack(Fact, frozen=True):
    """A Group waits off the table, or is `deployed` after all."""

    unit: str
    deployed: bool


@fact("{unit} {unit:is/are} marked: the {mark:word}.", headline="{unit}: {mark:word}")
class Marked(Fact, frozen=True):
    unit: str
    mark: str


@fact("The ambition of {company} is {ambition:word}.", headline="{company}: {ambition:word}")
class AmbitionChosen(Fact, frozen=True):
    company: str
    ambition: str


@fact("{company} {company:has/have} a secret ambition.", headline="{company}: a secret ambition")
class AmbitionKept(Fact, frozen=True):
    company: str


@fact(
    "{company} {company:boasts/boast}: {ambition:word}. It is worth 1 VP more.",
    headline="{company} {company:boasts/boast}: {ambition:word}",
)
class AmbitionRevealed(Fact, frozen=True):
    company: str
    ambition: str


# --- the spells of an Apprentice


class ChooseSpells(Command):
    """An Apprentice chooses its three spells."""

    spells: Annotated[
        Ids,
        Asked(
            "Spells",
            "p",
            lambda game, by: {
                id: f"{titled(spell)}: {spell.text}" for id, spell in spells(game.edition).items()
            },
            judged=False,
            hint=lambda game, words: f"exactly {number('apprentice_spells')}",
        ),
    ] = ()


def _spells_understood(game: Skirmish, command: ChooseSpells) -> ChooseSpells:
    by_group(game, command)
    many, known = number("apprentice_spells"), groups.spells_of(game)
    for spell in command.spells:
        if spell not in known:
            raise CommandError(f"There is no spell {shown(spell)}.")
    if len(command.spells) != many or len(set(command.spells)) != many:
        raise CommandError(f"An Apprentice chooses exactly {many} different spells.")
    return command


@forbids("CO-MAG-1")
def _it_is_an_apprentice(game: Skirmish, command: ChooseSpells) -> str | None:
    is_one = "apprentice" in profile(game, command.by).traits
    return None if is_one else f"{game.units[command.by].name}: not an Apprentice."


@forbids("CO-TRA-30")
def _it_has_no_spells(game: Skirmish, command: ChooseSpells) -> str | None:
    group = game.units[command.by]
    chosen = ", ".join(groups.spells_of(game)[spell].name for spell in group.spells)
    return f"{group.name}: spells chosen already ({chosen})." if chosen else None


@COMMANDS.add(
    ChooseSpells,
    "Choose spells",
    _spells_understood,
    (phase_check.in_its_part_of_the_game, _it_is_an_apprentice, _it_has_no_spells),
    rules=("CO-TRA-30",),
    key="p",
    offered=lambda game, by: game.phase == "setup" and by in phase_check.apprentices_without_spells(game),
)
async def choose_spells(play: Play[Skirmish], command: ChooseSpells) -> None:
    """CO-TRA-30: three spells, before the first turn."""
    names = tuple(groups.spells_of(play.state)[spell].name for spell in command.spells)
    chosen = play.state.with_unit(command.by, spells=command.spells)
    play.commit(chosen, SpellsChosen(command.by, names))


# --- Groups that are held back, and the one that the scenario marks


def _waits(game: Skirmish, words: Words) -> bool:
    return game.units[words["by"]].reserve


class HoldBack(Command):
    """A Group is not deployed: it is held back, off the table."""

    deploy: Annotated[
        bool, Asked("Deploy it after all", "d", default=_waits, shown=_waits), "back on the table"
    ] = False


def _holds_back(game: Skirmish, command: HoldBack) -> HoldBack:
    by_group(game, command)
    if not edition(game).reserve_worth:
        raise CommandError("Nobody is held back in this edition of the rules.")
    return command


@forbids("CO-DEP-1")
def _may_be_held_back(game: Skirmish, command: HoldBack) -> WhyNot:
    if not game.with_role("attacker"):
        return "Groups are held back as the sides deploy.", "roll off first"
    if is_captains(game, command.by):
        return (
            f"{game.units[command.by].name}: the Captain's Group is always deployed.",
            "hold another one back",
        )
    return None


@forbids("CO-SCN-12", alternative="mark another one")
def _it_is_not_marked(game: Skirmish, command: HoldBack) -> str | None:
    marked = command.by == game.scenario.marked
    return f"{game.units[command.by].name}: the marked Group is deployed." if marked else None


def _while_it_waits(game: Skirmish, by: str, command: HoldBack | None) -> Iterator[Detail]:
    if command is None or not command.deploy:
        yield Detail("Off the table:", "it can't act or be a target, and its points still count (CO-DEP-2)")


@COMMANDS.add(
    HoldBack,
    "Hold back",
    _holds_back,
    (phase_check.in_its_part_of_the_game, _may_be_held_back, _it_is_not_marked),
    rules=("CO-DEP-1", "CO-DEP-2"),
    key="o",
    deliberate=True,
    offered=lambda game, by: (
        groups.may_be_held_back(game)
        and phase_check.pending(game) in ("mark", "start")
        and not is_captains(game, by)
    ),
    lines=_while_it_waits,
)
async def hold_back(play: Play[Skirmish], command: HoldBack) -> None:
    """CO-DEP-1: the Group waits off the table, or is deployed after all."""
    placed = groups.brought_on if command.deploy else groups.taken_off
    game = placed(play.state, command.by, reserve=not command.deploy)
    play.commit(game, HeldBack(command.by, command.deploy))


class Mark(Command):
    """The defenders mark one of their Groups, as the scenario asks."""


@forbids("CO-SCN-12")
def _may_be_marked(game: Skirmish, command: Mark) -> WhyNot:
    group, mark = game.units[command.by], game.book.scenario.mark
    if not mark:
        return "The scenario marks no Group."
    if game.sides[group.side].role != "defender":
        return f"{group.name}: only a Group of the defenders is marked."
    if game.scenario.marked:
        return f"{game.units[game.scenario.marked].name}: marked already, the {mark}."
    if group.reserve:
        return f"{group.name}: held back, and only a deployed Group is marked.", "deploy it"
    return None


@COMMANDS.add(
    Mark,
    "Mark a Group",
    by_group,
    (phase_check.in_its_part_of_the_game, _may_be_marked),
    rules=("CO-SCN-12",),
    key="k",
)
async def mark(play: Play[Skirmish], command: Mark) -> None:
    """CO-SCN-12: this Group is what the scenario is about."""
    game = play.state
    marked = replace(game, scenario=replace(game.scenario, marked=command.by))
    play.commit(marked, Marked(command.by, game.book.scenario.mark))


# --- ambitions


def _ambitions(game: Skirmish, by: str) -> Mapping[str, str]:
    return {one.id: f"{one.name}, {one.vp} VP: {one.text}" for one in game.book.ambitions.values()}


def _hidden(game: Skirmish, words: Words) -> Mapping[str, str]:
    """The ambitions that a side could reveal."""
    own = [words["company"]] if words.get("company") else groups.companies_of(game, words["by"])
    secret = {one.id for name in own for one in game.companies[name].ambitions if not one.revealed}
    return {id: told for id, told in _ambitions(game, words["by"]).items() if id in secret}


_COMPANY = Asked(
    "Company",
    "c",
    lambda game, by: {name: game.companies[name].name for name in groups.companies_of(game, by)},
    shown=lambda game, words: len(groups.companies_of(game, words["by"])) > 1,
    required=True,
)


class ChooseAmbition(Command):
    """A Company chooses an ambition."""

    company: Annotated[str | None, _COMPANY, "where the side has several"] = None
    ambition: Annotated[str, Asked("Ambition", "a", _ambitions, after=("company",))]
    revealed: Annotated[
        bool,
        Asked("Revealed at once, 1 VP more", "o", shown=lambda game, words: edition(game).secret),
        "told to everybody at once",
    ] = False


class Reveal(Command):
    """A Company reveals an ambition: it is worth 1 VP more."""

    company: Annotated[str | None, _COMPANY, "where the side has several"] = None
    ambition: Annotated[str, Asked("Ambition", "a", given=_hidden, judged=False)]


Ambitioned = TypeVar("Ambitioned", ChooseAmbition, Reveal)


def _of_its_company(game: Skirmish, command: Ambitioned) -> Ambitioned:
    by_side(game, command)
    if command.ambition not in game.book.ambitions:
        raise CommandError(f"There is no ambition {shown(command.ambition)} in this game.")
    company = groups.own_company(game, command.by, command.company)
    return command.model_copy(update={"company": company})


def ambition_understood(game: Skirmish, command: ChooseAmbition) -> ChooseAmbition:
    command = _of_its_company(game, command)
    if command.revealed and not edition(game).secret:
        raise CommandError("Ambitions are open in this edition of the rules: there is nothing to reveal.")
    return command


@check("CO-SET-8", "CO-AMB-1")
def _roles_come_before_ambitions(game: Skirmish, command: ChooseAmbition) -> Refusal | None:
    if game.with_role("attacker"):
        return None
    rule = "CO-AMB-1" if edition(game).secret else "CO-SET-8"
    return Refusal(rule, "Ambitions are chosen after deployment.", "roll off first")


@forbids("CO-SET-8", reads=("company",))
def _one_ambition_each(game: Skirmish, command: ChooseAmbition) -> str | None:
    company = game.companies[str(command.company)]
    if not company.ambition:
        return None
    chosen = game.book.ambitions[company.ambition].name
    return f"{company.name}: ambition chosen already ({chosen})."


@forbids("CO-AMB-1", reads=("company", "ambition"), overridable=False)
def _each_ambition_once(game: Skirmish, command: ChooseAmbition) -> str | None:
    """Any number of different ones."""
    company = game.companies[str(command.company)]
    if _chosen(company, command.ambition) is None:
        return None
    return f"{company.name} {agree(company.name, 'has', 'have')} that ambition already."


@forbids("CO-AMB-2", reads=("company", "ambition"), overridable=False)
def _it_is_a_secret_of_theirs(game: Skirmish, command: Reveal) -> str | None:
    company, name = game.companies[str(command.company)], game.book.ambitions[command.ambition].name
    one = _chosen(company, command.ambition)
    if one is None:
        return f"{at_start(company.name)} did not choose {name}."
    return f"{name}: revealed already." if one.revealed else None


@forbids("CO-AMB-3")
def _before_the_first_turn(game: Skirmish, command: Reveal) -> WhyNot:
    if game.phase == "setup" or not plays(game, "reveal", "before"):
        return None
    reading = house_rule(game, "reveal")
    return Refusal("CO-AMB-3", "Ambitions are revealed before the first turn.", reading=reading)


def _chosen(company: Company, ambition: str) -> Ambitious | None:
    return next((one for one in company.ambitions if one.id == ambition), None)


def _what_it_wishes(game: Skirmish, by: str, command: ChooseAmbition | Reveal | None) -> Iterator[Detail]:
    if command is not None:
        chosen = game.book.ambitions[command.ambition]
        yield Detail(f"{chosen.name}, {chosen.vp} VP:", chosen.text)
    if edition(game).secret:
        missed, more = number("ambition_missed"), number("ambition_revealed")
        yield Detail(
            "At the end:",
            f"its VP if it is met, {signed(missed)} VP if not; {signed(more)} VP if met and revealed",
        )


@COMMANDS.add(
    ChooseAmbition,
    "Choose an ambition",
    ambition_understood,
    (
        phase_check.in_its_part_of_the_game, _roles_come_before_ambitions, _one_ambition_each, _each_ambition_once,
    ),
    actor="side",
    rules=("CO-AMB-1", "CO-AMB-2"),
    key="b",
    lines=_what_it_wishes,
    reminders=("CO-SET-11",),
)  # fmt: skip
async def ambition(play: Play[Skirmish], command: ChooseAmbition) -> None:
    """CO-SET-8, CO-AMB-1: what the Company wishes for itself, openly or in secret."""
    game, company = play.state, str(command.company)
    name = game.book.ambitions[command.ambition].name
    if not edition(game).secret:
        chosen = game.with_company(company, ambition=command.ambition)
        play.commit(chosen, AmbitionChosen(company, name))
        return
    one = Ambitious(command.ambition, command.revealed)
    game = game.with_company(company, ambitions=(*game.companies[company].ambitions, one))
    play.commit(game, AmbitionRevealed(company, name) if command.revealed else AmbitionKept(company))


@COMMANDS.add(
    Reveal,
    "Reveal an ambition",
    _of_its_company,
    (_it_is_a_secret_of_theirs, _before_the_first_turn),
    actor="side",
    rules=("CO-AMB-2",),
    key="v",
    lines=_what_it_wishes,
    of_table=True,
    deliberate=True,
)
async def reveal(play: Play[Skirmish], command: Reveal) -> None:
    """CO-AMB-2: the ambition is no secret any more, and is worth 1 VP more."""
    company = play.state.companies[str(command.company)]
    told = tuple(
        replace(one, revealed=True) if one.id == command.ambition else one for one in company.ambitions
    )
    name = play.state.book.ambitions[command.ambition].name
    game = play.state.with_company(str(command.company), ambitions=told)
    play.commit(game, AmbitionRevealed(str(command.company), name))
