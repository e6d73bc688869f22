"""An evening at the table that becomes an example: what happens to real players, and how it is kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from seat import Seat, Words

from vedette.engine import entry_builder, session
from vedette.engine.dice import Die
from vedette.engine.facts import Fact
from vedette.engine.library import data_folder, read_toml
from vedette.engine.luck import typed_faces
from vedette.engine.requests import Answer, DiceRequest
from vedette.engine.session import Session, new_session
from vedette.registry import rulesets


class Evening(Seat):
    """Players who read a die wrongly once.

    `slip` is the typed pool in which that happens, among those of `several` dice; `done` is what there has been of
    this evening.
    """

    slip: int
    several = 3
    done: set[str]
    _typed_pools = 0

    def answer(self) -> Answer:
        """Count the pools of several dice that were typed."""
        request = self.session.request
        if isinstance(request, DiceRequest) and request.side == self.typed and request.dice >= self.several:
            self._typed_pools += 1
        return super().answer()

    def second_look(self, words: Words, override: str = "") -> None:
        """After a command: the first typed die was read wrongly; undo, type the same faces but for it, and go on."""
        answers = [entry.given for entry in self.session.timeline.command_path()[1:]]
        typed = next((i for i, given in enumerate(answers) if self._is_typed_pool(given)), None)
        if typed is None or "slip" in self.done or self._typed_pools < self.slip:
            return
        self.done.add("slip")
        self.session.undo(self.typed)
        self.session.do(words, override=override)
        for given in answers[:typed]:
            self.session.answer(self.session.throw() if "faces" in given else given["choice"])
        request = self.session.request
        assert isinstance(request, DiceRequest)
        first, *others = answers[typed]["faces"]
        turned = request.pool.lowest + request.pool.highest - first
        self.session.answer(tuple(map(Die, (turned, *others))))
        self.answer_all()

    def _is_typed_pool(self, answer: Words) -> bool:
        return "typed" in answer.get("from", ()) and len(answer["faces"]) >= self.several


@contextmanager
def example(
    ruleset: str, game: str, seed: int, path: Path, clock: Callable[[], str]
) -> Iterator[Session[Any]]:
    """A game under a clock of its own, saved; an older example is replaced."""
    entry_builder.now = session.now = clock  # type: ignore[attr-defined]
    path.unlink(missing_ok=True)
    setup = read_toml(data_folder() / "rulesets" / ruleset / "games" / f"{game}.toml")
    opened = new_session(rulesets()[ruleset], setup, seed=seed, path=path)
    yield opened
    opened.close()
    path.with_name(f".{path.name}.lock").unlink(missing_ok=True)


LIKELY = 0.1
"""Typed faces so uneven that fair dice are rarely as bad would make an example look loaded."""


def missed(game: Evening, wanted: Collection[str], shown: Collection[type[Fact]] = ()) -> list[str]:
    """What this evening did not bring: of all that may happen to players, and of what the game is to show."""
    told = {type(one) for entry in game.session.timeline.path() for one in game.session.facts(entry)}
    uneven = [one.fairness or 1 for one in typed_faces(game.session.played.throws())]
    loaded = {"fair dice"} if min(uneven, default=1) < LIKELY else set()
    return sorted([*(set(wanted) - game.done), *(one.__name__ for one in set(shown) - told), *loaded])


def must_show(game: Evening, wanted: Collection[str], shown: Collection[type[Fact]] = ()) -> None:
    """Stop where an example would not show all that it should."""
    if missing := missed(game, wanted, shown):
        raise SystemExit(f"This evening had no {', '.join(missing)}. Take another seed.")
