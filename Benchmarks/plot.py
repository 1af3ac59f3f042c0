"""The ratios as bars."""

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
