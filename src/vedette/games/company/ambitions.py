"""Ambitions: what happens in a game that they look at, and which of them are met (CO-AMB-5)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from vedette.engine.facts import Event, Fact, Rolled
from vedette.engine.play import Play
from vedette.games.company import groups
from vedette.games.company.attacking import MeleeJoined, Reacted
from vedette.games.company.groups import companies_of, edition, is_captains, worth
from vedette.games.company.resilience import BecameShaken
from vedette.games.company.routing import Routed
from vedette.games.company.shooting import Hit
from vedette.games.company.state import Deed, Skirmish
from vedette.games.company.tables import number
from vedette.games.company.turns import Ordered, TurnBegan
from vedette.kit.sentences import fact


@fact(
    "Noted for the ambitions.{stirred:? {stirred} moved or rolled dice.}{fought:? {fought} fought in melee.}"
    "{shaken:? {shaken} became Shaken.}{blood:? First blood: {blood}.}",
    headline="Noted for the ambitions",
)
class Witnessed(Fact, frozen=True):
    """What a command brought about for the first time, as far as ambitions look at it."""

    aside = True

    stirred: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    shaken: tuple[str, ...] = ()
    blood: tuple[str, ...] = ()


SHOTS = ("shoot", "projectile")
BLOWS = ("attack", "defence", "blast")
OWN_ROLLS = ("resilience", "reaction")
"""Pools by what rolls them: a Shoot, other hits, and a Group for itself, whom the next fact names."""


class _Witness:
    """A command as it went, fact by fact: who acted, against whom, and what came of it.

    `shooter`: the Company whose Shoot brings what comes next. `exchange`: the Companies that took FS from each other in
    the first blows that took any.
    """

    def __init__(self, game: Skirmish, events: list[Event]) -> None:
        self.game = game
        was: dict[str, Any] = {}
        for path, old, _ in (change for event in events for change in event.changes):
            was.setdefault(path, old)
        self.active, self.turn = was.get("active", game.active), was.get("turn", game.turn)
        self.opening = any(isinstance(event.fact, TurnBegan) and event.fact.turn == 1 for event in events)
        self.is_shaken = {
            unit
            for unit, group in game.units.items()
            if was.get(f"units.{unit}.shaken", group.shaken)
            and was.get(f"units.{unit}.in_play", group.in_play)
        }
        self.most = {side: own.most_shaken for side, own in game.sides.items()}
        self.actor = self.opponent = self.shooter = ""
        self.stirred, self.fought, self.lost = set[str](), set[str](), 0
        self.shaken, self.exchange, self.deeds = list[str](), list[str](), set[tuple[str, Deed]]()
        self._over, self._own_roll = bool(game.first_blood), False
        self._count_shaken()
        for event in events:
            self._takes(event)

    def _takes(self, event: Event) -> None:
        who = getattr(event.fact, "unit", "")
        if self._own_roll and who:
            self.stirred.add(who)
            self._own_roll = False
        match event.fact:
            case TurnBegan(side=side, turn=turn):
                self.active, self.turn, self.lost, self.opening = side, turn, 0, False
            case Ordered(unit=unit):
                self.actor = unit
                self.stirred.add(unit)
            case Reacted(unit=unit):
                self.opponent = unit
            case MeleeJoined(target=target):
                self.opponent = target
            case Rolled(roll=roll):
                self._rolled(roll.why, roll.side)
            case Hit(unit=unit, lost=lost) if lost:
                self._bled(unit)
            case BecameShaken(unit=unit):
                self._shook(unit)
            case Routed(unit=unit):
                self._broke(unit)
        for path, old, new in event.changes:
            match path.split("."):
                case ["units", unit, "in_melee_with"] if old or new:
                    self.fought.add(unit)
                case ["units", unit, "r"] if new < old:
                    self.lost += old - new
                case ["units", unit, "shaken"] if new:
                    self.is_shaken.add(unit)
                case ["units", unit, "shaken"]:
                    self.is_shaken.discard(unit)
                case ["units", unit, "in_play"] if not new:
                    self.is_shaken.discard(unit)
        self._count_shaken()

    def _rolled(self, why: str, side: str) -> None:
        self._own_roll = why in OWN_ROLLS
        if why in SHOTS:  # an Elusive Group Shoots its attacker (decision 39)
            by = self.actor if self.actor and self.game.units[self.actor].side == side else self.opponent
            self.shooter = self.game.units[by].company if by else ""
        elif why in BLOWS:
            self.shooter = ""
        if why in (*SHOTS, *BLOWS):
            self._over = self._over or bool(self.exchange)
        if why == "defence":
            self.stirred.add(self.opponent)

    def _bled(self, unit: str) -> None:
        """CO-AMB-5: the first FS that Groups took from enemies; of both where they struck at the same time."""
        by = self.opponent if unit == self.actor else self.actor
        company = self.game.units[by].company if by else ""
        if by and not self._over and self.game.enemies(by, unit) and company not in self.exchange:
            self.exchange.append(company)

    def _shook(self, unit: str) -> None:
        """Decision 20: whoever brought the test, but not in the opening tests."""
        if self.opening:
            return
        self.shaken.append(unit)
        for by in (self.actor, self.opponent):
            if by and is_captains(self.game, by) and self.game.enemies(by, unit):
                self.deeds.add((self.game.units[by].company, "know-my-name"))
        if self.shooter:
            self.deeds.add((self.shooter, "rain-hell"))

    def _broke(self, unit: str) -> None:
        side = self.game.units[unit].side
        first_turn = self.turn <= number("turns_per_round")
        if first_turn and self.active not in ("", side) and unit in worth_most(self.game, side):
            self.deeds |= {(company, "snap-their-spine") for company in companies_of(self.game, self.active)}

    def _count_shaken(self) -> None:
        for side, most in self.most.items():
            now = sum(self.game.units[unit].side == side for unit in self.is_shaken)
            self.most[side] = max(most, now)


def witness(play: Play[Skirmish]) -> None:
    """CO-AMB-5, CO-LOC-5: keep of a command what the ambitions, and the crowd of the Arena, look at afterwards.

    Nothing while odds are looked for, which keep no events.
    """
    game = play.state
    if not edition(game).secret or not play.events:
        return
    seen, place = _Witness(game, play.events), groups.location(game)
    stirred = tuple(name for name in game.units if name in seen.stirred and not game.units[name].stirred)
    fought = tuple(name for name in game.units if name in seen.fought and not game.units[name].fought)
    for name in stirred:
        game = game.with_unit(name, stirred=True)
    for name in fought:
        game = game.with_unit(name, fought=True)
    for side, own in game.sides.items():
        shook = dict.fromkeys((*own.shook, *(unit for unit in seen.shaken if game.units[unit].side != side)))
        game = game.with_side(side, shook=tuple(shook), most_shaken=seen.most[side])
    for name, company in game.companies.items():
        deeds = {deed for of, deed in seen.deeds if of == name} - {*company.deeds}
        game = game.with_company(name, deeds=(*company.deeds, *sorted(deeds)))
    game = replace(game, first_blood=(*game.first_blood, *seen.exchange))
    if place is not None and place.fades:
        game = replace(game, fs_lost=game.fs_lost + seen.lost)
    if game != play.state:
        shaken = tuple(dict.fromkeys(seen.shaken))
        play.commit(game, Witnessed(stirred, fought, shaken, tuple(seen.exchange)))


def worth_most(game: Skirmish, side: str) -> set[str]:
    """Decision 20: the Groups of a side that are worth the most points of those that it fielded."""
    fielded = {
        unit: worth(game, unit)
        for unit, group in game.units.items()
        if group.side == side and not group.deserted
    }
    return {unit for unit, points in fielded.items() if points == max(fielded.values())}


def met(game: Skirmish, name: str, ambition: str) -> bool:
    """CO-AMB-5: whether a Company has met an ambition as things stand; where the players say so, that holds."""
    company = game.companies[name]
    said = next((one.met for one in company.ambitions if one.id == ambition), None)
    return _judged(game, name, ambition) if said is None else said


def _judged(game: Skirmish, name: str, ambition: str) -> bool:
    company = game.companies[name]
    own = game.sides[company.side]
    routed = [unit for unit, group in game.units.items() if group.routed]
    ours = [unit for unit in routed if game.units[unit].side == company.side]
    groups_of_it = [group for group in game.units.values() if group.company == name and not group.deserted]
    match ambition:
        case "will-not-break":
            return not any(group.routed for group in groups_of_it)
        case "without-moving":  # decision 21
            return bool(company.captain) and not game.units[company.captain].stirred
        case "do-not-waver":
            return own.most_shaken <= number("do_not_waver")
        case "they-will-reel":
            return len(own.shook) >= number("they_will_reel")
        case "better-than-we-get":
            return len(routed) - len(ours) > len(ours)
        case "break-their-anvil":
            return any(unit in routed for unit in worth_most(game, game.other(company.side)))
        case "draw-first-blood":
            return name in game.first_blood
        case "all-shed-blood":
            return all(group.fought for group in groups_of_it)
    return ambition in company.deeds
