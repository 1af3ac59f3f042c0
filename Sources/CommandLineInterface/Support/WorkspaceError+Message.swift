import EditScript
import Lowering
import Processes
import Workspace

extension CommandFailure {
  /// The message and exit code of an error of the workspace.
  init(_ error: WorkspaceError) {
    switch error {
    case .file(let error): self.init(error)
    case .system(let error): self.init(ExitCode(error), "\(error)")
    case .digest(let failure): self.init(.internalError, "\(failure)")
    case .inspection(.system(let error)): self.init(ExitCode(error), "\(error)")
    case .inspection(.sandbox(let reason)): self.init(.refused, reason)
    case .inspection(.unavailable(let reason)): self.init(.unavailable, reason)
    case .inspection(.engine(let reason)): self.init(.internalError, reason)
    case .noScript(let folder):
      self.init(.inputMissing, "no script (`*\(ScriptFiles.ending)`) in the folder \(folder) or below it")
    case .mediaAsScript(let path):
      self.init(
        .usage,
        "\(path) is a media file, not a script; `editc probe`, `frame`, `sheet`, `waveform` and `preview` accept media"
          + " files, and `editc init` writes a script that plays one")
    case .scriptChanged(let path, let done):
      self.init(
        .temporaryFailure, "\(path) has changed since it was read and was not \(done); run editc again")
    case .fileOfPackage(let path, let done):
      self.init(
        .refused,
        "\(path) is part of a package, which stays as it was fetched, and was not \(done); "
          + "copy the scripts into the project to change them")
    case .noRow(let row, let file, let count):
      self.init(.usage, "--row \(row): \(file) has \(count) row\(count == 1 ? "" : "s")")
    case .noOutput(let name, let script, let outputs):
      self.init(.usage, "--only \(name): " + noOutput(called: name, in: script, outputs))
    case .noCacheFolder:
      self.init(
        .configuration,
        "no folder for the cache; set XDG_CACHE_HOME, or use --cache DIR or --no-cache")
    case .cacheIsNoFolder(let path):
      self.init(.configuration, "\(path) cannot be the cache, because it is not a folder; use --cache DIR")
    case .foreignVariable(let name):
      self.init(
        .configuration, "the path in \(name) is not UTF-8; editc cannot use it. Set \(name) to another folder"
      )
    case .foreignName(let name):
      self.init(.inputMissing, "the name of \(name) is not UTF-8; editc cannot open it. Rename the file")
    case .linkOutOfFolder(let path):
      self.init(
        .refused, "\(path) is a symbolic link that leaves the searched folder; name it explicitly to read it")
    case .foreignSettings(let path):
      self.init(
        .refused,
        "\(path) belongs to another user, who is not the owner of the folder with the scripts; remove it, or use --no-settings"
      )
    case .misnamedSettings(let path):
      self.init(.badData, "\(path) is not read, because settings are named editc.yaml; rename it")
    case .laterRelease(let release, let place):
      self.init(
        .configuration,
        "this project requires editc \(release) or later (\(place)), but this is \(editcVersion)"
      )
    case .mediaChanged(let file):
      self.init(.temporaryFailure, "\(file) changed while it was read; run the command again")
    case .plannedFileChanged(let file, let path):
      self.init(
        .badData,
        "\(path) is not the \(file) that the film was planned with; write a new plan, or restore the file")
    case .plannedFileMissing(let file, let path):
      self.init(
        .inputMissing,
        "\(file) is not at \(path); map its folder to this machine with --map FOLDER=FOLDER")
    case .unreadableMedia(let file, let reason): self.init(.ioError, "cannot read \(file): \(reason)")
    case .noResources(let file, let reason): self.init(.unavailable, "cannot read \(file): \(reason)")
    case .recognizer(let name, let failure): self.init(failure, of: name)
    case .fonts(let reason): self.init(.unavailable, "the text cannot be measured: \(reason)")
    case .subtitleFonts(.noList): self.init(.unavailable, "the fonts of this machine cannot be listed")
    case .subtitleFonts(.noFonts):
      self.init(
        .unavailable,
        "this machine has no font to draw subtitles with; install one, such as fonts-inter")
    case .subtitleFonts(.unreadable(path: let path)):
      self.init(.ioError, "the font \(path) cannot be read")
    case .subtitleFonts(.fontFile): self.init(.findings, "a font file of the subtitles cannot be used")
    case .noGit, .noRepository, .noRevision, .notInRevision, .noObject, .tooLargeObject, .gitFailed,
      .noTemporaryFile:
      self.init(ofRevision: error)
    case .noFilm: self.init(.findings, "the script is too incomplete to plan its film")
    case .noSuchPart(let reason): self.init(.usage, "--range: \(reason)")
    case .planning(let error): self.init(.badData, "\(error)")
    }
  }

  private init(_ failure: RecognizerFailure, of name: String) {
    switch failure {
    case .noProgram(let program):
      self.init(
        .unavailable,
        "the recogniser `\(name)`: there is no program \(program)"
          + (program.contains("/") ? "" : " in PATH")
          + "; install it, or correct `recognizers` in your own editc.yaml")
    case .ended(let status, let lines):
      self.init(
        .unavailable,
        "the recogniser `\(name)` \(status)"
          + (lines.isEmpty
            ? " and printed no message"
            : "; its last lines were:\n" + lines.map { "  " + $0 }.joined(separator: "\n")))
    case .printedTooMuch(let limit):
      self.init(.badData, "the recogniser `\(name)` printed more than \(limit >> 20) MiB and was stopped")
    case .tooSlow(let time):
      self.init(
        .unavailable,
        "the recogniser `\(name)` ran for more than \(time.components.seconds / 3600) hours and was stopped; "
          + "use a smaller model, or shorter media")
    case .tooLongMedia(let path):
      self.init(.badData, "\(path) is longer than the 24 hours of sound that a recogniser gets")
    }
  }

  private init(ofRevision error: WorkspaceError) {
    switch error {
    case .noGit:
      self.init(.unavailable, "git is not installed; revisions cannot be read without it")
    case .noRepository(let folder, let complaint):
      self.init(.inputMissing, "\(folder == "." ? "this folder" : folder): \(complaint)")
    case .noRevision("HEAD"):
      self.init(
        .inputMissing, "the repository has no commit to compare with; use editc diff OLD NEW")
    case .noRevision(let revision):
      self.init(.inputMissing, "'\(revision)' is neither a file nor a revision")
    case .notInRevision(let path, let revision):
      self.init(
        .inputMissing,
        "there is no \(path) in \(revision); if the script had another name, use \(revision):PATH")
    case .noObject(let name, let complaint): self.init(.inputMissing, "\(name): \(complaint)")
    case .tooLargeObject(let name, let limit):
      self.init(.badData, "\(name) is larger than \(limit >> 20) MiB")
    case .gitFailed(let complaint): self.init(.ioError, complaint)
    case .noTemporaryFile(let folder, let reason):
      self.init(.ioError, "cannot create temporary files in \(folder): \(reason)")
    default: self.init(.internalError, "\(error)")
    }
  }
}

/// A message about an unknown output name, with the existing names.
private func noOutput(called name: String, in script: String, _ outputs: [OutputLabel]) -> String {
  guard !outputs.isEmpty else { return "\(script) has no outputs" }
  let most = 20
  let names = outputs.prefix(most).map { output in output.name.map { "\($0) (\(output.file))" } ?? output.file
  }
  let rest = outputs.count > most ? " and \(outputs.count - most) more" : ""
  let words = outputs.flatMap { [$0.name, $0.file, lastComponent(of: $0.file)].compactMap(\.self) }
  let near = Suggestion.best(for: name, among: words).map { "; did you mean '\($0)'?" } ?? ""
  return "\(script) has no such output; its outputs are " + names.joined(separator: ", ") + rest
    + near
}
