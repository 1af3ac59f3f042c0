import TestSupport
import Testing

/// Stills as Pillow and ffmpeg write them, over a plain colour, held against levels computed by hand.
@Suite("Kinds of still pictures", .serialized)
struct StillFormatTests {
  /// Y, Cb and Cr of the first frame at (16, 16) and at (48, 16).
  private func levels(_ folder: TemporaryFolder, _ media: String, canvas: String = "") throws -> [[Int]] {
    let film = folder.path("film.mp4")
    let script = """
      edit: 1
      media: {it: \(media)}
      canvas: {size: 64x32, rate: 10\(canvas)}
      timeline: [{color: "#404040", for: 200ms}]
      overlays: [{image: it}]
      outputs: [{file: film.mp4, video: {quality: 1, speed: veryfast\(canvas.isEmpty ? "" : ", depth: 10")}}]
      """
    try editc(["render", folder.write("film.edit", script), "-o", film, "--no-cache", "--force"])
    let format = canvas.isEmpty ? "yuv444p" : "yuv444p10le"
    let bytes = try ffmpeg([
      "-i", film, "-frames:v", "1", "-vf", "scale=flags=neighbor", "-pix_fmt", format, "-f", "rawvideo", "-",
    ])
    let width = canvas.isEmpty ? 1 : 2
    return [16, 48].map { x in
      (0..<3).map { plane in
        let place = (plane * 32 * 64 + 16 * 64 + x) * width
        return width == 1 ? Int(bytes[place]) : Int(bytes[place]) + Int(bytes[place + 1]) << 8
      }
    }
  }

  private func pillow(_ folder: TemporaryFolder, _ program: String) throws {
    let made = try run(["/usr/bin/python3", "-c", "from PIL import Image\n" + program], in: folder.root)
    try #require(made.exitCode == 0, "\(made.errorText)")
  }

  private func expect(_ found: [Int], _ wanted: [Double], within tolerance: Double = 2) {
    for (code, level) in zip(found, wanted) {
      #expect(abs(Double(code) - level) <= tolerance, "\(found), not \(wanted)")
    }
  }

  /// 16 + 219 * 64/255: the gray below.
  private let gray = [70.96, 128, 128]

  @Test("WebP, with alpha and without")
  func webP() throws {
    let folder = try TemporaryFolder()
    // Red that is half there on the left, nothing on the right.
    try pillow(
      folder,
      """
      image = Image.new("RGBA", (64, 32), (255, 0, 0, 128))
      image.paste((255, 255, 255, 0), (32, 0, 64, 32))
      image.save("a.webp", lossless=True, exact=True)
      Image.new("RGB", (64, 32), (0, 0, 255)).save("b.webp", lossless=True)
      """)
    let red = [62.56, 102.34, 240]
    let found = try levels(folder, "a.webp")
    expect(found[0], zip(red, gray).map { ($0 * 128 + $1 * 127) / 255 })
    expect(found[1], gray)
    expect(try levels(folder, "b.webp")[0], [31.8, 240, 117.7], within: 3)
  }

  @Test("PNG of 16 bits, in 8 and in 10 bits")
  func sixteenBits() throws {
    let folder = try TemporaryFolder()
    // 0.3 and 0.7 of the whole scale.
    try ffmpeg([
      "-f", "lavfi", "-i", "color=black:s=64x32:d=1,format=gray16le,geq=lum='if(lt(X,32),19661,45875)'",
      "-frames:v", "1", "-pix_fmt", "rgb48be", folder.path("deep.png"),
    ])
    let plain = try levels(folder, "deep.png")
    expect(plain[0], [16 + 219 * 0.3, 128, 128])
    expect(plain[1], [16 + 219 * 0.7, 128, 128])
    let deep = try levels(folder, "deep.png", canvas: ", depth: 10")
    expect(deep[0], [64 + 876 * 0.3, 512, 512], within: 3)
    expect(deep[1], [64 + 876 * 0.7, 512, 512], within: 3)
  }

  @Test("PNG whose colours are multiplied by their alpha already, and one whose alpha is not looked at")
  func premultiplied() throws {
    let folder = try TemporaryFolder()
    // White at half, written as 128 of 255 with an alpha of 128.
    try pillow(folder, "Image.new('RGBA', (64, 32), (128, 128, 128, 128)).save('a.png')")
    expect(
      try levels(folder, "{file: a.png, alpha: premultiplied}")[0],
      [(235.0 * 128 + gray[0] * 127) / 255, 128, 128])
    let half = 16 + 219 * 128.0 / 255
    expect(try levels(folder, "a.png")[0], [(half * 128 + gray[0] * 127) / 255, 128, 128])
    expect(try levels(folder, "{file: a.png, alpha: ignore}")[0], [half, 128, 128])
  }

  @Test("pure red is the red of BT.709")
  func red() throws {
    let folder = try TemporaryFolder()
    try pillow(folder, "Image.new('RGB', (64, 32), (255, 0, 0)).save('red.png')")
    expect(try levels(folder, "red.png")[0], [63, 102, 240], within: 1)
  }
}
