"""What every ruleset has to keep, of ours as of everybody's; the tests themselves come with Vedette."""

from vedette.testing.contract import *  # noqa: F403
