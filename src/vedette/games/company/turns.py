"""Turns and activation: how a turn begins and ends, what closes the game, and 2d6 against the number for an order."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.common import by_side
from vedette.engine.conditions import condition_modifiers, conditions_end
from vedette.engine.dice import Remark, Roll, Total
from vedette.engine.errors import ForbiddenError
from vedette.engine.facts import Fact, one_of
from vedette.engine.figures import percent
from vedette.engine.grammar import the
from vedette.engine.marks import WORDS
from vedette.engine.play import Again, Play
from vedette.engine.readings import explains, told_house_rules
from vedette.engine.requests import ChoiceRequest, Option
from vedette.engine.text import joined
from vedette.games.company import groups, phase_check, rerolls
from vedette.games.company.groups import companies_of, due, in_a_turn
from vedette.games.company.state import TURN, Skirmish
from vedette.games.company.tables import captain_traits, house_rule, number, order_name, plays
from vedette.kit.sentences import fact, of_the_end
from vedette.kit.words import modifier_words, whose
from vedette.view.asked import Asked
from vedette.view.common_forms import reading_lines
from vedette.view.dice_text import rerolled
from vedette.view.vocabulary import Detail, PlannedRoll

COMMANDS = Commands[Skirmish]()


@fact("{side} ended the turn.")
class TurnEnded(Fact, frozen=True):
    aside = True

    side: str


@fact(
    "Turn {turn}: {side} to act.{phase:=rally? {due} must test to Rally."
    "|{phase:=reckless? {due} must be checked for Reckless.}}"
)
class TurnBegan(Fact, frozen=True):
    """It is a side's turn; `due` are the Groups that come first in its phase."""

    aside = True

    side: str
    turn: int
    phase: str
    due: tuple[str, ...]


@fact(
    "{phase:=rally?{due} must test to Rally"
    "|{phase:=reckless?{due} must be checked for Reckless|{side} may activate Groups}}{reading:so}."
)
class StepBegan(Fact, frozen=True):
    aside = True

    side: str
    phase: str
    due: tuple[str, ...]
    reading: Annotated[str, WORDS] = ""


_CLOSING = (
    "{why:=rounds?The last round is over|{why:=side_lost?{side} lost too much"
    "|{why:=few_groups?The final turn is over|{why:=ritual?The ritual is complete"
    "|{why:=marked_gone?{unit} {unit:has/have} left the game|{side} {side:has/have} no Groups left}}}}}"
)


@fact(f"{_CLOSING}: the game closes, and VP are counted.", headline=_CLOSING)
class GameClosing(Fact, frozen=True):
    why: Annotated[str, one_of(("rounds", "side_lost", "wiped_out", "few_groups", "ritual", "marked_gone"))]
    side: str = ""
    unit: str = ""


@fact(
    "The ritual {done:?is complete|goes on}: {total} {done:?is|is not} below {turn}.",
    headline="Ritual: {total}, {done:?complete|not below {turn}}",
)
class RitualRolled(Fact, frozen=True):
    """The defenders' roll at the start of their turn; `turn` is the number that it must stay below."""

    total: int
    turn: int
    done: bool


@fact(
    "{final:?This is the final turn|The game goes on}: {total} against {left:# Group} in play.",
    headline="{final:?Final turn|No final turn}: {total} against {left:# Group}",
)
class FinalTurnRolled(Fact, frozen=True):
    total: int
    left: int
    final: bool


@fact(
    "{fell:?The crowd gets bored|The crowd is content}: {total} against {lost} FS lost this turn"
    "{fell:?, excitement {now}.{now:?| The crowd votes: roll for it.}|.}",
    headline="{fell:?The crowd gets bored, excitement {now}|The crowd is content}",
)
class CrowdWatched(Fact, frozen=True):
    """The Arena's die at the end of a turn, against the FS that both sides lost in it."""

    total: int
    lost: int
    now: int
    fell: bool


@fact("The game is over. {outcome:verdict}.", moment=of_the_end, headline="{outcome:verdict}")
class GameOver(Fact, frozen=True):
    outcome: str


@fact(
    "{check:?Reckless check for {unit}|Order for {unit}: {order:name}}.",
    {"name": order_name},
    headline="{unit}: {order:name}",
)
class Ordered(Fact, frozen=True):
    """A Group tries to activate; `check`: it is checked for Reckless.

    What comes of an order tells the order as well, but for Shoot.
    """

    unit: str
    order: str
    check: bool

    @property
    def aside(self) -> bool:
        return self.order != "shoot"


@fact("{trait:word}: {unit} rolled again.")
class RolledAgain(Fact, frozen=True):
    aside = True

    unit: str
    company: str
    trait: Annotated[str, WORDS] = "Commanding"


@fact("{unit} passed without a roll: {because:word}.", headline="{unit} passed ({because:word})")
class PassedOutright(Fact, frozen=True):
    """A Group activates without dice, by a Captain's trait or against a Foe."""

    unit: str
    because: str


@fact(
    "{unit} failed to {order:name}: the turn passes.",
    {"name": order_name},
    moment="fail",
    tale="{unit} ignored the order to {order:name}",
)
class ActivationFailed(Fact, frozen=True):
    ahead: ClassVar[str] = "the activation fails and the turn passes"
    unit: str
    order: str


@fact("{unit} stayed put; the turn goes on.", moment="fail", headline="{unit} stayed put")
class StoodStill(Fact, frozen=True):
    ahead: ClassVar[str] = "the check fails and the turn goes on"
    unit: str


# --- how turns begin and end, and what closes the game


PERCENT = 100


async def change_turn(play: Play[Skirmish]) -> None:
    """CO-TRN-2, CO-ACT-5, CO-END-1: the active side's turn ends, and the game or the next turn begins."""
    conditions_end(play, "turn")
    if play.state.turn % number("turns_per_round") == 0:
        conditions_end(play, "round")
    game = play.state
    for closing in game.book.scenario.closing:
        if closing.when == "rounds" and game.turn >= closing.value * number("turns_per_round"):
            close(play, closing.when, "")
            return
        for name, side in game.sides.items() if closing.when == "side_lost" else ():
            total, lost = groups.points(game, name), groups.points_lost(game, name)
            if closing.side in ("", side.role) and total > 0 and lost * PERCENT >= closing.value * total:
                close(play, closing.when, name)
                return
        if closing.when == "few_groups" and game.scenario.final_turn:
            close(play, closing.when, "")
            return
    await _the_crowd_watches(play)
    await begin_turn(play, game.other(game.active))


async def _the_crowd_watches(play: Play[Skirmish]) -> None:
    """CO-LOC-5: a die above the FS that was lost in the turn that ends costs the Arena a point of excitement."""
    game = play.state
    place = groups.location(game)
    if place is None or not place.fades:
        return
    what = Remark(f"above {game.fs_lost} FS lost", f"{place.fades} −1", ("CO-LOC-5",))
    total = await _rolled_on_its_turn(play, place.fades, f"The crowd's {place.fades}", what)
    fell = total > game.fs_lost
    now = max(0, game.counters[place.fades] - fell)
    watched = replace(game, counters={**game.counters, place.fades: now})
    play.commit(watched, CrowdWatched(total, game.fs_lost, now, fell))


async def begin_turn(play: Play[Skirmish], side: str) -> None:
    """CO-TRN-3, CO-RAL-1, CO-SHK-1, CO-SPL-4: the start of a turn, and the dice of the scenario."""
    game, over = play.state, ("activated", "rallied", "checked", "must_check", "warded")
    for name, group in game.units.items():
        lasting = tuple(effect for effect in group.effects if effect.side != side)
        game = game.with_unit(name, effects=lasting, used=(), move_on=False)
        if group.side == side:
            must = group.in_play and groups.must_rally(game, name)
            game = game.with_unit(name, **dict.fromkeys(over, False), must_rally=must)
    for name, company in game.companies.items():
        kept = company.reroll_used and company.side != side
        game = game.with_company(name, reroll_used=kept, captain_used=False)
    turn = game.turn + 1
    game = gone_on(replace(game, turn=turn, active=side, phase="rally", fs_lost=0))
    play.commit(game, TurnBegan(side, turn, game.phase, due(game, game.phase, side)))
    ritual = game.book.scenario.ritual and not game.scenario.ritual_done
    if ritual and game.sides[side].role == "defender":
        await _the_ritual_goes_on(play)
    few = next((one.value for one in game.book.scenario.closing if one.when == "few_groups"), 0)
    if turn > 1 and groups.number_in_play(game) < few and not game.scenario.final_turn:
        await _the_end_comes_near(play)


async def _the_ritual_goes_on(play: Play[Skirmish]) -> None:
    """CO-SCN-14: 2d6 below the number of the turn, of both sides or of the defenders, and the ritual is done (decision 23)."""
    game = play.state
    turn = game.round if plays(game, "ritual_turn", "own") else game.turn
    what = Remark(f"below {turn}, the number of the turn", "the ritual is complete", ("CO-SCN-14",))
    read, dice = house_rule(game, "ritual_turn"), number("ritual_dice")
    total = await _rolled_on_its_turn(play, "ritual", "The ritual", what, dice=dice, readings=(read,))
    progress = replace(game.scenario, ritual_done=total < turn)
    play.commit(replace(game, scenario=progress), RitualRolled(total, turn, total < turn))


async def _the_end_comes_near(play: Play[Skirmish]) -> None:
    """CO-SCN-15: a die above the number of the Groups in play: this turn is the last."""
    game, left = play.state, groups.number_in_play(play.state)
    what = Remark(f"above {left}, the Groups in play", "this turn is the last", ("CO-SCN-15",))
    total = await _rolled_on_its_turn(play, "final_turn", "The final turn", what)
    progress = replace(game.scenario, final_turn=total > left)
    play.commit(replace(game, scenario=progress), FinalTurnRolled(total, left, total > left))


async def _rolled_on_its_turn(
    play: Play[Skirmish],
    why: str,
    told: str,
    what: Remark,
    *,
    dice: int = 1,
    readings: tuple[Remark, ...] = (),
) -> int:
    """What the side whose turn it is rolls for the scenario or the location."""
    pool = Total(dice=dice, sides=number("die_sides"), remarks=(what,), readings=readings)
    return await play.total(pool, why=why, side=play.state.active, rules=what.rules, told=told)


def gone_on(game: Skirmish) -> Skirmish:
    """CO-TRN-3, CO-REC-1: the step that a turn has come to, when nobody is due in an earlier one."""
    if game.phase == "rally" and not due(game, "rally", game.active):
        for name, group in game.units.items():  # CO-TRA-1: its Reckless Groups are due to be checked
            if group.side == game.active and groups.is_checked(game, name):
                game = game.with_unit(name, must_check=True)
        game = replace(game, phase="reckless")
    if game.phase == "reckless" and not due(game, "reckless", game.active):
        game = replace(game, phase="activation")
    return game


def close(play: Play[Skirmish], why: str, side: str, unit: str = "") -> None:
    """CO-END-1: only scoring is left."""
    units = {
        name: replace(group, must_rally=False, must_check=False) for name, group in play.state.units.items()
    }
    closing = replace(play.state, units=units, phase="closing", active="")
    play.commit(closing, GameClosing(why, side, unit))


def after_command(play: Play[Skirmish]) -> None:
    game = play.state
    if game.phase == "over" and game.active:  # conceded
        play.commit(replace(game, active=""), GameOver(game.outcome))
    if game.phase not in TURN:
        return
    for side in game.sides:
        if not any(groups.in_play(game, company) for company in companies_of(game, side)):  # decision 41
            close(play, "wiped_out", side)
            return
    marked = game.units.get(game.scenario.marked)
    for closing in game.book.scenario.closing:
        if closing.when == "ritual" and game.scenario.ritual_done:
            close(play, closing.when, "")
            return
        if closing.when == "marked_gone" and marked and (marked.routed or marked.escaped):
            close(play, closing.when, "", game.scenario.marked)
            return
    after = gone_on(game)
    if after is game:
        return
    # How the table reads CO-REC-1 matters as the Rally step ends for a Reckless Group that rallied (decision 26).
    own = (name for name, group in game.units.items() if group.side == game.active and group.rallied)
    rests = game.phase == "rally" and any(groups.can_be_checked(game, name) for name in own)
    read = told_house_rules([house_rule(game, "rallied_reckless")] if rests else ())
    waiting = due(after, after.phase, after.active)
    play.commit(after, StepBegan(after.active, after.phase, waiting, read))


class EndTurn(Command):
    """The active side ends its turn."""


@forbids("CO-TRN-1")
def _the_side_is_active(game: Skirmish, command: EndTurn) -> str | None:
    return f"It is not {whose(game.side_name(command.by))} turn." if command.by != game.active else None


@COMMANDS.add(
    EndTurn,
    "End the turn",
    by_side,
    (
        phase_check.in_its_part_of_the_game, _the_side_is_active, phase_check.rallies_come_first,
        phase_check.reckless_checks_come_first,
    ),
    actor="side",
    rules=("CO-TRN-2", "CO-END-1"),
    key="e",
    ends=True,
    deliberate=True,
)  # fmt: skip
async def end_turn(play: Play[Skirmish], command: EndTurn) -> None:
    """CO-TRN-2: the side chooses to end its turn (decision 30)."""
    in_a_turn(play.state)
    play.emit(TurnEnded(play.state.active))
    await change_turn(play)


# --- activation: 2d6 against the number that the profile has for an order


ACTIVATION_RULES = ("CO-ACT-4", "CO-ACT-5", "CO-CAP-8", "CO-CAP-12", "CO-CAP-19", "CO-SPL-6")
"""The rules that every order carries out by its activation test."""

Near = Annotated[bool, "a Captain within 12 inches lets it pass without a roll"]


def near_asked(order: str) -> Asked:
    """The field for a Captain who lets an order pass; shown where there is one."""
    return Asked(
        "Pass without a roll",
        "y",
        shown=lambda game, words: bool(passing_captain(game, words["by"], order)),
        hint=lambda game, words: (
            "" if groups.is_captains(game, words["by"]) else f'Captain within {number("captain_range")}"'
        ),
    )


def passing_captain(game: Skirmish, unit: str, order: str) -> str:
    """CO-CAP-20: what a Captain who lets one Group near him pass this order, once a turn, is called; "" where there is none."""
    company = groups.company_of(game, unit)
    row = captain_traits(game.edition).get(company.trait)
    if row is None or row.order != order or company.captain_used:
        return ""
    return row.name if groups.captained(game, unit, company.trait or "plain") else ""


@forbids("CO-CAP-20", reads=("auto",))
def a_captain_lets_it_pass(game: Skirmish, command: Any) -> str | None:
    order = "attack" if command.do == "reckless" else command.do
    if not command.auto or passing_captain(game, command.by, order):
        return None
    used = groups.company_of(game, command.by).captain_used
    why = (
        "used this turn already"
        if used
        else f"no Captain of its Company lets a Group pass to {order_name(order)}"
    )
    return f"{game.units[command.by].name}: {why}."


def passes_against(game: Skirmish, unit: str, target: str) -> str:
    """CO-TRA-17: the Foe that a Reckless Group passes its activation to Attack (reading `foe_reckless`); "" where there is none."""
    if not (plays(game, "foe_reckless", "auto") and groups.has(game, unit, "reckless")):
        return ""
    foe = groups.foe_of(game, unit, target)
    return f"{foe.capitalize()}-Foe" if foe else ""


async def activates(
    play: Play[Skirmish],
    unit: str,
    order: str,
    *,
    check: bool = False,
    needed: int = 0,
    auto: bool = False,
    target: str = "",
) -> Roll | None:
    """CO-ACT-2, CO-ACT-4, CO-ACT-5: the roll with which the Group carries out its order; None if it fails, and the turn ends.

    `needed`: the number of a spell or a taunt (0: the Group's own). A Reckless `check` that fails ends nothing (CO-REC-4, decision 29).
    CO-CAP-20, CO-TRA-17: without dice where its Captain lets it pass (`auto`), or in an Attack on its Foe, the `target`.
    """
    in_a_turn(play.state)
    pool = activation_pool(play.state, unit, order, check=check, needed=needed, target=target)
    group = play.state.units[unit]
    kept = group.defensive and plays(play.state, "formation_ends", "move")  # CO-TRA-31
    tried = play.state.with_unit(unit, activated=True, defensive=kept)  # decision 38
    for name, other in tried.units.items():  # CO-SCN-7: at once or not at all
        tried = tried.with_unit(name, move_on=False) if other.move_on else tried
    if plays(tried, "once_each", "activation"):
        for name, other in tried.units.items():
            tried = tried.with_unit(name, used=tuple(one for one in other.used if one == "bane"))
    play.commit(tried, Ordered(unit, order, check))
    if auto:
        row = captain_traits(tried.edition).get(groups.company_of(tried, unit).trait)
        because = row.name if row else "both players agreed"  # where it was forced
        tried = tried.with_company(group.company, captain_used=True)
    else:
        because = passes_against(tried, unit, target) if target else ""
    if because:
        play.commit(tried, PassedOutright(unit, because))
        return Roll("activation", group.side, pool, ())
    roll = await _tried(play, unit, pool, order, check=check)
    if succeeded(roll):
        return roll
    if check:
        play.emit(StoodStill(unit))
    else:
        play.emit(ActivationFailed(unit, order))
        await change_turn(play)
    return None


async def _tried(play: Play[Skirmish], unit: str, pool: Total, order: str, *, check: bool) -> Roll:
    """CO-ACT-4, CO-SPL-6, CO-CAP-8, CO-CAP-19: the roll, again under Prompt, and again if its side wants that of its Captain."""
    group, prompted = play.state.units[unit], groups.under(play.state, unit, "prompt")
    offer = second_try(play.state, unit, pool, check=check)
    rules = ("CO-ACT-4", "CO-REC-3") if check else ("CO-ACT-4",)
    rules, told = (*rules, "CO-SPL-6") if prompted else rules, f"{group.name} to {order_name(order)}"
    if not (prompted or offer):
        return await play.recorded_total(pool, why="activation", side=group.side, rules=rules, told=told)
    roll = await play.throw(pool, why="activation", side=group.side, rules=rules, told=told)
    again = prompted and not succeeded(roll)
    if again:
        roll = await play.reroll(roll, rerolls.every_die)
    wanted = offer and not succeeded(roll) and await play.wants(offer, roll)
    if wanted:
        roll = await play.reroll(roll, rerolls.every_die)
    play.tell(roll)
    if again:
        play.emit(RolledAgain(unit, group.company, "Prompt"))
    if wanted:
        trait = captain_traits(play.state.edition)[str(groups.company_of(play.state, unit).trait)]
        used = "captain_used" if trait.id == "compelling" else "reroll_used"
        spent = play.state.with_company(group.company, **{used: True})
        play.commit(spent, RolledAgain(unit, group.company, trait.name))
    return roll


def activation_pool(
    game: Skirmish, unit: str, order: str, *, check: bool = False, needed: int = 0, target: str = ""
) -> Total:
    """CO-ACT-4: 2d6 against the number for the order, or for the Attack of a Reckless `check`; raises CommandError."""
    number_needed = needed or groups.needed_for(game, unit, order)
    if number_needed is None:
        raise ForbiddenError(f"{game.units[unit].name}: no activation value for {order}.")
    rallied = check and game.units[unit].rallied and plays(game, "rallied_reckless", "checked")
    readings: tuple[Remark, ...] = (house_rule(game, "rallied_reckless"),) if rallied else ()
    if order == "retreat" and groups.retreats_by_reading(game, unit):
        readings += (house_rule(game, "retreat_value"),)
    if target and groups.has(game, unit, "reckless") and groups.foe_of(game, unit, target):
        readings += (house_rule(game, "foe_reckless"),)
    return Total(
        dice=number("activation_dice"),
        sides=number("die_sides"),
        target=number_needed,
        modifiers=condition_modifiers(game, activation=unit),
        remarks=(Remark("Prompt", "a failure is rolled again", ("CO-SPL-6",)),)
        if groups.under(game, unit, "prompt")
        else (),
        readings=readings,
        basis=order_name(order),
    )


def succeeded(roll: Roll) -> bool:
    """Whether a sum reached the number needed."""
    return roll.pool.target is not None and roll.total >= roll.pool.target


def second_try(game: Skirmish, unit: str, pool: Total, *, check: bool = False) -> ChoiceRequest | None:
    """CO-CAP-8, CO-CAP-12, CO-CAP-19: once a turn a failed activation near the Captain is rolled again.

    A Commanding Captain does nothing for a Reckless `check`, a Compelling one does (decision 10).
    """
    company = groups.company_of(game, unit)
    commanding = groups.captained(game, unit, "commanding", "legendary") and not (
        company.reroll_used or check
    )
    compelling = groups.captained(game, unit, "compelling") and not company.captain_used
    if not (commanding or compelling):
        return None
    captain = the(game.unit_name(company.captain))
    row = captain_traits(game.edition)[str(company.trait)]
    likely = f"{percent(pool.chance)} to succeed" if explains() else ""
    fails = ("stay put", "it stays where it is") if check else ("let the turn pass", "the other side acts")
    options = (
        Option("yes", "re-roll, once a turn", assumed="a failed activation is re-rolled", note=likely),
        Option("no", fails[0], assumed="the check fails" if check else "the turn ends", note=fails[1]),
    )
    return ChoiceRequest(
        name="reroll",
        side=game.units[unit].side,
        options=options,
        why=f"{row.name}: re-roll?",
        rules=("CO-CAP-19",) if compelling else ("CO-CAP-8",),
        title=f"{row.name}: re-roll?",
        rule="" if unit == company.captain else f'Only with {captain} within {number("captain_range")}".',
    )


def activation_line(
    game: Skirmish,
    unit: str,
    order: str,
    *,
    check: bool = False,
    needed: int = 0,
    auto: bool = False,
    target: str = "",
) -> tuple[Detail, ...]:
    """What the order or the Reckless `check` needs, whether a second try is to be had, and the Group's taunts (CO-TNT-9)."""
    taunts = tuple(Detail(f"“{taunt.name}”", taunt.text) for taunt, _ in groups.taunts_of(game, unit))
    if not needed and groups.needed_for(game, unit, order) is None:
        return taunts
    label, does = ("Reckless check", "must attack") if check else ("To activate", "activates")
    because = (
        passing_captain(game, unit, order) if auto else passes_against(game, unit, target) if target else ""
    )
    if because:
        rule = "CO-CAP-20" if auto else "CO-TRA-17"
        return (Detail(label, f"passes without a roll: {because} ({rule})"), *taunts)
    pool = activation_pool(game, unit, order, check=check, needed=needed, target=target)
    added = "".join(f"; {modifier_words(one)}" for one in pool.modifiers)
    said = f"{pool.dice}d{pool.sides}, {pool.target}+ (CO-ACT-4){added}"
    side, offer = game.units[unit].side, second_try(game, unit, pool, check=check)
    prompted = groups.under(game, unit, "prompt")
    said += ", once again under Prompt (CO-SPL-6)" if prompted else ""
    said += f", once again near the Captain ({offer.rules[0]})" if offer else ""
    by = joined([*(["Prompt"] if prompted else []), *(["Captain near"] if offer else [])])
    tries = (Again(rerolls.every_die),) * (prompted + bool(offer))
    reroll = rerolled(pool, tries, by, "a failed activation rolls again")
    ends = "" if check else "the turn passes"
    roll = PlannedRoll(label, said, side=side, pool=pool, reroll=reroll, does=does, else_=ends)
    return (*reading_lines(pool.readings), roll, *taunts)
