import Compiler
import Composition
import Diagnostics
import Lowering
import TestSupport
import Testing

@Suite("Rules about pictures")
struct PictureTests {
  private func overlay(_ keys: String, media: String, canvas: String = "1280x720") throws -> Findings {
    try Findings(
      "edit: 1\ncanvas: {size: \(canvas), rate: 30}\ntimeline: [{color: navy, for: 4s}]\n"
        + "overlays: [{image: a.png, \(keys)}]", media: "a.png  still \(media)")
  }

  @Test("a picture is enlarged when it is more than a tenth larger")
  func upscaled() throws {
    #expect(try overlay("width: 1100px", media: "1000x500").of(.upscaled) == [])
    let finding = try overlay("width: 1101px", media: "1000x500").one(.upscaled)
    // 1101 x 550.5: the edges, at 89.5 and 84.75, fall on whole pixels.
    #expect(finding.message == "'a.png' is 1000x500 and is shown 1101x550, 1.1 times as large")
    #expect(try overlay("width: 1101px", media: "1000x500").guilty(.upscaled) == ["1101px"])
    #expect(
      try overlay("fit: fill, width: 1000px, height: 560px", media: "1000x500").messages(.upscaled)
        == ["'a.png' is 1000x500 and is shown 1000x560, 1.1 times as large"])
    #expect(try overlay("fit: none", media: "1000x500").of(.upscaled) == [])
  }

  @Test("a file is reported once for each size it is enlarged to, and not where a preset shrinks the film")
  func upscaledOnce() throws {
    let script = """
      edit: 1
      canvas: {size: 1920x1080, rate: 30}
      timeline: [{clip: a.mp4}, {clip: a.mp4}, {clip: a.mp4, width: 75%}]
      outputs:
        - {file: a.mp4}
        - {file: b.mp4}
        - {file: c.mp4, preset: 960x540}
      """
    let found = try Findings(script, media: "a.mp4  video 960x540 30 4s")
    #expect(
      found.messages(.upscaled) == [
        "'a.mp4' is 960x540 and is shown 1920x1080, 2 times as large",
        "'a.mp4' is 960x540 and is shown 1440x810, 1.5 times as large",
      ])
    #expect(found.guilty(.upscaled) == ["a.mp4", "75%"])
  }

  @Test("a safe area that is checked counts for sequences, other shapes and texts beyond the canvas")
  func safeArea() throws {
    func film(_ place: String, _ check: String) throws -> [Diagnostic] {
      try Findings(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        sequences:
          card:
            timeline: [{color: navy, for: 2s}]
            overlays: [{text: Somewhere, place: \(place)}]
        timeline: [{sequence: card}]
        checks: {safe-area: \(check)}
        """, media: "fonts"
      ).of(.textOutsideSafeArea)
    }
    #expect(try film("\"bottom left, margin 8px\"", "title").map(\.severity) == [.error])
    #expect(try film("\"bottom left, margin 50px\"", "title").map(\.severity) == [.error])
    #expect(try film("\"bottom left, margin 50px\"", "action").map(\.severity) == [.warning])
    #expect(try film("\"-20px, 0px\"", "title").map(\.message) == ["the text extends beyond the canvas"])
    #expect(try film("center", "title") == [])
  }

  @Test("a picture is distorted by more than a hundredth, and by more than a pixel")
  func aspect() throws {
    func square(_ width: Int, _ height: Int) throws -> [String] {
      try overlay("fit: fill, width: \(width)px, height: \(height)px", media: "700x700")
        .messages(.aspectChanged)
    }
    #expect(try square(606, 600) == [])
    // 607 / 600 is 1.01167, 600 / 593 is 1.0118.
    #expect(try square(607, 600) == ["'a.png' is 700x700 and is shown 607x600: stretched in width by 1.2 %"])
    #expect(try square(593, 600) == ["'a.png' is 700x700 and is shown 593x600: stretched in height by 1.2 %"])
    // One pixel of 21 is what rounding makes.
    #expect(try square(21, 20) == [])
    #expect(try square(22, 20).count == 1)
    #expect(try overlay("fit: fill, width: 20px", media: "1600x900").of(.aspectChanged) == [])
    #expect(try overlay("fit: cover, width: 600px, height: 100px", media: "700x700").of(.aspectChanged) == [])
  }

  @Test("frame rates are compared among the clips of the story, and with the film's")
  func mixedRates() throws {
    func story(_ rate: String, _ media: String...) throws -> [String] {
      let listing = media.enumerated().map { "\($0).mp4  video 1280x720 \($1) 4s" }
      let clips = media.indices.map { "{clip: \($0).mp4}" }.joined(separator: ", ")
      return try Findings(
        "edit: 1\ncanvas: {size: 1280x720, rate: \(rate)}\ntimeline: [\(clips)]",
        media: listing.joined(separator: "\n")
      ).messages(.mixedRates)
    }
    #expect(try story("30", "30", "30") == [])
    #expect(try story("30", "25", "25") == [])
    #expect(try story("30", "30", "variable") == [])
    #expect(
      try story("30", "30", "60", "15", "60", "60") == [
        "'1.mp4' and 2 more files have 60 frames per second, the film 30: one in 2 of them is shown",
        "'2.mp4' has 15 frames per second, the film 30: each of them is shown twice",
      ])
    // 30 - 29.97 = 0.02997 frames per second: one in 33.37 s.
    #expect(
      try story("30", "30", "29.97") == [
        "'1.mp4' has 29.97 frames per second, the film 30: one of them is shown twice about every 33.4 s"
      ])
    #expect(
      try story("auto", "24", "50").first
        == "'0.mp4' has 24 frames per second, the film 50: each of them is shown several times")
    #expect(
      try story("25", "25", "30").first
        == "'1.mp4' has 30 frames per second, the film 25: about 5 of them per second are dropped")
  }

  @Test(
    "what a file is like is said once, where it is declared, and only of files that are seen",
    arguments: [
      ("video 1280x720 variable 4s", DiagnosticID.variableRate),
      ("video 1280x720 30 4s interlaced", .interlacedMedia),
      ("video 1280x720 30 4s bottom-first", .interlacedMedia),
      ("video 1280x720 30 4s turned 180", .rotatedMedia), ("video 1280x720 30 4s mirrored", .rotatedMedia),
      ("video 960x720 30 4s pixels 4:3", .nonSquarePixels), ("video 1280x720 30 4s untagged", .colorUntagged),
      ("video 1280x720 30 4s color bt2020", .colorMixed),
    ])
  func media(words: String, id: DiagnosticID) throws {
    let timeline = "timeline: [{clip: a}, {clip: a, audio: off}]\noverlays: [{clip: a, audio: off}]\n"
    let listing = "a.mov  \(words)  audio 48000 stereo"
    let found = try Findings(head + "media: {a: a.mov}\n" + timeline, media: listing)
    #expect(found.guilty(id) == ["a.mov"])
    let undeclared = try Findings(head + "timeline: [{clip: a.mov}, {clip: a.mov}]", media: listing)
    #expect(undeclared.guilty(id) == ["a.mov"])
    let onlyHeard = try Findings(
      head + "timeline: [{color: navy, for: 4s}]\naudio: [{clip: a.mov}]", media: listing)
    #expect(onlyHeard.of(id) == [])
  }

  @Test("how a picture is turned is said in words")
  func turned() throws {
    func message(_ words: String) throws -> String {
      try Findings(
        head + "timeline: [{clip: a.mov}]\nchecks: {orientation: any}",
        media: "a.mov  video 640x480 30 4s  \(words)"
      ).one(.rotatedMedia).message
    }
    #expect(try message("turned 270").contains("rotated 270° clockwise: it is shown as 480x640"))
    #expect(try message("mirrored").contains("640x480, mirrored: it is shown as 640x480"))
    #expect(try message("mirrored turned 90").contains("mirrored and rotated 90° clockwise"))
  }

  @Test("untagged colours are a warning where they are a guess, and none where there is no matrix")
  func untagged() throws {
    func finding(_ size: String) throws -> Diagnostic {
      try Findings(
        head + "timeline: [{clip: a.mov, fit: none}]", media: "a.mov  video \(size) 30 4s  untagged"
      ).one(.colorUntagged)
    }
    #expect(try finding("1278x718").severity == .warning)
    #expect(try finding("1278x718").message.hasSuffix("at 1278x718 it is treated as BT.601"))
    #expect(try finding("1280x718").severity == .note)
    #expect(try finding("1278x720").message.hasSuffix("it is treated as BT.709"))
    var table = try MediaListing("a.mov  video 640x480 30 4s  untagged").table
    guard case .known(var facts, let path)? = table.states["a.mov"] else {
      Issue.record("the test's own media are not known")
      return
    }
    facts.video[0].pixelFormat = "gbrp"
    table.states["a.mov"] = .known(facts, path: path)
    #expect(try Findings(head + "timeline: [{clip: a.mov}]", table: table).of(.colorUntagged) == [])
  }

  @Test("wide primaries are named, HDR has its own finding only")
  func mixedColors() throws {
    func film(_ words: String) throws -> Findings {
      try Findings(head + "timeline: [{clip: a.mov}]", media: "a.mov  video 1280x720 30 4s  \(words)")
    }
    #expect(try film("primaries smpte432").one(.colorMixed).message.contains("Display P3"))
    #expect(try film("color bt601").of(.colorMixed) == [])
    #expect(try film("color hlg depth 10").of(.colorMixed) == [])
    #expect(try film("color hlg depth 10").all.map(\.id) == [.hdrToSDR])
  }

  @Test("a background that is not opaque loses its transparency where there is a picture")
  func alpha() throws {
    func film(_ background: String, _ output: String = "") throws -> Findings {
      try Findings(
        "edit: 1\ncanvas: {size: 1280x720, rate: 30, background: '\(background)'}\n"
          + "timeline: [{color: navy, for: 4s}]\noutputs: [{file: a.mp4\(output)}]")
    }
    // (255 - 128) / 255 = 49.8 %.
    let finding = try film("#0a14ff80").one(.alphaLost)
    #expect(finding.message.hasPrefix("the background is 49.8 % transparent"))
    #expect(finding.message.hasSuffix("opaque #0a14ff"))
    #expect(try film("#0a14ff").of(.alphaLost) == [])
    #expect(try film("transparent", ", video: {codec: none}").of(.alphaLost) == [])
  }

  @Test("odd sizes and presets that would enlarge")
  func sizes() throws {
    func film(_ size: String, _ output: String) throws -> Findings {
      try Findings(
        "edit: 1\ncanvas: {size: \(size), rate: 30}\ntimeline: [{color: navy, for: 4s}]\n"
          + "outputs: [{file: a.mp4, \(output)}]")
    }
    let odd = try film("1280x720", "size: 641x360")
    #expect(odd.guilty(.oddSize) == ["641x360"])
    #expect(try odd.one(.oddSize).hint == "write `size: 642x360`")
    // A mistake elsewhere that leaves the rate open does not hide it.
    let open = try Findings("edit: 1\ncanvas: {size: 641x361}\ntimeline: [{clip: lost.mp4}]")
    #expect(open.guilty(.oddSize) == ["641x361"])
    // What a preset shrinks comes out even.
    #expect(try film("1281x721", "preset: 640x480").of(.oddSize) == [])
    #expect(try film("1918x1078", "preset: 1920x1080").guilty(.enlargingPreset) == ["1920x1080"])
    #expect(try film("1920x800", "preset: 1920x1080").of(.enlargingPreset) == [])
    #expect(try film("1078x1918", "preset: 1920x1080").guilty(.enlargingPreset) == ["1920x1080"])
    #expect(try film("1080x1918", "preset: 1920x1080").of(.enlargingPreset) == [])
  }

  @Test(
    "what does not fit the destination of a preset is said with its place and what to write",
    arguments: [
      (
        "1080x1920", "30", "20m", "preset: instagram-1080x1920, video: {bitrate: 1M}", "instagram-1080x1920",
        "the film lasts 20m, and Instagram accepts 3s to 15m"
      ),
      (
        "1080x1920", "30", "2.5s", "preset: instagram-1080x1920", "instagram-1080x1920",
        "the film lasts 2.5s, and Instagram accepts 3s to 15m"
      ),
      (
        "1920x1080", "30", "10s", "preset: instagram-1080x1920", "1920x1080",
        "the film is 1920x1080, and Instagram shows 1080x1920 (9:16) without bars or cropping"
      ),
      (
        "1080x1920", "30", "10m", "preset: instagram-1080x1920", "instagram-1080x1920",
        "the film may take 603 MB, and Instagram accepts 300 MB"
      ),
      (
        "1080x1920", "30", "1m", "preset: instagram-1080x1920, video: {max-file-size: 400MB}", "400MB",
        "Instagram accepts files of at most 300MB"
      ),
      (
        "1080x1920", "30", "10s", "preset: instagram-1080x1920, video: {bitrate: 30M}", "30M",
        "Instagram accepts at most 25M"
      ),
      (
        "1080x1920", "120", "10s", "preset: tiktok", "tiktok",
        "the film has 120 frames per second, and TikTok accepts 23 to 60"
      ),
      (
        "1080x1920", "15", "10s", "preset: tiktok, rate: 12", "12",
        "the film has 12 frames per second, and TikTok accepts 23 to 60"
      ),
      (
        "320x640", "30", "10s", "preset: tiktok", "320x640",
        "the film is 320x640, and TikTok accepts sides of 360 to 4096 pixels"
      ),
      (
        "1080x1920", "30", "11m", "preset: tiktok", "tiktok",
        "the film lasts 11m, and TikTok accepts at most 10m"
      ),
      (
        "1280x720", "30", "21m", "preset: x-720p", "x-720p",
        "the film lasts 21m, and X accepts 0.5s to 20m from accounts without Premium"
      ),
      (
        "1280x400", "30", "10s", "preset: x-720p", "1280x400",
        "the film is 1280x400, and X accepts aspect ratios from 1:3 to 3:1"
      ),
      (
        "1280x720", "30", "10s", "preset: x-720p, video: {codec: hevc}", "hevc",
        "X accepts h264, and the film is hevc"
      ),
    ])
  func destinations(
    size: String, rate: String, length: String, output: String, guilty: String, message: String
  ) throws {
    let found = try Findings(
      "edit: 1\ncanvas: {size: \(size), rate: \(rate)}\ntimeline: [{color: navy, for: \(length)}]\n"
        + "outputs: [{file: a.mp4, \(output)}]")
    let finding = try found.one(.presetMisfit)
    #expect(finding.message == message)
    #expect(found.guilty(.presetMisfit) == [guilty])
    #expect(finding.hint?.isEmpty == false)
  }

  @Test("a film that fits its destination has no finding, nor has one that its script makes fit")
  func fittingDestinations() throws {
    func film(_ size: String, _ length: String, _ output: String, _ audio: String = "") throws -> Findings {
      try Findings(
        "edit: 1\ncanvas: {size: \(size), rate: 30}\ntimeline: [{color: navy, for: \(length)}]\n\(audio)"
          + "outputs: [{\(output)}]")
    }
    #expect(try film("1080x1920", "30s", "file: a.mp4, preset: instagram-1080x1920").of(.presetMisfit) == [])
    #expect(
      try film(
        "1920x1080", "20m", "file: a.mov, preset: instagram-1080x1920, size: 1080x1920, range: first 1m"
      )
      .of(.presetMisfit) == [])
    #expect(
      try film("1080x1920", "10m", "file: a.mp4, preset: instagram-1080x1920, video: {max-file-size: 300MB}")
        .of(.presetMisfit) == [])
    // 608x1080 is within a pixel of 9:16.
    #expect(try film("608x1080", "5s", "file: a.mp4, preset: instagram-1080x1920").of(.presetMisfit) == [])
    #expect(try film("1280x720", "20m", "file: a.mp4, preset: x-720p").of(.presetMisfit) == [])
    #expect(try film("1920x1080", "3h", "file: a.mp4, preset: youtube-1080p").of(.presetMisfit) == [])
    let tone = "audio: [{tone: sine, for: 5s, volume: 0.1}]\n"
    #expect(try film("1920x1080", "5s", "file: a.mp4, preset: broadcast-r128", tone).of(.presetMisfit) == [])
    #expect(
      try film("1920x1080", "5s", "file: a.mp4, preset: broadcast-r128").messages(.presetMisfit) == [
        "the preset sets the loudness of the sound, but the output has no sound"
      ])
    #expect(try film("1920x1080", "5s", "file: a.m4a, preset: podcast", tone).of(.presetMisfit) == [])
    #expect(
      try film("1920x1080", "5s", "file: a.opus, preset: podcast", tone).messages(.presetMisfit) == [
        "Apple Podcasts accepts .m4a, .mp3, .wav and .flac files, and this is a .opus file"
      ])
    #expect(
      try film("1280x720", "5s", "file: a.mp4, preset: x-720p, audio: {channels: 5.1}", tone)
        .guilty(.presetMisfit) == ["5.1"])
  }

  @Test("gradients are reported whose rows or columns have fewer than one luma code for each 24")
  func gradientBands() throws {
    var random = SeededRandom(seed: 8)
    var found = [true: 0, false: 0]
    while found.values.min() ?? 0 < 50 {
      let colors = (0..<2).map { _ in (0..<3).map { _ in Int.random(in: 0...140, using: &random) } }
      let (width, height) = (
        Int.random(in: 2...960, using: &random) * 2, Int.random(in: 2...960, using: &random) * 2
      )
      let isUpright = Bool.random(using: &random)
      let length = isUpright ? height : width
      let codes = Set(
        (0..<length).map { row in
          let share = (Double(row) + 0.5) / Double(length)
          let mixed = (0..<3).map { Double(colors[0][$0]) * (1 - share) + Double(colors[1][$0]) * share }
          return Int((16 + 219 * (0.2126 * mixed[0] + 0.7152 * mixed[1] + 0.0722 * mixed[2]) / 255).rounded())
        })
      // Not at the limit itself, where half a code decides.
      let perCode = Double(length) / Double(codes.count - 1)
      let isBanded = perCode > 26
      guard isBanded || perCode < 22, found[isBanded] ?? 0 < 50 else { continue }
      found[isBanded, default: 0] += 1
      let hex = colors.map { "#" + $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
      let findings = try Findings(
        "edit: 1\ncanvas: {size: \(width)x\(height), rate: 25}\n"
          + "timeline:\n  - {gradient: {colors: [\"\(hex[0])\", \"\(hex[1])\"], angle: \(isUpright ? 180 : 90)deg}, for: 4s}\n"
      )
      #expect(findings.of(.gradientBands).count == (isBanded ? 1 : 0), "\(hex) \(width)x\(height) \(perCode)")
    }
  }
}
