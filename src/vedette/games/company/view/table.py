"""The table as a whole: sides, Companies, what is worth VP, and who must decide what."""

from __future__ import annotations

from vedette.engine.grammar import agree, the
from vedette.engine.requests import Request
from vedette.games.company.groups import in_play
from vedette.games.company.phase_check import captains_without_trait, companies_without_ambition, pending
from vedette.games.company.scoring import vp_for
from vedette.games.company.state import Skirmish
from vedette.games.company.turns import due
from vedette.games.company.view.actions import who_can_act
from vedette.games.company.view.cards import card
from vedette.view.vocabulary import Mark, Prompt, SideView, Table

MOST_NAMED = 2
"""So many Groups that are due are called upon by their names."""

PHASES = {
    "setup": "Set-up",
    "rally": "Rally",
    "reckless": "Reckless checks",
    "activation": "Activations",
    "closing": "Counting VP",
    "over": "The game is over",
}


def table(game: Skirmish, request: Request | None) -> Table:
    acting = request.side if request else game.active
    rounds = (closing.value for closing in game.book.scenario.closing if closing.when == "rounds")
    last = next(rounds, 0)  # 0 where it closes otherwise
    return Table(
        title=game.book.scenario.name or "Company",
        round=f"Round {game.round}{f' of {last}' if last else ''}" if game.turn else "",
        phase=PHASES[game.phase],
        sides=tuple(
            SideView(name, game.side_name(name), f"{side.vp} VP", acting == name)
            for name, side in game.sides.items()
        ),
        cards=tuple(card(game, name) for name in game.units),
        marks=(*(_company(game, name) for name in game.companies), *_awards(game)),
        prompt=prompt(game),
        outcome=game.verdict,
        rounds=(game.round, last),
    )


def position(game: Skirmish) -> str:
    if not game.turn:
        return PHASES["setup"]
    where = game.sides[game.active].name if game.active else PHASES[game.phase]
    return f"Round {game.round} · {where}"


def _company(game: Skirmish, name: str) -> Mark:
    """The points that a Company has lost; its Groups' cards say what follows from that. Its name, where its side has another."""
    company = game.companies[name]
    lost = f"{company.points_lost} of {company.points} lost"
    called = "" if company.name == game.sides[company.side].name else company.name
    return Mark(f"company-{name}", lost, called, company.side, done=not in_play(game, name), objective=False)


def _awards(game: Skirmish) -> tuple[Mark, ...]:
    """What the VP would be if they were counted now; what the players award is not among them."""
    if game.phase in ("setup", "over"):
        return ()
    awards = game.book.scenario.awards
    vp = [side.vp + sum(vp_for(game, id, award) for award in awards) for id, side in game.sides.items()]
    return (Mark("awards", f"→ {' : '.join(map(str, vp))} VP", "if counted now", objective=False),)


def prompt(game: Skirmish) -> Prompt:
    text = game.book.scenario.text
    match pending(game) if game.phase == "setup" else "":
        case "captain_trait":
            captain = game.units[captains_without_trait(game)[0]]
            hint = "2d6 on the table, or the trait of an established character."
            return Prompt(captain.side, f"The Captain of {captain.name} needs a trait.", hint)
        case "roll_off":
            return Prompt("", "Roll off: the higher die attacks.", text)
        case "ambition":
            company = game.companies[companies_without_ambition(game)[0]]
            return Prompt(company.side, f"Deploy; then choose the ambition of {company.name}.", text)
        case "start":
            return Prompt("", "Deploy the Groups, then start the game.", text)
    waiting = due(game)  # one Group or two by their names; of more, which the cards mark, how many there are
    names = " and ".join(game.units[unit].name for unit in waiting)
    if len(waiting) > MOST_NAMED:
        names = f"{len(waiting)} Groups left"
    other = game.side_name(game.other(game.active)) if game.active else ""
    match game.phase:
        case "rally":
            hint = "Each tests once, in any order. A failure costs 1 R and a Retreat; the turn goes on."
            return Prompt(game.active, f"Rally first: {names}.", hint)
        case "reckless":
            hint = "Each must try to Attack an enemy within its movement. A failure ends nothing."
            return Prompt(game.active, f"Reckless checks: {names}.", hint)
        case "activation" if who_can_act(game):
            hint = f"A failed activation hands the turn to {the(other)}."
            text = f"Activate a Group, or end the turn ({len(who_can_act(game))} can still act)."
            return Prompt(game.active, text, hint)
        case "activation":
            hint = f"Then {the(other)} {agree(other, 'acts', 'act')}."
            return Prompt(game.active, "Nobody is left to activate: end the turn.", hint)
        case "closing":
            hint = "Score what the scenario leaves to you, and ambitions, before the count."
            return Prompt("", "The game has closed: count the VP.", hint)
    return Prompt("", game.verdict + ".")
