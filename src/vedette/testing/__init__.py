"""The contract of every ruleset, as tests: a package with a ruleset runs them with one line in a file of its tests.

    from vedette.testing.contract import *

The plugin (`plugin.py`) knows which rulesets are tested and where their cases and players stand.
"""
