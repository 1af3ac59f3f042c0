"""Compares SVG texts in which variables became values with a template that another reader of XML reads.

Usage: svg_values.py TEMPLATE FILLINGS. The fillings are JSON: a list of the values and the text with them.
"""
import json
import re
import sys
import xml.etree.ElementTree as tree

ESCAPED = "\uE000"
NOT_XML = re.compile("[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")


def expected(text, values):
    if text is None:
        return ""
    filled = re.sub(r"\$\{([A-Za-z_][A-Za-z0-9_-]*)\}", lambda match: NOT_XML.sub("\uFFFD", values[match[1]]), text)
    return filled.replace(ESCAPED, "$")


def compare(found, template, values):
    assert found.tag == template.tag, (found.tag, template.tag)
    assert list(found.attrib) == list(template.attrib), (found.attrib, template.attrib)
    for name, value in template.attrib.items():
        assert found.attrib[name] == expected(value, values), (name, found.attrib[name], values)
    for kind in ["text", "tail"]:
        wanted = expected(getattr(template, kind), values)
        assert (getattr(found, kind) or "") == wanted, (found.tag, getattr(found, kind), wanted)
    assert len(found) == len(template), (found.tag, values)
    for one, other in zip(found, template):
        compare(one, other, values)


# A character that is written by its number begins no variable.
source = open(sys.argv[1], encoding="utf-8").read().replace("&#36;{", ESCAPED + "{")
template = tree.fromstring(source.encode())
fillings = json.load(open(sys.argv[2], encoding="utf-8"))
for filling in fillings:
    compare(tree.fromstring(filling["text"].encode()), template, filling["values"])
print(len(fillings), "trees")
