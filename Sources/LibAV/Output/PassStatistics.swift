package import Composition

/// The statistics that an encoder writes in the first of two passes: a text with a line for each frame, and
/// how much later frames depend on each of its blocks.
package enum PassStatistics {
  /// The quality of a first pass: about that of films with usual bit rates, so that proportions are kept.
  static let quality = 23

  /// The suffix of the second file, after the name of the first.
  package static func secondEnding(of codec: VideoCodec) -> String { codec == .hevc ? ".cutree" : ".mbtree" }

  /// The bits of the pictures, and those needed at any quality; nil for a text that is not statistics.
  package static func bits(in text: [UInt8]) -> (pictures: Int64, fixed: Int64)? {
    var (pictures, fixed): (Int64, Int64) = (0, 0)
    var hasFrames = false
    for line in text.split(separator: UInt8(ascii: "\n")) where !line.starts(with: [UInt8(ascii: "#")]) {
      var found: [String: Int64] = [:]
      for field in line.split(separator: UInt8(ascii: " ")) {
        let parts = field.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard parts.count == 2, let number = Int64(String(decoding: parts[1], as: UTF8.self)) else {
          continue
        }
        found[String(decoding: parts[0], as: UTF8.self)] = number
      }
      guard let texture = found["tex"], let motion = found["mv"], let other = found["misc"] else {
        return nil
      }
      pictures += texture + motion
      fixed += other
      hasFrames = true
    }
    return hasFrames ? (pictures, fixed) : nil
  }
}
