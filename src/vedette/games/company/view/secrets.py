"""Secret ambitions: what only their own side is told, and what nobody else reads of them before they are revealed (CO-AMB-2)."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.data import Words
from vedette.games.company.ambitions import met
from vedette.games.company.groups import companies_of, edition
from vedette.games.company.state import Ambitious, Skirmish
from vedette.view.vocabulary import Detail, Mark


def hidden(game: Skirmish, side: str) -> tuple[Detail, ...] | None:
    """The ambitions that a side keeps to itself, and whether they are fulfilled as things stand; None where none are secret."""
    if not edition(game).secret:
        return None
    return tuple(told(game, company, one) for company, one in secrets_of(game, side))


def secrets_of(game: Skirmish, side: str) -> list[tuple[str, Ambitious]]:
    """The secret ambitions of a side, each with its Company."""
    return [
        (name, one)
        for name in companies_of(game, side)
        for one in game.companies[name].ambitions
        if not one.revealed and game.phase != "over"
    ]


def told(game: Skirmish, company: str, one: Ambitious) -> Detail:
    """An ambition as its own side reads it."""
    own = game.book.ambitions[one.id]
    now = "fulfilled so far" if met(game, company, one.id) else "not fulfilled yet"
    several = len(companies_of(game, game.companies[company].side)) > 1
    of = f"{game.companies[company].name}: " if several else ""
    return Detail(f"{of}{own.name}, {own.vp} VP", f"{own.text} ({now})")


def secret_paths(game: Skirmish) -> tuple[str, ...]:
    """Which ambitions are secret, and whether they are fulfilled; while VP are counted the players may correct that (CO-AMB-5).

    Behind a Company's ambitions there may have been one that was taken back.
    """
    if game.phase == "over" or not edition(game).secret:
        return ()
    hidden = ("id",) if game.phase == "closing" else ("id", "met")
    return tuple(
        f"companies.{name}.ambitions.{n}.{field}"
        for name, company in game.companies.items()
        for n in range(len(company.ambitions) + 1)
        if n == len(company.ambitions) or not company.ambitions[n].revealed
        for field in hidden
    )


def open_words(game: Skirmish, words: Words) -> Words:
    """A command as everybody may read it: without an ambition that is still a secret, also where its choice was taken back."""
    if not edition(game).secret or game.phase == "over":
        return words
    known = {
        one.id
        for name in companies_of(game, str(words.get("by", "")))
        for one in game.companies[name].ambitions
        if one.revealed
    }
    chosen = words.get("do") == "ambition" and not words.get("revealed")
    kept = (chosen or words.get("do") == "reveal") and words.get("ambition") not in known
    return {key: value for key, value in words.items() if key != "ambition"} if kept else words


def ambitions_known(game: Skirmish, company: str) -> str:
    """What both sides know of a Company's ambitions: the names of those that are revealed, and how many are secret."""
    chosen = game.companies[company].ambitions if edition(game).secret else ()
    shown = [one for one in chosen if one.revealed or game.phase == "over"]
    said = [game.book.ambitions[one.id].name for one in shown]
    rest = len(chosen) - len(shown)
    return ", ".join([*said, f"{rest} secret"] if rest else said)


def ambition_marks(game: Skirmish) -> Iterator[Mark]:
    known = {name: ambitions_known(game, name) for name in game.companies}
    if not any(known.values()):
        return
    for side in game.sides:
        own = [name for name, company in game.companies.items() if company.side == side and known[name]]
        alone = len(game.companies) == len(game.sides)
        told = "; ".join(
            known[name] if alone else f"{game.companies[name].name}: {known[name]}" for name in own
        )
        yield Mark(f"ambitions-{side}", "Ambitions", told or "none", side, objective=False)
