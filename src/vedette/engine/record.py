"""Frozen dataclasses that are made quickly: there are hundreds, and a game's are all made before its first frame.

Python writes and compiles six methods for each frozen dataclass, at every start. But for `__init__` they can be the same
functions for all, and do the same. Type checkers see the dataclass that they know.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    from collections.abc import Callable
    from operator import attrgetter
    from reprlib import recursive_repr

    SHARED = {"frozen", "slots", "kw_only"}
    """What may be asked of a dataclass so that it is made here; everything else is left to Python."""

    def dataclass(kind: type | None = None, /, **options: bool) -> Any:
        """As `dataclasses.dataclass`."""
        if options.get("frozen") and options.keys() <= SHARED:
            how = {**options, "frozen": False, "init": False, "eq": False, "repr": False}
            return lambda kind: _frozen(kind, how)
        return dataclasses.dataclass(kind, **options)

    def _frozen(kind: type, how: dict[str, bool]) -> type:
        own = vars(kind).keys() - {"__hash__"} if "__eq__" in vars(kind) else vars(kind).keys()
        made = dataclasses.dataclass(**how)(kind)
        fields = dataclasses.fields(made)
        values = _values([field.name for field in fields if field.compare])
        methods = {
            "__init__": _init(made, fields),
            "__eq__": _same(values),
            "__hash__": _hashed(values),
            "__repr__": _shown,
            "__setattr__": _unchangeable,
            "__delattr__": _unchangeable,
        }
        if how.get("slots"):
            methods |= {"__getstate__": _state, "__setstate__": _restore}
        for name in methods.keys() - own:
            setattr(made, name, methods[name])
        return made

    def _init(kind: type, fields: tuple[dataclasses.Field[Any], ...]) -> Callable[..., None]:
        """The one method that is written and compiled: what it takes differs. A field may be called `self`."""
        scope: dict[str, Any] = {"_set": object.__setattr__, "_new": object()}
        taken, body = [], []
        for field in sorted((field for field in fields if field.init), key=lambda field: field.kw_only):
            if field.kw_only and "*" not in taken:
                taken.append("*")
            name, value = field.name, field.name
            if field.default_factory is not dataclasses.MISSING:
                scope[f"_default_{name}"], value = (
                    field.default_factory,
                    f"_default_{name}() if {name} is _new else {name}",
                )
                taken.append(f"{name}=_new")
            elif field.default is not dataclasses.MISSING:
                scope[f"_default_{name}"] = field.default
                taken.append(f"{name}=_default_{name}")
            else:
                taken.append(name)
            body.append(f" _set(_one, {name!r}, {value})")
        if hasattr(kind, "__post_init__"):
            body.append(" _one.__post_init__()")
        head = f"def __init__({', '.join(['_one', *taken])}):"
        exec("\n".join([head, *(body or [" pass"])]), scope)  # noqa: S102 - as dataclasses does
        init: Callable[..., None] = scope["__init__"]
        init.__qualname__ = f"{kind.__qualname__}.__init__"
        return init

    def _values(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
        """What of such an object is compared."""
        return (
            attrgetter(*names) if len(names) > 1 else lambda one: tuple(getattr(one, name) for name in names)
        )

    def _same(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, Any], bool]:
        return lambda one, other: (
            values(one) == values(other) if other.__class__ is one.__class__ else NotImplemented
        )

    def _hashed(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any], int]:
        return lambda one: hash(values(one))

    @recursive_repr()
    def _shown(one: Any) -> str:
        said = (
            f"{field.name}={getattr(one, field.name)!r}" for field in dataclasses.fields(one) if field.repr
        )
        return f"{one.__class__.__qualname__}({', '.join(said)})"

    def _unchangeable(one: Any, name: str, *value: Any) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")

    def _state(one: Any) -> list[Any]:
        return [getattr(one, field.name) for field in dataclasses.fields(one)]

    def _restore(one: Any, state: list[Any]) -> None:
        for field, value in zip(dataclasses.fields(one), state, strict=True):
            object.__setattr__(one, field.name, value)
