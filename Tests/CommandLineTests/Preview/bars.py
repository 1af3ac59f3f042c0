"""Media whose every frame says its number, and reading it back."""

import subprocess

WIDTH, HEIGHT = 32, 18


def frame(number, colour):
    """A picture of 32x18 with the number as 20 bars of black and white, lowest bit first, over a colour."""
    pixels = bytearray(bytes(colour) * (WIDTH * HEIGHT))
    for row in range(10, 16):
        for bit in range(20):
            place = (row * WIDTH + 6 + bit) * 3
            pixels[place:place + 3] = bytes([255 if number >> bit & 1 else 0] * 3)
    return bytes(pixels)


def make(path, first, count, colour, tone, size="640x360", rate="30", keys=60):
    """A clip of frames that are counted from `first`, with a tone."""
    seconds = eval(f"{count}/({rate})")
    program = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{WIDTH}x{HEIGHT}", "-r", rate,
         "-i", "-", "-f", "lavfi", "-i", f"sine=frequency={tone}:sample_rate=48000:duration={seconds}",
         "-vf", f"scale={size.replace('x', ':')}:flags=neighbor:out_color_matrix=bt709", "-colorspace", "bt709",
         "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv", "-ac", "2", "-c:v", "libx264", "-preset", "veryfast", "-g", str(keys),
         "-pix_fmt", "yuv420p", "-c:a", "aac", path], stdin=subprocess.PIPE)
    for number in range(first, first + count):
        program.stdin.write(frame(number, colour))
    program.stdin.close()
    if program.wait() != 0:
        raise SystemExit(f"ffmpeg made no {path}")


def numbers(data):
    """The numbers of all pictures that ffmpeg decodes from the bytes of a file."""
    result = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", "-", "-vf", f"scale={WIDTH}:{HEIGHT}:flags=area", "-f", "rawvideo", "-pix_fmt",
         "gray", "-"], input=data, stdout=subprocess.PIPE, check=True).stdout
    size = WIDTH * HEIGHT
    return [sum((result[start + 13 * WIDTH + 6 + bit] > 128) << bit for bit in range(20))
            for start in range(0, len(result), size)]
