"""The table as a whole: sides, Companies, what is worth VP, and who must decide what."""

from __future__ import annotations

from vedette.engine.facts import verdict
from vedette.engine.requests import Request
from vedette.games.company.groups import below_half, in_play
from vedette.games.company.scoring import award_text, vp_for
from vedette.games.company.state import Skirmish
from vedette.games.company.steps import captains_without_trait, companies_without_ambition, pending
from vedette.games.company.tables import number
from vedette.games.company.turns import due
from vedette.games.company.view.actions import can_act
from vedette.games.company.view.cards import card
from vedette.view.vocabulary import Mark, Prompt, SideView, Table

PHASES = {
    "setup": "Set-up",
    "rally": "Rally",
    "reckless": "Reckless checks",
    "activation": "Activations",
    "closing": "Counting VP",
    "over": "The game is over",
}


def table(game: Skirmish, request: Request | None) -> Table:
    """Everything on the table at a glance."""
    acting = request.side if request else game.active
    return Table(
        title=game.book.scenario.name or "Company",
        round=_round(game),
        phase=PHASES[game.phase],
        sides=tuple(
            SideView(name, side.name, f"{side.vp} VP", acting == name) for name, side in game.sides.items()
        ),
        cards=tuple(card(game, name) for name in game.units),
        marks=(*(_company(game, name) for name in game.companies), *_awards(game)),
        prompt=prompt(game),
        outcome=verdict(game.outcome, lambda side: game.sides[side].name),
    )


def position(game: Skirmish) -> str:
    """Where the game stands, in a few words."""
    if not game.turn:
        return PHASES["setup"]
    where = game.sides[game.active].name if game.active else PHASES[game.phase]
    return f"Round {game.round} · {where}"


def _round(game: Skirmish) -> str:
    if not game.turn:
        return ""
    last = next((closing.value for closing in game.book.scenario.closing if closing.when == "rounds"), 0)
    return f"Round {game.round} of {last}" if last else f"Round {game.round}"


def _outcome(game: Skirmish) -> str:
    return verdict(game.outcome, lambda side: game.sides[side].name)


def _company(game: Skirmish, name: str) -> Mark:
    """A Company: points lost against half, what comes next, its ambition."""
    company = game.companies[name]
    half = -(-company.points // number("half_divisor"))
    left = in_play(game, name)
    role = game.sides[company.side].role
    parts: list[str] = [role] if role else []
    parts.append(f"{company.points_lost} of {company.points} points lost")
    if below_half(company):
        parts.append("tests at -1 (CO-RES-8)")
    if not company.half_lost and company.points:
        parts.append(f"all test at {half} (CO-RES-5)")
    if len(left) == 2:
        parts.append("the next rout leaves the last (CO-RES-3)")
    if company.ambition:
        own = game.book.ambitions[company.ambition]
        parts.append(f"ambition: {own.name}, {own.vp} VP" + (" (scored)" if company.ambition_done else ""))
    return Mark(f"company-{name}", company.name, " · ".join(parts), company.side, not left)


def _awards(game: Skirmish) -> tuple[Mark, ...]:
    """What is worth VP, and what it comes to as things stand."""
    return tuple(
        Mark(f"award-{n}", f"{award.vp} VP", f"{award_text(award)}: {_so_far(game, n)}")
        for n, award in enumerate(game.book.scenario.awards)
    )


def _so_far(game: Skirmish, n: int) -> str:
    award = game.book.scenario.awards[n]
    if award.when == "declared":
        return "score it" + ("" if award.role == "both" else f" for the {award.role}")
    sides = [id for id, side in game.sides.items() if award.role in ("both", side.role)]
    if not sides:
        return f"for the {award.role}"
    return ", ".join(f"{game.sides[side].name} {vp_for(game, side, award)}" for side in sides)


def prompt(game: Skirmish) -> Prompt:
    """Who must decide what now."""
    if game.phase == "setup":
        return _setup_prompt(game)
    *others, last = [game.units[one].name for one in due(game)] or [""]
    names = f"{', '.join(others)} and {last}" if others else last
    other = game.sides[game.other(game.active)].name if game.active else ""
    match game.phase:
        case "rally":
            hint = "Each tests once, in any order. A failure costs 1 R and a Retreat; the turn goes on."
            return Prompt(game.active, f"Rally first: {names}.", hint)
        case "reckless":
            hint = "Each must try to Attack an enemy within its movement. A failure ends nothing."
            return Prompt(game.active, f"Reckless checks: {names}.", hint)
        case "activation" if can_act(game):
            ready = _ready(game)
            hint = f"A failed activation hands the turn to {other}."
            return Prompt(game.active, f"Activate a Group, or end the turn ({ready} can still act).", hint)
        case "activation":
            return Prompt(game.active, "Nobody is left to activate: end the turn.", f"Then {other} acts.")
        case "closing":
            hint = "Score what the scenario leaves to you, and ambitions, before the count."
            return Prompt("", "The game has closed: count the VP.", hint)
    return Prompt("", _outcome(game) + ".")


def _ready(game: Skirmish) -> int:
    """How many Groups of the active side may still act."""
    own = (group for group in game.units.values() if group.side == game.active and group.in_play)
    return sum(not (group.activated or group.rallied or group.checked or group.shaken) for group in own)


def _setup_prompt(game: Skirmish) -> Prompt:
    text = game.book.scenario.text
    match pending(game):
        case "captain_trait":
            captain = game.units[captains_without_trait(game)[0]]
            hint = "2d6 on the table, or the trait of an established character."
            return Prompt(captain.side, f"The Captain of {captain.name} needs a trait.", hint)
        case "roll_off":
            return Prompt("", "Roll off: the higher die attacks.", text)
        case "ambition":
            company = game.companies[companies_without_ambition(game)[0]]
            return Prompt(company.side, f"Deploy; then {company.name} chooses its ambition.", text)
    return Prompt("", "Deploy the Groups, then start the game.", text)
