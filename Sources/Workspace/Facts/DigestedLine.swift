import ContentDigest
import FoundationEssentials

/// A value as a line of JSON with a digest, so that damage is detected.
enum DigestedLine {
  static func text<Value: Encodable>(_ name: String, _ value: Value) -> String? {
    let encoder = JSONEncoder()
    // The same value always gives the same bytes.
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(value)).flatMap { text(name, json: String(decoding: $0, as: UTF8.self)) }
  }

  static func text(_ name: String, json: String) -> String? {
    (try? ContentDigest.of(text: json)).map { "\(name) \($0.hex) \(json)\n" }
  }

  /// The value of a line, with or without its line feed; nil if it is damaged or has another name.
  static func value<Value: Decodable>(_ name: String, in line: ArraySlice<UInt8>) -> Value? {
    json(name, in: line).flatMap { try? JSONDecoder().decode(Value.self, from: Data($0)) }
  }

  /// The same as the bytes of its JSON.
  static func json(_ name: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let line = line.last == UInt8(ascii: "\n") ? line.dropLast() : line
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count == 3, words[0].elementsEqual(name.utf8),
      let digest = try? ContentDigest.of(Array(words[2])), words[1].elementsEqual(digest.hex.utf8)
    else { return nil }
    return words[2]
  }
}
