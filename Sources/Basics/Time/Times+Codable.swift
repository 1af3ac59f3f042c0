// A time is encoded as a pair of numbers, so that no reader has to parse a fraction.
extension RationalTime: Codable {
  package init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    let value = try pair.decode(Int64.self)
    let timescale = try pair.decode(Int64.self)
    guard let time = RationalTime(value, timescale) else {
      throw DecodingError.dataCorruptedError(in: pair, debugDescription: "a time that is no fraction")
    }
    self = time
  }

  package func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(value)
    try pair.encode(timescale)
  }
}

extension TimeRange: Codable {
  package init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    let start = try pair.decode(RationalTime.self)
    let end = try pair.decode(RationalTime.self)
    guard let range = TimeRange(start: start, end: end) else {
      throw DecodingError.dataCorruptedError(in: pair, debugDescription: "a range that runs backwards")
    }
    self = range
  }

  package func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(start)
    try pair.encode(end)
  }
}

extension FrameRate: Codable {
  package init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    let frames = try pair.decode(Int64.self)
    let seconds = try pair.decode(Int64.self)
    guard let rate = FrameRate(frames, per: seconds) else {
      throw DecodingError.dataCorruptedError(in: pair, debugDescription: "a frame rate that is not positive")
    }
    self = rate
  }

  package func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(frames)
    try pair.encode(seconds)
  }
}
