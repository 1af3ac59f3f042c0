import FoundationEssentials

/// The folder of real clips beside the checkout, which not every machine has.
///
/// Tests that use it are skipped by name where it is absent: `.enabled(if: RealMedia.isPresent, ...)`.
package enum RealMedia {
  package static let folder: String? = {
    let named = ProcessInfo.processInfo.environment["EDITC_REAL_MEDIA"]
    // Without the path of the checkout, which can have any character, in scripts that play a clip.
    let beside = packageRoot.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/shared/media"
    return [named, beside].compactMap(\.self).first {
      FileManager.default.fileExists(atPath: $0 + "/MEDIA.md")
    }
  }()

  package static var isPresent: Bool { folder != nil }

  package static func path(_ name: String) -> String { (folder ?? "") + "/" + name }

  /// The folder of small files that broke something, beside that of the real clips.
  package static var hasBrokenFiles: Bool { FileManager.default.fileExists(atPath: brokenPath("README.md")) }

  package static func brokenPath(_ name: String) -> String { (folder ?? "") + "/../broken/" + name }
}

/// The root of the checkout that the tests were built from.
package let packageRoot: String = {
  var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  parts.removeLast(3)
  return parts.joined(separator: "/")
}()
