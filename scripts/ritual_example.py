"""The example of Flagrant Factions as it is played now: a ritual, with secrets, spells, taunts and the dead who get up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from company_example import CompanyEvening
from evening import example, must_show
from seat import Words

from vedette.engine.requests import ChoiceRequest
from vedette.games.company.groups import company_of, has, must_stay, spells_of
from vedette.games.company.magic import SpellCast, Summoned
from vedette.games.company.resilience import BecameShaken, MustTest, Routed
from vedette.games.company.tables import number, taunts
from vedette.games.company.taunts import Proclaimed
from vedette.games.company.turns import ActivationFailed, RolledAgain

GAME = "seventh-word"
SEED = 6

DEAD, BEARS = "red", "blue"
CAPTAIN = {"b1": "compelling"}
"""The Captain of the bears is an established one; the Necromancer's trait is rolled."""
SPELLS = ("embolden", "enrage", "fortify")
"""What the Aurorans choose."""
HELD_BACK = "n4"
AMBITIONS = (
    (DEAD, "draw-first-blood", True),
    (DEAD, "better-than-we-get", False),
    (BEARS, "they-will-reel", True),
    (BEARS, "do-not-waver", False),
)
"""Who wishes for what, and what everybody may know from the beginning."""
TAUNTS = {"n1": "chew-toy", "b1": "never-alive", "b3": "trample-bones", "b4": "trample-bones"}
"""What a Group Proclaims, once an enemy is near enough to hear it."""
BODYGUARDS = {DEAD: "n3", BEARS: "b2"}

REMARKS = {
    1: (DEAD, "Terrain: a stone at each corner of the circle, woods in the north-west and the south-east."),
    5: (BEARS, "Tea. The Necromancer takes hers black."),
}
"""What is said at the beginning of a turn."""

LAST = (BEARS, "Good game. Next time we bring a second hunter.")

SHOWN = {
    ActivationFailed, BecameShaken, MustTest, Proclaimed, RolledAgain, Routed, SpellCast, Summoned,
}  # fmt: skip
"""What somebody who looks at the example should see once at least."""

EARSHOT = 12.0
MIDDLE = 24.0


@dataclass
class RitualEvening(CompanyEvening):
    """The defenders stand round the circle, the attackers come from the south."""

    agreed_after: int = 0
    in_a_hurry: float = 3.0

    def prepare(self, waits: str) -> None:
        """Traits, roles, secrets, and who guards the circle."""
        unready = [company.captain for company in self.game.companies.values() if not company.trait]
        match waits:
            case "captain_trait" if unready[0] in CAPTAIN:
                self.give(waits, unready[0], trait=CAPTAIN[unready[0]])
            case "choose_spells":
                self.give(waits, "b2", spells=list(SPELLS))
            case "mark":
                self.deploy()
                self.give(waits, BODYGUARDS[self.game.with_role("defender")])
            case _:
                super().prepare(waits)

    def deploy(self) -> None:
        """Put everybody down, keep the last warriors for later, and choose the ambitions."""
        for side in self.game.sides:
            own = [name for name, one in self.game.units.items() if one.side == side]
            apart, depth = (9.0, 36.0) if self.game.sides[side].role == "attacker" else (6.0, MIDDLE)
            for n, name in enumerate(own):
                self.places[name] = (MIDDLE + apart * (n - (len(own) - 1) / 2), depth)
        self.places[BODYGUARDS[self.game.with_role("defender")]] = (MIDDLE, MIDDLE - 3)
        self.give("hold_back", HELD_BACK)
        for side, ambition, revealed in AMBITIONS:
            self.give("ambition", side, ambition=ambition, revealed=revealed)

    def order(self, unit: str) -> Words:
        """Spells and taunts before blows; the Bodyguards stay where they are."""
        words = self.summoning(unit) or self.taunt(unit) or self.spell(unit) or super().order(unit)
        return {} if must_stay(self.game, unit) and words.get("do") in ("move", "retreat") else words

    def needs(self, unit: str, words: Words) -> int:
        """A spell and a taunt have numbers of their own."""
        if words["do"] == "cast":
            return spells_of(self.game)[words["spell"]].check
        if words["do"] == "proclaim":
            return taunts(self.game.edition)[words["taunt"]].check
        return super().needs(unit, words)

    def summoning(self, unit: str) -> Words:
        """The warriors who wait, six inches behind whoever summons them."""
        waiting = [name for name, one in self.game.units.items() if one.reserve and not one.in_play]
        if not (has(self.game, unit, "summoner") and waiting) or self.game.units[unit].in_melee_with:
            return {}
        self.places[waiting[0]] = self.behind(unit, 5, self.nearest(unit))
        away = self.distance(waiting[0], self.nearest(waiting[0]))
        if away < 6:
            return {}
        return {"do": "summon", "group": waiting[0], "inches": 5, "enemy_inches": away}

    def taunt(self, unit: str) -> Words:
        """Each Group once, at the nearest enemy."""
        enemy, own = self.nearest(unit), TAUNTS.get(unit, "")
        group = self.game.units[unit]
        if not own or group.taunts or group.in_melee_with or self.distance(unit, enemy) > EARSHOT:
            return {}
        aimed = {"target": enemy} if taunts(self.game.edition)[own].target else {}
        return {"do": "proclaim", "taunt": own, **aimed}

    def spell(self, unit: str) -> Words:
        """A bolt at the nearest enemy who is in nobody's hands, or help for a friend who fights."""
        group = self.game.units[unit]
        if not group.spells or group.in_melee_with:
            return {}
        for spell in group.spells:
            for other, one in self.game.units.items():
                away = self.distance(unit, other)
                enemy = self.game.enemies(unit, other)
                fights, has_it = bool(one.in_melee_with), any(effect.spell == spell for effect in one.effects)
                wanted = {
                    "projectile": enemy and not fights,
                    "enrage": not enemy and fights,
                    "fortify": not enemy and fights,
                }.get(spell, False)
                if wanted and one.in_play and not has_it and other != unit and away <= 18:
                    return {"do": "cast", "spell": spell, "target": other, "inches": away}
        return {}

    def choice(self, request: ChoiceRequest) -> str:
        """Second chances are taken, where the Captain is near enough for them."""
        options = [str(one.value) for one in request.options]
        if request.name in ("reroll", "wicked"):
            unit = self.acting if request.name == "reroll" else ""
            unit = unit or next(name for name, one in self.game.units.items() if one.name in request.why)
            near = self.distance(unit, company_of(self.game, unit).captain) <= number("captain_range")
            return "yes" if near else "no"
        if request.name in ("hits_again", "embolden"):
            return next(one for one in options if one != "no")
        return super().choice(request)

    @property
    def acting(self) -> str:
        """Who gives the command that is open."""
        return str(self.session.timeline.command_path()[0].given["by"])


def make_ritual(folder: Path, clock: Callable[[], str]) -> Path:
    """Play the example to its end and save it."""
    path = folder / f"company-{GAME}.vedette"
    with example("company", GAME, SEED, path, clock) as opened:
        game = RitualEvening(opened, Random(SEED), typed=DEAD)
        said = dict(REMARKS)
        for turn in game.play():
            if turn in said and game.game.phase != "setup":
                side, text = said.pop(turn)
                game.give("note", side, text=text)
        game.give("note", LAST[0], text=LAST[1])
    must_show(game, ("slip", "second thought", "agreement", "marsh"), SHOWN)
    return path
