"""What may go wrong, as plain sentences.

VedetteError
├── CommandError     a command, answer or path that makes no sense; cannot be forced
│   ├── ForbiddenError   one that makes sense, and the state of the game or a rule forbids it
│   │   └── DivergedError    the save lacks lines that this computer has written, and no player has accepted it yet
│   └── UnagreedError    an undo or a correction to which the other side must agree first
├── DataError        a game file, army or ruleset file that does not fit its schema
└── JournalError     a save that is damaged, in use, or cannot be written
    └── LostSaveError    an open save that was removed or changed by another program

A refusal by a rule is not an error: it is an answer (see `checks.Refusal`).
"""

from vedette.engine import text


class VedetteError(Exception):
    """Base of all errors that are shown to a player as one sentence; what it quotes can be shown."""

    def __init__(self, sentence: str) -> None:
        super().__init__(text.sentence(sentence))


class CommandError(VedetteError):
    """A command or an answer makes no sense: unknown word, wrong type, impossible die."""


class ForbiddenError(CommandError):
    """A command that makes sense, but not as the game stands: the unit is in reserve, the battle is over."""


class DivergedError(ForbiddenError):
    """The save lacks the last line that this computer has written, and no player has accepted it yet."""


class UnagreedError(CommandError):
    """An undo or a correction to which the other side must agree, and nothing says that it does."""


class DataError(VedetteError):
    """Data from outside does not fit; `faults` lists every fault found, one sentence each."""

    def __init__(self, faults: list[str] | str) -> None:
        self.faults = [text.sentence(one) for one in ([faults] if isinstance(faults, str) else faults)]
        super().__init__("; ".join(self.faults))


class JournalError(VedetteError):
    """A save file is damaged, in use by somebody else, or cannot be written."""


class LostSaveError(JournalError):
    """The file of a game in play is not as it was left, and is written to no more; the game itself is in memory."""
