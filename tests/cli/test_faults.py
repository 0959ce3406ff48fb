"""A mistake of the compiler is said as one, with its code, below the traceback that a report needs."""

import pytest

from compiler.cli import app


def test_a_fault_of_the_compiler_has_a_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(arguments: list[str]) -> None:
        raise KeyError("a step nobody made")

    monkeypatch.setattr(app, "run", broken)
    with pytest.raises(SystemExit) as left:
        app.main()
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert "Traceback" in said
    assert "error RWX001: the compiler failed: KeyError: 'a step nobody made'\n" in said
    assert "please report it with the spec" in said
