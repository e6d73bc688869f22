"""Sealed declarations: what a side says now and shows later, kept in a box that a digest holds it to.

The box hides nothing from who wants to pry: it keeps people from reading by accident in a save, a log or a state
what they shouldn't know yet. The digest is what the declaration is checked against when it is opened.
"""

from __future__ import annotations

import json
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b
from typing import Any

from vedette.engine.data import Row, Words
from vedette.engine.errors import CommandError

DECLARATION = "declaration"
"""The word of a command that is sealed before a session sees it."""

BOX, DIGEST = "box", "digest"
"""What stands in the command instead."""

SALT_BYTES = 16
DIGEST_BYTES = 16

BOX_LIMIT = 4000
"""Characters that a box may have."""

SEPARATOR = "."
"""Between the salt and the declaration."""


_shut: ContextVar[bool] = ContextVar("shut", default=False)


class StaysSealed(BaseException):
    """What comes next shows what a side has sealed, or keeps secret, while all of it must stay so."""


@contextmanager
def kept_shut(shut: bool = True) -> Iterator[None]:
    """Keep secrets while looking ahead: `opened` and `shows_secrets` raise StaysSealed."""
    token = _shut.set(shut)
    try:
        yield
    finally:
        _shut.reset(token)


def shows_secrets() -> None:
    """For a procedure, before it shows what a side has kept secret in the state itself."""
    if _shut.get():
        raise StaysSealed


def sealed(declaration: Row, salt: str | None = None) -> tuple[str, str]:
    """Seal a declaration into a box and its digest. Raises CommandError if it cannot be kept.

    The salt is fresh randomness unless it is given, so that nobody can tell equal declarations by their boxes.
    """
    if salt is None:
        salt = secrets.token_hex(SALT_BYTES)
    try:
        said = json.dumps(declaration, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise CommandError("A declaration is made of texts, numbers, yes and no.") from error
    content = f"{salt}{SEPARATOR}{said}".encode()
    box = b64encode(content).decode()
    if len(box) > BOX_LIMIT:
        raise CommandError("A declaration is a few words, and this one is too long.")
    return box, _digest(content)


def opened(box: str, digest: str) -> Row:
    """Open a box. Raises CommandError if it does not hold what was sealed."""
    shows_secrets()
    try:
        content = b64decode(box.encode(), validate=True)
        declaration = json.loads(content.decode().partition(SEPARATOR)[2])
    except (ValueError, RecursionError) as error:
        raise CommandError("The sealed box can't be opened: it is damaged.") from error
    if _digest(content) != digest:
        raise CommandError("What is in the sealed box is not what was sealed: it was changed afterwards.")
    if not isinstance(declaration, dict):
        raise CommandError("The sealed box holds no declaration.")
    return declaration


def digests(plain: Any) -> Iterator[str]:
    """Yield the digests of all boxes in plain data."""
    if isinstance(plain, Mapping):
        if BOX in plain and DIGEST in plain:
            yield plain[DIGEST]
        plain = plain.values()
    elif not isinstance(plain, list):
        return
    for value in plain:
        yield from digests(value)


def sealed_words(words: Words, salt: str | None = None) -> Row:
    """Seal the declaration in a command's words, if there is one."""
    if DECLARATION not in words:
        return words
    declaration = words[DECLARATION]
    if not isinstance(declaration, Mapping):
        raise CommandError(f"{DECLARATION}: a table in braces is expected.")
    box, digest = sealed(declaration, salt)
    return {**{key: value for key, value in words.items() if key != DECLARATION}, BOX: box, DIGEST: digest}


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=DIGEST_BYTES).hexdigest()
