"""Damages bytes and texts at random. The same generator of random numbers gives the same damage."""
import re

EXTREME_NUMBERS = [
    0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF, 85_000_000,
]
# Fields of boxes, chunks and pages begin soon after these words.
BOXES = [
    b"stsz", b"stts", b"stco", b"stsc", b"ctts", b"stss", b"elst", b"mdhd", b"mvhd", b"tkhd", b"hdlr", b"stsd", b"avcC", b"esds",
    b"trun", b"tfhd", b"IHDR", b"IDAT", b"zTXt", b"RIFF", b"fmt ", b"data", b"LIST", b"strh", b"strf", b"idx1", b"OggS",
    b"fLaC", b"ID3", b"Xing", b"Info", b"GIF8", b"\xff\xc4", b"\xff\xc0", b"\x1a\x45\xdf\xa3", b"\x16\x54\xae\x6b", b"OpusHead",
]
HOSTILE_TEXTS = [
    "", "null", "~", "-", "- ", ": ", "{", "}", "[", "]", "*a", "&a x", "!!int ", "|", ">", "%YAML 2.0", "---", "...", "'", '"',
    "${", "${x}", "\t", "\r", "\0", "\ufeff", "\u2028", "\u202e", "e\u0301", "\U0001f600", "9" * 40, "-1", "0", "1e308", "1e-400",
    "0x10", "1/0", "nan", "inf", "-0", "1_000", "00:00:61", "99:99:99.999", "1s", "-5s", "0s..0s", "2s..1s", "1 -> 2",
    "1f", "1.5f", "100%", "-1px", "32769px", "red", "#12345", "#1234567890", "~1", "\\", "<b>", "</b>", "{\\b1}", "{\\t(\\fs1)}", "-->",
    "\x1b[31m", "../", "/", "a" * 300, "Ünïcödé", "true", "yes", "over last 1s", ",", ";", "=", "(", ")", "# editc: allow x",
]


def damage(random, data, others=()):
    """One kind of damage to a file; what it was, in words."""
    data = bytearray(data)
    size = len(data)
    if size < 8:
        return bytes(data) + random.randbytes(8), "bytes appended"
    kind = random.choice([
        "flip", "flip", "flip", "zero", "zero-tail", "truncate", "noise", "cut", "repeat", "splice", "field", "field", "field",
    ])
    start = random.randrange(size)
    length = min(size - start, random.choice([1, 4, 16, 100, 1000, max(1, size // 10), max(1, size // 3)]))
    end = start + length
    if kind == "flip":
        count = random.choice([1, 1, 2, 5, 20, 100])
        for _ in range(count):
            data[random.randrange(size)] ^= 1 << random.randrange(8)
        return bytes(data), f"{count} flipped bits"
    if kind == "zero":
        data[start:end] = bytes(length)
        return bytes(data), f"zeros in {start}..<{end}"
    if kind == "zero-tail":
        data[start:] = bytes(size - start)
        return bytes(data), f"zeros from {start}"
    if kind == "truncate":
        return bytes(data[:start]), f"cut off at {start}"
    if kind == "noise":
        data[start:end] = random.randbytes(length)
        return bytes(data), f"random bytes in {start}..<{end}"
    if kind == "cut":
        del data[start:end]
        return bytes(data), f"removed {start}..<{end}"
    if kind == "repeat":
        data[start:start] = data[start:end]
        return bytes(data), f"repeated {start}..<{end}"
    if kind == "splice":
        other = random.choice(others) if others else bytes(data)
        cut = random.randrange(max(1, len(other)))
        part = other[cut:cut + length]
        data[start:start + len(part)] = part
        return bytes(data), f"{len(part)} bytes of another file at {start}"
    places = [match.end() for box in BOXES for match in re.finditer(re.escape(box), bytes(data))]
    place = random.choice(places) if places else 0
    place = max(0, min(size - 4, place + random.randrange(-8, 32)))
    number = random.choice(EXTREME_NUMBERS)
    width = random.choice([1, 2, 4])
    field = (number % (1 << 8 * width)).to_bytes(width, random.choice(["big", "little"]))
    data[place:place + width] = field
    return bytes(data), f"field at {place} is {number}"


def damage_text(random, text, others=()):
    """A few changes to a text, most of which an author could make by accident."""
    for _ in range(random.choice([1, 1, 1, 2, 3, 6])):
        text = _change(random, text, others)
    return text


def _change(random, text, others):
    lines = text.split("\n")
    line = random.randrange(len(lines))
    place = random.randrange(len(text) + 1)
    length = random.choice([1, 1, 2, 5, 20])
    kind = random.randrange(12)
    if kind == 0:
        return text[:place] + text[place + length:]
    if kind == 1:
        return text[:place] + random.choice(HOSTILE_TEXTS) + text[place:]
    if kind == 2:
        lines.insert(line, lines[random.randrange(len(lines))])
    elif kind == 3:
        del lines[line]
    elif kind == 4:
        other = random.randrange(len(lines))
        lines[line], lines[other] = lines[other], lines[line]
    elif kind == 5:
        lines[line] = " " * random.randrange(6) + lines[line].lstrip()
    elif kind in (6, 7):
        tokens = list(re.finditer(r"[\w.%#/-]+", text))
        if not tokens:
            return text
        token = random.choice(tokens)
        values = HOSTILE_TEXTS + [random.choice(tokens).group(), token.group() + token.group(), token.group()[:-1]]
        return text[:token.start()] + random.choice(values) + text[token.end():]
    elif kind == 8:
        numbers = list(re.finditer(r"\d+", text))
        if not numbers:
            return text
        number = random.choice(numbers)
        return text[:number.start()] + str(random.choice(EXTREME_NUMBERS + [10**30, -1])) + text[number.end():]
    elif kind == 9:
        return text[:place]
    elif kind == 10 and others:
        other = random.choice(others).split("\n")
        begin = random.randrange(len(other))
        lines[line:line] = other[begin:begin + random.randrange(1, 6)]
    else:
        return text[:place] + chr(random.choice([0, 9, 10, 13, 0x20, 0x7F, 0x85, 0xA0, 0xFEFF, 0x2028, 0x1F600, 0x300])) + text[place:]
    return "\n".join(lines)
