"""The one door of the command line: what stands behind it is loaded when it is called.

The words of all commands are read at every start and at every Tab of a shell; what does them brings the engine with it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pkgutil import resolve_name
from typing import Any, ParamSpec

P = ParamSpec("P")


def behind(name: str) -> Any:
    """A function of the command line by its module and name, such as `looking:show`."""
    return resolve_name(f"vedette.cli.{name}")


def done_in(module: str) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """A command that is done by the function of its name in that module, which takes the same but `--saves`: that is heard already."""

    def words(command: Callable[P, None]) -> Callable[P, None]:
        @wraps(command)
        def call(*_: P.args, **given: P.kwargs) -> None:
            behind(f"{module}:{command.__name__}")(
                **{name: value for name, value in given.items() if name != "saves"}
            )

        return call

    return words
