/// Which files are in the archive of a package?
struct ArchiveQuestion: Question {
  typealias Answer = Reply<[ArchiveMember], PackageRefusal>

  let path: String
  /// The folder of the archive that is the package; nil for all of it.
  let folder: String?

  static var name: String { "archive" }
  var files: [String] { [path] }
  var limit: Duration { InspectionLimits.time }

  func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(PackageRefusal) in try TarArchive.members(ofFileAt: path, in: folder) }
  }
}
