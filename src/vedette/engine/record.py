"""Records: the frozen, slotted dataclasses of which states, facts and pictures are made.

`@dataclass(frozen=True, slots=True)` compiles six methods for each class, one after the other, and makes the class twice. There are
more than two hundred before the first frame, and that was half of the time that our own modules took to be imported. What is
compiled for a record is compiled at once, and the rest is shared by all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields, is_dataclass
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")


@overload
def record(kind: type[T], /) -> type[T]: ...
@overload
def record(*, kw_only: bool = False, eq: bool = True) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(kind: type[Any] | None = None, /, *, kw_only: bool = False, eq: bool = True) -> Any:
    """Make a class a frozen dataclass with slots. What it says of itself by methods of its own stands.

    Fields are as in any dataclass, but that each is set when it is made. Raises TypeError for a class with a `__post_init__`: nobody would call it.
    """

    def made(kind: type[Any]) -> type[Any]:
        own = set(vars(kind))
        if hasattr(kind, "__post_init__"):
            raise TypeError(f"{kind.__qualname__}: no record has a __post_init__")
        new = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(kind)
        for name, method in {**_FROZEN, **_compiled(new, eq=eq)}.items():
            if name not in own:
                setattr(new, name, method)
        return new

    return made if kind is None else made(kind)


def is_frozen(kind: type[Any]) -> bool:
    """Whether a class is a record, or any other frozen dataclass."""
    return is_dataclass(kind) and (
        kind.__setattr__ is _refuse_to_set or vars(kind)["__dataclass_params__"].frozen
    )


def _compiled(kind: type[Any], *, eq: bool) -> dict[str, Any]:
    """The methods that are written for one class: how it is made of its fields, and which of them make two records equal."""
    known: dict[str, Any] = {"left_out": MISSING}
    kept = fields(kind)
    keywords = [one for one in kept if one.kw_only]
    arguments = ["this", *(_argument(one, known) for one in kept if not one.kw_only)]
    arguments += ["*", *(_argument(one, known) for one in keywords)] if keywords else []
    lines = [_written(one, known, getattr(kind, one.name).__set__) for one in kept]
    methods = {"__init__": f"({', '.join(arguments)}):\n {'; '.join(lines) or 'pass'}"}
    if eq:
        mine, theirs = (
            "".join(f"{whose}.{one.name}," for one in kept if one.compare) for whose in ("self", "other")
        )
        hashed = "".join(
            f"self.{one.name}," for one in kept if (one.compare if one.hash is None else one.hash)
        )
        methods["__eq__"] = (
            "(self, other):\n"
            " if other.__class__ is not self.__class__: return NotImplemented\n"
            f" return self is other or ({mine}) == ({theirs})"
        )
        methods["__hash__"] = f"(self):\n return hash(({hashed}))"
    source = "\n".join(f"def {name}{method}" for name, method in methods.items())
    exec(source, known)  # noqa: S102 - names of the fields of our own classes
    return {name: known[name] for name in methods}


def _argument(one: Field[Any], known: dict[str, Any]) -> str:
    """A field among the arguments; its default is made known under a name of its own."""
    if one.default_factory is not MISSING:
        return f"{one.name}=left_out"
    if one.default is MISSING:
        return one.name
    known[f"default_{one.name}"] = one.default
    return f"{one.name}=default_{one.name}"


def _written(one: Field[Any], known: dict[str, Any], write: Callable[[Any, Any], None]) -> str:
    """The line that sets a field."""
    known[f"write_{one.name}"] = write
    if one.default_factory is MISSING:
        return f"write_{one.name}(this, {one.name})"
    known[f"make_{one.name}"] = one.default_factory
    return f"write_{one.name}(this, make_{one.name}() if {one.name} is left_out else {one.name})"


def _shown(self: Any) -> str:
    told = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{self.__class__.__qualname__}({', '.join(told)})"


def _refuse_to_set(self: Any, name: str, value: Any) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    """For copies."""
    return [getattr(self, one.name) for one in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


_FROZEN = {
    "__repr__": _shown,
    "__setattr__": _refuse_to_set,
    "__delattr__": _refuse_to_delete,
    "__getstate__": _state,
    "__setstate__": _set_state,
}
"""What all records share."""
