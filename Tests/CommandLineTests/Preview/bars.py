"""Media whose every frame says its number, and reading it back."""

import subprocess

WIDTH, HEIGHT = 32, 18


# For a page: `read()` tells what the layer on top shows, or another canvas, by its bars (null while a browser has nothing to
# draw), and whether all of it is black; `watch()` notes the numbers that are shown, in order, until what it returns is called; `until(holds)`
# waits.
IN_PAGE = """
window.read = (layer = null) => {
  const video = document.getElementById('video'), still = document.getElementById('still');
  layer ??= still.hidden ? video : still;
  const canvas = window.reading ??= Object.assign(document.createElement('canvas'), {width: 160, height: 90});
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.fillStyle = '#000';
  context.fillRect(0, 0, 160, 90);
  try { context.drawImage(layer, 0, 0, 160, 90); } catch {}
  const pixels = context.getImageData(0, 0, 160, 90).data;
  const red = (x, y) => pixels[(y * 160 + x) * 4], blue = (x, y) => pixels[(y * 160 + x) * 4 + 2];
  let number = 0;
  for (let bit = 0; bit < 20; bit++) if (red((6 + bit) * 5 + 2, 62) > 128) number |= 1 << bit;
  if (layer === video && video.readyState < 2) number = null;
  return {number, isBlack: red(10, 10) + blue(10, 10) < 40};
};
window.watch = () => {
  const seen = [];
  let isOn = true;
  const look = () => {
    const {number} = read();
    if (number !== null && seen.at(-1) !== number) seen.push(number);
    if (isOn) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return () => { isOn = false; return seen; };
};
window.shows = version => until(() => editcPreview.state.version >= version && !editcPreview.state.isCompiling);
window.until = async (holds, seconds = 30) => {
  const end = performance.now() + seconds * 1000;
  while (!holds()) {
    if (performance.now() > end) return false;
    await new Promise(resolve => setTimeout(resolve, 4));
  }
  return true;
};
"""


def frame(number, colour):
    """A picture of 32x18 with the number as 20 bars of black and white, lowest bit first, over a colour."""
    pixels = bytearray(bytes(colour) * (WIDTH * HEIGHT))
    for row in range(10, 16):
        for bit in range(20):
            place = (row * WIDTH + 6 + bit) * 3
            pixels[place:place + 3] = bytes([255 if number >> bit & 1 else 0] * 3)
    return bytes(pixels)


def make(path, first, count, colour, tone, size="640x360", rate="30", keys=60, grain=0):
    """A clip of frames that are counted from `first`, with a tone and film grain."""
    seconds = eval(f"{count}/({rate})")
    noise = f",noise=alls={grain}:allf=t" if grain else ""
    program = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{WIDTH}x{HEIGHT}", "-r", rate,
         "-i", "-", "-f", "lavfi", "-i", f"sine=frequency={tone}:sample_rate=48000:duration={seconds}",
         "-vf", f"scale={size.replace('x', ':')}:flags=neighbor:out_color_matrix=bt709,format=yuv420p" + noise,
         "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv", "-ac", "2",
         "-c:v", "libx264", "-preset", "veryfast", "-g", str(keys), "-c:a", "aac", path], stdin=subprocess.PIPE)
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
