"""Records: the frozen, slotted dataclasses of which states, facts and pictures are made.

`@dataclass(frozen=True, slots=True)` compiles six methods for each class. There are hundreds of classes before the first frame, and
that was half of the time that our own modules took to be imported. A method that must be compiled for a record is compiled when it is first
called, and the rest is shared by all.

Nothing of a record can be set, so that a dataclass is made by going past `__setattr__` field by field. It is much quicker to make
something that is *open*, of a class with the same slots in which they can be set, and to make a record of it at the end.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, cast, dataclass_transform, overload

T = TypeVar("T")

FEW = 5
"""Fields of a record that can be set one by one as quickly."""


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
        with _taken_for_open(kind):
            new = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(kind)
        vars(new)[_PARAMS].frozen = True
        compiled = {"__init__", "__eq__", "__hash__"} - own if eq else {"__init__"} - own
        for name in compiled:
            setattr(new, name, _compiled_when_called(new, name))
        for name, method in _FROZEN.items():
            if name not in own:
                setattr(new, name, method)
        return new

    return made if kind is None else made(kind)


def replace(value: T, /, **changes: Any) -> T:
    """A record, or any other dataclass, with some fields changed: as `dataclasses.replace`, but several times as quick for a record.

    Raises TypeError where there is no such field.
    """
    kind: Any = value.__class__
    if kind.__setattr__ is not _refuse_to_set:
        return cast(T, dataclasses.replace(cast(Any, value), **changes))
    copy: T = _compiled(kind, "copied")(value)
    try:
        for name, one in changes.items():
            setattr(copy, name, one)
    except AttributeError as error:
        raise TypeError(f"{kind.__qualname__}: there is no field {name}") from error
    copy.__class__ = kind
    return copy


@cache
def is_frozen(kind: Any) -> bool:
    """Whether a class is a record, or any other frozen dataclass."""
    return is_dataclass(kind) and cast(Any, kind).__dataclass_params__.frozen


_PARAMS = "__dataclass_params__"
"""Where a dataclass says that it is frozen; only frozen ones can be made of it then, as well as records."""


@contextmanager
def _taken_for_open(kind: type[Any]) -> Iterator[None]:
    """While a record is made of frozen classes: `dataclass` would compile what all records share."""
    said = [vars(base)[_PARAMS] for base in kind.__mro__[1:] if _PARAMS in vars(base)]
    frozen = [params for params in said if params.frozen]
    for params in frozen:
        params.frozen = False
    try:
        yield
    finally:
        for params in frozen:
            params.frozen = True


def _compiled_when_called(kind: type[Any], name: str) -> Any:
    """A method that first compiles itself for its class."""

    def method(*arguments: Any, **keywords: Any) -> Any:
        compiled = _compiled(cast(Hashable, kind), name)
        setattr(kind, name, compiled)
        return compiled(*arguments, **keywords)

    return method


@cache
def _compiled(kind: Any, name: str) -> Any:
    """A method that is written for one class."""
    known: dict[str, Any] = {"left_out": MISSING, "made_kind": kind, "become": _become, "new": object.__new__}
    return written_out(name, _SOURCES[name](kind, known), known)


def written_out(name: str, source: str, known: dict[str, Any]) -> Any:
    """The function of that name in a source that is made of the fields of our own classes; `known` is what it may use."""
    exec(source, known)  # noqa: S102 - names of the fields of our own classes
    return known[name]


def _making(kind: Any, known: dict[str, Any]) -> str:
    """How a record is made of its fields."""
    kept = fields(kind)
    keywords = [one for one in kept if one.kw_only]
    arguments = ["this", *(_argument(one, known) for one in kept if not one.kw_only)]
    arguments += ["*", *(_argument(one, known) for one in keywords)] if keywords else []
    return f"def __init__({', '.join(arguments)}):\n {_setting(kept, known, kind)}"


def _comparing(kind: Any, _known: dict[str, Any]) -> str:
    """Which fields make two records equal."""
    mine, theirs = (
        "".join(f"{whose}.{one.name}," for one in fields(kind) if one.compare) for whose in ("self", "other")
    )
    return (
        "def __eq__(self, other):\n"
        " if other.__class__ is not self.__class__: return NotImplemented\n"
        f" return self is other or ({mine}) == ({theirs})"
    )


def _hashing(kind: Any, _known: dict[str, Any]) -> str:
    """The same for their hash."""
    counted = (one for one in fields(kind) if (one.compare if one.hash is None else one.hash))
    return f"def __hash__(self):\n return hash(({''.join(f'self.{one.name},' for one in counted)}))"


def _copying(kind: Any, known: dict[str, Any]) -> str:
    """An open copy."""
    known["open_kind"] = _open(kind)
    copied = "; ".join(f"copy.{one.name} = this.{one.name}" for one in fields(kind))
    return f"def copied(this):\n copy = new(open_kind); {copied or 'pass'}\n return copy"


_SOURCES: Mapping[str, Callable[[Any, dict[str, Any]], str]] = {
    "__init__": _making,
    "__eq__": _comparing,
    "__hash__": _hashing,
    "copied": _copying,
}


@cache
def _open(kind: Any) -> type[Any]:
    """A class of the same slots in which they can be set."""
    able = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(kind.__name__, (kind,), {"__slots__": (), **able})


_become: Callable[[Any, type[Any]], None] = vars(object)["__class__"].__set__
"""Gives a record another class, which it refuses by itself."""


def _argument(one: Field[Any], known: dict[str, Any]) -> str:
    """A field among the arguments; its default is made known under a name of its own."""
    if one.default_factory is not MISSING:
        return f"{one.name}=left_out"
    if one.default is MISSING:
        return one.name
    known[f"default_{one.name}"] = one.default
    return f"{one.name}=default_{one.name}"


def _setting(kept: tuple[Field[Any], ...], known: dict[str, Any], kind: Any) -> str:
    """The line that sets all fields."""
    values = {one.name: _value(one, known) for one in kept}
    if len(kept) > FEW:
        known["open_kind"] = _open(kind)
        setting = "; ".join(f"this.{name} = {value}" for name, value in values.items())
        return f"become(this, open_kind); {setting}; this.__class__ = made_kind"
    known |= {f"write_{name}": getattr(kind, name).__set__ for name in values}
    return "; ".join(f"write_{name}(this, {value})" for name, value in values.items()) or "pass"


def _value(one: Field[Any], known: dict[str, Any]) -> str:
    """What a field is set to: its argument, or what its default is made by."""
    if one.default_factory is MISSING:
        return one.name
    known[f"make_{one.name}"] = one.default_factory
    return f"make_{one.name}() if {one.name} is left_out else {one.name}"


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
