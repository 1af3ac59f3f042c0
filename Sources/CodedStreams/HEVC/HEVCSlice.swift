/// The start of a slice segment of HEVC, up to the id of its PPS.
struct HEVCSlice {
  var isFirstOfPicture: Bool
  var picture: Int
  /// The range of the PPS id, in bits of the plain slice.
  var pictureBits: Range<Int>
  /// `no_output_of_prior_pics_flag`, the second bit, which only random access pictures have.
  var discardsPriorPictures: Bool?

  /// More bytes than the fields can have.
  static let headBytes = 12
  static let discardBit = 1

  init(_ plain: [UInt8], kind: Int, pictures: [Int: HEVCPicture]) throws(CodedStreamError) {
    var bits = BitReader(plain, of: "a slice")
    isFirstOfPicture = try bits.flag()
    if HEVCUnit.isRandomAccess(kind) { discardsPriorPictures = try bits.flag() }
    let start = bits.position
    picture = try bits.unsigned("slice_pic_parameter_set_id", atMost: 63)
    pictureBits = start..<bits.position
    guard pictures[picture] != nil else { throw .isMissing("PPS \(picture)", namedBy: "a slice") }
  }
}

/// The parameter sets of one source, by id.
struct HEVCSets: Hashable, Sendable {
  var videos: [Int: HEVCVideo] = [:]
  var sequences: [Int: HEVCSequence] = [:]
  var pictures: [Int: HEVCPicture] = [:]
}

/// Kinds of NAL units of HEVC.
enum HEVCUnit {
  static let video = 32
  static let sequence = 33
  static let picture = 34
  static let delimiter = 35
  static let endOfSequence = 36
  static let endOfStream = 37
  static let prefixMessage = 39
  static let suffixMessage = 40
  /// A broken link whose leading pictures can all be decoded.
  static let brokenLink = 17
  static let cleanRandomAccess = 21

  static func kind(_ header: UInt8) -> Int { Int(header >> 1 & 63) }

  /// `nuh_layer_id`
  static func layer(_ first: UInt8, _ second: UInt8) -> Int { Int(first & 1) << 5 | Int(second >> 3) }

  static func isSlice(_ kind: Int) -> Bool { (0...9).contains(kind) || (16...21).contains(kind) }

  static func isRandomAccess(_ kind: Int) -> Bool { (16...23).contains(kind) }
}
