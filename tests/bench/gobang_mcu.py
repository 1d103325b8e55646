#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gobang_mcu.py [CHIP]...: the tiny engine of gobang on simulated chips, as a table.

The chips are those of tests/e2e/mcu/run.sh, which needs their compilers and simulators (script/test mcu installs them).
Every one plays the moves of this machine, or there is no table."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "tests/bench"))
from measure import table  # noqa: E402

CHIPS = {"avr": "ATmega328P", "msp430": "MSP430", "cortex-m0": "Cortex-M0", "cortex-m3": "Cortex-M3"}
LINE = re.compile(r", (-O.): \d+ moves, cycles (\d+|not counted),\s*state (\d+) \+ stack (\d+) bytes, code (\d+)")
RUN = ". tests/lacks.sh; . tests/e2e/mcu/run.sh"


def measured(chip, levels, folder):
    """The row of one chip with the levels up to LEVELS."""
    env = {**os.environ, "BIOSBELT_REQUIRE_ALL": "1", "MCU_LEVELS": str(levels)}
    shown = subprocess.run(["sh", "-c", RUN, "run.sh", chip, str(TOP), folder], cwd=TOP, env=env,
                           stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    flag, cycles, state, stack, code = LINE.search(shown).groups()
    million = f"{int(cycles) / 1e6:.2f} M" if cycles.isdigit() else "not counted"
    return [CHIPS[chip], flag, f"1 to {levels}", million, state, stack, int(state) + int(stack), f"{int(code):,}"]


def rows(chips):
    with tempfile.TemporaryDirectory() as folder:
        for chip in chips:
            for levels in (2, 3):
                yield measured(chip, levels, f"{folder}/{chip}")


def main():
    chips = sys.argv[1:] or list(CHIPS)
    if set(chips) - set(CHIPS):
        sys.exit(__doc__)
    table(["chip", "flags", "levels", "cycles of the longest move", "state", "stack", "together", "code"], rows(chips))


main()
