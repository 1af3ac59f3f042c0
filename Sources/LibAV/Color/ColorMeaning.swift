package import MediaFacts

/// What red, green and blue of a picture mean: which lights they mix, and how much light a code is.
package struct ColorMeaning: Hashable, Sendable {
  package var primaries: Primaries
  package var transfer: Transfer

  /// The three lights that are mixed, and the white of all of them.
  package enum Primaries: Hashable, Sendable {
    /// Those of BT.601 (SMPTE 170M, EBU) count as these: they are so near that players show them alike.
    case bt709
    case bt2020
    case displayP3
    case cinemaP3
  }

  /// How codes become light.
  package enum Transfer: Hashable, Sendable {
    /// What standard displays show: a power of 2.4 (BT.1886). All the curves of standard video count as this one,
    /// and so does sRGB: displays show them alike.
    case standard
    case linear
    /// BT.2100's hybrid log-gamma, shown at a peak of 1000 cd/m².
    case hlg
    /// SMPTE ST 2084.
    case pq
  }

  package init(primaries: Primaries, transfer: Transfer) {
    self.primaries = primaries
    self.transfer = transfer
  }

  package var isHighDynamicRange: Bool { transfer == .hlg || transfer == .pq }
}

extension ColorMeaning {
  /// What tags say; where they say nothing, it is BT.709.
  package init(of tags: ColorTags) {
    self.init(primaries: Primaries(tags) ?? .bt709, transfer: Transfer(tags.transfer))
  }
}

extension ColorMeaning.Primaries {
  /// Nil where nothing is said, by the matrix neither.
  fileprivate init?(_ tags: ColorTags) {
    switch tags.primaries {
    case "bt709", "smpte170m", "smpte240m", "bt470bg": self = .bt709
    case "bt2020": self = .bt2020
    case "smpte432": self = .displayP3
    case "smpte431": self = .cinemaP3
    default:
      guard tags.matrix == "bt2020nc" || Self.wideTransfers.contains(tags.transfer ?? "") else { return nil }
      self = .bt2020
    }
  }

  private static let wideTransfers: Set = ["arib-std-b67", "smpte2084", "bt2020-10", "bt2020-12"]
}

extension ColorMeaning.Transfer {
  fileprivate init(_ name: String?) {
    switch name {
    case "arib-std-b67": self = .hlg
    case "smpte2084": self = .pq
    case "linear": self = .linear
    default: self = .standard
    }
  }
}
