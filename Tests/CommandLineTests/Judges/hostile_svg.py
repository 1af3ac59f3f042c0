"""Hostile SVG files: each is refused by `editc lint`, in 2 s of CPU time and 256 MiB.
Prints one line for each failure.

Usage: hostile_svg.py EDITC FOLDER
"""
import os
import subprocess
import sys

EDITC, FOLDER = sys.argv[1:]
PAGE = ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">'
        "\n%s\n</svg>")
files = {}


def add(name, *contents):
    for number, content in enumerate(contents):
        files[f"{name}-{number}"] = PAGE % content


for place in ["photo.jpg", "file:///etc/passwd", "http://127.0.0.1:1/a.png", "//host/path", "../a.svg#x",
              "data:image/svg+xml;base64,AA"]:
    add(f"reference-{len(files)}", f'<image xlink:href="{place}"/>', f'<use href="{place}"/>',
        f'<rect width="9" height="9" fill="url({place})"/>')
add("reference-style", '<style>@import url("http://x/a.css");</style>', '<?xml-stylesheet href="a.css"?>',
    "<style>@font-face{font-family:a;src:url(a.ttf)}</style>", '<filter id="f"><feImage href="a.png"/></filter>',
    '<rect style="fill:\\75rl(a.svg#b)"/>', '<g xml:base="http://x/"/>',
    '<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>')
for number, (types, text) in enumerate([
        ('<!ENTITY a SYSTEM "file:///etc/passwd">', "&a;"), ('<!ENTITY % a SYSTEM "http://127.0.0.1:1/"> %a;', ""),
        ('<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">', "&c;"),
        ('<!ENTITY a "&b;"><!ENTITY b "&a;">', "&a;"), ('<!ENTITY a "x">', "&a;"), ("", "&nothing;")]):
    files[f"entity-{number}"] = (
        f'<!DOCTYPE svg [{types}]>\n<svg xmlns="http://www.w3.org/2000/svg"><text>{text}</text></svg>')
add("script", "<script>a</script>", '<script href="a.js"/>', '<rect onload="a()"/>', '<g onclick="a"/>', "<handler/>",
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>', "<animate/>", "<set/>",
    '<iframe xmlns="http://www.w3.org/1999/xhtml"/>', "<style>rect{behavior:url(a)}</style>")
uses = '<g id="a0"><rect width="1" height="1"/></g>'
for level in range(1, 10):
    uses += f'<g id="a{level}">' + f'<use href="#a{level - 1}"/>' * 10 + "</g>"
add("bomb", uses, "".join(
        f'<pattern id="p{i}" width="1" height="1"><rect width="1" height="1" fill="url(#p{i + 1})"/>'
        f'<rect width="1" height="1" fill="url(#p{i + 1})"/></pattern>' for i in range(40))
    + '<pattern id="p40" width="1" height="1"/><rect width="9" height="9" fill="url(#p0)"/>',
    "".join(f'<mask id="m{i}"><rect mask="url(#m{i + 1})"/><rect mask="url(#m{i + 1})"/></mask>' for i in range(30))
    + '<mask id="m30"/><rect mask="url(#m0)"/>',
    '<g id="a"><use href="#a"/></g>', '<pattern id="p" width="1" height="1"><rect fill="url(#p)"/></pattern>',
    "<g>" * 100 + "</g>" * 100, "<g/>" * 60000, "<!--" + "a" * (3 << 20) + "-->",
    "<rect " + " ".join(f'a{i}="1"' for i in range(2000)) + "/>",
    '<filter id="f"><feGaussianBlur stdDeviation="5000"/></filter><rect filter="url(#f)"/>',
    '<filter id="f"><feGaussianBlur stdDeviation="100"/></filter><g transform="scale(9)"><g filter="url(#f)"/></g>',
    '<filter id="f"><feOffset/></filter>' + '<rect filter="url(#f)" width="9" height="9"/>' * 100,
    '<filter id="f"><feMorphology radius="40"/></filter>', '<filter id="f"><feTurbulence numOctaves="100000"/></filter>',
    '<rect width="9" height="9" opacity=".5"/>' * 5000, '<text font-size="1e8">a</text>',
    '<path d="M0 0%s" stroke="red" stroke-dasharray="0.3"/>' % ("L1000000 0L0 1" * 3000),
    '<path d="M0 0%s" stroke="red"/>' % ("C1 900 99 900 99 0C99 -9 1 -9 1 1" * 20000),
    "<style>%s</style>%s" % ("".join(".a%d .b .c{fill:red}" % i for i in range(20000)),
                             '<g class="b"><rect class="c"/></g>' * 5000),
    "<style>rect{opacity:.5}</style>" + '<rect width="99" height="99"/>' * 40000,
    "<style>rect{mix-blend-mode:color}</style>" + '<rect width="99" height="99"/>' * 40000,
    # What is used again costs again, and so do strokes, dashes and letters.
    '<defs><path id="a" d="M0 0%s" fill="red"/></defs>' % ("L99 99L0 99L99 0L0 0" * 200) + '<use href="#a"/>' * 2000,
    '<clipPath id="c"><path d="M0 0%s"/></clipPath>' % ("L99 99L0 99L99 0" * 2000)
    + '<rect clip-path="url(#c)" width="99" height="99"/>' * 900,
    '<path d="M0 0%s" stroke-width="80" stroke-linejoin="round" stroke="red" fill="none"/>' % ("L9 9L1 0" * 40000),
    '<path d="M0 0%s" stroke="red" stroke-width="60" stroke-linecap="round" stroke-dasharray=".5"/>' % ("L99 0L0 1" * 400),
    '<text font-size="9">%s</text>' % ("a " * 500000), '<text font-size="9">%s</text>' % ("\u4e00" * 20000),
    '<defs><text id="a" font-size="9">%s</text></defs>' % ("a b " * 300) + '<use href="#a"/>' * 900)

failures, longest, largest = 0, 0, 0
for name, text in files.items():
    with open(f"{FOLDER}/{name}.svg", "w") as file:
        file.write(text)
    with open(f"{FOLDER}/{name}.edit", "w") as file:
        file.write(f"edit: 1\ncanvas: {{size: 640x360, rate: 25}}\ntimeline: [{{image: {name}.svg, for: 1s}}]\n"
                   "outputs: [{file: film.mp4}]\n")
    child = subprocess.Popen([EDITC, "lint", f"{name}.edit"], cwd=FOLDER, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True)
    said = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    longest, largest = max(longest, usage.ru_utime + usage.ru_stime), max(largest, usage.ru_maxrss)
    problems = []
    if os.waitstatus_to_exitcode(status) != 1 or "error: " not in said:
        problems.append("is not refused")
    if usage.ru_utime + usage.ru_stime > 2:
        problems.append(f"takes {usage.ru_utime + usage.ru_stime:.1f} s")
    if usage.ru_maxrss > 256 << 10:
        problems.append(f"takes {usage.ru_maxrss >> 10} MiB")
    if problems:
        failures += 1
        print(name, ", ".join(problems), said[:200])
print(f"{len(files)} files, {failures} failures, at most {longest:.1f} s and {largest >> 10} MiB")
sys.exit(1 if failures else 0)
