import Basics

/// What detection keeps of the sound of a track.
package struct TrackSound: Hashable, Sendable {
  /// The steps of 5 ms from media time 0 to the first one of the features.
  package let firstStep: Int
  package let features: SoundFeatures
  /// Nil unless it was measured.
  package let loudness: MeasuredLoudness?
  package let damages: [MediaDamage]

  package init(
    firstStep: Int, features: SoundFeatures, loudness: MeasuredLoudness?, damages: [MediaDamage]
  ) {
    self.firstStep = firstStep
    self.features = features
    self.loudness = loudness
    self.damages = damages
  }

  /// The start of a step of the features, in media time; nil if it is out of range.
  func time(ofStep step: Int) -> RationalTime? {
    RationalTime(Int64(firstStep) + Int64(step), Int64(SoundFeatures.stepsPerSecond))
  }
}

/// How loud a whole track is, in hundredths of a unit.
package struct MeasuredLoudness: Hashable, Sendable {
  /// In LUFS; nil if all of it is below the gate at -70 LUFS.
  package let integrated: Int?
  /// In dBTP; nil for digital silence.
  package let truePeak: Int?

  package init(integrated: Int?, truePeak: Int?) {
    (self.integrated, self.truePeak) = (integrated, truePeak)
  }
}

/// What is measured of sound beyond what silences need.
package struct SoundMeasures: Hashable, Sendable, Codable {
  package var beats: Bool
  package var loudness: Bool

  package init(beats: Bool = false, loudness: Bool = false) {
    (self.beats, self.loudness) = (beats, loudness)
  }
}
