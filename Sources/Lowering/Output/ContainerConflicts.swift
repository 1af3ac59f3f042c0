import Basics
import Composition
import Diagnostics
import EditScript
import Vocabulary

extension Container {
  fileprivate var isSubtitles: Bool { if case .subtitles? = textContent { true } else { false } }
}

/// What is written about a text that only films have, and the other way round.
func textConflicts(of output: Output, _ container: Container) -> [Diagnostic] {
  var conflicts: [Diagnostic] = []
  if !container.isSubtitles, let subtitles = output.subtitles {
    conflicts.append(.fileIsNoSubtitles(at: subtitles.range))
  }
  guard container.isText else { return conflicts }
  let keys: [(name: String, range: SourceRange?)] =
    encodingKeys(of: output.video) + encodingKeys(of: output.audio) + [
      ("mode", output.mode?.range), ("preset", output.preset?.range),
      ("faststart", output.isFastStart?.range),
      ("stems", output.hasStems?.range),
    ]
  return conflicts
    + keys.compactMap { name, place in
      place.map { .textHasNo(name, container, at: $0) }
    }
}

/// What is written about an output of pictures by number that such files do not have, and the other way round.
func pictureConflicts(of output: Output, _ container: Container) -> [Diagnostic] {
  var conflicts: [Diagnostic] = []
  if !container.isPictures, let number = output.firstNumber {
    conflicts.append(.fileHasNoNumber(number.range))
  }
  if !container.isAnimation, let plays = output.plays { conflicts.append(.fileHasNoLoop(plays.range)) }
  guard container.isPictures || container.isAnimation else { return conflicts }
  let audio: [(name: String, range: SourceRange?)] = [
    ("bitrate", output.audio.bitRate?.range), ("rate", output.audio.rate?.range),
    ("channels", output.audio.channels?.range),
  ]
  for case (let name, let range?) in audio {
    conflicts.append(.picturesHaveNoSound(name, at: range))
  }
  if let color = output.video.color, output.pictureCodec.declaration?.isRGB != true {
    conflicts.append(.picturesAreSRGB(at: color.range))
  }
  if let faststart = output.isFastStart { conflicts.append(.picturesHaveNoIndex(at: faststart.range)) }
  return conflicts
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func fileHasNoNumber(_ place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "the output is one file, which has no number", at: place,
      hint: "remove `first-number`, or end the file with a picture's name such as %05d.png")
  }

  fileprivate static func fileHasNoLoop(_ place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "only animations say how often they play", at: place,
      hint: "remove `loop`, or end the file with .gif, .apng or .webp")
  }

  fileprivate static func picturesHaveNoSound(_ key: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, "pictures have no sound, so `\(key)` of it has no effect", at: place,
      hint: "remove `\(key)`, and write the sound with an output of its own, such as `file: film.wav`")
  }

  fileprivate static func picturesAreSRGB(at place: SourceRange) -> Diagnostic {
    Diagnostic(.codecLimit, "pictures by number are always sRGB", at: place, hint: "remove `color`")
  }

  fileprivate static func picturesHaveNoIndex(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "pictures have no index, so `faststart` has no effect", at: place, hint: "remove `faststart`"
    )
  }

  fileprivate static func textHasNo(
    _ key: String, _ container: Container, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .outputCannotHold,
      "a .\(container.rawValue) file is a text, without picture and sound: it has no `\(key)`",
      at: place, hint: "remove `\(key)`")
  }

  fileprivate static func fileIsNoSubtitles(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "`subtitles` chooses those of a .srt or .vtt file", at: place,
      hint: "remove it: subtitles with `mode: stream` are in every film that can hold them")
  }
}
