"""Going along a path: steps 1 to 3 of a move (section 6.2), hex by hex, till it ends or something stops it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vedette.engine.play import Play
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.derived import knows
from vedette.games.close_quarters.facts import moving as facts
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.terrain import barred, hemmed, jumped_pit, on_fire
from vedette.games.close_quarters.turn.action_checks import without_aim
from vedette.games.close_quarters.turn.allowance import body_in, half, hex_costs, is_run, turn_path
from vedette.games.close_quarters.turn.footing import WALL, fall_in, grabs_or_falls, jumps, missed_pit


async def walk(play: Play[Fight], name: str, path: Sequence[str], thing: str = "") -> tuple[str, ...]:
    """He goes along the path; the hexes that he has entered.

    The MOV for a `thing` that is picked up on the way is spent where it lies; taking it is left to the caller.
    """
    walking = _Walk(play, name, tuple(path), hex_costs(play.state, name, path, thing))
    await walking.goes()
    return walking.path[: walking.done]


class _Walk:
    """One walk: `done` hexes of the path are behind him, and said; a place is an index of the path."""

    def __init__(self, play: Play[Fight], name: str, path: tuple[str, ...], costs: tuple[int, ...]) -> None:
        self.play, self.name, self.path, self.costs = play, name, path, costs
        self.start = play.state.units[name].hex
        self.done = 0
        self._dared = False

    async def goes(self) -> None:
        """From leap to leap."""
        for leap in self._leaps():
            if not await self._dares(leap):
                self._reaches(leap.start)
                return
            for place in leap:
                if not await self._passes(place):
                    return
        self._reaches(len(self.path))

    def _leaps(self) -> Iterator[range]:
        """The places of the path, those together that are one leap: over pits or lying figures, and where it ends."""
        game, start = self.play.state, 0
        for place, hex in enumerate(self.path):
            over = jumped_pit(game.map, hex) or body_in(game, self.name, hex)
            if not over or place == len(self.path) - 1:
                yield range(start, place + 1)
                start = place + 1

    def _before(self, place: int) -> str:
        return self.path[place - 1] if place else self.start

    def _reaches(self, count: int) -> None:
        """He has gone so many hexes; moving ends aiming and overwatch."""
        hexes, cost = self.path[self.done : count], sum(self.costs[self.done : count])
        if not hexes:
            return
        game = without_aim(self.play.state, self.name)
        way = turn_path(game, self.name, hexes)
        moved, most = game.units[self.name].moved + cost, half(game, self.name, way)
        game = game.with_unit(
            self.name,
            hex=hexes[-1],
            path=way,
            moved=moved,
            half=most,
            ran=is_run(moved, most),
            overwatch=None,
        )
        self.play.commit(game, facts.Moved(self.name, hexes, cost))
        self.done = count

    # --- step 1

    async def _dares(self, leap: range) -> bool:
        """CQ-FIR-8: whether he enters the first burning hex that he comes to from one that doesn't burn."""
        map = self.play.state.map
        fires = (
            place
            for place in leap
            if on_fire(map, self.path[place]) and not on_fire(map, self._before(place))
        )
        place = next(fires, None)
        if place is None or self._dared:
            return True
        self._dared = True
        character = self.play.state.units[self.name]
        result = await checks.save(
            self.play,
            self.name,
            "int",
            number("fire_nerve_dice"),
            why="fire_nerve",
            rules=("CQ-FIR-8",),
            told=f"{character.name}: into the fire",
        )
        if not result.success:
            self.play.emit(facts.StoppedShort(self.name, self.path[place]))
        return result.success

    # --- steps 2 and 3

    async def _passes(self, place: int) -> bool:
        """Whether he gets past a 1 m wall, a pit and a lying figure on his way; otherwise his movement has ended."""
        return (
            await self._clears_wall(place)
            and await self._clears_pit(place)
            and await self._clears_body(place)
        )

    async def _clears_wall(self, place: int) -> bool:
        """CQ-MOV-13: who misses the jump over a wall falls before it."""
        map, here, there = self.play.state.map, self._before(place), self.path[place]
        if not hemmed(map, here, there) or barred(map, here, there):
            return True
        self._reaches(place)
        if await jumps(self.play, self.name, WALL):
            return True
        await fall_in(self.play, self.name, here)
        return False

    async def _clears_pit(self, place: int) -> bool:
        """CQ-MOV-13, CQ-MOV-15: who misses the jump over a pit comes down in one of its hexes."""
        run = self._pit_from(place)
        if not run:
            return True
        self._reaches(place)
        if await jumps(self.play, self.name, len(run)):
            return True
        pit = tuple(self.path[place] for place in run)
        self._reaches(run[await missed_pit(self.play, self.name, pit)] + 1)
        await grabs_or_falls(self.play, self.name, self.path[run.stop])
        return False

    def _pit_from(self, place: int) -> range:
        """The places of a pit that has to be jumped, if it begins there; the last hex of a path may be a pit."""
        map, last = self.play.state.map, len(self.path) - 1
        if place and jumped_pit(map, self.path[place - 1]):
            return range(0)
        end = place
        while end < last and jumped_pit(map, self.path[end]):
            end += 1
        return range(place, end)

    async def _clears_body(self, place: int) -> bool:
        """CQ-MOV-8: who stumbles over a lying figure falls there if he stops there, else in the next hex."""
        if not body_in(self.play.state, self.name, self.path[place]):
            return True
        self._reaches(place + 1)
        character = self.play.state.units[self.name]
        result = await checks.save(
            self.play,
            self.name,
            "dex",
            number("body_dice_acrobatics" if knows(character, "acrobatics") else "body_dice"),
            why="body",
            rules=("CQ-MOV-8",),
            told=f"{character.name}: over a lying figure",
        )
        if result.success:
            return True
        self._reaches(min(place + 2, len(self.path)))
        await fall_in(self.play, self.name, self.path[self.done - 1])
        return False
