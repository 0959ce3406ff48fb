"""Many games as one call, and what Ctrl-C leaves of them."""

import json
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOR_EVER = 10**12


def test_ctrl_c_stops_at_once_with_what_there_is() -> None:
    command = [sys.executable, "-m", "compiler.cli", "simulate", "tic_tac_toe", "--games", str(FOR_EVER), "--json"]
    # Whoever runs tests in the background has a shell that makes its children deaf to Ctrl-C.
    hearing = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hearing) as running:
        try:
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(5)
            running.send_signal(signal.SIGINT)
            begun = time.monotonic()
            out, err = running.communicate(timeout=60)
        finally:
            running.kill()
    found = json.loads(out)
    assert found["interrupted"] and 0 < found["games"] < FOR_EVER, err
    assert 5 <= found["length"]["mean"] <= 9
    assert time.monotonic() - begun < 30 and "Traceback" not in err
