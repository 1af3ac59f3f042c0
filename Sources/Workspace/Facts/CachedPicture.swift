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
    if !isThere { removeOldPictures() }
    return CachedPicture(path: path, isThere: isThere)
  }

  /// Removes the oldest pictures.
  private func removeOldPictures() {
    guard let names = try? listFolder(pictures, atMost: 10 * Self.mostPictures),
      names.count > Self.mostPictures
    else { return }
    let ages = names.map { (FileIdentity(ofFileAt: "\(pictures)/\($0)")?.modified ?? 0, $0) }.sorted {
      $0 < $1
    }
    for (_, name) in ages.prefix(names.count - Self.mostPictures / 2) {
      try? removeFile("\(pictures)/\(name)")
    }
  }
}
