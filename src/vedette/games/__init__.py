"""The games: one package a ruleset; none imports another."""
