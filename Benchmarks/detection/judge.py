"""Compares what was found with the truth of `films.py`, `speech.py`, `drums.py` and `recordings.py`."""


def overlap(a, b):
    """The intersection of two ranges over their union."""
    inside = min(a[1], b[1]) - max(a[0], b[0])
    return max(0, inside) / (max(a[1], b[1]) - min(a[0], b[0]))


def pairs(found, truth, alike):
    """Pairs of one found and one true thing, each once, in order."""
    used, result = set(), []
    for thing in found:
        for number, other in enumerate(truth):
            if number not in used and alike(thing, other):
                used.add(number)
                result.append((thing, other))
                break
    return result


class Score:
    """Counts over files."""

    def __init__(self):
        self.right = self.found = self.true = 0

    def add(self, right, found, true):
        self.right += right
        self.found += found
        self.true += true

    def __str__(self):
        precision = self.right / max(1, self.found)
        recall = self.right / max(1, self.true)
        f = 2 * self.right / max(1, self.found + self.true)
        return f"F {f:.4f} (P {precision:.3f}, R {recall:.3f}, {self.true} true, {self.found} found)"
