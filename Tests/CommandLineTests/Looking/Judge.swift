import Basics
import TestSupport
import Testing

/// Runs a few lines of Python in a test's folder; what they print.
func python(_ lines: String, in place: Workplace, _ arguments: [String] = []) throws -> String {
  let result = try run(["/usr/bin/python3", "-c", lines] + arguments, in: place.root)
  try #require(result.exitCode == 0, "\(result.errorText)")
  return result.text
}

extension Workplace {
  /// A film whose frame N has the luma 16 + (37 N mod 200) all over: neighbours differ by far.
  func makeNumbered(_ name: String, seconds: Int = 20, filter: String = "null", _ encoding: [String]) throws {
    let source = "color=black:s=64x36:r=30,format=yuv420p,geq=lum='16+mod(37*N,200)':cb=128:cr=128,\(filter)"
    let result = try run(
      ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-t", "\(seconds)"] + encoding
        + ["-pix_fmt", "yuv420p", "-threads", "1", path(name)])
    try #require(result.exitCode == 0, "\(result.errorText)")
  }

  /// A film of which some pictures in the middle cannot be decoded.
  func makeDamaged(_ name: String) throws {
    var bytes = try bytes(Footage.busy)
    for index in (bytes.count / 2)..<(bytes.count / 2 + 20_000) where index < bytes.count {
      bytes[index] = 0xA5
    }
    try write(name, bytes)
  }

  /// The luma of pictures, from 16 to 235, as Pillow reads them.
  func lumas(_ names: [String]) throws -> [Double] {
    let text = try python(
      """
      import sys
      from PIL import Image
      for name in sys.argv[1:]:
          picture = Image.open(name)
          picture.load()
          red, green, blue = picture.convert("RGB").resize((1, 1), Image.BOX).getpixel((0, 0))
          print(16 + 219 / 255 * (0.2126 * red + 0.7152 * green + 0.0722 * blue))
      """, in: self, names)
    return text.split(separator: "\n").compactMap { Double($0) }
  }
}

/// A moment as a report tells it, in frames of so many a second.
func frames(_ time: JSONValue?, rate: Int64 = 30) -> Double? {
  guard let value = time?["value"]?.integerValue, let scale = time?["timescale"]?.integerValue else {
    return nil
  }
  return Double(value * rate) / Double(scale)
}

/// What frame N of a numbered film has.
func numberedLuma(_ frame: Int) -> Double { Double(16 + 37 * frame % 200) }
