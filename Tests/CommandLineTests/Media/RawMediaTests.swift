import Processes
import TestSupport
import Testing

/// Pictures and samples without a header, from files and pipes: their pixels and samples are those that were computed
/// by hand.
@Suite struct RawMediaTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func shell(_ line: String) throws -> String {
    let result = try place.shell("set -o pipefail; " + line)
    try #require(result.exitCode == 0, "\(line): \(result.errorText)\(result.text)")
    return result.text
  }

  private func script(_ media: String, _ timeline: String, canvas: String = "") throws {
    try place.write(
      "film.edit",
      "edit: 1\nmedia: {made: \(media)}\n\(canvas)timeline: [\(timeline)]\noutputs: [{file: film.mp4}]\n")
  }

  /// The frames of a film, as the bytes of a .y4m file.
  private func frames(_ bytes: [UInt8], of length: Int) throws -> (header: String, frames: [[UInt8]]) {
    let end = try #require(bytes.firstIndex(of: 0x0A))
    let mark = Array("FRAME\n".utf8)
    let rest = bytes[(end + 1)...]
    try #require(rest.count % (mark.count + length) == 0)
    let frames = stride(from: rest.startIndex, to: rest.endIndex, by: mark.count + length).map { start in
      Array(rest[(start + mark.count)..<(start + mark.count + length)])
    }
    return (String(decoding: bytes[..<end], as: UTF8.self), frames)
  }

  private func pictures(_ count: Int, bytes: Int) -> [[UInt8]] {
    (0..<count).map { number in
      (0..<bytes).map { place -> UInt8 in
        let value: Int = place * 3 + place / 64 + 7 * number
        return UInt8(16 + value % 200)
      }
    }
  }

  @Test(
    "Planes reach the film unchanged, at any rate, with odd sides, from a take in the middle, backwards, and alone"
  )
  func planes() throws {
    let made = pictures(30, bytes: 64 * 48 * 3 / 2)
    try place.write("made", Array(made.joined()))
    let media = "{file: made.yuv, color: bt709, raw: {pixel-format: yuv420p, size: 64x48, rate: 30000/1001}}"
    try script(media, "{clip: made, take: 20f..25f}, {clip: made, take: 3f..6f, speed: -1x}")
    _ = try shell("cat made | \"$editc\" render film.edit --pipe made -o -.y4m > out.y4m")
    let film = try frames(place.bytes("out.y4m"), of: made[0].count)
    #expect(film.header.contains("W64 H48 F30000:1001"))
    #expect(film.frames == [20, 21, 22, 23, 24, 5, 4, 3].map { made[$0] })

    // From a file, of one frame, with odd sides: grey in full range becomes luma in limited range.
    var odd: [UInt8] = []
    for row in 0..<47 { odd += (0..<63).map { UInt8($0 + 2 * row) } }
    try place.write("odd.gray", odd)
    try script(
      "{file: odd.gray, raw: {pixel-format: gray, size: 63x47, rate: 25}}",
      "{clip: made, crop: 0px 0px 1px 1px}", canvas: "canvas: {size: 62x46}\n")
    _ = try shell("\"$editc\" render film.edit -o odd.y4m")
    let one = try frames(place.bytes("odd.y4m"), of: 62 * 46 * 3 / 2)
    #expect(one.frames.count == 1 && one.header.contains("F25:1"))
    for (row, column) in [(0, 0), (0, 61), (45, 0), (45, 61), (20, 31)] {
      let wanted = 16 + Double(column + 2 * row) * 219 / 255
      #expect(abs(Double(one.frames[0][62 * row + column]) - wanted) <= 1, "\(row) \(column)")
    }
  }

  @Test("Colours and alpha of RGB are those of BT.709, computed by hand")
  func colors() throws {
    // Half transparent white over black is grey of half the code: 126. Red and blue are 63, 102, 240 and 32, 240, 118.
    let (red, blue): ([UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 0, 255, 255])
    let (clear, half): ([UInt8], [UInt8]) = ([255, 255, 255, 0], [255, 255, 255, 128])
    for (format, order) in [("rgba", [0, 1, 2, 3]), ("bgra", [2, 1, 0, 3]), ("argb", [3, 0, 1, 2])] {
      let bytes = [red, blue, clear, half].flatMap { color in
        [[UInt8]](repeating: order.map { color[$0] }, count: 64 * 48).joined()
      }
      try place.write("made.rgb", bytes)
      try script(
        "{file: made.rgb, raw: {pixel-format: \(format), size: 64x48, rate: 25}}", "{clip: made}",
        canvas: "canvas: {background: black}\n")
      _ = try shell("\"$editc\" render film.edit -o out.y4m --force")
      let film = try frames(place.bytes("out.y4m"), of: 64 * 48 * 3 / 2)
      let means = [(63, 102, 240), (32, 240, 118), (16, 128, 128), (126, 128, 128)]
      #expect(film.frames.count == 4)
      for (frame, (y, u, v)) in zip(film.frames, means) {
        let wanted =
          [UInt8](repeating: UInt8(y), count: 3072) + [UInt8](repeating: UInt8(u), count: 768)
          + [UInt8](repeating: UInt8(v), count: 768)
        #expect(zip(frame, wanted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(format) \(y)")
      }
    }
    // One picture without a rate is a still.
    try place.write("made.rgb", Array([[UInt8]](repeating: [255, 0, 0], count: 64 * 48).joined()))
    try script(
      "{file: made.rgb, raw: {pixel-format: rgb24, size: 64x48}}", "{image: made, for: 3f}",
      canvas: "canvas: {size: 64x48, rate: 25}\n")
    _ = try shell("\"$editc\" render film.edit -o out.y4m --force")
    let still = try frames(place.bytes("out.y4m"), of: 64 * 48 * 3 / 2)
    #expect(still.frames.count == 3 && still.frames.allSatisfy { $0[0] == 63 && $0[3072] == 102 })
  }

  @Test("Samples in each format are heard as they were written, to the sample")
  func samples() throws {
    // 16-bit values, stereo; all formats can express them exactly.
    var values: [Int32] = []
    for number: Int32 in 0..<4000 {
      values.append(number * 7 % 32000 - 16000)
      values.append(number * 13 % 20000 - 10000)
    }
    func little(_ value: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
    func integer(_ shift: Int32, _ count: Int) -> (Int32) -> [UInt8] {
      { little(UInt64(truncatingIfNeeded: Int64($0) << Int64(shift)), count) }
    }
    let forms: [(String, (Int32) -> [UInt8])] = [
      ("s16le", integer(0, 2)), ("s24le", integer(8, 3)), ("s32le", integer(16, 4)),
      ("s16be", { integer(0, 2)($0).reversed() }), ("u16le", { little(UInt64($0 + 32768), 2) }),
      ("f32le", { little(UInt64((Float($0) / 32768).bitPattern), 4) }),
      ("f64le", { little((Double($0) / 32768).bitPattern, 8) }),
    ]
    let wanted = values.flatMap { little(UInt64(truncatingIfNeeded: $0), 2) }
    for (index, (format, bytes)) in forms.enumerated() {
      try place.write("made", values.flatMap(bytes))
      try place.write(
        "film.edit",
        """
        edit: 1
        media: {made: {file: made.pcm, raw: {sample-format: \(format), sample-rate: 48000, channels: stereo}}}
        timeline: [{clip: made}]
        outputs: [{file: film.wav}]

        """)
      _ = try shell(
        index % 2 == 0
          ? "cat made | \"$editc\" render film.edit --pipe made --force"
          : "mv made made.pcm; \"$editc\" render film.edit --force; rm made.pcm")
      _ = try shell("ffmpeg -nostdin -v error -y -i film.wav -f s16le out.pcm")
      #expect(try place.bytes("out.pcm") == wanted, "\(format)")
    }
  }

  @Test("The lock is enough to check a script, and an old one is compared with new bytes")
  func locked() throws {
    try place.write("made", Array(pictures(10, bytes: 64 * 48 * 3).joined()))
    try script("{file: made.rgb, raw: {pixel-format: rgb24, size: 64x48, rate: 25}}", "{clip: made}")
    _ = try shell("cat made | \"$editc\" lock film.edit --pipe made")
    #expect(try String(decoding: place.bytes("film.edit.lock"), as: UTF8.self).contains("container \"raw\""))
    let elsewhere = try place.shell("\"$editc\" lint film.edit --cache other")
    #expect(elsewhere.exitCode == 0, "\(elsewhere.text)")
    _ = try shell("\"$editc\" render film.edit -o out.y4m && head -c 92159 made > short")
    let short = try place.shell("cat short | \"$editc\" lock film.edit --pipe made")
    #expect(
      short.exitCode == 1
        && (short.text + short.errorText).contains("9215 bytes more than 9 whole pictures of 64x48 in rgb24"),
      "\(short.text)\(short.errorText)")
  }

  @Test("A wrong declaration is an error with the remedy; nothing is cut silently")
  func wrong() throws {
    try place.write("made.rgb", [UInt8](repeating: 9, count: 64 * 48 * 4 * 2))
    try place.write("made.pcm", [UInt8](repeating: 9, count: 4801))
    try place.write("made.y4m", "YUV4MPEG2 W64 H48 F25:1 Ip A1:1 C420mpeg2\nFRAME\n")
    func findings(_ media: String, _ item: String = "clip: made") throws -> String {
      try script(media, "{\(item)}")
      let result = try place.editc("lint", "film.edit")
      #expect(result.exitCode == 1)
      return result.text + result.errorText
    }
    let rgb = "pixel-format: rgb24, size: 64x48, rate: 25"
    #expect(try findings("{file: made.rgb, raw: {\(rgb)}}").contains("`rgba` or `gray`") == true)
    #expect(
      try findings("{file: made.rgb, raw: {pixel-format: rgba, size: 64x48}}")
        .contains("contains 2 pictures, not a single one"))
    #expect(
      try findings("{file: made.pcm, raw: {sample-format: s16le, sample-rate: 48000, channels: stereo}}")
        .contains("1 byte more than 1200 whole samples of 4 bytes"))
    #expect(try findings("{file: made.y4m, raw: {\(rgb)}}").contains("has a header (yuv4mpegpipe)"))
    #expect(try findings("{file: made.rgb, raw: {\(rgb)}}", "clip: made.rgb").contains("does not declare"))
    #expect(try findings("{file: made.rgb, raw: {pixel-format: rgb24}}").contains("raw media needs `size`"))
    #expect(
      try findings("{file: made.rgb, raw: {size: 64x48}}").contains("`pixel-format` or `sample-format`"))
    #expect(
      try findings("{file: made.rgb, raw: {\(rgb), channels: mono}}").contains("which have no `channels`"))
    let misspelled = try findings("{file: made.rgb, raw: {pixel-format: rgb42, size: 64x48}}")
    #expect(misspelled.contains("rgb4") && !misspelled.contains("cannot be read"), "\(misspelled)")
    #expect(try findings("made.rgb", "clip: made").contains("write `raw` under `media`"))
    // What has no header is not copied.
    try place.write("made.pcm", [UInt8](repeating: 9, count: 48_000))
    try place.write(
      "film.edit",
      """
      edit: 1
      media: {made: {file: made.pcm, raw: {sample-format: s16le, sample-rate: 48000, channels: mono}}}
      timeline: [{clip: made}]
      outputs: [{file: film.wav, mode: passthrough}]

      """)
    let copied = try place.editc("lint", "film.edit")
    #expect((copied.text + copied.errorText).contains("samples without a header"), "\(copied.text)")
  }
}
