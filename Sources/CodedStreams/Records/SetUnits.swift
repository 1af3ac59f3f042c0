/// The parameter sets of one source as NAL units, by id.
struct SetUnits: Hashable, Sendable {
  /// VPS, of HEVC only.
  var videos: [Int: [UInt8]] = [:]
  var sequences: [Int: [UInt8]] = [:]
  var pictures: [Int: [UInt8]] = [:]

  /// Adds a unit that is a parameter set; nil for other units.
  ///
  /// If there already is a set with its id, both must be equal byte by byte.
  mutating func add(_ unit: [UInt8], codec: StreamCodec) throws(CodedStreamError) -> Void? {
    switch try SetKind(unit, codec: codec) {
    case .video(let id): try Self.add(unit, to: &videos, at: id, name: "VPS")
    case .sequence(let id): try Self.add(unit, to: &sequences, at: id, name: "SPS")
    case .picture(let id): try Self.add(unit, to: &pictures, at: id, name: "PPS")
    case nil: nil
    }
  }

  /// Checks that a parameter set is one of these, and throws otherwise; nil for other units.
  func check(_ unit: [UInt8], codec: StreamCodec) throws(CodedStreamError) -> Void? {
    let (known, name): ([UInt8]?, String)
    switch try SetKind(unit, codec: codec) {
    case .video(let id): (known, name) = (videos[id], "VPS \(id)")
    case .sequence(let id): (known, name) = (sequences[id], "SPS \(id)")
    case .picture(let id): (known, name) = (pictures[id], "PPS \(id)")
    case nil: return nil
    }
    guard known == unit else { throw .changesSet(name) }
    return ()
  }

  private static func add(
    _ unit: [UInt8], to units: inout [Int: [UInt8]], at id: Int, name: String
  ) throws(CodedStreamError) {
    if let known = units[id], known != unit { throw .changesSet("\(name) \(id)") }
    units[id] = unit
  }
}

/// The kind and id of a parameter set; nil for other units.
private enum SetKind {
  case video(Int)
  case sequence(Int)
  case picture(Int)

  init?(_ unit: [UInt8], codec: StreamCodec) throws(CodedStreamError) {
    guard let header = unit.first else { return nil }
    switch codec {
    case .h264:
      switch H264Unit.kind(header) {
      case H264Unit.sequence: self = .sequence(try H264Sequence(unit).identifier)
      case H264Unit.picture: self = .picture(try H264Picture(unit).identifier)
      default: return nil
      }
    case .hevc:
      switch HEVCUnit.kind(header) {
      case HEVCUnit.video: self = .video(try HEVCVideo(unit).identifier)
      case HEVCUnit.sequence: self = .sequence(try HEVCSequence(unit).identifier)
      case HEVCUnit.picture: self = .picture(try HEVCPicture(unit).identifier)
      default: return nil
      }
    }
  }
}
