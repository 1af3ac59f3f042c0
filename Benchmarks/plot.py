"""The ratios as bars."""

import math
from xml.sax.saxutils import escape

BAR, GAP, LEFT, WIDTH = 18, 6, 170, 420


def svg(rows):
    """One bar for each case and peer: the time of editc relative to the peer."""
    top = max(1.2, max(row.wall for row in rows) * 1.05)
    height = 50 + len(rows) * (BAR + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 60}" height="{height}"'
        f' font-family="sans-serif" font-size="12" fill="#222">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{LEFT}" y="20" font-weight="bold">Time that editc takes, where 1 is the other tool</text>']
    for index, row in enumerate(rows):
        y = 34 + index * (BAR + GAP)
        width = WIDTH * row.wall / top
        color = "#2a7f62" if row.wall <= 1 else "#b5533c"
        parts.append(f'<text x="{LEFT - 8}" y="{y + 13}" text-anchor="end">{escape(row.case.name)}, {escape(row.tool)}</text>')
        parts.append(f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR}" rx="2" fill="{color}"/>')
        parts.append(f'<text x="{LEFT + 8}" y="{y + 13}" fill="white">{row.wall:.2f}</text>')
    one = LEFT + WIDTH / top
    parts.append(f'<line x1="{one:.1f}" y1="30" x2="{one:.1f}" y2="{height - 12}" stroke="#222" stroke-dasharray="3 3"/>')
    return "\n".join(parts + ["</svg>"]) + "\n"


LINES = ["#2a7f62", "#b5533c", "#3b5ba5", "#8a6d1d"]


def curves(films):
    """The time of editc relative to the peer over the length of a film; `films` has (seconds, ratio) by the name."""
    width, height, left, top = 520, 260, 50, 40
    points = [point for film in films.values() for point in film]
    most = max(1.2, max(ratio for _, ratio in points) * 1.05)
    seconds = sorted({length for length, _ in points})
    across = lambda length: left + width * math.log(length / seconds[0]) / max(math.log(seconds[-1] / seconds[0]), 1e-9)
    down = lambda ratio: top + height * (1 - ratio / most)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 90}" height="{top + height + 50}"'
        f' font-family="sans-serif" font-size="12" fill="#222">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{left}" y="20" font-weight="bold">Time that editc takes, where 1 is the faster ffmpeg, by seconds of film</text>',
        f'<line x1="{left}" y1="{down(1):.1f}" x2="{left + width}" y2="{down(1):.1f}" stroke="#222" stroke-dasharray="3 3"/>']
    for ratio in (0, 0.5, 1):
        parts.append(f'<text x="{left - 8}" y="{down(ratio) + 4:.1f}" text-anchor="end">{ratio:g}</text>')
    for length in seconds:
        parts.append(f'<text x="{across(length):.1f}" y="{top + height + 20}" text-anchor="middle">{length}</text>')
    for color, (name, film) in zip(LINES, films.items()):
        line = " ".join(f"{across(length):.1f},{down(ratio):.1f}" for length, ratio in film)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        length, ratio = film[-1]
        parts.append(f'<text x="{across(length) + 8:.1f}" y="{down(ratio) + 4:.1f}" fill="{color}">{escape(name)}</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"
