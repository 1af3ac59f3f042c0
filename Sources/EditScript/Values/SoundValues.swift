/// A loudness over a whole programme as EBU R 128 measures it: `-16 LUFS`.
package struct Loudness: Hashable, Sendable {
  package let lufs: Double

  package init(lufs: Double) {
    self.lufs = lufs
  }
}

/// What `checks.loudness` holds: `-16 LUFS +- 1`.
package struct LoudnessCheck: Hashable, Sendable {
  package let target: Loudness
  /// In loudness units, to both sides; 1 where nothing is written.
  package let tolerance: Double

  package init(target: Loudness, tolerance: Double = 1) {
    self.target = target
    self.tolerance = tolerance
  }
}

/// The highest peak between the samples that is allowed: `-1 dBTP`.
package struct TruePeak: Hashable, Sendable {
  package let decibels: Double

  package init(decibels: Double) {
    self.decibels = decibels
  }
}

/// How often a second something swings: `440Hz`, `1.5kHz`.
package struct Frequency: Hashable, Sendable {
  package let hertz: Double

  package init(hertz: Double) {
    self.hertz = hertz
  }
}

extension Frequency: CanonicalValue {
  package var canonicalText: String { "\(hertz.canonicalText)Hz" }
}
