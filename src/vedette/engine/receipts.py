"""Receipts: a few letters, written down by hand, by which a save shows later that it still leads through an entry.

A checksum is no signature: whoever edits a save can write new ones. The receipt of an entry is a digest of the chain
of all lines up to it, undone ones too, so it stays true whatever is added, and no longer holds where anything before it was
changed. It takes long on purpose (a moment for one, years for as many as a forger would have to try).
"""

from __future__ import annotations

import hashlib
import re
from typing import Self

from msgspec import Struct

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.engine.save_file import Save

ALPHABET = "0123456789ACDEFHJKMNPRTVWXY"
"""Signs of a receipt."""

ALIKE = str.maketrans("BGILOQSUZ", "8611005V2")
"""Letters that nobody can tell from one of them by hand, and what they stand for."""

LENGTH = 8

ROUNDS = 100_000
"""How often the digest is made of itself."""

_WRITTEN = re.compile(r"(\d{1,9})[\s-]+(\w{4})[\s-]*(\w{4})", re.ASCII)


class Receipt(Struct, frozen=True):
    """A receipt: the number of the entry, and the signs."""

    n: int
    signs: str

    @classmethod
    def of(cls, save: Save, n: int | None = None) -> Self:
        """The receipt of an entry of a save, by default of the last one."""
        n = len(save.entries) if n is None else n
        digest = hashlib.pbkdf2_hmac("sha256", save.checksums[n], b"vedette receipt", ROUNDS)
        number, signs = int.from_bytes(digest), ""
        for _ in range(LENGTH):
            number, place = divmod(number, len(ALPHABET))
            signs += ALPHABET[place]
        return cls(n, signs)

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a receipt that was written down; raises CommandError."""
        found = _WRITTEN.fullmatch(text.strip())
        if found is None:
            raise CommandError(f"A receipt looks like 42-7KAM-3XTF, not like “{shown(text)}”.")
        return cls(int(found[1]), (found[2] + found[3]).upper().translate(ALIKE))

    def holds(self, save: Save) -> bool:
        """True if a save still has this entry, with everything before it unchanged."""
        return not save.unsure and self.n <= len(save.entries) and Receipt.of(save, self.n) == self

    def __str__(self) -> str:
        return f"{self.n}-{self.signs[:4]}-{self.signs[4:]}"
