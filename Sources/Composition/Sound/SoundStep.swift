package import Basics

/// One change to a sound; changes are applied in order.
package enum SoundStep: Hashable, Sendable, Codable {
  /// A filter of editc.
  case own(SoundFilter)
  case ffmpeg(FFmpegFilter)

  /// The same change with its times counted from `offset` earlier. FFmpeg's filters always process the sound
  /// from its start.
  package func shifted(by offset: RationalTime) throws(TimeOverflow) -> SoundStep {
    switch self {
    case .own(let filter): .own(try filter.shifted(by: offset))
    case .ffmpeg: self
    }
  }

  /// The highest output level for an input level, as far as it is known.
  package func peak(of level: Double) -> Double {
    switch self {
    case .own(let filter): filter.peak(of: level)
    case .ffmpeg: level
    }
  }

  package var isOfFFmpeg: Bool { if case .ffmpeg = self { true } else { false } }
}
