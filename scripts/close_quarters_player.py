"""A small scripted player of Close Quarters: it plays both sides, sensibly rather than well.

Who has a loaded gun and sees somebody stands and fires; who hasn't goes where he will. Who is engaged strikes. What a
plan wishes for a turn comes first; whatever a rule forbids isn't done, and the next best thing is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from seat import Seat, Words

from vedette.engine.commands import read_command
from vedette.engine.requests import ChoiceRequest
from vedette.engine.session import Session
from vedette.games.close_quarters.arms import figures, martial_arts
from vedette.games.close_quarters.attacks.weapon_checks import MODES
from vedette.games.close_quarters.near import brawl, in_hex, is_able, is_enemy, is_engaged, is_out, is_upright
from vedette.games.close_quarters.state import Character, Fight, Weapon
from vedette.games.close_quarters.terrain import bearing, deep_pit, hemmed, nearest_direction, solid
from vedette.games.close_quarters.turn.beginning import beaten, ways_back
from vedette.games.close_quarters.turn.order import in_follow_up
from vedette.games.close_quarters.turn.path import next_steps
from vedette.view.hexes import distance, neighbours, vector

FAR = 30
"""Hexes beyond which nobody fires on his own account."""
NEAR = 6
"""Hexes within which a burst is worth its rounds."""


@dataclass
class QuartersPlayer(Seat):
    """Both sides of a fight. `typed` is the side with dice of its own.

    `moves` and `actions` hold what is wished for by turn and character.
    """

    session: Session[Fight]
    luck: Random
    typed: str
    moves: Mapping[tuple[int, str], Words] = field(default_factory=dict)
    actions: Mapping[tuple[int, str], Words] = field(default_factory=dict)

    @property
    def game(self) -> Fight:
        """The game as it stands."""
        return self.session.state

    def one(self, name: str) -> Character:
        """A character as he stands."""
        return self.game.units[name]

    # A combat

    def play(self) -> Iterator[int]:
        """The whole combat; the number of a turn when it begins."""
        side = next(iter(self.game.sides))
        self.give("start_combat", side)
        while not self.game.outcome:
            if self.game.phase == "initiative":
                yield self.game.round
            self.phase(side)

    def phase(self, side: str) -> None:
        """What the phase waits for."""
        match self.game.phase:
            case "initiative":
                self.give("initiative", side)
            case "movement":
                self.move_side(self.game.active)
            case "action":
                self.act(self.game.actor)
            case "retreat":
                self.force_back(self.game.actor)
            case _:
                self.give("end_turn", side)

    # Movement

    def move_side(self, side: str) -> None:
        """Everybody of the side who can, and then its end."""
        for name in self.game.of(side):
            one = self.one(name)
            if self.game.phase == "movement" and not one.done and not one.hth and is_able(self.game, name):
                self.move(name)
        if self.game.phase == "movement":
            self.give("end_movement", side)

    def move(self, name: str) -> None:
        """As the plan wishes, else up, else forward."""
        wish = self.moves.get((self.game.round, name))
        if wish is not None:
            self.walk(name, self.way(name, wish["to"], wish["steps"]))
            return
        if self.one(name).posture in ("prone", "fallen") and self.give("stand_up", name):
            return
        foe = self.nearest(name)
        if foe:
            self.walk(name, self.way(name, self.one(foe).hex, self.steps(name, foe)))

    def steps(self, name: str, foe: str) -> int:
        """How far he goes: a gun stays where it sees somebody; who can't reach anybody runs."""
        one, away = self.one(name), distance(self.one(name).hex, self.one(foe).hex)
        if is_engaged(self.game, name) or (not one.ready and self.lying(name)):
            return 0
        if self.loaded(name) and any(self.sees(name, other) for other in self.foes(name)):
            return 0
        return one.mov if away > 2 * one.half and not self.loaded(name) else one.half

    def walk(self, name: str, path: list[str]) -> bool:
        """Go along the path as far as it is free, and look at the enemy."""
        while path and in_hex(self.game, path[-1]):
            path.pop()
        one, foe = self.one(name), self.nearest(name)
        end = (path or [one.hex])[-1]
        words: Words = {"path": path} if path else {}
        if foe and (path or bearing(one.facing, end, self.one(foe).hex) != "front"):
            words["facing"] = nearest_direction(vector(end, self.one(foe).hex))
        if not words:
            return False
        return self.go(name, words)

    def go(self, name: str, words: Words) -> bool:
        """Give the move. The scripts add to this."""
        return self.give("move", name, **words) is not None

    def way(self, name: str, goal: str, steps: int) -> list[str]:
        """The first hexes of the shortest way next to the goal, or into it, as far as no rule forbids it."""
        path: list[str] = []
        for there in self.route(self.one(name).hex, goal)[:steps]:
            free = {step[0] for step in next_steps(self.game, name, path) if step[3] is None}
            if there not in free:
                break
            path.append(there)
        return path

    def route(self, start: str, goal: str) -> list[str]:
        """Hex by hex from here to there around walls, pits and everybody on his feet."""
        came: dict[str, str] = {start: ""}
        waiting = deque([start])
        while waiting and goal not in came:
            here = waiting.popleft()
            for there in neighbours(here):
                if there not in came and (there == goal or self.passable(here, there)):
                    came[there] = here
                    waiting.append(there)
        route, here = list[str](), goal
        while came.get(here):
            route.append(here)
            here = came[here]
        return route[::-1]

    def passable(self, here: str, there: str) -> bool:
        """Whether one simply walks from hex to hex."""
        ground = self.game.map
        taken = any(is_upright(self.game, other) for other in in_hex(self.game, there))
        on_map = int(there[:2]) <= ground.cols and int(there[2:]) <= ground.rows
        return on_map and not (
            taken or solid(ground, there) or deep_pit(ground, there) or hemmed(ground, here, there)
        )

    # Action

    def act(self, name: str) -> None:
        """The first of what he might do that no rule forbids."""
        for words in (*self.wished(name), *self.ideas(name)):
            if self.carry_out(name, words):
                return
        self.give("pass", name)

    def wished(self, name: str) -> list[Words]:
        """What the plan has for him in his own slot."""
        wish = self.actions.get((self.game.round, name))
        return [wish] if wish and not in_follow_up(self.game, name) else []

    def carry_out(self, name: str, words: Words) -> bool:
        """Give the action. The scripts add to this."""
        return self.give(by=name, **words) is not None

    def ideas(self, name: str) -> Iterator[Words]:
        """What he might do, the best first."""
        one = self.one(name)
        if one.burning:
            yield {"do": "stop_drop_roll"}
        if one.hth or one.charged or is_engaged(self.game, name):
            yield from self.blows(name)
        yield from self.shots(name)
        yield from self.throws(name)
        yield from self.preparations(name)
        if one.moved or not self.loaded(name):
            yield {"do": "dodge"}

    def blows(self, name: str) -> Iterator[Words]:
        """Against who stands in front, or lies in the same brawl: blade, fist, or the gun at who has charged."""
        one = self.one(name)
        near = brawl(self.game, name) if one.hth else self.foes(name)
        foes = [foe for foe in near if is_enemy(self.game, name, foe) and not is_out(self.game, foe)]
        blades = [held.id for held in self.held(name) if self.strikes(one, held)]
        drawn = [id for id in one.belt if (held := one.weapon(id)) is not None and self.strikes(one, held)]
        for foe in foes:
            if not one.ready and not one.hth:
                yield {"do": "attempt_hth", "target": foe}
            if not blades:
                yield from self.shots(name, foe)
            yield from ({"do": "attack", "weapon": blade, "target": foe} for blade in blades)
            if drawn and not blades and not martial_arts(one):
                away = {} if one.hth else {"drop": list(one.ready)}
                yield {"do": "ready" if one.hth else "switch", "weapon": drawn[0], **away}
            yield {"do": "attack", "weapon": "hands", "target": foe}

    @staticmethod
    def strikes(one: Character, held: Weapon) -> bool:
        """Whether a weapon is of use at arm's length; in a brawl a loaded pistol is, too."""
        arm = figures(held)
        pistol = one.hth and arm.is_a("pistol") and held.ammo > 0
        return not held.broken and (arm.use == "melee" or pistol)

    def shots(self, name: str, only: str = "") -> Iterator[Words]:
        """A burst near by, single shots far off; the nearest first."""
        one = self.one(name)
        for gun in self.held(name):
            modes = [mode for mode, shots in zip(MODES, figures(gun).shots, strict=True) if shots]
            if not figures(gun).missile or not modes:
                continue
            for foe in [only] if only else self.foes(name):
                near = distance(one.hex, self.one(foe).hex) <= NEAR
                mode = one.mode or ("burst" if "burst" in modes and near else modes[0])
                yield {"do": "shoot", "weapon": gun.id, "target": foe, "mode": mode}

    def throws(self, name: str) -> Iterator[Words]:
        """A grenade that is in hand, at the nearest."""
        for held in self.held(name):
            if figures(held).use == "grenade" and self.foes(name):
                there = self.one(self.foes(name)[0]).hex
                yield {"do": "throw_grenade", "weapon": held.id, "hex": there, "fuse": "turn"}

    def preparations(self, name: str) -> Iterator[Words]:
        """Reload, mend a jam, draw something."""
        one = self.one(name)
        for held in self.held(name):
            if figures(held).missile and not held.ammo:
                yield {"do": "reload", "weapon": held.id}
            if held.broken == "temporary":
                yield {"do": "clear_jam", "weapon": held.id}
        if not one.ready:
            for thing in self.lying(name):
                yield {"do": "switch" if is_engaged(self.game, name) else "ready", "weapon": thing}
        spent = [
            held.id for held in self.held(name) if held.broken or (figures(held).missile and not held.ammo)
        ]
        if spent or not (one.ready or martial_arts(one)):
            for drawn in one.belt:
                yield {
                    "do": "switch" if is_engaged(self.game, name) else "ready",
                    "weapon": drawn,
                    "drop": spent,
                }

    # Retreats

    def force_back(self, name: str) -> None:
        """Drive him as far away as there is a way, and take his place."""
        for foe in beaten(self.game, name):
            ways = ways_back(self.game, foe)
            to = max(ways, key=lambda there: distance(there, self.one(name).hex), default="")
            if to and self.give("force_retreat", name, target=foe, to=to, follow=True):
                return
        self.give("pass", name)

    # Who, with what

    def foes(self, name: str) -> list[str]:
        """The enemies who still fight, the nearest first."""
        here = self.one(name).hex
        foes = [
            foe
            for foe, other in self.game.units.items()
            if is_enemy(self.game, name, foe) and other.hex and not is_out(self.game, foe)
        ]
        return sorted(foes, key=lambda foe: distance(here, self.one(foe).hex))

    def nearest(self, name: str) -> str:
        """The nearest of them."""
        return next(iter(self.foes(name)), "")

    def held(self, name: str) -> list[Weapon]:
        """The weapons in his hands."""
        one = self.one(name)
        return [weapon for weapon in one.weapons if weapon.id in one.ready]

    def lying(self, name: str) -> list[str]:
        """The weapons that lie in his hex."""
        things = self.game.map.dropped.items()
        return [id for id, thing in things if thing.hex == self.one(name).hex and thing.weapon]

    def loaded(self, name: str) -> bool:
        """Whether he holds a gun that fires."""
        return any(figures(gun).missile and gun.ammo and not gun.broken for gun in self.held(name))

    def sees(self, name: str, foe: str) -> bool:
        """Whether he could fire at him from where he stands, if he looked that way."""
        here, there = self.one(name).hex, self.one(foe).hex
        if here == there or distance(here, there) > FAR:
            return here == there
        looking = self.game.with_unit(name, facing=nearest_direction(vector(here, there)))
        gun = next((gun.id for gun in self.held(name) if figures(gun).missile), "")
        words = {"do": "shoot", "by": name, "weapon": gun, "target": foe}
        specs = self.session.ruleset.specs
        command = specs["shoot"].understand(looking, read_command(specs, words))
        refused = {refusal.rule for refusal in self.session.ruleset.refusals(looking, command)}
        return not refused & {"CQ-ENV-9", "CQ-ENV-10", "CQ-ENV-13", "CQ-MAP-5"}

    # What is given

    def choice(self, request: ChoiceRequest) -> str:
        """Whoever has the initiative lets the others move first."""
        options = [str(one.value) for one in request.options]
        if request.name == "mover":
            return next((one for one in options if one != request.side), options[0])
        return options[0]
