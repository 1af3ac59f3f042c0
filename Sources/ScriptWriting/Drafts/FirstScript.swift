import Basics
import Composition

/// A first script from media files in their order, with comments that explain each line and suggest changes.
package struct FirstScript {
  /// The file name of the script, for comments on how to use it.
  private let name: String
  private let output: String
  private let canvas: DraftCanvas
  /// Whether no media file has a picture, so that the film is audio-only.
  private let isHeardOnly: Bool
  private let files: [(name: String, media: DraftMedia)]
  private let items: [(name: String, media: DraftMedia)]

  /// `media` are files with picture or sound, possibly with repetitions.
  package init(named name: String, from media: [DraftMedia]) {
    self.name = name
    canvas = DraftCanvas(for: media)
    isHeardOnly =
      media.contains { $0.kind == .sound } && !media.contains { [.clip, .still].contains($0.kind) }
    output = freeOutput(for: name, ending: isHeardOnly ? "m4a" : "mp4", sparing: media.map(\.path))
    var names = MediaNames()
    var known: [String: String] = [:]
    var files: [(name: String, media: DraftMedia)] = []
    var items: [(name: String, media: DraftMedia)] = []
    for one in media {
      guard let kind = one.kind else { continue }
      let name = known[one.path] ?? names.name(for: one.path, kind: kind)
      if known.updateValue(name, forKey: one.path) == nil { files.append((name, one)) }
      items.append((name, one))
    }
    self.files = files
    self.items = items
  }

  package var text: String {
    var text = DraftText()
    addHead(&text)
    addMedia(&text)
    addCanvas(&text)
    addTimeline(&text)
    addOverlays(&text)
    addAudio(&text)
    addChecks(&text)
    addOutputs(&text)
    return text.text
  }

  // MARK: Blocks

  private func addHead(_ text: inout DraftText) {
    text.line("# A first draft. Keys behind a `#` are suggestions: remove the `#` to try them.")
    text.line("#")
    let script = name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) ? name : "SCRIPT"
    let look =
      isHeardOnly
      ? ("waveform \(script) -o sound.png", "shows the sound")
      : ("frame \(script) --at 1s -o frame.png", "shows one frame")
    let commands = [
      ("lint \(script)", "reports every error, with its place"), look,
      ("render \(script)", "renders the film"),
    ]
    let widest = commands.map(\.0.count).max() ?? 0
    for (command, purpose) in commands {
      let blanks = String(repeating: " ", count: widest - command.count)
      text.line("#   editc \(command)\(blanks)   \(purpose)")
    }
    text.blank()
    text.line("edit: 1", "the language version")
  }

  private func addMedia(_ text: inout DraftText) {
    text.blank()
    text.line("media:", "names for files; paths are relative to this script")
    for (name, media) in files {
      text.line("  \(writtenScalar(name)): \(writtenScalar(media.path))", media.summary)
    }
  }

  private func addCanvas(_ text: inout DraftText) {
    guard !isHeardOnly else { return }
    text.blank()
    text.line("canvas:", "size, frame rate and background of the film")
    text.line("  size: \(canvas.size)", canvas.sizeReason)
    text.line("  rate: \(canvas.rateText)", canvas.rateReason)
    text.line("  background: black", "the colour where no item is shown; any CSS colour")
  }

  private func addTimeline(_ text: inout DraftText) {
    text.blank()
    text.line("timeline:", "items that play one after the other")
    if isHeardOnly { return addRecordings(&text) }
    var explained: Set<DraftMedia.Kind> = []
    for (name, media) in timeline {
      guard let kind = media.kind else { continue }
      let isFirst = explained.insert(kind).inserted
      if kind == .clip { addClip(name, media, isFirst, &text) } else { addStill(name, media, isFirst, &text) }
    }
  }

  private func addRecordings(_ text: inout DraftText) {
    for (index, (name, media)) in sounds.enumerated() {
      text.line(
        "  - clip: \(writtenScalar(name))",
        index == 0 ? "a recording; all of it, unless `take` selects a part" : "")
      guard index == 0 else { continue }
      if let piece = media.length.flatMap(piece) {
        text.toTry(4, "take: ..\(piece)", "only the beginning; `1s..3s` and `-2s..` work too")
        text.toTry(4, "fade: \(piece)", "fades in and out")
      }
      text.toTry(4, "loudness: -16 LUFS", "loudness; use the same for all to make them equally loud")
    }
  }

  private func addClip(_ name: String, _ media: DraftMedia, _ isFirst: Bool, _ text: inout DraftText) {
    text.line(
      "  - clip: \(writtenScalar(name))", isFirst ? "a clip; all of it, unless `take` selects a part" : "")
    addFit(media, &text)
    guard isFirst, let piece = media.length.flatMap(piece) else { return }
    if sounds.count < 2 {
      text.toTry(4, "take: ..\(piece)", "only the beginning; `1s..3s` and `-2s..` work too")
    }
    text.toTry(4, "opacity: 0 -> 1 over first \(piece)", "fades in")
    if media.hasSound { text.toTry(4, "volume: 50%", "volume; `0` is silent, `-6dB` works too") }
  }

  private func addStill(_ name: String, _ media: DraftMedia, _ isFirst: Bool, _ text: inout DraftText) {
    text.line("  - image: \(writtenScalar(name))", isFirst ? "a still picture" : "")
    let length = spelled(RationalTime(seconds: stillSeconds))
    text.line(
      "    for: \(length)",
      isFirst ? "how long it is shown\(length.hasSuffix("f") ? ", here in frames" : "")" : "")
    addFit(media, &text)
    guard isFirst else { return }
    text.toTry(4, "opacity: 0 -> 1 -> 1 -> 0", "fades in and out, in even steps")
    if media.displaySize.map(canvas.isAcross) == false {
      text.toTry(4, "fit: cover", "fills the canvas and crops the rest")
    }
  }

  /// Landscape and portrait pictures can be combined only if each specifies its fit.
  private func addFit(_ media: DraftMedia, _ text: inout DraftText) {
    guard let size = media.displaySize, canvas.isAcross(size) else { return }
    text.line("    fit: contain", "\(size.shape.rawValue): shows all of it; `cover` fills the canvas")
  }

  private func addOverlays(_ text: inout DraftText) {
    guard !isHeardOnly, let piece = timelineLength.flatMap(piece) else { return }
    let still = files.first { $0.media.kind == .still }
    text.blank()
    text.toTry(0, "overlays:", "drawn over the timeline, the last one on top")
    text.toTry(
      0, "  - " + (still.map { "image: \(writtenScalar($0.name))" } ?? "color: white"), "such as a logo")
    text.toTry(0, "    at: first \(piece)", "when; without `at`, from start to end")
    text.toTry(0, "    place: bottom right, margin 5%", "where")
    text.toTry(0, "    width: 12%", "of the canvas")
    if still == nil { text.toTry(0, "    height: 8%", "of the canvas") }
    text.toTry(0, "    opacity: 0.5", "how opaque it is")
  }

  private func addAudio(_ text: inout DraftText) {
    guard !sounds.isEmpty, !isHeardOnly else { return }
    text.blank()
    text.line("audio:", "plays under the timeline and ends with it")
    var start: RationalTime? = .zero
    for (index, (name, media)) in sounds.enumerated() {
      text.line("  - clip: \(writtenScalar(name))", index == 0 ? "from the start" : "")
      if index > 0 { addStart(start, &text) }
      let (from, length) = (start, media.length)
      start = from.flatMap { from in length.flatMap { try? from + $0 } }
      guard index == 0, let heard = heardLength(of: media).flatMap(piece) else { continue }
      text.toTry(4, "volume: 1 -> 0 over last \(heard)", "fades out")
      text.toTry(4, "take: ..\(heard)", "only the beginning")
    }
  }

  /// Each sound starts at the first whole second after the previous one, if the timeline is long enough.
  private func addStart(_ start: RationalTime?, _ text: inout DraftText) {
    if let start, let timelineLength, RationalTime(seconds: start.wholeSeconds) < timelineLength {
      text.line("    at: \(start.wholeSeconds)s", "after the previous one")
    } else {
      text.line(
        "    enabled: false", "the timeline ends before it could start: write `at`, and remove this line")
    }
  }

  private func addChecks(_ text: inout DraftText) {
    guard let timelineLength else { return }
    text.blank()
    text.toTry(0, "checks:", "conditions that the film must meet")
    text.toTry(0, "  duration: ..\((timelineLength.wholeSeconds / 10 + 1) * 10)s", "the maximum length")
  }

  private func addOutputs(_ text: inout DraftText) {
    text.blank()
    text.line("outputs:", "the files to render; `editc suggest` proposes more")
    if isHeardOnly {
      text.line(
        "  - file: \(writtenScalar(output))",
        "m4a, mp3, flac, opus or wav; paths are relative to this script")
    } else {
      text.line("  - file: \(writtenScalar(output))", "mp4, mov or m4v; paths are relative to this script")
      text.toTry(4, "preset: web", "smaller; also `draft`, `highest-quality`, `1280x720` ...")
    }
    if let piece = timelineLength.flatMap(piece) {
      text.toTry(4, "range: first \(piece)", "only a part, for a quick look")
    }
  }
}

// MARK: - Lengths

extension FirstScript {
  private var timeline: [(name: String, media: DraftMedia)] {
    isHeardOnly ? items : items.filter { $0.media.kind != .sound }
  }
  private var sounds: [(name: String, media: DraftMedia)] { items.filter { $0.media.kind == .sound } }
  private var stillSeconds: Int64 { 4 }

  /// Nil if the length of a clip is unknown.
  private var timelineLength: RationalTime? {
    var sum = RationalTime.zero
    for (_, media) in timeline {
      let length = media.kind == .still ? RationalTime(seconds: stillSeconds) : media.length
      guard let length, let next = try? sum + length else { return nil }
      sum = next
    }
    return sum
  }

  private func heardLength(of media: DraftMedia) -> RationalTime? {
    guard let length = media.length, let timelineLength else { return nil }
    return min(length, timelineLength)
  }

  /// A round time that fits at least twice into a length; nil if the length is too short.
  private func piece(of length: RationalTime) -> String? {
    for (value, scale) in [(2, 1), (1, 1), (1, 2)] as [(Int64, Int64)] {
      if let piece = RationalTime(value, scale), let double = try? piece + piece, double <= length {
        return spelled(piece)
      }
    }
    return nil
  }

  /// In seconds if that is a whole number of frames, else in frames.
  private func spelled(_ length: RationalTime) -> String {
    guard !isHeardOnly, let frames = canvas.rate.frame(at: length), frames.wasRounded else {
      return length.spelling
    }
    return "\(max(1, frames.value))f"
  }
}

/// `out/film.mp4` for `film.edit`, or with a number if that is one of the media.
func freeOutput(for script: String, ending: String, sparing media: [String]) -> String {
  let file = script.split(separator: "/").last ?? "film"
  let stem = file.hasSuffix(".edit") ? file.dropLast(5) : file
  let base = stem.isEmpty ? "film" : String(stem)
  let taken = Set(media.map { $0.lowercased() })
  var output = "out/\(base).\(ending)"
  var number = 2
  while taken.contains(output.lowercased()) {
    output = "out/\(base)-\(number).\(ending)"
    number += 1
  }
  return output
}
