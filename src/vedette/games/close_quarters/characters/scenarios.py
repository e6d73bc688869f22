"""What a combat leaves and a scenario brings: what lies on the ground (CQ-TRN-6, CQ-ITM-15), experience, credits, spoils and stakes (CQ-SCN-1 to CQ-SCN-10, CH 16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.common import by_side
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact, Names
from vedette.engine.figures import signed
from vedette.engine.grammar import agree, at_start, the
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.games.close_quarters.candidates import by_unit
from vedette.games.close_quarters.characters import carrying
from vedette.games.close_quarters.characters.carrying import LOAD, PLACES, Build, built
from vedette.games.close_quarters.characters.trade import HOMES
from vedette.games.close_quarters.derived import alive
from vedette.games.close_quarters.near import is_camp
from vedette.games.close_quarters.state import Character, Dropped, Fight, Tally
from vedette.games.close_quarters.tables import ScenarioRow, awards, kind_of, number, scenarios
from vedette.games.close_quarters.telling import fact, thing_named, things_called
from vedette.games.close_quarters.turn.order import between_combats, nobody_who, offered_in
from vedette.games.close_quarters.turn.path import taken
from vedette.kit.words import count
from vedette.view.asked import Asked
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()


# --- what lies on the ground when a combat is over: whose it was, and who takes it up again


def left_lying(game: Fight, side: str, winner: str) -> dict[str, Dropped]:
    """What a side may take up by its id: all that lies there where it has won, after a draw what was its own."""
    found, draw = dict[str, Dropped](), winner not in game.sides
    for thing, lying in game.map.dropped.items():  # what the set-up laid there is nobody's
        own = lying.by in game.units and game.units[lying.by].side == side
        if side == winner or (draw and own):
            found[thing] = lying
    return found


def lying_words(game: Fight, lying: Dropped) -> str:
    """What lies there, whose it was, and where: `rifle of Rosa in 0406`."""
    owner = f" of {game.units[lying.by].name}" if lying.by in game.units else ""
    return f"{thing_named(lying.type)}{owner} in {lying.hex}"


def _to_be_collected(game: Fight, by: str) -> Mapping[str, str]:
    """Who dropped it finds it first."""
    there = left_lying(game, game.units[by].side, game.outcome)
    own_first = sorted(there, key=lambda thing: there[thing].by != by)
    return {thing: lying_words(game, there[thing]) for thing in own_first}


class Collect(Command):
    """Take up a thing that lies on the ground, when the combat is over."""

    thing: Annotated[str, Asked("Thing", "t", _to_be_collected)]


def _there(game: Fight, command: Collect) -> Fight:
    """The game, in which such a thing lies on the ground; raises CommandError."""
    if command.thing not in game.map.dropped:
        raise CommandError(f"There is no such thing on the ground: {shown(command.thing)}.")
    return game


def _found_there(game: Fight, command: Collect) -> Collect:
    by_unit(_there(game, command), command)
    return command


@forbids("CQ-TRN-6", reads=("thing",))
def _his_side_has_the_field(game: Fight, command: Collect) -> str | None:
    """The field is the winners'; after a draw everybody has back what was his side's."""
    if not game.settled:
        return "What lies there is taken up once the combat is settled."
    theirs = command.thing not in left_lying(game, game.units[command.by].side, game.outcome)
    return "The winners hold the field: what lies there is theirs." if theirs else None


_is_alive = nobody_who("CQ-TRN-6", "{} is dead.", lambda one: not alive(one))
"""The dead need nothing; for the unconscious their friends take it up."""


def _with_it(game: Fight, command: Collect) -> Fight:
    """The game with the thing in the first place that is free for it: in hand, slung, on the belt, in the pack."""
    found = taken(game, command.by, command.thing)
    holder = found.units[command.by]
    freed, held = replace(holder, ready=holder.ready[:-1]), holder.ready[-1]
    offered = HOMES[kind_of(game.map.dropped[command.thing].type) or "item"]
    places = [place for place in ("slung", *offered) if place in offered]
    ways = [carrying.appended(freed, held, place) for place in dict.fromkeys(("ready", *places))]
    fitting = (way for way in ways if not any(check.test(game, Build(way)) for check in PLACES))
    return found.with_units({command.by: next(fitting, holder)})


@fact("{unit} takes up the {thing:thing} from the ground.", headline="{unit} takes up the {thing:thing}")
class Collected(Fact, frozen=True):
    unit: str
    thing: str


@COMMANDS.add(
    Collect,
    "Take up what lies there",
    _found_there,
    (between_combats("CQ-ITM-15"), _is_alive, _his_side_has_the_field),
    rules=("CQ-TRN-6", "CQ-ITM-15"),
    parts=built(lambda game, command: _with_it(_there(game, command), command).units[command.by]),
    part_checks=(*PLACES, LOAD),
    key="g",
    offered=offered_in(
        "between", where=lambda game, by: game.settled and left_lying(game, game.units[by].side, game.outcome)
    ),
)
async def collect(play: Play[Fight], command: Collect) -> None:
    """CQ-TRN-6, CQ-ITM-15: what lay there is his."""
    lying = play.state.map.dropped[command.thing]
    play.commit(_with_it(play.state, command), Collected(command.by, lying.type))


DRAW = "draw"


class Settlement(Struct, frozen=True):
    """How a scenario is settled: its row, the winning side (or "draw"), the stake, and whether there was a fight."""

    row: ScenarioRow
    winner: str
    stake: int = 0
    fight: bool = True

    def has_won(self, character: Character) -> bool:
        return character.side == self.winner

    def rewards(self, character: Character) -> bool:
        """Whether a character gets anything: not the dead, nor in an arena those who ran unhurt, by whatever (CQ-SCN-2)."""
        tally = character.tally
        unhurt = not tally.took_damage and character.damage <= character.old_damage
        return alive(character) and not (self.row.cowards and tally.ran and unhurt)


# --- experience


def reasons(character: Character, settled: Settlement) -> Iterator[str]:
    """CQ-EXP-1, CQ-EXP-2: the reasons for points that his part in the scenario gives him."""
    row, tally = settled.row, character.tally
    if settled.fight:
        yield "fight"
        if row.hits_or_defence and (tally.hits >= number("several_hits") or tally.defended):
            yield "hits_or_defence"
        if row.winning and settled.has_won(character):
            yield "won_fight"
    if row.check and tally.checks >= number("one_check"):
        yield "check"
        if row.many_checks and tally.checks >= number("several_checks"):
            yield "many_checks"


def earned(character: Character, settled: Settlement) -> int:
    """CH 16: his experience points; the dead get none, nor do an arena's cowards. No reason counts twice (CQ-EXP-1)."""
    row, tally = settled.row, character.tally
    if not settled.rewards(character):
        return 0
    points = {
        "fight": row.part, "hits_or_defence": row.hits_or_defence, "won_fight": row.winning, "check": row.check,
        "many_checks": row.many_checks,
    }  # fmt: skip
    given = sum(points[reason] for reason in reasons(character, settled) if reason not in character.awarded)
    return given + row.each_foe * tally.foes + row.was_hurt * tally.took_damage


# --- credits


def stakes(game: Fight, settled: Settlement) -> dict[str, int]:
    """CQ-SCN-10: what the living losers pay and the living winners share, odd credits to the first of them."""
    living = {name: character for name, character in game.units.items() if alive(character)}
    winners = [name for name, character in living.items() if settled.has_won(character)]
    if not settled.row.stake or settled.winner == DRAW or not winners:
        return {}
    losers = {name: one for name, one in living.items() if name not in winners}
    paid = {name: min(settled.stake, one.wealth) for name, one in losers.items()}
    share, odd = divmod(sum(paid.values()), len(winners))
    shares = dict.fromkeys(winners, share)
    shares[winners[0]] += odd
    return {name: -credits for name, credits in paid.items()} | shares


def dues(game: Fight, settled: Settlement) -> dict[str, tuple[int, int]]:
    """The experience and the credits of everybody who gets any, or pays any, in the order of the set-up.

    CQ-SCN-2: credits for victors and losers. A draw pays all as losers.
    """
    row, moved, found = settled.row, stakes(game, settled), {}
    for name, character in game.units.items():
        prize = row.victor_credits if settled.has_won(character) else row.loser_credits
        credits = (prize if settled.rewards(character) else 0) + moved.get(name, 0)
        found[name] = (earned(character, settled), credits)
    return {name: due for name, due in found.items() if any(due)}


def to_the_victors(game: Fight, settled: Settlement) -> dict[str, tuple[str, ...]]:
    """CQ-SCN-6: what the losers lose by their names, where the scenario gives spoils and somebody has won."""
    if not settled.row.spoils or settled.winner == DRAW:
        return {}
    losers = {name: one for name, one in game.units.items() if not settled.has_won(one)}
    return {name: tuple(carrying.owned(carrying.carried(one))) for name, one in losers.items()}


def _scenario(game: Fight) -> ScenarioRow:
    return scenarios()[game.options.scenario]


def _winners(game: Fight, by: str) -> Mapping[str, str]:
    return {**{id: side.name for id, side in game.sides.items()}, DRAW: "a draw"}


def _what_it_is_about(game: Fight, by: str, command: Settle | None) -> Iterator[Detail]:
    yield Detail(_scenario(game).name, _scenario(game).text)
    if game.map.dropped:
        yield Detail("On the ground", "; ".join(lying_words(game, one) for one in game.map.dropped.values()))
        winner, takers = command.winner if command else game.outcome, "each side may take up its own"
        if winner in game.sides:
            takers = f"only {the(game.side_name(winner))} may take it up"
        yield Detail("", f"Once settled, {takers}; what nobody takes is lost.")
    if command is None:
        return
    settled = Settlement(_scenario(game), command.winner, command.stake, command.fight)
    lost, paid = to_the_victors(game, settled), dues(game, settled)
    for name, character in game.units.items():
        points, credits = paid.get(name, (0, 0))
        told = [f"{signed(points)} experience"] if points else []
        told += [f"{signed(credits)} {'credit' if abs(credits) == 1 else 'credits'}"] if credits else []
        told += [f"loses {things_called(lost[name])}"] if lost.get(name) else []
        told = told or ["nothing gained or lost" if alive(character) else "dead"]
        yield Detail(character.name, ", ".join(told))


STAKE = Asked(
    "Stake", "k", hint="credits that each loser pays", shown=lambda game, words: bool(_scenario(game).stake)
)


class Settle(Command):
    """The scenario is over: who has won."""

    winner: Annotated[
        str,
        Asked("Winner", "w", _winners, judged=False, default=lambda game, words: game.outcome),
        "a side, or draw",
    ]
    stake: Annotated[Annotated[int, Field(ge=0, le=10_000)], STAKE, "credits that each loser pays"] = 0
    fight: Annotated[
        bool,
        Asked(
            "Nobody fought", "n", denied="avoided", shown=lambda game, words: _scenario(game).fight_optional
        ),
        "whether there was one",
    ] = True


def _understood(game: Fight, command: Settle) -> Settle:
    by_side(game, command)
    if command.winner not in (*game.sides, DRAW):
        raise CommandError(f"{shown(command.winner)} can't have won: {', '.join(game.sides)} or {DRAW}.")
    if not command.fight and not _scenario(game).fight_optional:
        raise ForbiddenError(f"{_scenario(game).name}: there was a fight.")
    return command


@forbids("CQ-SCN-1", alternative="start another combat", overridable=False)
def _settled_once(game: Fight, command: Any) -> str | None:
    return "This scenario has been settled." if game.settled else None


@fact(
    "The scenario is settled ({scenario:row}). {winner:verdict}.",
    headline="The scenario is settled",
    row=lambda scenario: scenarios()[scenario].name if scenario in scenarios() else scenario,
)
class ScenarioSettled(Fact, frozen=True):
    """CQ-SCN-1: a scenario is over."""

    scenario: str
    winner: str


@fact(
    "{unit}: {points:# experience point}{credits:?, {credits:moved}}.",
    moment="gain",
    headline="{unit}{points:? +{points} experience}{credits:?{points:?,} {credits:signed} {credits:=1?credit|credits}}",
    moved=lambda money: f"{'pays' if money < 0 else 'gets'} {count(abs(money), 'credit')}",
)
class Rewarded(Fact, frozen=True):
    """What a character gets out of a scenario; `credits` are negative for who paid a stake."""

    unit: str
    points: int
    credits: int


class SpoilsTaken(Fact, frozen=True):
    """The victors take what the losers carried; `lost`: what of whom, where the save is new enough to say so."""

    side: str
    things: int
    lost: Annotated[tuple[tuple[str, tuple[str, ...]], ...], WORDS] = ()

    def sentence(self, names: Names) -> str:
        told = [f"{self.headline(names)}."]
        for unit, things in self.lost:
            loser = names(unit)
            told.append(f"{at_start(loser)} {agree(loser, 'loses', 'lose')} {things_called(things)}.")
        return " ".join(told)

    def headline(self, names: Names) -> str:
        return f"The spoils go to {the(names(self.side))}: {count(self.things, 'thing')}"


@fact("The wounds of practice pass.")
class WoundsPassed(Fact, frozen=True):
    """After practice everybody alive is whole again."""


@COMMANDS.add(
    Settle,
    "Settle the scenario",
    _understood,
    (_settled_once,),
    actor="side",
    rules=("CQ-SCN-1", "CQ-SCN-2", "CQ-SCN-3", "CQ-SCN-6", "CQ-SCN-10", "CQ-EXP-1", "CQ-EXP-2"),
    reminders=("CQ-SCN-15", "CQ-SCN-5", "CQ-SCN-11", "CQ-SCN-12", "CQ-SCN-13", "CQ-CHR-18", "CQ-MAP-6"),
    key="v",
    of_both=True,
    of_table=True,
    lines=_what_it_is_about,
    offered=lambda game, by: (
        (game.phase == "between" or bool(game.outcome)) and not (game.settled or is_camp(game))
    ),
)
async def settle(play: Play[Fight], command: Settle) -> None:
    """CQ-SCN-1: everybody gets his due, the winners what is theirs, and the time between combats begins."""
    row = _scenario(play.state)
    settled = Settlement(row, command.winner, command.stake, command.fight)
    for name, (points, credits) in dues(play.state, settled).items():
        one = play.state.units[name]
        after = play.state.with_unit(name, ep=one.ep + points, wealth=one.wealth + credits)
        play.commit(after, Rewarded(name, points, credits))
    if row.spoils and settled.winner != DRAW:  # CQ-SCN-6: all that the losers carried is the winning side's
        game, lost = play.state, to_the_victors(play.state, settled)
        taken = [thing for things in lost.values() for thing in things]
        bare = {name: carrying.left_behind(game.units[name]) for name in lost}
        spoils = (*game.sides[settled.winner].spoils, *taken)
        told = tuple((name, things) for name, things in lost.items() if things)
        game = game.with_units(bare).with_side(settled.winner, spoils=spoils)
        play.commit(game, SpoilsTaken(settled.winner, len(taken), told))
    if row.heals:  # CQ-SCN-10: everybody alive is whole again
        living = {name: one for name, one in play.state.units.items() if alive(one)}
        whole = {name: replace(one, damage=0, nonlethal=0) for name, one in living.items()}
        if whole != living:
            play.commit(play.state.with_units(whole), WoundsPassed())
    # CH 16: what can't be given again are all reasons of the fight, and those of the checks that were given.
    groups, units = {id: reason.group for id, reason in awards().items()}, {}
    fought = [id for id, group in groups.items() if group == "fight"] if settled.fight else []
    for name, one in play.state.units.items():
        checks = [reason for reason in reasons(one, settled) if groups[reason] == "check"]
        given = (*one.awarded, *fought, *(checks if alive(one) else ()))
        units[name] = replace(one, awarded=tuple(dict.fromkeys(given)), tally=Tally())
    over = replace(play.state, units=units, settled=True, outcome=command.winner, phase="between")
    play.commit(replace(over, active="", actor="", slots=()), ScenarioSettled(row.id, command.winner))
