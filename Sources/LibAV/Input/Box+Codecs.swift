extension Box {
  /// The video and audio codecs of a `moov`, in the order of its tracks, in the notation of RFC 6381.
  var codecNames: [String] {
    boxes().filter { $0.kind == "trak" }.compactMap { track in
      guard let media = track.first("mdia"),
        let handler = media.first("hdlr")?.content.dropFirst(8).prefix(4).map({ $0 }),
        let descriptions = media.first("minf", "stbl", "stsd")?.boxes(behind: 8),
        let entry = descriptions.first
      else { return nil }
      return switch String(decoding: handler, as: UTF8.self) {
      case "vide": entry.pictureCodec
      case "soun": entry.soundCodec
      default: nil
      }
    }
  }

  /// The codec of a video sample description: 78 bytes, then boxes with details.
  private var pictureCodec: String {
    func setup(_ kind: String) -> Box? { boxes(behind: 78).first { $0.kind == kind } }
    switch kind {
    case "avc1", "avc3":
      guard let bytes = setup("avcC")?.content.dropFirst().prefix(3), bytes.count == 3 else { return kind }
      return kind + "." + bytes.map(hexadecimal).joined()
    case "hvc1", "hev1": return kind + (setup("hvcC").flatMap(hevcSuffix) ?? "")
    case "vp09":
      guard let setup = setup("vpcC"), let profile = setup.number(at: 4, 1),
        let level = setup.number(at: 5, 1), let third = setup.number(at: 6, 1)
      else { return kind }
      return kind + "." + [profile, level, third >> 4].map(twoDigits).joined(separator: ".")
    case "av01":
      guard let bytes = setup("av1C")?.content.prefix(3).map({ $0 }), bytes.count == 3 else { return kind }
      let (profile, level) = (bytes[1] >> 5, Int64(bytes[1] & 31))
      let (isHighTier, isDeep) = (bytes[2] & 0x80 != 0, bytes[2] & 0x40 != 0)
      return "\(kind).\(profile).\(twoDigits(level))\(isHighTier ? "H" : "M").\(isDeep ? "10" : "08")"
    default: return kind
    }
  }

  /// The parts of an HEVC configuration that state what a decoder must support.
  private func hevcSuffix(_ setup: Box) -> String? {
    let bytes = setup.content.prefix(13).map { $0 }
    guard bytes.count == 13 else { return nil }
    let space = ["", "A", "B", "C"][Int(bytes[1] >> 6)]
    let tier = bytes[1] & 0x20 == 0 ? "L" : "H"
    let compatible = bytes[2..<6].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // Its bits are written in reverse order.
    let reversed = (0..<32).reduce(UInt32(0)) { reversed, bit in
      let isSet = compatible >> UInt32(bit) & 1 == 1
      return isSet ? reversed | 1 << UInt32(31 - bit) : reversed
    }
    var constraints = Array(bytes[6..<12])
    while constraints.last == 0 { constraints.removeLast() }
    return ".\(space)\(bytes[1] & 31).\(String(reversed, radix: 16, uppercase: true)).\(tier)\(bytes[12])"
      + constraints.map { "." + hexadecimal($0) }.joined()
  }

  /// The codec of an audio sample description.
  private var soundCodec: String {
    switch kind {
    case "mp4a": kind + (mpegSound ?? "")
    case "Opus": "opus"
    case "fLaC": "flac"
    default: kind
    }
  }

  /// The standard in an elementary stream descriptor, behind 28 bytes: MPEG-4 Audio with its object type, or
  /// another one.
  private var mpegSound: String? {
    guard let bytes = boxes(behind: 28).first(where: { $0.kind == "esds" })?.content.map({ $0 }) else {
      return nil
    }
    // A descriptor is its kind, a length of one to four bytes, and its fields.
    func fields(of tag: UInt8, in range: Range<Int>) -> Range<Int>? {
      guard let start = range.first, bytes[start] == tag else { return nil }
      var next = start + 1
      while next < range.upperBound, bytes[next] & 0x80 != 0 { next += 1 }
      return next + 1 < range.upperBound ? (next + 1)..<range.upperBound : nil
    }
    guard bytes.count > 4, let stream = fields(of: 3, in: 4..<bytes.count), stream.count > 3,
      let decoder = fields(of: 4, in: (stream.lowerBound + 3)..<stream.upperBound), decoder.count > 13
    else { return nil }
    let standard = bytes[decoder.lowerBound]
    guard standard == 0x40, let setup = fields(of: 5, in: (decoder.lowerBound + 13)..<decoder.upperBound)
    else { return "." + hexadecimal(standard) }
    return ".40.\(bytes[setup.lowerBound] >> 3)"
  }
}

private func hexadecimal(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
}

private func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
