/// One SEI message.
package struct SupplementalMessage: Hashable, Sendable {
  package let type: Int
  package let payload: [UInt8]
}

/// The messages of an SEI unit.
enum SupplementalMessages {
  /// Parses the plain bytes of a unit; nil if the lengths do not add up.
  static func read(_ plain: [UInt8]) -> [SupplementalMessage]? {
    guard let end = payloadBits(plain), end % 8 == 0 else { return nil }
    let count = end / 8
    var messages: [SupplementalMessage] = []
    var place = 0
    func number() -> Int? {
      var value = 0
      while place < count {
        let byte = plain[place]
        place += 1
        value += Int(byte)
        if byte != 255 { return value }
      }
      return nil
    }
    while place < count {
      guard let type = number(), let length = number(), length <= count - place else { return nil }
      messages.append(SupplementalMessage(type: type, payload: Array(plain[place..<place + length])))
      place += length
    }
    return messages
  }

  /// The plain bytes of a unit.
  static func write(_ messages: [SupplementalMessage]) -> [UInt8] {
    var plain: [UInt8] = []
    for message in messages {
      for value in [message.type, message.payload.count] {
        plain.append(contentsOf: repeatElement(255, count: value / 255))
        plain.append(UInt8(value % 255))
      }
      plain.append(contentsOf: message.payload)
    }
    return plain + [0x80]
  }

  /// A unit without the messages that name parameter sets or may contain one that does; nil if none remain.
  ///
  /// An unreadable unit is dropped: no picture needs it, and it might name a set.
  static func kept(of unit: [UInt8], codec: StreamCodec) -> [UInt8]? {
    let headerBytes = codec == .h264 ? 1 : 2
    guard unit.count > headerBytes, let messages = read(unescaped(unit, in: headerBytes..<unit.count)) else {
      return nil
    }
    let kept = messages.filter { !namesSets($0.type, codec: codec) }
    if kept.count == messages.count { return unit }
    return kept.isEmpty ? nil : escaped(header: Array(unit.prefix(headerBytes)), write(kept))
  }

  private static func namesSets(_ type: Int, codec: StreamCodec) -> Bool {
    switch codec {
    // Buffering period, scalability information, nesting, view nesting, view scalability information.
    case .h264: [0, 24, 30, 37, 38].contains(type)
    // Buffering period, active parameter sets, nesting.
    case .hevc: [0, 129, 133].contains(type)
    }
  }

  /// Whether the message is a mastering display, light levels, alternative transfer or ambient viewing
  /// environment.
  static func describesLight(_ type: Int) -> Bool { [137, 144, 147, 148].contains(type) }
}
