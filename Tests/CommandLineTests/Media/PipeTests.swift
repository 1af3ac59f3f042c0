import Processes
import TestSupport
import Testing

/// Pictures and sound through pipes, judged by their bytes and by ffmpeg.
@Suite struct PipeTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func shell(_ line: String) throws -> String {
    let result = try place.shell("set -o pipefail; " + line)
    try #require(result.exitCode == 0, "\(line): \(result.errorText)")
    return result.text
  }

  /// The header of a YUV4MPEG2 file, and the bytes of each of its frames.
  private func frames(_ bytes: [UInt8], of length: Int) throws -> (header: String, frames: [[UInt8]]) {
    let end = try #require(bytes.firstIndex(of: 0x0A))
    let (line, mark) = (String(decoding: bytes[..<end], as: UTF8.self), Array("FRAME\n".utf8))
    var (frames, position): ([[UInt8]], Int) = ([], end + 1)
    while position < bytes.count {
      try #require(bytes[position...].starts(with: mark) && position + mark.count + length <= bytes.count)
      frames.append(Array(bytes[(position + mark.count)..<(position + mark.count + length)]))
      position += mark.count + length
    }
    return (line, frames)
  }

  @Test("A film without compression goes to a pipe: its pixels are those that were computed by hand")
  func toPipe() throws {
    // Red of BT.709 in limited range is 63, 102, 240; grey of half the light code is 126, 128, 128.
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x48, rate: 29.97}
      timeline: [{color: red, for: 3f}, {color: "#808080", for: 2f}]
      outputs: [{file: film.mp4}]

      """)
    _ = try shell("\"$editc\" render film.edit -o -.y4m > out.y4m")
    let film = try frames(place.bytes("out.y4m"), of: 64 * 48 * 3 / 2)
    #expect(film.header == "YUV4MPEG2 W64 H48 F30000:1001 Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED")
    func plane(_ y: UInt8, _ u: UInt8, _ v: UInt8) -> [UInt8] {
      [UInt8](repeating: y, count: 64 * 48) + [UInt8](repeating: u, count: 32 * 24)
        + [UInt8](repeating: v, count: 32 * 24)
    }
    #expect(film.frames.prefix(3).allSatisfy { $0 == plane(63, 102, 240) })
    #expect(film.frames.suffix(2).allSatisfy { $0 == plane(126, 128, 128) })
    #expect(film.frames.count == 5)
  }

  @Test(
    "ffmpeg reads the pictures from the pipe as those of a lossless file",
    arguments: [
      ("", "yuv420p"), (", video: {depth: 10}", "yuv420p10le"),
      (", video: {pixel-format: yuv444p}", "yuv444p"),
    ])
  func read(output: String, form: String) throws {
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 66x50, rate: 25\(form.contains("p10") ? ", depth: 10" : "")}
      timeline: [{bars: smpte, for: 10f}, {gradient: red -> blue, for: 5f}]
      outputs: [{name: raw, file: film.y4m\(output)}, {name: coded, file: film.mkv\(output.isEmpty ? ", video: {codec: ffv1}" : output.replacing("{", with: "{codec: ffv1, "))}]

      """)
    let judge = "ffmpeg -nostdin -v error -f yuv4mpegpipe -i /dev/stdin -f framemd5 - | grep -v '^#'"
    let piped = try shell("\"$editc\" render film.edit --only raw -o -.y4m | \(judge)")
    _ = try shell("\"$editc\" render film.edit --only coded")
    func digests(_ text: String) -> [Substring] {
      text.split(separator: "\n").map { $0.split(separator: " ").last ?? "" }
    }
    #expect(
      try digests(piped)
        == digests(shell("ffmpeg -nostdin -v error -i film.mkv -f framemd5 - | grep -v '^#'")))
    let found = try shell(
      "\"$editc\" render film.edit --only raw && ffprobe -v error -show_entries "
        + "stream=width,height,pix_fmt,r_frame_rate -of csv=p=0 film.y4m")
    #expect(found == "66,50,\(form),25/1\n")
  }

  /// Pictures of a program: gradients that move.
  private func pictures(_ count: Int) -> [[UInt8]] {
    (0..<count).map { number in
      let luma = (0..<64 * 48).map { UInt8(16 + ($0 % 64 + $0 / 64 + 7 * number) % 220) }
      let chroma = (0..<2 * 32 * 24).map { UInt8(100 + ($0 * 3 + number) % 50) }
      return luma + chroma
    }
  }

  private func writeProgram(_ pictures: [[UInt8]]) throws {
    let header = Array("YUV4MPEG2 W64 H48 F25:1 Ip A1:1 C420mpeg2\n".utf8)
    try place.write("made", pictures.reduce(into: header) { $0 += Array("FRAME\n".utf8) + $1 })
  }

  @Test("Pictures from a pipe are stored, locked, and shown without a change, by any later command")
  func fromPipe() throws {
    let made = pictures(12)
    try writeProgram(made)
    try place.write(
      "film.edit",
      """
      edit: 1
      media: {made: {file: made.y4m, color: bt709}}
      timeline: [{clip: made, take: 2f..10f}]
      outputs: [{file: film.mp4}]

      """)
    let output = try shell("cat made | \"$editc\" render film.edit --pipe made -o -.y4m > out.y4m")
    #expect(output.isEmpty)
    #expect(try frames(place.bytes("out.y4m"), of: 64 * 48 * 3 / 2).frames == Array(made[2..<10]))

    // Without a lock, nothing states which bytes they are.
    #expect(try place.editc("lint", "film.edit").text.contains("missing-file"))
    _ = try shell("cat made | \"$editc\" lock film.edit --pipe made.y4m")
    let digest = try shell("sha256sum < made").prefix(64)
    #expect(try String(decoding: place.bytes("film.edit.lock"), as: UTF8.self).contains(digest))
    #expect(try !isThere(place.path("made.y4m")) && place.editc("lint", "film.edit").exitCode == 0)
    _ = try shell("\"$editc\" render film.edit -o again.y4m")
    #expect(try place.bytes("again.y4m") == place.bytes("out.y4m"))

    // On another machine, without the store, the lock is enough to check the script.
    let elsewhere = try place.shell("XDG_CACHE_HOME=\"$PWD/other\" \"$editc\" lint film.edit --cache other")
    #expect(elsewhere.exitCode == 0, "\(elsewhere.text)")

    // Other bytes are not taken for those of the lock.
    try writeProgram(pictures(11))
    let other = try place.shell("cat made | \"$editc\" render film.edit --pipe made -o -.y4m | wc -c")
    #expect(other.text == "0\n" && other.errorText.contains("media-differs-from-lock"), "\(other.errorText)")
    _ = try shell("cat made | \"$editc\" lock film.edit --pipe made")
    _ = try shell("\"$editc\" render film.edit -o third.y4m")
  }

  @Test("Sound of a program is taken to the sample, though its file does not state how long it is")
  func sound() throws {
    try place.write(
      "film.edit",
      "edit: 1\naudio: [{clip: made.mka, at: 0s}]\ntimeline: [{gap: 1s}]\noutputs: [{file: film.wav}]\n")
    let generate =
      "ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=0.4*sin(1000*t)|0.2*sin(3000*t):s=48000:d=1' -bitexact -c:a pcm_s16le -f matroska -"
    _ = try shell("\(generate) | \"$editc\" render film.edit --pipe made.mka")
    func samples(_ file: String) throws -> String {
      try shell("ffmpeg -nostdin -v error -i \(file) -f s16le - | sha256sum")
    }
    _ = try shell("\(generate) > made")
    #expect(try samples("film.wav") == samples("made"))
  }

  @Test("A pipe is refused where it would not be used, and when it contains nothing")
  func refused() throws {
    try place.write(
      "film.edit",
      "edit: 1\ntimeline: [{clip: made.y4m, take: ..2f}]\noutputs: [{file: film.mkv, video: {codec: ffv1}}]\n"
    )
    let refusals: [(String, Int32, String)] = [
      (": | \"$editc\" render film.edit --pipe made.y4m", 65, "contains nothing; did its program fail?"),
      (": | \"$editc\" render film.edit --pipe made.mov", 2, "the script plays no media file 'made.mov'"),
      (": | \"$editc\" render film.edit --pipe made.y4m --no-cache", 2, "--pipe needs the cache"),
      ("cat film.edit | \"$editc\" render - --pipe made.y4m -o a.mkv", 2, "--pipe needs a script in a file"),
      (
        "printf 'YUV4MPEG2 W64 H48 F25:1 Ip A1:1 C444\\nFRAME\\n' > made.y4m; head -c 9216 /dev/zero >> made.y4m; "
          + ": | \"$editc\" render film.edit --pipe made.y4m", 2, "is a file at its path"
      ),
    ]
    for (line, code, words) in refusals {
      let result = try place.shell(line)
      #expect(result.exitCode == code && result.errorText.contains(words), "\(line): \(result.errorText)")
    }
    let stored = try place.shell("find cache -name 'pipe-*'")
    #expect(stored.text.isEmpty)
  }
}
