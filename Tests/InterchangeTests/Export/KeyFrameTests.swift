import Basics
import Composition
import Interchange
import Testing

@Suite("Key frames of Final Cut Pro")
struct KeyFrameTests {
  private static let media = """
    sea.mp4   video 1280x720 25 60s  audio 48000 stereo
    wide.mp4  video 1920x800 25 60s  audio 48000 stereo
    logo.png  still 600x400  alpha
    song.m4a  audio 48000 stereo 60s
    fonts
    """

  private func script(_ items: String) -> String {
    "edit: 1\ncanvas: {size: 1280x720, rate: 25}\n\(items)\noutputs:\n  - file: out/film.mp4\n"
  }

  private func written(_ items: String) throws -> WrittenTimeline {
    let film = try compiledFilm(script(items), media: Self.media)
    return try ExportedTimeline(film, ExportOptions(name: "film")).written(as: .fcpxml)
  }

  private func readAgain(_ written: WrittenTimeline) throws -> (film: Composition, script: String) {
    let read = try ImportedTimeline.read(Array(written.text.utf8), name: "a.fcpxml")
    let text = try read.timeline.script().text
    return (try compiledFilm(text, media: Self.media), text)
  }

  /// The properties that a loss names.
  private func lostProperties(_ written: WrittenTimeline) -> [String] {
    written.losses.compactMap { loss in
      switch loss.fate {
      case .mapped: nil
      case .approximated(let words), .dropped(let words): words.split(separator: ":").first.map(String.init)
      }
    }
  }

  /// The key frames of a parameter: `2s 1`, with the way to them and from them where it is not straight.
  private func keyFrames(_ name: String, _ text: String) -> [String] {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    guard let start = lines.firstIndex(of: "<param name=\"\(name)\">") else { return [] }
    return lines[start...].prefix { $0 != "</param>" }.filter { $0.hasPrefix("<keyframe ") }.map { line in
      let words = line.split(separator: "\"")
      return "\(words[1]) \(words[3])" + (words[5] == "linear" ? "" : " \(words[5])")
    }
  }

  // MARK: What is written, by hand

  @Test("count times as the clip does, and values as Final Cut Pro does")
  func values() throws {
    // 1920x800 is 1280x533 1/3 on the canvas: 60 % of its width are a scale of 0.6, its height is then 320. Its middle goes from
    // (384, 160) to (896, 560), which is 256 and 200 from that of the canvas; percent are of 720 pixels.
    let moving = try written(
      "timeline:\n  - {clip: wide.mp4, take: 2s..6s, place: top left -> bottom right, width: 60%}"
    ).text
    #expect(keyFrames("position", moving) == ["2s -35.555556 27.777778", "6s 35.555556 -27.777778"])
    #expect(moving.contains("<adjust-transform scale=\"0.6 0.6\">"))
    #expect(moving.contains("width=\"1920\" height=\"800\""))
    // The second item begins in the middle of its file, and its key frames count from there.
    let second = try written(
      "timeline:\n  - {clip: sea.mp4, take: ..1s}\n"
        + "  - {clip: sea.mp4, take: 10s..14s, opacity: 1 -> 0 over 1s..3s ease-in, rotate: 0deg -> 90deg}"
    ).text
    #expect(keyFrames("amount", second) == ["11s 1 easeOut", "13s 0"])
    #expect(keyFrames("rotation", second) == ["10s 0", "14s -90"])
    // 10 % of 1280 pixels are 128, which is 17.78 % of the height.
    let cropped = try written(
      "timeline:\n  - {clip: sea.mp4, take: 2s..6s, crop: {part: 10% 5% 0% 20%, anchor: keep}, rotate: 20deg}"
    ).text
    #expect(cropped.contains("<adjust-crop mode=\"trim\">"))
    #expect(cropped.contains("<trim-rect left=\"17.777778\" top=\"5\" bottom=\"20\""))
    #expect(cropped.contains("<adjust-transform rotation=\"-20\""))
    // Half as loud is -6.02 dB.
    let heard = try written("timeline:\n  - {clip: sea.mp4, take: 2s..6s, volume: 1 -> 0.5 over 1s..2s}").text
    #expect(keyFrames("amount", heard).first == "3s 0dB" && keyFrames("amount", heard).last == "4s -6.0206dB")
    let held = try written("timeline:\n  - {clip: sea.mp4, take: 2s..6s, opacity: {0s: 1 hold, 1s: 0.5}}")
      .text
    #expect(keyFrames("amount", held) == ["74/25s 1", "3s 0.5"])
    let faded = try written("timeline:\n  - {clip: sea.mp4, take: 2s..6s, fade: {in: 1s, out: 500ms}}").text
    #expect(faded.components(of: "<fadeIn type=\"linear\" duration=\"1s\"/>") == 2)
    #expect(faded.components(of: "<fadeOut type=\"linear\" duration=\"1/2s\"/>") == 2)
  }

  @Test("begin later in a clip whose transition shows more of it, and in the later passes of a loop")
  func offsets() throws {
    let text = try written(
      "timeline:\n  - {clip: sea.mp4, take: 2s..6s}\n  - transition: dissolve 1s\n"
        + "  - {clip: sea.mp4, take: 20s..24s, scale: 1 -> 2}"
    ).text
    #expect(keyFrames("scale", text) == ["20s 1 1", "24s 2 2"])
    let (again, script) = try readAgain(
      written(
        "timeline:\n  - {clip: sea.mp4, take: 2s..6s}\n  - transition: dissolve 1s\n"
          + "  - {clip: sea.mp4, take: 20s..24s, scale: 1 -> 2}"))
    // The item begins at 3 s, half of the transition before the cut.
    #expect(again.layers.last?.timelineRange.start == RationalTime(seconds: 3))
    #expect(
      again.layers.last?.movement?.layout.scale.value(at: RationalTime(seconds: 2)) == 1.5, "\(script)")
    let loop = try written("timeline:\n  - {clip: sea.mp4, take: ..1s, loop: true, for: 2s, opacity: 1 -> 0}")
      .text
    #expect(loop.components(of: "<keyframe time=\"0s\" value=\"1\"") == 1)
    #expect(loop.components(of: "<keyframe time=\"-1s\" value=\"1\"") == 1)
    #expect(loop.components(of: "<keyframe time=\"1s\" value=\"0\"") == 1)
  }

  @Test("fade a sound beside a transition from the cut on, which is told")
  func fadesBesideTransitions() throws {
    let items = { (fade: String) in
      "timeline:\n  - {clip: sea.mp4, take: 2s..6s}\n  - transition: dissolve 1s\n"
        + "  - {clip: sea.mp4, take: 20s..24s\(fade)}"
    }
    #expect(try lostProperties(written(items(""))) == [])
    #expect(try lostProperties(written(items(", fade: {in: 300ms, out: 0s}"))) == ["fadesIn"])
  }

  @Test("are told as lost where a format has none")
  func others() throws {
    let film = try compiledFilm(
      script(
        "timeline:\n  - {clip: sea.mp4, take: 2s..6s, opacity: {0s: 1, 1s: 0.5, 3s: 0.7}, scale: 1 -> 2, crop: 10% 0% 0% 0%}"
      ),
      media: Self.media)
    let export = try ExportedTimeline(film, ExportOptions())
    for format in [InterchangeFormat.otio, .xmeml, .mlt, .edl] {
      let lost = lostProperties(try export.written(as: format))
      #expect(Set(["opacity", "movement", "visibleBox"]).isSubset(of: lost), "\(format): \(lost)")
    }
  }

  // MARK: There and back again

  /// Each item is one that no other stands beside, so that it comes back as the only layer.
  @Test(
    "come back with the same values in each frame",
    arguments: [
      "clip: sea.mp4, take: 2s..6s, opacity: 1 -> 0.25",
      "clip: sea.mp4, take: 2s..6s, opacity: 0.2 -> 0.9 over 1s..3s ease-in-out",
      "clip: sea.mp4, take: 2s..6s, opacity: {0s: 1, 1s: 0.5 ease-in, 2s: 0.75 ease-out, 4s: 0}",
      "clip: sea.mp4, take: 2s..6s, opacity: {0s: 1 hold, 1.5s: 0.5 spring, 3s: 0.8}",
      "clip: sea.mp4, take: 2s..6s, opacity: 0.3 -> 0.8, fade: {in: 1s, out: 0s, curve: s-curve}",
      "clip: sea.mp4, take: 2s..6s, fade: 500ms",
      "clip: sea.mp4, take: 2s..6s, scale: 1 -> 1.5",
      "clip: sea.mp4, take: 2s..6s, scale: {0s: 1 ease-in, 2s: 0.5 ease, 4s: 1}, rotate: 0deg -> 90deg over 1s..2s",
      "clip: sea.mp4, take: 2s..6s, place: \"0%, 50% -> 100%, 25% over ..2s ease-out\", width: 50%",
      "clip: sea.mp4, take: 2s..6s, rotate: 20deg, place: \"25%, 75%\", scale: 0.5",
      "clip: wide.mp4, take: 2s..6s, place: top left -> bottom right, width: 30% -> 60%",
      "clip: wide.mp4, take: 2s..6s, fit: cover, scale: 1.2 -> 1, place: left -> right",
      "clip: wide.mp4, take: 2s..6s, fit: fill, scale: 1 -> 0.25",
      "clip: wide.mp4, take: 2s..6s, fit: fill, width: 40%, height: 80%",
      "clip: sea.mp4, take: 2s..6s, crop: 10% 5% 0% 20%",
      "clip: sea.mp4, take: 2s..6s, crop: {part: 10% 5% 0% 20%, anchor: keep}, rotate: 15deg",
      "clip: sea.mp4, take: 2s..6s, crop: {part: 0% 0% 0% 0% -> 50% 0% 0% 25%, anchor: keep}",
      "clip: sea.mp4, take: 2s..6s, crop: 0% 0% 0% 0% -> 20% 10% 20% 30% ease-in-out, rotate: 10deg",
      "clip: wide.mp4, take: 2s..6s, crop: {part: 25% 0% 25% 0%, anchor: keep}, scale: 2",
      "image: logo.png, for: 3s, scale: 0.5 -> 2 ease-in-out, crop: 20% 20% 20% 20%",
      "image: logo.png, for: 3s, motion: zoom-in 20%",
      "color: red, for: 3s, width: 10% -> 50%, height: 50%, place: top -> bottom",
      "clip: sea.mp4, take: 2s..6s, volume: 1 -> 0 over last 1s",
      "clip: sea.mp4, take: 2s..6s, volume: {0s: -60dB, 1s: 6dB ease-in, 3s: 0.5}",
    ])
  func again(item: String) throws {
    try expectSame("timeline:\n  - {\(item)}", layers: 1)
  }

  @Test(
    "come back with the same values in each frame above the storyline",
    arguments: [
      "image: logo.png, for: 2s, at: 1s", "image: logo.png, for: 2s, at: 1s, fit: contain, opacity: 1 -> 0",
      "image: logo.png, for: 2s, at: 1s, width: 20% -> 40% ease-in, place: \"top right, margin 5%\"",
      "image: logo.png, for: 2s, at: 1s, fit: cover, crop: 0% 10% 20% 0%",
      "clip: wide.mp4, take: 7s..9s, at: 1s, audio: off, width: 30%, height: 30%, fit: cover, place: \"0%, 0% -> 50%, 50%\"",
      "clip: wide.mp4, take: 7s..9s, at: 1.02s, audio: off, scale: 0.5 -> 0.25, rotate: -10deg -> 10deg",
      "text: Moving, font: Inter, for: 2s, at: 1s, place: top -> bottom, scale: 1 -> 2",
      "text: Moving, font: Inter, for: 2s, at: 1s, place: bottom left, rotate: 0deg -> 45deg over first 1s, fade: 500ms",
    ])
  func againAbove(item: String) throws {
    try expectSame("timeline:\n  - {clip: sea.mp4, take: 2s..6s}\noverlays:\n  - {\(item)}", layers: 2)
  }

  private func expectSame(_ items: String, layers: Int) throws {
    let film = try compiledFilm(script(items), media: Self.media)
    let (again, text) = try readAgain(items)
    #expect(again.layers.count == layers)
    try compare(film, again, text)
  }

  private func readAgain(_ items: String) throws -> (film: Composition, script: String) {
    let written = try written(items)
    #expect(Set(lostProperties(written)).isDisjoint(with: ["opacity", "movement", "visibleBox", "gain"]))
    return try readAgain(written)
  }

  /// Compares the uppermost layers, and the sounds, in each frame.
  private func compare(_ film: Composition, _ again: Composition, _ text: String) throws {
    #expect(again.frameCount == film.frameCount)
    let (before, after) = (try #require(film.layers.last), try #require(again.layers.last))
    #expect(before.frames == after.frames)
    for frame in before.frames {
      let moment = try film.canvas.rate.start(ofFrame: frame)
      let time = try moment - before.timelineRange.start
      let later = try moment - after.timelineRange.start
      let (old, new) = (before.opacity.value(at: time), after.opacity.value(at: later))
      #expect(abs(old - new) < 0.0021, "frame \(frame)\n\(text)")
      #expect(distance(before.corners(at: time), after.corners(at: later)) < 0.6, "frame \(frame)\n\(text)")
      guard let sound = film.sounds.first else { continue }
      let heard = try #require(again.sounds.first)
      // The export is within 0.05 dB, the import within 0.1 dB; below -60 dB, all is silence.
      let (loud, again) = (sound.gain.value(at: moment), heard.gain.value(at: moment))
      #expect(max(loud, again) < 0.001011 || abs(again / loud - 1) < 0.0175, "frame \(frame)\n\(text)")
    }
  }

  /// How far a corner is from where it was, in pixels.
  private func distance(_ first: [Double], _ second: [Double]) -> Double {
    guard first.count == second.count else { return .infinity }
    return zip(first, second).map { abs($0 - $1) }.max() ?? 0
  }
}

extension String {
  /// How often a text is in this one.
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
