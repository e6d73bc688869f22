"""Vedette: a hotseat assistant for miniature wargames."""

import sys

__version__ = "0.1.0"

if sys.version_info < (3, 11):  # noqa: UP036 - pip sees to it, but nobody does where the sources are run
    sys.exit("Vedette needs Python 3.11 or later.")
