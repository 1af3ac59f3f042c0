/// A level of H.264, which limits the size of the decoded picture buffer.
package struct H264Level: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Ten times the level; 11 for level 1b.
  package let number: Int
  /// Level 1b is between 1 and 1.1.
  package let isOneB: Bool

  package init(number: Int, isOneB: Bool = false) {
    self.number = number
    self.isOneB = isOneB
  }

  package static func < (one: H264Level, other: H264Level) -> Bool { one.rank < other.rank }

  private var rank: Int { number * 2 - (isOneB ? 1 : 0) }

  package var description: String { isOneB ? "1b" : "\(number / 10).\(number % 10)" }

  /// The capacity of the decoded picture buffer in frames (MaxDpbFrames, table A-1); nil for an unknown
  /// level.
  package func bufferedFrames(macroblocks: Int) -> Int? {
    let macroblocksOfBuffer: Int
    switch number {
    case ...10: macroblocksOfBuffer = 396
    case 11: macroblocksOfBuffer = isOneB ? 396 : 900
    case 12, 13, 20: macroblocksOfBuffer = 2376
    case 21: macroblocksOfBuffer = 4752
    case 22, 30: macroblocksOfBuffer = 8100
    case 31: macroblocksOfBuffer = 18000
    case 32: macroblocksOfBuffer = 20480
    case 40, 41: macroblocksOfBuffer = 32768
    case 42: macroblocksOfBuffer = 34816
    case 50: macroblocksOfBuffer = 110_400
    case 51, 52: macroblocksOfBuffer = 184_320
    case 60, 61, 62: macroblocksOfBuffer = 696_320
    default: return nil
    }
    return min(macroblocksOfBuffer / max(1, macroblocks), 16)
  }
}

/// The profile of H.264, and the constraints that distinguish its subsets.
package struct H264Profile: Hashable, Sendable {
  /// `profile_idc`
  package let number: Int
  /// `constraint_set0_flag` is the highest bit.
  package let constraints: UInt8

  private func hasConstraint(_ index: UInt8) -> Bool { constraints >> (7 - index) & 1 == 1 }

  /// Whether a constraint turns level 1.1 into level 1b, which has no number of its own in this profile.
  var marksOneB: Bool { [66, 77, 88].contains(number) }

  var isOneBMarked: Bool { marksOneB && hasConstraint(3) }

  /// Whether all pictures are intra pictures.
  var isIntraOnly: Bool {
    number == 44 || [100, 110, 122, 244].contains(number) && hasConstraint(3)
  }

  /// Whether the SPS and the record contain a chroma format and bit depths.
  var hasFormat: Bool {
    [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(number)
  }

  /// Whether the profile needs direct prediction of 8x8 blocks from level 3 on: Main and those above it.
  var needsDirectInference: Bool { number == 77 || number >= 100 }

  /// The profile that a decoder must support, as the standard names it.
  package var name: String {
    switch number {
    case 66: hasConstraint(1) ? "Constrained Baseline" : "Baseline"
    case 77: "Main"
    case 88: "Extended"
    case 100: isIntraOnly ? "High Intra" : "High"
    case 110: isIntraOnly ? "High 10 Intra" : "High 10"
    case 122: isIntraOnly ? "High 4:2:2 Intra" : "High 4:2:2"
    case 244: isIntraOnly ? "High 4:4:4 Intra" : "High 4:4:4 Predictive"
    case 44: "CAVLC 4:4:4 Intra"
    default: "number \(number)"
    }
  }
}
