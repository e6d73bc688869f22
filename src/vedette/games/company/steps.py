"""What the game waits for: the command that must come next (section 5)."""

from __future__ import annotations

from vedette.games.company.state import Skirmish


def pending(game: Skirmish) -> str:
    """The command that must come next; "" while the active side chooses (section 5)."""
    if game.phase == "setup":
        return setup_step(game)
    return {"rally": "rally", "reckless": "reckless", "closing": "end_game"}.get(game.phase, "")


def setup_step(game: Skirmish) -> str:
    """CO-SET-4, CO-SET-5, CO-SET-8: the first step of setup that is still missing."""
    if captains_without_trait(game):
        return "captain_trait"
    if not game.with_role("attacker"):
        return "roll_off"
    return "ambition" if companies_without_ambition(game) else "start"


def captains_without_trait(game: Skirmish) -> tuple[str, ...]:
    """CO-SET-4: the Captains' Groups whose Company has no trait yet."""
    return tuple(
        company.captain for company in game.companies.values() if company.captain and not company.trait
    )


def companies_without_ambition(game: Skirmish) -> tuple[str, ...]:
    """CO-SET-8: the Companies that must still choose, in a game that has ambitions."""
    if not game.book.ambitious:
        return ()
    return tuple(name for name, company in game.companies.items() if not company.ambition)
