"""The engine: asks, procedures, checks, facts and the timeline. It knows no game and no screen."""
