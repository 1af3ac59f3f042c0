package import ContentDigest

/// The names of the files that preview workers write.
package struct PreviewFiles: Hashable, Codable, Sendable {
  /// The folder of all files that workers write. Versions of a film share cells and sounds that have the same
  /// key.
  package let shared: String
  /// The folder of the plan of this version, which workers only read.
  package let own: String

  package init(shared: String, own: String) {
    self.shared = shared
    self.own = own
  }

  package var plan: String { own + "/plan.json" }
  package func cell(_ key: ContentDigest) -> String { "\(shared)/\(key.hex).mp4" }
  package func chunk(_ number: Int64, of key: ContentDigest) -> String {
    "\(shared)/\(key.hex)-\(number).mp4"
  }
  package func waveform(_ key: ContentDigest) -> String { "\(shared)/\(key.hex).wave" }
  package func picture(_ frame: Int64, _ kind: PreviewPicture) -> String {
    "\(shared)/\(own.split(separator: "/").last ?? "")-\(frame).\(kind.rawValue)"
  }
}
