"""Many games as one call, and what Ctrl-C leaves of them."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOR_EVER = 10**12


def test_ctrl_c_stops_at_once_with_what_there_is() -> None:
    command = [sys.executable, "-m", "compiler.cli", "simulate", "tic_tac_toe", "--games", str(FOR_EVER), "--json"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(5)
        running.send_signal(signal.SIGINT)
        begun = time.monotonic()
        out, err = running.communicate(timeout=60)
    found = json.loads(out)
    assert found["interrupted"] and 0 < found["games"] < FOR_EVER, err
    assert 5 <= found["length"]["mean"] <= 9
    assert time.monotonic() - begun < 30 and "Traceback" not in err
