/// Kinds of NAL units of H.264.
enum H264Unit {
  static let refresh = 5
  static let message = 6
  static let sequence = 7
  static let picture = 8
  static let endOfSequence = 10
  static let endOfStream = 11

  static func kind(_ header: UInt8) -> Int { Int(header & 31) }

  /// `nal_ref_idc`
  static func importance(_ header: UInt8) -> Int { Int(header >> 5 & 3) }

  static func isSlice(_ kind: Int) -> Bool { kind == 1 || kind == refresh }

  /// Describes a unit that names parameter sets in its own way or belongs to a picture other than the primary
  /// one; nil for all others.
  static func obstacle(_ kind: Int) -> String? {
    switch kind {
    case 2...4: "data partitions (NAL unit type \(kind))"
    case 13: "an extension of its SPS (NAL unit type 13)"
    case 14, 15, 20: "further layers or views (NAL unit type \(kind))"
    case 16, 21: "depth views (NAL unit type \(kind))"
    case 19: "auxiliary pictures (NAL unit type 19)"
    case 17, 18, 22, 23: "NAL units of the reserved type \(kind)"
    default: nil
    }
  }
}
