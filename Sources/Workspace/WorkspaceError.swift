package import ContentDigest
package import EditScript
package import Lowering
package import Processes
package import RenderPlan

/// An error of the workspace. Commands turn it into a message and an exit code.
package enum WorkspaceError: Error, Sendable {
  /// Also for a file that the script names, if the machine failed rather than the file.
  case file(FileError)
  case system(SystemError)
  case digest(DigestFailure)
  /// No process can be started to inspect files.
  case inspection(InspectionError)

  // MARK: Scripts and values
  /// The folder and its subfolders contain no script.
  case noScript(folder: String)
  /// A script found in a folder is a link to a file elsewhere.
  case linkOutOfFolder(path: String)
  /// A media file is named where a script is expected.
  case mediaAsScript(path: String)
  /// A script's name is not UTF-8; contains the name in readable form.
  case foreignName(String)
  /// The script has changed since it was read. `done` names the prevented action: "fixed".
  case scriptChanged(path: String, done: String)
  /// A file is part of a package, which stays as it was fetched. `done` names the prevented action: "fixed".
  case fileOfPackage(path: String, done: String)
  /// The table of values has no such row.
  case noRow(Int, file: String, rowCount: Int)
  /// The script has no output with this name; contains those that it has.
  case noOutput(String, script: String, outputs: [OutputLabel])

  // MARK: Settings
  /// The settings above a script belong to another user.
  case foreignSettings(path: String)
  /// A file whose name resembles that of settings.
  case misnamedSettings(path: String)
  /// The project requires a later release of editc. `place` is where it does: "editc.yaml:2".
  case laterRelease(Release, place: String)

  // MARK: Media
  /// No cache folder is given, and the environment names none.
  case noCacheFolder
  /// The cache folder, or a folder above it, is a file.
  case cacheIsNoFolder(path: String)
  /// An environment variable that names a folder is not UTF-8.
  case foreignVariable(String)
  /// The file changed while it was read.
  case mediaChanged(file: String)
  /// A file of a plan has changed since the film was planned.
  case plannedFileChanged(file: String, path: String)
  /// A file of a plan does not exist at its path.
  case plannedFileMissing(file: String, path: String)
  case unreadableMedia(file: String, reason: String)
  /// A media file cannot be read because the machine has no descriptors or no memory left.
  case noResources(file: String, reason: String)
  /// A speech recogniser of the user, by its name, gave no words.
  case recognizer(String, RecognizerFailure)
  case subtitleFonts(SubtitleFontFailure)
  /// The machine's fonts cannot be used for a text, for this reason.
  case fonts(reason: String)

  // MARK: Revisions
  case noGit
  /// The folder is in no repository; with git's message.
  case noRepository(folder: String, complaint: String)
  /// Neither a file nor a revision.
  case noRevision(String)
  /// The revision does not contain the script.
  case notInRevision(path: String, revision: String)
  /// Git cannot read an object; with git's message.
  case noObject(name: String, complaint: String)
  case tooLargeObject(name: String, limit: Int)
  /// Git failed.
  case gitFailed(complaint: String)
  case noTemporaryFile(folder: String, reason: String)

  // MARK: Planning
  /// The script has no errors, but the film depends on something unknown.
  case noFilm
  /// The requested part is not in the film, for this reason.
  case noSuchPart(String)
  case planning(PlanningError)
}
