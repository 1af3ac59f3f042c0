package import ContentDigest

/// A media file that a script names, and where it is.
package struct ListedMedia: Hashable, Sendable {
  /// As the script names it.
  package let file: String
  /// The path that the script names.
  package let path: String
  /// Nil for a file at its path, and if nothing states it.
  package let digest: ContentDigest?
  /// Nil if unknown.
  package let byteCount: Int64?
  /// From the script.
  package let urls: [String]
  /// Nil for a file at its path, and for one that was not found.
  package let place: MediaPlace?
  /// Whether the file itself is at its path.
  package let isAtItsPath: Bool

  /// A file at its path.
  init(file: String, path: String) {
    (self.file, self.path) = (file, path)
    (digest, byteCount, urls, place, isAtItsPath) = (nil, nil, [], nil, true)
  }

  init(_ absent: AbsentFile, place: MediaPlace?) {
    (file, path, digest) = (absent.file, absent.path, absent.digest)
    (byteCount, urls, self.place, isAtItsPath) = (absent.byteCount, absent.urls, place, false)
  }

  package var isHere: Bool { isAtItsPath || place != nil }
}
