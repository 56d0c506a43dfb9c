"""Tests that share what takes long to make are run by one process."""

from __future__ import annotations

import pytest


def test_tests_are_shared_out_by_group(request: pytest.FixtureRequest) -> None:
    """pytest-xdist writes the group behind the name; without that all takes twice as long."""
    if not request.config.getoption("loadgroup", False):
        pytest.skip("all tests are run by one process")
    assert request.node.nodeid.endswith("@groups")
