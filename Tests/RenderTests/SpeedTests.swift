import FoundationEssentials
import TestSupport
import Testing

@Suite("Every frame of a faster, slower or backward take shows what is on screen at its middle")
struct SpeedTests {
  /// The moment of the media at a moment of the item, worked out apart from the program.
  typealias Clock = @Sendable (Fraction) -> Fraction

  struct Part: Sendable {
    let keys: String
    let length: Fraction
    let clock: Clock
  }

  static let parts: [Part] = [
    Part(keys: "take: 1s..3s, speed: 2x", length: 1) { $0 * 2 + 1 },
    Part(keys: "take: 1s..2s, speed: 0.5x", length: 2) { $0 / 2 + 1 },
    Part(keys: "take: 0.5s..2s, speed: 1.5x", length: 1) { $0 * Fraction(3, 2) + Fraction(1, 2) },
    Part(keys: "take: 7s..9s, speed: -1x", length: 2) { Fraction(9) - $0 },
    Part(keys: "take: 2s..9s, speed: -3.5x", length: 2) { Fraction(9) - $0 * Fraction(7, 2) },
    // The speed grows by 3/2 a second: t + 3/4 t^2.
    Part(keys: "take: 0s..5s, speed: 1x -> 4x", length: 2) { $0 + $0 * $0 * Fraction(3, 4) },
    // 1 s up to 3x, 1 s at 3x: t + t^2, then 2 + 3 (t - 1).
    Part(keys: "take: 1s..6s, speed: 1x -> 3x over first 1s", length: 2) {
      $0 < 1 ? Fraction(1) + $0 + $0 * $0 : $0 * 3
    },
    Part(keys: "take: 0s..1s, for: 3s", length: 3) { $0 / 3 },
    Part(keys: "take: 4s..4.5s, loop: 3", length: "1.5") { time in
      Fraction(4) + time - Fraction(Fraction(1, 2) < time ? (1 < time ? 2 : 1) : 0, 2)
    },
    Part(keys: "take: 4s..5s, loop: fill, speed: -2x, for: 1.2s", length: "1.2") { time in
      Fraction(5) - (time - Fraction(Fraction(1, 2) < time ? (1 < time ? 2 : 1) : 0, 2)) * 2
    },
  ]

  private func script(_ path: String, _ rate: String) -> String {
    """
    edit: 1
    canvas: {size: \(CounterPicture.width)x\(CounterPicture.height), rate: \(rate)}
    timeline:
    \(Self.parts.map { "  - {clip: \(path), \($0.keys)}\n" }.joined())
      - {clip: \(path), freeze: 2s, for: 5f}
    outputs: [{file: film.mp4, video: {speed: ultrafast, quality: 18}, audio: {codec: none}}]
    """
  }

  @Test(
    "on its own canvas and on others",
    arguments: [("25", "25"), ("30000/1001", "25"), ("30", "24000/1001")])
  func parts(media: String, canvas: String) throws {
    let medium = try Shelf.medium(rate: media)
    let folder = try TemporaryFolder()
    let path = folder.path("film.mp4")
    try editc(["render", folder.write("film.edit", script(medium.path, canvas)), "-o", path, "--no-cache"])
    let rate = Fraction(canvas)
    var start = Fraction(0)
    var expected: [Int] = []
    for part in Self.parts {
      let end = start + part.length
      for frame in (start * rate).rounded..<(end * rate).rounded {
        let moment = part.clock(Fraction(2 * frame + 1, 2) / rate - start)
        // A tie is what was on screen just before: on the way back, what starts then.
        let isBack = part.keys.contains("speed: -")
        let shown = medium.pictures.last { isBack ? !(moment < $0.time) : $0.time < moment }
        expected.append((shown ?? medium.pictures[0]).number)
      }
      start = end
    }
    let frozen = medium.pictures.last { $0.time < 2 || !(2 < $0.time) }?.number ?? 0
    expected += Array(repeating: frozen, count: 5)
    let film = try DecodedFilm(path)
    let wrong = zip(film.numbers, expected).enumerated().filter { $0.element.0 != $0.element.1 }
    #expect(film.numbers.count == expected.count)
    #expect(wrong.isEmpty, "\(wrong.prefix(8).map { "\($0.offset): \($0.element)" })")
  }

  @Test("Pictures between pictures are the same bytes for any number of workers")
  func workers() throws {
    let folder = try TemporaryFolder()
    let source = folder.path("waves.mkv")
    let made = try run([
      "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=10:duration=4",
      "-c:v",
      "ffv1", source,
    ])
    try #require(made.exitCode == 0, "\(made.errorText)")
    let script = try folder.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 160x90, rate: 25}
      timeline: [{clip: \(source), take: ..4s, speed: 0.5x, between: motion}]
      outputs: [{file: film.mp4, video: {speed: ultrafast}, audio: {codec: none}}]
      """)
    let films = try ["1", "3"].map { jobs in
      let path = folder.path("film-\(jobs).mp4")
      try editc(["render", script, "-o", path, "--no-cache", "--jobs", jobs])
      return try Data(contentsOf: URL(filePath: path))
    }
    #expect(films[0] == films[1])
    let count = try run([
      "ffprobe", "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0",
      folder.path("film-1.mp4"),
    ])
    #expect(count.text == "200\n")
  }

  @Test("A take that is turned round twice is the take, and a part of the film shows what the whole shows")
  func rangeOfFilm() throws {
    let medium = try Shelf.medium(rate: "25")
    let folder = try TemporaryFolder()
    let script = """
      edit: 1
      canvas: {size: \(CounterPicture.width)x\(CounterPicture.height), rate: 25}
      timeline: [{sequence: back, speed: -1x}]
      sequences: {back: [{clip: \(medium.path), take: 1s..5s, speed: -1x, audio: off}]}
      outputs: [{file: film.mp4, video: {speed: ultrafast, quality: 18}}]
      """
    let path = try folder.write("film.edit", script)
    try editc(["render", path, "-o", folder.path("whole.mp4"), "--no-cache"])
    try editc(["render", path, "-o", folder.path("part.mp4"), "--no-cache", "--range", "1.2s..2.4s"])
    #expect(try DecodedFilm(folder.path("whole.mp4")).numbers == Array(25..<125).map(Optional.some))
    #expect(try DecodedFilm(folder.path("part.mp4")).numbers == Array(55..<85).map(Optional.some))
  }

  /// A sequence is drawn with its transparency and then over the film, which rounds twice.
  @Test("A sequence shows what its items do in the timeline, to one code, and plays exactly that")
  func nested() throws {
    let media = (try Shelf.medium(rate: "25").path, try Shelf.medium(rate: "30000/1001").path)
    let folder = try TemporaryFolder()
    let head = "edit: 1\ncanvas: {size: 160x120, rate: 25, background: teal}\n"
    let output = "outputs: [{file: film.mkv, video: {codec: ffv1}}]\n"
    let items = [
      "{clip: \(media.0), take: 1s..3s, opacity: 0 -> 1 over first 1s, width: 96px, place: top left}",
      "{transition: circle open 0.4s}", "{clip: \(media.1), take: 0s..2s, volume: 0.5}",
    ]
    let flat = head + "timeline: [{color: navy, for: 0.48s}, \(items.joined(separator: ", "))]\n" + output
    let nested =
      head + "timeline: [{color: navy, for: 0.48s}, {sequence: outer}]\n"
      + "sequences: {outer: [\(items[0]), \(items[1]), {sequence: inner}], inner: [\(items[2])]}\n" + output
    var (pictures, sounds): ([[UInt8]], [[UInt8]]) = ([], [])
    for (name, script) in [("flat", flat), ("nested", nested)] {
      let film = folder.path(name + ".mkv")
      try editc(["render", folder.write(name + ".edit", script), "-o", film, "--no-cache"])
      pictures.append(try ffmpeg(["-i", film, "-map", "0:v", "-pix_fmt", "yuv420p", "-f", "rawvideo", "-"]))
      sounds.append(try ffmpeg(["-i", film, "-map", "0:a", "-f", "s16le", "-"]))
    }
    #expect(sounds[0] == sounds[1] && sounds[0].count > 100_000)
    try #require(pictures[0].count == pictures[1].count && pictures[0].count > 1_000_000)
    #expect(zip(pictures[0], pictures[1]).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test("Another script is a clip of its own canvas, found from where it stands")
  func otherScript() throws {
    let medium = try Shelf.medium(rate: "25")
    let folder = try TemporaryFolder()
    let size = "\(CounterPicture.width)x\(CounterPicture.height)"
    try folder.write(
      "parts/inner.edit",
      "edit: 1\ncanvas: {size: \(size), rate: 25}\ntimeline: [{clip: clip.mp4, take: 1s..3s}]\n")
    try ffmpeg(["-i", medium.path, "-c", "copy", folder.path("parts/clip.mp4")])
    let script = """
      edit: 1
      timeline: [{edit: parts/inner.edit, speed: 2x}, {edit: parts/inner.edit, take: ..0.4s}]
      outputs: [{file: film.mp4, video: {speed: ultrafast, quality: 18}}]
      """
    let film = folder.path("film.mp4")
    try editc(["render", folder.write("film.edit", script), "-o", film, "--no-cache"])
    let expected = Array(stride(from: 25, to: 75, by: 2)) + Array(25..<35)
    #expect(try DecodedFilm(film).numbers == expected.map(Optional.some))
    // A script that plays itself says the circle.
    try folder.write("a.edit", "edit: 1\ntimeline: [{edit: b.edit}]\n")
    try folder.write("b.edit", "edit: 1\ntimeline: [{edit: a.edit}]\n")
    let found = try run([builtEditc, "lint", folder.path("a.edit")])
    #expect(said(found).contains("b.edit -> a.edit -> b.edit"), "\(said(found))")
    try folder.write("c.edit", "edit: 1\ntimeline: [{edit: none.edit}, {edit: d.edit}]\n")
    try folder.write("d.edit", "edit: 1\n\ntimeline: [{clop: x.mp4}]\n")
    let broken = try run([builtEditc, "lint", folder.path("c.edit")])
    #expect(said(broken).contains("'none.edit' cannot be read"), "\(said(broken))")
    #expect(said(broken).contains("'d.edit' has errors: line 3"), "\(said(broken))")
  }

  @Test("An image sequence holds, blackens or refuses what is missing")
  func images() throws {
    let folder = try TemporaryFolder()
    let size = "\(CounterPicture.width)x\(CounterPicture.height)"
    let numbers = [3, 4, 5, 6, 9, 10, 11]
    for number in numbers {
      let raw = folder.path("raw")
      try Data(CounterPicture.draw(number)).write(to: URL(filePath: raw))
      let digits = String(repeating: "0", count: 3 - "\(number)".count) + "\(number)"
      try ffmpeg(
        ["-f", "rawvideo", "-pix_fmt", "gray", "-s", size, "-i", raw, folder.path("p\(digits).png")])
    }
    let script = { (missing: String) in
      """
      edit: 1
      media:
        shots: {file: "p%03d.png", frames: {rate: 12.5}\(missing)}
        fast: {file: ., frames: {pattern: "p%03d.png", rate: 25}\(missing)}
      canvas: {size: \(size), rate: 25}
      timeline: [{clip: shots}, {clip: fast, speed: -1x}]
      outputs: [{file: film.mp4, video: {speed: ultrafast, quality: 10}}]
      """
    }
    for (word, filler) in [("hold", 6), ("black", nil)] as [(String, Int?)] {
      let film = folder.path(word + ".mp4")
      let path = try folder.write(word + ".edit", script(", missing: \(word)"))
      try editc(["render", path, "-o", film, "--no-cache"])
      let once: [Int?] = [3, 4, 5, 6, filler, filler, 9, 10, 11]
      #expect(try DecodedFilm(film).numbers == once.flatMap { [$0, $0] } + once.reversed())
    }
    let refused = try run([builtEditc, "lint", folder.write("error.edit", script(""))])
    #expect(said(refused).contains("'p007.png', the first of 2 missing ones"), "\(said(refused))")
  }

  @Test("The pictures of an image sequence keep their alpha, and what is missing may be black")
  func transparentImages() throws {
    let folder = try TemporaryFolder()
    // White on the left half, nothing on the right one, which is half there in the second picture.
    for (number, alpha) in [(1, "255*lt(X,32)"), (2, "255*lt(X,32)+128*gte(X,32)"), (4, "255*lt(X,32)")] {
      try ffmpeg([
        "-f", "lavfi", "-i", "color=white:s=64x36:d=1,format=rgba,geq=r=255:g=255:b=255:a='\(alpha)'",
        "-frames:v", "1", folder.path("a0\(number).png"),
      ])
    }
    let script = """
      edit: 1
      media: {shots: {file: "a%02d.png", frames: {rate: 10}, missing: black}}
      canvas: {size: 64x36, rate: 10}
      timeline: [{color: "#404040", for: 400ms}]
      overlays: [{clip: shots}]
      outputs: [{file: film.mp4, video: {speed: ultrafast, quality: 1}}]
      """
    let film = folder.path("film.mp4")
    try editc(["render", folder.write("film.edit", script), "-o", film, "--no-cache"])
    let bytes = try ffmpeg([
      "-i", film, "-fps_mode", "passthrough", "-vf", "extractplanes=y", "-f", "rawvideo", "-",
    ])
    #expect(bytes.count == 4 * 64 * 36)
    // 16 + 219 * 64/255 is the gray below.
    let gray = 16 + 219 * 64.0 / 255
    let right = [gray, (235 * 128 + gray * 127) / 255, 16, gray]
    for frame in 0..<4 {
      let line = Array(bytes[(frame * 36 + 18) * 64..<(frame * 36 + 19) * 64])
      #expect(abs(Double(line[10]) - (frame == 2 ? 16 : 235)) <= 2, "left of frame \(frame): \(line[10])")
      #expect(abs(Double(line[50]) - right[frame]) <= 2, "right of frame \(frame): \(line[50])")
    }
  }

  private func said(_ result: ProgramResult) -> String { result.text + result.errorText }
}
