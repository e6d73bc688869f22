"""A small scripted player of Open Fire: it plays both sides, sensibly rather than well.

It deploys, goes for the objectives, shoots at what it can hurt, charges with what fights best close up, falls
back with what was hit hard, and secures. Everything that it declares follows from its table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from seat import Words
from tabletop import Place, Tabletop

from vedette.games.open_fire.movement import JumpFailed
from vedette.games.open_fire.profiles import Weapon
from vedette.games.open_fire.sequence import pending
from vedette.games.open_fire.units import advance_bonus, has, movement_rate, profile, skirmish

CHARGES = 0.6
"""How much better a weapon for close up must be than the others for its unit to charge."""


class Player(Tabletop):
    """Both sides of a game."""

    # A game

    def play(self) -> Iterator[str]:
        """Play to the end; yields the name of what was waited for before each step."""
        first = next(iter(self.battle.sides))
        while not self.battle.outcome:
            waits = pending(self.battle)
            yield waits
            if waits == "activate":
                self.activate()
            elif waits == "free_attack":
                self.strike(self.battle.free_attacks[0])
            elif waits == "":
                self.act(self.battle.activation.unit)
            else:
                self.give(waits, first)

    def activate(self) -> None:
        """Bring on or activate the unit that has most to do; else pass."""
        side = self.battle.turn
        ready = [
            name
            for name, one in self.battle.units.items()
            if one.side == side and not one.activated and not one.destroyed
        ]
        reserve = [name for name in ready if self.unit(name).in_reserve]
        table = sorted((name for name in ready if name not in reserve), key=self._eagerness)
        if reserve and (self.battle.round == 1 or not table):
            self.deploy(reserve[0])
        elif table:
            self.give("activate", table[0], **self._near(table[0]))
        else:
            self.give("pass", side)

    def _eagerness(self, unit: str) -> float:
        """Those in a fight first, then those who are nearest to one."""
        foes = self.foes(unit)
        return 0 if self.unit(unit).contacts else self.distance(unit, foes[0]) if foes else 99

    def _near(self, unit: str) -> Words:
        near = self.near(unit)
        return {"near": near} if near else {}

    def deploy(self, unit: str) -> None:
        """Place the unit beside the entry point that has the most room."""
        if has(self.battle, unit, "Ambush") and self._ambush(unit):
            return
        side = self.unit(unit).side
        own = [one.id for one in self.battle.book.mission.entry_points.values() if one.side == side]
        entry = min(own, key=lambda name: sum(self.distance(name, other) < 6 for other in self.on_table()))
        x, y = self.entries[entry]
        self.places[unit] = (x + self.luck.uniform(-4, 4), y + self.luck.uniform(-2, 2))
        self.give("deploy", unit, entry=entry, distance=self.distance(unit, entry), **self._near(unit))

    def _ambush(self, unit: str) -> bool:
        """Appear as near to an objective as enemies allow."""
        enemies = self.on_table(self.battle.other(self.unit(unit).side))
        for x, y in self.objectives.values():
            place = (x + self.luck.uniform(-3, 3), y + self.luck.uniform(-3, 3))
            far = min((round(math.dist(place, self.place(foe)), 1) for foe in enemies), default=20.0)
            if far > 12:
                self.places[unit] = place
                return self.give("deploy", unit, ambush=True, distance=far) is not None
        return False

    def act(self, unit: str) -> None:
        """One activation from its first action to its end."""
        self.bonus = 0
        self.ability(unit)
        self.move(unit)
        if pending(self.battle) == "" and self.battle.activation.unit == unit:
            self.attack(unit)
        if self.battle.activation.unit == unit and pending(self.battle) == "":
            self.secure(unit)
        self.deserted()
        if self.battle.activation.unit == unit and pending(self.battle) == "":
            self.give("end_activation", unit)

    def ability(self, unit: str) -> None:
        """The scripts decide which abilities are used."""

    # Moving

    def goal(self, unit: str) -> str:
        """The nearest objective that this unit's side still wants, else the nearest enemy."""
        side = self.unit(unit).side
        wanted = [
            name
            for name, one in self.battle.objectives.items()
            if one.status == "open"
            or (one.status == "secured" and one.secured_by != side and not self.held(name))
        ]
        taken = {self.goal_of.get(other) for other in self.on_table(side) if other != unit}
        free = [name for name in wanted if name not in taken] or wanted
        return (
            min(free, key=lambda name: self.distance(unit, name)) if free else next(iter(self.foes(unit)), "")
        )

    def held(self, objective: str) -> bool:
        """Whether a unit carries it, so that nobody else may take it."""
        kind = self.battle.book.mission.objectives[objective].type
        return kind == "recover" and bool(self.battle.objectives[objective].unit)

    def move(self, unit: str) -> None:
        """Fall back with a gun, stay in a fight, charge, hold a good place to shoot from, or go for the goal."""
        if unit in self.quiet:
            return
        if self.unit(unit).contacts:
            if not self._assault(unit) or (self._weak(unit) and self.luck.random() < 0.4):
                self._walk(unit, self._away(unit), [])
            return
        foe = self._prey(unit)
        if foe:
            self._charge(unit, foe)
        elif not self._settled(unit):
            goal = self.goal(unit)
            self.goal_of[unit] = goal
            if goal:
                self._walk(unit, self.place(goal), [])

    def _assault(self, unit: str) -> bool:
        return any("Assault" in weapon.special for weapon in self.weapons(unit))

    def _weak(self, unit: str) -> bool:
        """Whether it has lost more than half of what it had."""
        return 2 * self.unit(unit).hp < sum(model.hp for model in profile(self.battle, unit).models)

    def _settled(self, unit: str) -> bool:
        """Whether it shoots best from where it stands, or holds something already."""
        foes = self.foes(unit)
        heavy = any(
            "Heavy" in weapon.special or "Accurate" in weapon.special for weapon in self.weapons(unit)
        )
        reach = max((weapon.maximum for weapon in self.weapons(unit)), default=0)
        if heavy and foes and self.distance(unit, foes[0]) <= reach:
            return True
        side = self.unit(unit).side
        return any(
            one.status == "secured" and one.secured_by == side and self.distance(unit, name) <= 3
            for name, one in self.battle.objectives.items()
        )

    def _prey(self, unit: str) -> str:
        """An enemy within reach of a charge, for those who are better close up."""
        close = [weapon for weapon in self.weapons(unit) if weapon.maximum <= 1]
        others = [weapon for weapon in self.weapons(unit) if weapon.maximum > 1]
        best = max((weapon.attacks * weapon.damage for weapon in close), default=0)
        if best * CHARGES < max((weapon.attacks * weapon.damage for weapon in others), default=0):
            return ""
        reach = self.reach(unit) + self.bonus_reach(unit)
        return next((foe for foe in self.foes(unit) if self.distance(unit, foe) - 1 <= reach), "")

    def reach(self, unit: str) -> float:
        """How far it moves without an advance."""
        return movement_rate(self.battle, unit)

    def bonus_reach(self, unit: str) -> float:
        """What an advance would add."""
        return 0 if has(self.battle, unit, "Slow") else advance_bonus(self.battle, unit).value

    def _charge(self, unit: str, foe: str) -> None:
        far = max(0, self.distance(unit, foe) - 1)
        self._walk(unit, self._towards(unit, self.place(foe), far), [foe])

    def _away(self, unit: str) -> Place:
        """Straight away from the enemies in contact."""
        x, y = self.place(unit)
        fx, fy = self.place(self.unit(unit).contacts[0])
        long = math.dist((x, y), (fx, fy)) or 1
        rate = self.reach(unit)
        return self._on_board((x + (x - fx) / long * rate, y + (y - fy) / long * rate))

    def _on_board(self, place: Place) -> Place:
        size = max(max(point) for point in self.entries.values())
        return min(max(place[0], 0), size), min(max(place[1], 0), size)

    def _towards(self, unit: str, target: Place, inches: float) -> Place:
        x, y = self.place(unit)
        long = math.dist((x, y), target)
        part = min(1, inches / long) if long else 0
        return x + (target[0] - x) * part, y + (target[1] - y) * part

    def _walk(self, unit: str, target: Place, contacts: list[str]) -> None:
        """Move towards a place as far as it goes, with an advance where that is worth it."""
        far = round(math.dist(self.place(unit), target), 1)
        rate = self.reach(unit)
        if far < 0.5 and not contacts:
            return
        advance = far > rate + 2 and bool(self.bonus_reach(unit)) and self._may_advance(unit, contacts)
        most = rate + (self.bonus_reach(unit) if advance else 0)
        inches = math.floor(min(far, most) * 2) / 2
        to = self._towards(unit, target, inches)
        while inches > 0 and not contacts and self._met(unit, to):  # nobody stumbles into a fight
            inches -= 0.5
            to = self._towards(unit, target, inches)
        met = contacts or self._met(unit, to)
        words: Words = {"inches": int(inches) if inches == int(inches) else inches}
        if met or self.unit(unit).contacts:
            words["contacts"] = met
        if advance:
            words["advance"] = True
        words |= self._skirmish(unit, inches, met)
        if self.go(unit, words, far - most, to):
            failed = any(isinstance(fact, JumpFailed) for fact in self.last_facts())
            self.places[unit] = self._towards(unit, target, inches / 2) if failed else to

    def _skirmish(self, unit: str, inches: float, met: list[str]) -> Words:
        """Gaps on the way from platform to platform, and enemies who look the other way."""
        words: Words = {}
        if not skirmish(self.battle):
            return words
        if inches >= 4 and self.luck.random() < 0.3:
            words["jumps"] = [self.luck.choice((1, 1.5, 2))]
        if len(met) == 1 and self.luck.random() < 0.4:
            words["rear_of"] = met[0]
        return words

    def _met(self, unit: str, to: Place) -> list[str]:
        """Whom it would stand beside."""
        return [foe for foe in self.foes(unit) if math.dist(self.place(foe), to) <= 1]

    def _may_advance(self, unit: str, contacts: list[str]) -> bool:
        """Advancing makes most weapons useless: only to reach an enemy, or where nobody is in range."""
        reach = max((weapon.maximum for weapon in self.weapons(unit)), default=0)
        foes = self.foes(unit)
        return bool(contacts) or not foes or self.distance(unit, foes[0]) - self.reach(unit) > reach

    def go(self, unit: str, words: Words, short: float, to: Place) -> bool:
        """Give the move; `short` is by how many inches it misses its goal. The scripts add to this."""
        return self.give("move", unit, **words) is not None

    # Attacking

    def attack(self, unit: str) -> None:
        """The best target first; where a rule forbids it, the next one."""
        foes = list(self.unit(unit).contacts) or self.foes(unit)
        for foe in sorted(foes, key=lambda name: -self._worth(unit, name)):
            groups = self.groups(unit, foe)
            if groups and self.shoot(unit, groups):
                return

    def shoot(self, unit: str, groups: list[Words]) -> bool:
        """Give the attack: one group by itself, several as a list."""
        words = groups[0] if len(groups) == 1 else {"attacks": groups}
        return self.give("attack", unit, **words, **self._near(unit)) is not None

    def _worth(self, unit: str, foe: str) -> float:
        """Near, weak and in the way is worth most."""
        return -self.distance(unit, foe) - 0.5 * self.unit(foe).hp

    def groups(self, unit: str, foe: str, *, free: bool = False) -> list[Words]:
        """Each model with the best of its weapons that reaches, those with the same weapon together."""
        chosen: dict[str, list[int]] = {}
        for n in self.unit(unit).living:
            best = self._best(unit, n, foe, close=free or foe in self.unit(unit).contacts)
            if best:
                chosen.setdefault(best, []).append(n)
        return [self._group(unit, foe, weapon, models, free=free) for weapon, models in chosen.items()]

    def _best(self, unit: str, model: int, foe: str, *, close: bool) -> str:
        one = profile(self.battle, unit)
        far = 1 if close else self.distance(unit, foe)
        used = self.unit(unit).models[model].used
        able = [
            weapon
            for weapon in (one.weapons[name] for name in one.models[model].weapons)
            if weapon.minimum <= far <= weapon.maximum and weapon.id not in used and self._allowed(weapon)
        ]
        worth = {weapon.id: _value(weapon, close=close) for weapon in able}
        return max(worth, key=lambda name: worth[name]) if worth else ""

    def _allowed(self, weapon: Weapon) -> bool:
        """After moving no Heavy weapon, after advancing only Assault; grenades are kept for the brave."""
        done = self.battle.activation
        heavy, assault = "Heavy" in weapon.special, "Assault" in weapon.special
        return (
            not (done.moved and heavy)
            and not (done.advanced and not assault)
            and "Grenade" not in weapon.special
        )

    def _group(self, unit: str, foe: str, weapon: str, models: list[int], *, free: bool) -> Words:
        words: Words = {"weapon": weapon}
        if models != list(self.unit(unit).living):
            words["models"] = models
        if free:
            return words
        words["target"] = foe
        if foe not in self.unit(unit).contacts:
            words |= {"range": self.distance(unit, foe), "los": self._sight(unit, foe)}
        if self.bonus:
            words["modifier"] = self.bonus
        return words

    def _sight(self, unit: str, foe: str) -> str:
        """Ridges and walls: who stands near an objective is half hidden."""
        if min(self.distance(foe, name) for name in self.objectives) <= 2 < self.distance(unit, foe):
            return "obstructed"
        return "clear"

    def strike(self, unit: str) -> None:
        """A free attack with whatever is best close up, else none."""
        groups = self.groups(unit, self.battle.left_by, free=True)
        words = {} if not groups else groups[0] if len(groups) == 1 else {"attacks": groups}
        if not groups or self.give("free_attack", unit, **words) is None:
            self.give("pass", unit)

    # Objectives

    def secure(self, unit: str) -> None:
        """Secure what lies within an inch and is worth it."""
        side = self.unit(unit).side
        for name, one in self.battle.objectives.items():
            far = self.distance(unit, name)
            contested = any(self.distance(foe, name) <= 1 for foe in self.foes(unit))
            if one.status != "removed" and one.secured_by != side and far <= 1 and not contested:
                self.give("secure", unit, objective=name, distance=far)
                return

    def deserted(self) -> None:
        """Control objectives that nobody of the side that secured them is near any more."""
        for name, one in self.battle.objectives.items():
            control = self.battle.book.mission.objectives[name].type == "control"
            near = any(self.distance(name, unit) <= 6 for unit in self.on_table(one.secured_by))
            if control and one.status == "secured" and not near:
                self.give("lose_objective", one.secured_by, objective=name)


def _value(weapon: Weapon, *, close: bool) -> float:
    """How much a weapon is worth to one model; what only hits with a 12 is worth little close up."""
    value = weapon.attacks * weapon.damage * (1 + weapon.piercing / 4)
    return value / 6 if close and "Assault" not in weapon.special else value
