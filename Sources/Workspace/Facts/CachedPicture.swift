package import Basics
import ContentDigest
import Processes

/// The place of a cached thumbnail of a media file.
package struct CachedPicture: Sendable {
  package let path: String
  package let isThere: Bool
}

extension CacheFolder {
  private var pictures: String { path + "/pictures" }
  /// Beyond this, the folder has grown over months.
  private static let mostPictures = 500

  /// The place for a picture of a file in its present state, in a folder that is created; nil if there is no
  /// file.
  package func picture(ofFileAt file: String, at time: RationalTime?) -> CachedPicture? {
    guard FileKind(at: file, followsLinks: true) == .file, let identity = FileIdentity(ofFileAt: file),
      let key = try? ContentDigest.of(text: "picture, \(identity.summary), \(time?.spelling ?? "middle")"),
      (try? makeFolder(pictures)) != nil
    else { return nil }
    let path = "\(pictures)/\(key.hex).jpg"
    let isThere = isThere(path)
    if !isThere { removeOldEntries(of: pictures, beyond: Self.mostPictures) }
    return CachedPicture(path: path, isThere: isThere)
  }
}
