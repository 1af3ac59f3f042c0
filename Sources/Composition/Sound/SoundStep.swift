package import Basics

/// One change to a sound; a sound's changes work one after the other.
package enum SoundStep: Hashable, Sendable, Codable {
  /// A filter of editc.
  case own(SoundFilter)
  case ffmpeg(FFmpegFilter)

  /// The same change with its times counted from `offset` earlier. FFmpeg's filters hear the sound from its start on.
  package func shifted(by offset: RationalTime) throws(TimeOverflow) -> SoundStep {
    switch self {
    case .own(let filter): .own(try filter.shifted(by: offset))
    case .ffmpeg: self
    }
  }

  /// The highest level that comes of this one, as far as that is known.
  package func peak(of level: Double) -> Double {
    switch self {
    case .own(let filter): filter.peak(of: level)
    case .ffmpeg: level
    }
  }

  package var isOfFFmpeg: Bool { if case .ffmpeg = self { true } else { false } }
}
