"""Agents that choose for a seat."""
