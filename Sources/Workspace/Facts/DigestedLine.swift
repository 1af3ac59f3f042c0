import ContentDigest
import FoundationEssentials

/// A value as a line of JSON with a digest, so that damage is detected.
enum DigestedLine {
  static func text<Value: Encodable>(_ name: String, _ value: Value) -> String? {
    let encoder = JSONEncoder()
    // The same value always gives the same bytes.
    encoder.outputFormatting = .sortedKeys
    guard let json = try? encoder.encode(value) else { return nil }
    let text = String(decoding: json, as: UTF8.self)
    return (try? ContentDigest.of(text: text)).map { "\(name) \($0.hex) \(text)\n" }
  }

  /// The value of a line, with or without its line feed; nil if it is damaged or has another name.
  static func value<Value: Decodable>(_ name: String, in line: ArraySlice<UInt8>) -> Value? {
    let line = line.last == UInt8(ascii: "\n") ? line.dropLast() : line
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count == 3, words[0].elementsEqual(name.utf8),
      let digest = try? ContentDigest.of(Array(words[2])), words[1].elementsEqual(digest.hex.utf8)
    else { return nil }
    return try? JSONDecoder().decode(Value.self, from: Data(words[2]))
  }
}
