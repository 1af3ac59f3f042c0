/// A level of HEVC and its tier, which limit the bit rate.
package struct HEVCLevel: Hashable, Sendable, CustomStringConvertible {
  /// Thirty times the level.
  package let number: Int
  package let isHighTier: Bool

  package init(number: Int, isHighTier: Bool) {
    self.number = number
    self.isHighTier = isHighTier
  }

  /// The lowest level and tier that allow everything that either allows.
  package func joined(with other: HEVCLevel) -> HEVCLevel {
    HEVCLevel(number: max(number, other.number), isHighTier: isHighTier || other.isHighTier)
  }

  package var description: String {
    "\(number / 30).\(number % 30 / 3)" + (isHighTier ? " (High tier)" : "")
  }
}

/// The general part of `profile_tier_level`: 12 bytes that are repeated in the record.
struct HEVCProfile: Hashable, Sendable {
  /// `general_profile_space`
  var space: Int
  /// `general_profile_idc`
  var number: Int
  var level: HEVCLevel
  /// `general_profile_compatibility_flag`, the first one highest.
  var compatibility: Int
  /// The 48 bits from `general_progressive_source_flag` on.
  var constraints: Int
  /// The position in bits of the plain set.
  var start: Int

  static let levelOffset = 88
  static let tierOffset = 2

  var name: String {
    let names = [
      1: "Main", 2: "Main 10", 3: "Main Still Picture", 4: "Range Extensions", 9: "Screen Content",
    ]
    return names[number] ?? "number \(number)"
  }

  /// The replacements in the plain set for a new level.
  func replacements(level: HEVCLevel) -> [BitReplacement] {
    let tier = start + Self.tierOffset
    let place = start + Self.levelOffset
    return [
      BitReplacement(range: tier..<tier + 1, value: level.isHighTier ? 1 : 0, length: 1),
      BitReplacement(range: place..<place + 8, value: level.number, length: 8),
    ]
  }
}

extension BitReader {
  /// Reads `profile_tier_level` and returns the general profile.
  mutating func profile(subLayers: Int) throws(CodedStreamError) -> HEVCProfile {
    let start = position
    let space = try number(2)
    let isHighTier = try flag()
    let profile = try number(5)
    let compatibility = try number(32)
    let constraints = try number(48)
    let level = HEVCLevel(number: try number(8), isHighTier: isHighTier)
    let lower = subLayers - 1
    var present: [(profile: Bool, level: Bool)] = []
    for _ in 0..<lower { present.append((try flag(), try flag())) }
    if lower > 0 { try skip(2 * (8 - lower)) }
    for layer in present { try skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
    return HEVCProfile(
      space: space, number: profile, level: level, compatibility: compatibility, constraints: constraints,
      start: start)
  }
}

/// A video parameter set of HEVC, as far as renaming requires it.
struct HEVCVideo: Hashable, Sendable {
  var identifier: Int
  var profile: HEVCProfile

  /// Parses a whole unit, including its header of two bytes.
  init(_ unit: [UInt8]) throws(CodedStreamError) {
    var bits = BitReader(unescaped(unit, in: min(2, unit.count)..<unit.count), of: "a VPS")
    identifier = try bits.number(4)
    try bits.skip(2)
    guard try bits.number(6) == 0 else { throw CodedStreamError("describes more than one layer in its VPS") }
    let subLayers = 1 + (try bits.number(3))
    guard subLayers <= 7 else { throw .outOfRange("vps_max_sub_layers_minus1", subLayers - 1, in: "a VPS") }
    try bits.skip(17)
    profile = try bits.profile(subLayers: subLayers)
  }

  func replacements(identifier: Int, level: HEVCLevel) -> [BitReplacement] {
    [BitReplacement(range: 0..<4, value: identifier, length: 4)] + profile.replacements(level: level)
  }
}

/// A picture parameter set of HEVC, as far as renaming requires it.
struct HEVCPicture: Hashable, Sendable {
  var identifier: Int
  var sequence: Int
  var identifierBits: Range<Int>
  var sequenceBits: Range<Int>

  /// Parses a whole unit, including its header of two bytes.
  init(_ unit: [UInt8]) throws(CodedStreamError) {
    var bits = BitReader(unescaped(unit, in: min(2, unit.count)..<unit.count), of: "a PPS")
    identifier = try bits.unsigned("id", atMost: 63)
    identifierBits = 0..<bits.position
    sequence = try bits.unsigned("pps_seq_parameter_set_id", atMost: 15)
    sequenceBits = identifierBits.upperBound..<bits.position
  }

  func replacements(identifier: Int, sequence: Int) -> [BitReplacement] {
    [
      .unsigned(identifier, in: identifierBits),
      .unsigned(sequence, in: sequenceBits),
    ]
  }
}
