package import ContentDigest
package import EditScript
package import Lowering
package import Processes
package import RenderPlan

/// An error of the workspace. Commands turn it into a message and an exit code.
package enum WorkspaceError: Error, Sendable {
  /// Also of a file that the script names, if the machine failed rather than the file.
  case file(FileError)
  case system(SystemError)
  case digest(DigestFailure)
  /// Nothing can be looked at in a process of its own.
  case inspection(InspectionError)

  // MARK: Scripts and values
  /// The folder and its subfolders contain no script.
  case noScript(folder: String)
  /// A script that was found in a folder is a link out of it.
  case linkOutOfFolder(path: String)
  /// A media file is named where a script is expected.
  case mediaAsScript(path: String)
  /// A script's name is not UTF-8; the name as people can read it.
  case foreignName(String)
  /// The script has changed since it was read. `done` says what would have been done with it: "fixed".
  case scriptChanged(path: String, done: String)
  /// The table of values has no such row.
  case noRow(Int, file: String, rowCount: Int)
  /// The script has no output of this name; those that it has.
  case noOutput(String, script: String, outputs: [OutputLabel])

  // MARK: Settings
  /// The settings above a script belong to another user.
  case foreignSettings(path: String)
  /// A file that would be settings if it had the right name.
  case misnamedSettings(path: String)
  /// The project asks for a later release of editc. `place` is where it does: "editc.yaml:2".
  case laterRelease(Release, place: String)

  // MARK: Media
  /// No folder is named for the cache, and the environment names none.
  case noCacheFolder
  /// There is a file where the cache is to be, or where a folder above it is to be.
  case cacheIsNoFolder(path: String)
  /// A variable of the environment that names a folder is not UTF-8.
  case foreignVariable(String)
  /// The file changed while it was read.
  case mediaChanged(file: String)
  /// A file of a plan is not what it was when the film was planned.
  case plannedFileChanged(file: String, path: String)
  /// A file of a plan is not where the plan says.
  case plannedFileMissing(file: String, path: String)
  case unreadableMedia(file: String, reason: String)
  /// A media file cannot be read because the machine has no descriptor or no memory left.
  case noResources(file: String, reason: String)
  case subtitleFonts(SubtitleFontFailure)
  /// The machine's fonts cannot be used for a text; the reason in words.
  case fonts(reason: String)

  // MARK: Revisions
  case noGit
  /// The folder is in no repository; git says why.
  case noRepository(folder: String, complaint: String)
  /// Neither a file nor a revision.
  case noRevision(String)
  /// The revision does not hold the script.
  case notInRevision(path: String, revision: String)
  /// Git cannot show an object; it says why.
  case noObject(name: String, complaint: String)
  case tooLargeObject(name: String, limit: Int)
  /// Git failed.
  case gitFailed(complaint: String)
  case noTemporaryFile(folder: String, reason: String)

  // MARK: Planning
  /// The script has no errors, but the film depends on something unknown.
  case noFilm
  /// The wanted part is not in the film; the reason in words.
  case noSuchPart(String)
  case planning(PlanningError)
}
