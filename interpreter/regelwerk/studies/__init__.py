"""Simulation of many matches and statistics over them."""
