"""What all tests share: the options, and engines compiled once a session."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the longer shares of fuzz and conformance")
    parser.addoption("--accept", action="store_true", help="rewrite expected texts")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "conformance: known numbers and other implementations")
    config.addinivalue_line("markers", "slow: left out of `make quick`")
    os.environ.setdefault("RULEWRIGHT_CACHE", str(ROOT / ".pytest_cache" / "native"))  # workers and what they start share it
    if config.getoption("--accept") and os.environ.get("CI"):
        raise pytest.UsageError("--accept is refused in continuous integration")


@pytest.fixture
def long(request: pytest.FixtureRequest) -> bool:
    """Whether the longer share was asked for."""
    return bool(request.config.getoption("--long"))


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether expected texts are to be rewritten."""
    return bool(request.config.getoption("--accept"))
