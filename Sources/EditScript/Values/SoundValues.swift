/// The loudness of a whole programme, measured according to EBU R 128: `-16 LUFS`.
package struct Loudness: Hashable, Sendable {
  package let lufs: Double

  package init(lufs: Double) {
    self.lufs = lufs
  }
}

/// The value of `checks.loudness`: `-16 LUFS +- 1`.
package struct LoudnessCheck: Hashable, Sendable {
  package let target: Loudness
  /// In loudness units, in both directions; 1 if not written.
  package let tolerance: Double

  package init(target: Loudness, tolerance: Double = 1) {
    self.target = target
    self.tolerance = tolerance
  }
}

/// How much the loudness of a programme varies according to EBU Tech 3342: `15 LU`.
package struct LoudnessRange: Hashable, Sendable {
  /// In loudness units.
  package let units: Double

  package init(units: Double) {
    self.units = units
  }
}

/// The highest allowed true peak: `-1 dBTP`.
package struct TruePeak: Hashable, Sendable {
  package let decibels: Double

  package init(decibels: Double) {
    self.decibels = decibels
  }
}

/// Oscillations per second: `440Hz`, `1.5kHz`.
package struct Frequency: Hashable, Sendable {
  package let hertz: Double

  package init(hertz: Double) {
    self.hertz = hertz
  }
}

extension Frequency: CanonicalValue {
  package var canonicalText: String { "\(hertz.canonicalText)Hz" }
}
