"""Compares blended colours with the formulas of the W3C.

usage: python3 check_blends.py FILE     lines of: mode, three channels below, three above, three of the result
"""

import sys

import numpy as np

from blends import BLENDS


WHOLE = {"hue", "saturation", "color", "luminosity"}


def main():
    rows = {}
    for line in open(sys.argv[1]):
        name, *numbers = line.split()
        rows.setdefault(name, []).append(numbers)
    for name, numbers in rows.items():
        below, above, found = np.array(numbers, float).reshape(-1, 3, 3).transpose(1, 0, 2)
        if name in WHOLE:
            wanted = np.array([BLENDS[name](*pair) for pair in zip(below, above)])
        else:
            wanted = BLENDS[name](below, above)
        off = np.nan_to_num(abs(wanted - found).max() * 255, nan=np.inf)
        if off > 1e-6:
            print(f"{name}: {off} codes off")
    count = sum(len(numbers) for numbers in rows.values())
    print(f"{count} pairs of colours in {len(rows)} modes, {len(BLENDS)} modes known")


main()
