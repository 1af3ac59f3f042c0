import TestSupport
import Testing

/// Each frame of the footage carries its own number as bars. What a counter draws over it must be, bit for bit, what a
/// `text` item draws whose words were computed from that number by hand.
@Suite("Counters that show the source", .serialized)
struct SourceCounterTests {
  /// Media with a timecode, and the rate of a film of them.
  struct Footage: Sendable, CustomStringConvertible {
    let rate: String
    /// As scripts and names of frames write it.
    let filmRate: String
    /// Nil for media without one.
    let timecode: String?
    let nominal: Int

    var description: String { "\(rate) from \(timecode ?? "nothing") in a film at \(filmRate)" }
    var isDropFrame: Bool {
      timecode.map { $0.contains(";") } ?? ["30000/1001", "60000/1001"].contains(rate)
    }
  }

  static let footage = [
    Footage(rate: "25", filmRate: "25", timecode: "09:59:58:20", nominal: 25),
    Footage(rate: "30000/1001", filmRate: "29.97", timecode: "00:00:58;10", nominal: 30),
    Footage(rate: "24", filmRate: "24", timecode: "23:59:59:00", nominal: 24),
    Footage(rate: "60", filmRate: "60", timecode: "01:00:00:00", nominal: 60),
    Footage(rate: "24000/1001", filmRate: "23.976", timecode: "01:00:00:00", nominal: 24),
    Footage(rate: "60000/1001", filmRate: "59.94", timecode: "00:08:59;30", nominal: 60),
    Footage(rate: "30000/1001", filmRate: "29.97", timecode: "00:09:58;10", nominal: 30),
    Footage(rate: "30000/1001", filmRate: "29.97", timecode: "00:00:59:10", nominal: 30),
    Footage(rate: "25", filmRate: "50", timecode: "10:00:00:00", nominal: 25),
    Footage(rate: "60", filmRate: "24", timecode: "10:00:00:00", nominal: 60),
    Footage(rate: "30000/1001", filmRate: "29.97", timecode: nil, nominal: 30),
    Footage(rate: "25", filmRate: "25", timecode: nil, nominal: 25),
  ]

  /// How the footage plays; the numbers of frames count at the rate of the film.
  static let stories = [
    [
      "{clip: clip, take: 0s..1s}", "{clip: clip, take: 2s..3s, speed: 2x}",
      "{clip: clip, take: 1s..2s, speed: -1x}",
    ],
    ["{clip: clip, freeze: 1.3s, for: 4f}", "{gap: 3f}", "{clip: clip, take: 0.4s..0.8s, loop: 3}"],
    ["{clip: clip, take: 1s..3s, speed: 0.5x -> 2x}", "{clip: clip, take: 3s..3.5s, speed: 0.5x}"],
    ["{sequence: part}", "{clip: clip, take: 0.3s..1.2s, speed: -1.5x}"],
    ["{clip: clip, take: 1s..2s}", "{transition: dissolve 10f}", "{clip: clip, take: 3s..4s}"],
  ]

  /// 60 films in `make judge`.
  static let films = cases(
    footage.flatMap { footage in stories.indices.map { (footage, $0) } }, quick: 2, sample: 8)

  @Test("show the timecode of the picture in each frame", arguments: films)
  func timecode(_ footage: Footage, _ number: Int) throws {
    let shelf = try CounterShelf(footage)
    let story = Self.stories[number].joined(separator: ", ")
    let film = try shelf.film(
      "film", "[\(story)]", overlays: "[{counter: {of: story, show: timecode}, \(CounterShelf.look)}]",
      rest: "sequences: {part: [{clip: clip, take: 2s..3s}]}\n")
    var words = film.map { shelf.number(in: $0).map { shelf.timecode(ofFrame: $0) } }
    if number == 3 {
      // A sequence counts from its own start, at the rate of the film.
      let own = CounterShelf.Clock(rate: footage.filmRate, timecode: nil)
      for frame in 0..<shelf.frames(ofSeconds: 1) { words[frame] = own.timecode(after: frame) }
    }
    if number == 4 {
      // Both pictures mix; the one that comes in plays from the start of its take.
      let first = shelf.frames(ofSeconds: 1) - 10
      for frame in first..<first + 10 {
        words[frame] = shelf.timecode(ofFrame: shelf.number(inFrame: frame, of: 3, overlap: 10))
      }
    }
    #expect(words.compactMap(\.self).count > 20 && Set(words).count > 10)
    #expect(words.contains(nil) == (number == 1))
    let drawn = try shelf.drawn(words)
    try #require(drawn.count == film.count)
    for (frame, (shown, judged)) in zip(film, drawn).enumerated() {
      let isSame = shelf.lettering(shown) == shelf.lettering(judged)
      #expect(
        isSame,
        "\(footage), story \(number), frame \(frame): not \(words[frame] ?? "empty")")
    }
  }

  @Test("show the earlier one of two pictures that are mixed, forwards and backwards")
  func between() throws {
    let shelf = try CounterShelf(Self.footage[0])
    let slow = "clip: clip, take: 1s..2s, between: blend"
    let film = try shelf.film(
      "film", "[{\(slow), speed: 0.5x}, {\(slow), speed: -0.5x}]",
      overlays: "[{counter: {of: story, show: frame}, \(CounterShelf.look)}]")
    try #require(film.count == 100)
    let numbers = (0..<100).map { $0 < 50 ? 25 + $0 / 2 : 49 - ($0 - 50) / 2 }
    // Every second frame shows a picture as it was recorded.
    for frame in 0..<100 where (frame % 2 == 0) == (frame < 50) {
      #expect(shelf.number(in: film[frame]) == numbers[frame], "frame \(frame)")
    }
    for (frame, (shown, judged)) in zip(film, try shelf.drawn(numbers.map { "0\($0)" })).enumerated() {
      let isSame = shelf.lettering(shown) == shelf.lettering(judged)
      #expect(isSame, "frame \(frame): not \(numbers[frame])")
    }
  }

  @Test("show numbers of frames, names and dates in a text, and one item by its name")
  func fields() throws {
    let shelf = try CounterShelf(Self.footage[0], date: "2024-05-17")
    let film = try shelf.film(
      "film", "[{clip: clip, take: 1s..1.4s, name: one}, {clip: bare, take: ..0.4s}]",
      overlays:
        "[{counter: {of: story, show: \"{date} {frame} {name} {file}\"}, \(CounterShelf.look)}]")
    let words = (0..<20).map { frame in
      frame < 10 ? "2024-05-17 0\(25 + frame) one clip.mov" : "- 00\(frame - 10) - bare.mkv"
    }
    for (frame, (shown, judged)) in zip(film, try shelf.drawn(words)).enumerated() {
      let isSame = shelf.lettering(shown) == shelf.lettering(judged)
      #expect(isSame, "frame \(frame): not \(words[frame])")
    }
    let named = try shelf.film(
      "named", "[{clip: bare, take: ..0.4s}, {clip: clip, take: 1s..1.4s, name: one}]",
      overlays: "[{counter: {of: one}, \(CounterShelf.look)}]")
    let texts = (0..<20).map { $0 < 10 ? nil : shelf.timecode(ofFrame: 15 + $0) }
    for (frame, (shown, judged)) in zip(named, try shelf.drawn(texts)).enumerated() {
      let isSame = shelf.lettering(shown) == shelf.lettering(judged)
      #expect(isSame, "frame \(frame)")
    }
  }

  @Test("of numbers count from the first one to the last one, with groups and text around them")
  func numbers() throws {
    let shelf = try CounterShelf(Self.footage[1])
    for (counter, words) in [
      (
        "{from: 0, to: 12500, format: \"# ### €\"}",
        [
          "0 €", "1 250 €", "2 500 €", "3 750 €", "5 000 €", "6 250 €", "7 500 €", "8 750 €", "10 000 €",
          "11 250 €", "12 500 €",
        ]
      ),
      (
        "{from: 1, to: -2.5, decimals: 1}",
        ["1.0", "0.7", "0.3", "0.0", "-0.4", "-0.7", "-1.1", "-1.4", "-1.8", "-2.1", "-2.5"]
      ),
      ("{to: 10, ease: hold}", Array(repeating: "0", count: 10) + ["10"]),
    ] {
      // Centred letters stand between pixels where the box is wider than the words, so both are at the left.
      let film = try shelf.film(
        "film", "[{color: black, for: 11f}]", overlays: "[{counter: \(counter), \(CounterShelf.look)}]")
      for (frame, (shown, judged)) in zip(film, try shelf.drawn(words, inBoxOf: words.map(\.count).max()))
        .enumerated()
      {
        let isSame = shelf.lettering(shown) == shelf.lettering(judged)
        #expect(isSame, "frame \(frame): not \(words[frame])")
      }
    }
  }

  @Test("whose format changes are rendered again only while they show")
  func keys() throws {
    let shelf = try CounterShelf(Self.footage[0])
    func keys(_ format: String) throws -> [String] {
      let path = try shelf.script(
        "keys", "[{color: black, for: 3s}, {color: navy, for: 3s}, {color: black, for: 3s}]",
        overlays: "[{counter: {to: 500, format: \"\(format)\"}, at: 3s..6s}]")
      let plan = try run([builtEditc, "plan", "--json", path])
      try #require(plan.exitCode == 0, "\(plan.errorText)")
      return plan.text.split(separator: "\n").filter { $0.contains("\"key\":") }.map(String.init)
    }
    let (before, after) = (try keys("#"), try keys("# %"))
    try #require(before.count == after.count && before.count > 2)
    let changed = zip(before, after).map { $0 != $1 }
    #expect(changed.first == false && changed.last == false && changed.contains(true))
  }
}

/// A folder with footage, and films of it.
struct CounterShelf {
  static let (width, height, bars) = (640, 96, 32)
  static let look =
    "font: DejaVu Sans Mono, size: 24px, align: left, place: \"bottom left\""

  let footage: SourceCounterTests.Footage
  let folder: TemporaryFolder

  /// Five seconds of 17 bars of 8 pixels: the bits of the frame's number, and one that is always light; `bare.mkv` are the same pictures alone.
  init(_ footage: SourceCounterTests.Footage, date: String? = nil) throws {
    self.footage = footage
    folder = try TemporaryFolder()
    let source =
      "color=black:s=136x\(Self.bars):r=\(footage.rate):d=5,format=yuv420p,"
      + "geq=lum='if(gte(X,128)+mod(floor(N/pow(2,floor(X/8))),2),235,16)':cb=128:cr=128"
    let tags =
      (footage.timecode.map { ["-timecode", $0] } ?? []) + (date.map { ["-metadata", "date=\($0)"] } ?? [])
    let coding = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-qp", "0", "-preset", "ultrafast"]
    _ = try ffmpeg(["-f", "lavfi", "-i", source] + coding + tags + [folder.path("clip.mov")])
    _ = try ffmpeg(
      [
        "-i", folder.path("clip.mov"), "-map", "0:v", "-c", "copy", "-map_metadata", "-1",
        folder.path("bare.mkv"),
      ])
  }

  func script(_ name: String, _ timeline: String, overlays: String, rest: String = "") throws -> String {
    try folder.write(
      "\(name).edit",
      """
      edit: 1
      media: {clip: clip.mov, bare: bare.mkv}
      canvas: {size: \(Self.width)x\(Self.height), rate: \(footage.filmRate)}
      defaults: {clip: {fit: none, place: top left}}
      timeline: \(timeline)
      overlays: \(overlays)
      \(rest)outputs: [{file: \(name).mkv, video: {codec: ffv1}}]
      """)
  }

  /// The luma of each frame.
  func film(_ name: String, _ timeline: String, overlays: String, rest: String = "") throws -> [[UInt8]] {
    let path = folder.path("\(name).mkv")
    try editc(
      ["render", script(name, timeline, overlays: overlays, rest: rest), "-o", path, "--no-cache", "--force"])
    let bytes = try ffmpeg([
      "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-vf", "extractplanes=y", "-f", "rawvideo", "-",
    ])
    let count = Self.width * Self.height
    return stride(from: 0, to: bytes.count, by: count).map { Array(bytes[$0..<$0 + count]) }
  }

  /// A film in which each frame shows its text, in a box for a number of letters; nil for its own.
  func drawn(_ words: [String?], inBoxOf box: Int? = nil) throws -> [[UInt8]] {
    var items: [String] = []
    var first = 0
    while first < words.count {
      let end = words[first...].firstIndex { $0 != words[first] } ?? words.count
      if let text = words[first] {
        // Lines of text start at the same part of a pixel if their boxes are equally wide.
        let width = (Double(box ?? text.count) * 24 * 1233 / 2048).rounded(.up)
        items.append("{text: \"\(text)\", at: \(first)f..\(end)f, width: \(Int(width))px, \(Self.look)}")
      }
      first = end
    }
    return try film(
      "judge", "[{color: black, for: \(words.count)f}]", overlays: "[\(items.joined(separator: ", "))]")
  }

  /// The part of a frame below the bars.
  func lettering(_ picture: [UInt8]) -> ArraySlice<UInt8> { picture[(Self.width * (Self.bars + 8))...] }

  /// The number that the bars show; nil in a gap, which has not even the last bar.
  func number(in picture: [UInt8]) -> Int? {
    let row = picture[Self.width * Self.bars / 2..<Self.width * (Self.bars / 2 + 1)]
    let lights = (0..<17).map { row[row.startIndex + 8 * $0 + 4] }
    guard lights[16] > 125 else { return nil }
    return lights.prefix(16).enumerated().reduce(0) { sum, bar in
      sum + (bar.element > 125 ? 1 << bar.offset : 0)
    }
  }

  private var filmRate: Double { Clock(rate: footage.filmRate, timecode: nil).rate }

  func frames(ofSeconds seconds: Double) -> Int { Int((seconds * filmRate).rounded()) }

  /// The picture in a frame of an item that plays from a second of the footage on, and follows one of a second.
  func number(inFrame frame: Int, of second: Double, overlap: Int) -> Int {
    let own = (Double(frame + overlap) + 0.5) / filmRate - 1
    return Int((own + second) * Clock(footage).rate)
  }

  func timecode(ofFrame number: Int) -> String { Clock(footage).timecode(after: number) }

  /// Names of frames, counted one by one.
  struct Clock {
    let rate: Double
    let nominal: Int
    let start: [Int]
    let isDropFrame: Bool

    init(_ footage: SourceCounterTests.Footage) {
      self.init(rate: footage.rate, timecode: footage.timecode)
    }

    init(rate: String, timecode: String?) {
      let parts = rate.split(separator: "/").compactMap { Double($0) }
      let exact = [23.976, 29.97, 59.94].first { $0 == parts[0] }.map { ($0.rounded(.up)) * 1000 / 1001 }
      self.rate = exact ?? (parts.count == 2 ? parts[0] / parts[1] : parts[0])
      nominal = Int(self.rate.rounded())
      start = timecode?.split { ":;".contains($0) }.compactMap { Int($0) } ?? [0, 0, 0, 0]
      let supportsDropFrame = nominal % 30 == 0 && self.rate != Double(nominal)
      isDropFrame = timecode.map { $0.contains(";") } ?? supportsDropFrame
    }

    func timecode(after count: Int) -> String {
      var (hours, minutes, seconds, frames) = (start[0], start[1], start[2], start[3])
      for _ in 0..<count {
        frames += 1
        if frames == nominal { (frames, seconds) = (0, seconds + 1) }
        if seconds == 60 { (seconds, minutes) = (0, minutes + 1) }
        if minutes == 60 { (minutes, hours) = (0, (hours + 1) % 24) }
        if isDropFrame, frames == 0, seconds == 0, minutes % 10 != 0 { frames = nominal / 15 }
      }
      let digits = [hours, minutes, seconds, frames].map { $0 < 10 ? "0\($0)" : "\($0)" }
      return digits[0...2].joined(separator: ":") + (isDropFrame ? ";" : ":") + digits[3]
    }
  }
}
