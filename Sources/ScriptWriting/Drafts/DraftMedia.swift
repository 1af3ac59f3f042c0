package import Basics
package import Composition

/// A media file for which something is drafted.
package struct DraftMedia: Sendable {
  /// In the spelling for the script.
  package let path: String
  package let facts: MediaFacts

  package init(path: String, facts: MediaFacts) {
    self.path = path
    self.facts = facts
  }

  /// The use of a file in a script.
  package enum Kind: Hashable, Sendable {
    case clip
    case still
    case sound
  }

  /// Nil for a file with neither picture nor sound.
  package var kind: Kind? {
    if let track = facts.mainVideo { return track.isStill ? .still : .clip }
    return facts.mainAudio == nil ? nil : .sound
  }

  package var hasSound: Bool { facts.mainAudio != nil }

  /// Its duration; nil for stills, or if unknown.
  package var length: RationalTime? {
    guard let length = facts.extent.finite, length > .zero else { return nil }
    return length
  }

  var displaySize: PixelSize? { facts.mainVideo?.displaySize }

  /// What it holds, for a comment: `1280x720, 30 frames per second, 12s, stereo`.
  var summary: String {
    var parts: [String] = []
    if let track = facts.mainVideo {
      parts.append("\(track.displaySize)")
      if !track.isStill {
        parts.append(track.rate.map { "\($0.spellingForPeople) frames per second" } ?? "variable rate")
      }
      if track.isStill { parts.append("a still picture") }
    }
    if kind != .still, let length { parts.append(length.shortText) }
    if let track = facts.mainAudio {
      parts.append(["mono", "stereo"].contains(track.channelLayout) ? track.channelLayout : "sound")
    } else if kind == .clip {
      parts.append("no sound")
    }
    return parts.joined(separator: ", ")
  }
}

extension RationalTime {
  /// Rounded to a hundredth of a second: `12s`, `7.93s`.
  var shortText: String {
    rounded(toUnits: 100).flatMap { RationalTime($0.value, 100)?.description } ?? description
  }

  /// The duration in whole seconds, rounded up.
  var wholeSeconds: Int64 {
    guard let rounded = rounded(toUnits: 1)?.value else { return value / timescale }
    return RationalTime(seconds: rounded) < self ? rounded + 1 : rounded
  }
}
