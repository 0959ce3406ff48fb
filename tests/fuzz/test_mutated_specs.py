"""No input makes the compiler raise: shipped specs with mistakes put into them, at random (from fixed seeds) and by hypothesis.

A failing example can be looked at with `python -m tests.fuzz.show SEED`.
"""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.mutations import KINDS, Mutation, mutated, mutated_bytes
from tests.fuzz.pipeline import put_through
from tests.fuzz.seeds import SPECS, lay_out, variant

SHORT, LONG = 90, 4000
"""mutants by seed, in the suite and with --long; as many again by hypothesis"""

mutations = st.builds(
    Mutation,
    kind=st.sampled_from(sorted(KINDS)),
    first=st.floats(min_value=0, max_value=1),
    second=st.floats(min_value=0, max_value=1),
    pick=st.integers(min_value=0, max_value=10**6),
)


def test_mutants_by_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long: bool) -> None:
    monkeypatch.chdir(tmp_path)
    failed: list[str] = []
    for seed in range(LONG if long else SHORT):
        folder = lay_out(seed, tmp_path / str(seed))
        monkeypatch.chdir(folder)
        try:
            put_through(Path("."), variant(folder, seed))
        except Exception as error:
            failed.append(f"seed {seed}: {type(error).__name__}: {error}")
    assert failed == []


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True)
@given(name=st.sampled_from(sorted(SPECS)), other=st.sampled_from(sorted(SPECS)), changes=st.lists(mutations, min_size=1, max_size=4))
def test_mutants_by_hypothesis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, other: str, changes: list[Mutation]) -> None:
    monkeypatch.chdir(tmp_path)
    text = mutated(SPECS[name]["game.yaml"], changes, SPECS[other]["game.yaml"])
    for path, unchanged in SPECS[name].items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes((text if path == "game.yaml" else unchanged).encode("utf-8", "surrogatepass"))
    put_through(Path("."))


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True)
@given(name=st.sampled_from(sorted(SPECS)), changes=st.lists(mutations, min_size=1, max_size=3))
def test_bytes_by_hypothesis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, changes: list[Mutation]) -> None:
    monkeypatch.chdir(tmp_path)
    data = SPECS[name]["game.yaml"].encode()
    for change in changes:
        data = mutated_bytes(data, change)
    Path("game.yaml").write_bytes(data)
    put_through(Path("."))


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True)
@given(data=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: ("language: 1\n" + text).encode("utf-8", "surrogatepass"))))
def test_files_that_are_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_bytes(data)
    put_through(Path("."))


def test_a_seed_is_always_the_same_mutant(tmp_path: Path) -> None:
    first, second = (lay_out(7, tmp_path / name) for name in ("a", "b"))
    assert [path.read_bytes() for path in sorted(first.rglob("*.*"))] == [path.read_bytes() for path in sorted(second.rglob("*.*"))]
    assert random.Random(7).random() == random.Random(7).random()
