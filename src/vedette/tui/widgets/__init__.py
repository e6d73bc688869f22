"""Widgets: frozen data in, messages out."""
