package import ContentDigest

/// A media file that a script names, and where it is.
package struct ListedMedia: Hashable, Sendable {
  /// As the script names it.
  package let file: String
  /// The path that the script names.
  package let path: String
  /// Nil for a file at its path, and if nothing states it.
  package let digest: ContentDigest?
  /// The MD5 that DVC states, in hexadecimal digits; nil if it knows no such file.
  package let md5: String?
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
    (digest, md5, byteCount, urls, place, isAtItsPath) = (nil, nil, nil, [], nil, true)
  }

  init(_ absent: AbsentFile, place: MediaPlace?, dvc: DVCEntry? = nil) {
    (file, path, digest, md5) = (absent.file, absent.path, absent.digest, dvc?.md5)
    byteCount = absent.byteCount ?? (absent.digest == nil ? dvc?.byteCount : nil)
    (urls, self.place, isAtItsPath) = (absent.urls, place, false)
  }

  package var isHere: Bool { isAtItsPath || place != nil }
}
