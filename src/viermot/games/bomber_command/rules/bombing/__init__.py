"""Bombing [10.0]."""
