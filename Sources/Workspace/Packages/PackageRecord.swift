import Composition
import ContentDigest
import EditScript
import Processes

/// What `editc fetch` knows of a package, in a file beside its folder: `titles-1b07de4c.package`.
struct PackageRecord: Hashable, Sendable {
  /// Where it comes from, as locks write it.
  let origin: String
  /// The commit of its revision; nil for an archive.
  let commit: String?
  let files: PackageFiles

  /// How all records begin, also those of later formats.
  static let mark = "editc package "
  private static let head = mark + "1"
  private static let mostBytes = 16 << 20

  static func path(ofFolder folder: String) -> String { folder + ".package" }

  init(origin: PackageOrigin, commit: String?, files: PackageFiles) {
    self.origin = origin.text
    self.commit = commit
    self.files = files
  }

  /// The record beside a folder; nil if there is none, or if it is damaged.
  init?(ofFolder folder: String, texts: any TextSource) {
    guard let bytes = try? texts.bytes(ofFileAt: Self.path(ofFolder: folder), limit: Self.mostBytes),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard lines.popFirst() == Self.head[...], let origin = lines.popFirst(),
      let commit = lines.popFirst(), lines.popLast() == ""
    else { return nil }
    var files: [PackageFiles.File] = []
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let digest = ContentDigest(hex: String(words[0])), let count = Int64(words[1])
      else { return nil }
      files.append(.init(path: String(words[2]), byteCount: count, digest: digest))
    }
    self.origin = String(origin)
    self.commit = commit.isEmpty ? nil : String(commit)
    self.files = PackageFiles(files)
  }

  var text: String { "\(Self.head)\n\(origin)\n\(commit ?? "")\n\(files.text)" }

  func write(besideFolder folder: String, beneath root: RootFolder) throws(FileError) {
    try AtomicFile.publish(Array(text.utf8), at: Self.path(ofFolder: folder), beneath: root)
  }
}
