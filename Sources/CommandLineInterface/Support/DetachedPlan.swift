import Composition
import Export
import Processes
import RenderPlan
import Workspace

// Shared by `plan -o`, `segment` and `join`: the plan as a file for other machines.

let planArgument = Argument.required(
  "plan", .file("FILE"), "The plan file, written by `editc plan SCRIPT -o FILE`.", group: "Plan")

let mapArgument = Argument.repeated(
  "map", .folderPair("FOLDER=FOLDER"),
  "Translates a folder's path from the machine that made the plan to the one that renders: "
    + "`/home/ada/media=/mnt/media`.", group: "Plan")

extension FolderMap {
  init(_ values: ParsedArguments) throws(UsageError) {
    self.init(try values[mapArgument].map { ($0.from, $0.to) })
  }
}

struct FolderPair: Sendable {
  let from: String
  let to: String
}

extension ArgumentKind where Value == FolderPair {
  static func folderPair(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(
      placeholder, expectation: "two absolute paths with `=` between them, such as /home/ada=/mnt/ada"
    ) {
      text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, parts.allSatisfy({ $0.hasPrefix("/") }) else { return nil }
      return FolderPair(from: parts[0], to: parts[1])
    }
  }
}

extension PlanRequest {
  /// Writes the plan of the only film of a script, for other machines.
  func writePlan(
    of films: [RequestedFilm], _ script: CompiledScript, to path: String, replacing: Bool
  ) throws {
    guard let film = films.first, films.count == 1 else {
      throw CommandFailure(
        .usage,
        script.rows.count > 1
          ? "a plan file contains one film, but the table has \(script.rows.count) rows; choose one with --row N"
          : "a plan file contains one film, but there are \(films.count) outputs; choose one with --only NAME"
      )
    }
    guard film.playlists.isEmpty else {
      throw CommandFailure(
        .usage, "a plan file contains one film, but `playlist` lists several; use `editc render`")
    }
    let file = try detachedPlan(of: film, script)
    let bytes = try file.encoded()
    if path == "-" { return try Console.print(bytes: bytes) }
    try OutputTarget(named: path, replacesExisting: replacing, root: root).publish(bytes)
  }

  /// The plan of a film with everything that other machines need.
  private func detachedPlan(of film: RequestedFilm, _ script: CompiledScript) throws
    -> PlanFile
  {
    let plan = try script.plan(film.film, range: range)
    return PlanFile(
      plan: try plan.detached(), media: [], origin: try script.origin(of: plan, film: film.path))
  }
}

/// A plan from a file that this machine will render.
struct DetachedFilm {
  let file: PlanFile
  let origin: PlanOrigin

  /// Throws if the plan is damaged, was made with other versions, or has keys that do not match its content.
  init(_ path: String) throws {
    file = try PlanFile(detachedAt: path)
    guard let origin = file.origin else {
      throw CommandFailure(.badData, "\(path) is not a plan for other machines")
    }
    self.origin = origin
    if let difference = origin.difference(from: file.plan.engineHere) {
      throw CommandFailure(
        .unavailable,
        "\(path) is not for this machine: \(difference); use the same versions on all machines")
    }
    if let flaw = file.plan.flaw(with: origin) {
      throw CommandFailure(.badData, "\(path) was not made by editc: \(flaw)")
    }
  }

  /// The plan with the paths of this machine. Throws if a file is missing, has changed, or is outside the
  /// root.
  func placed(
    _ folders: FolderMap, cache: CacheFolder?, root: RootFolder?
  ) throws -> PlanFile {
    if let root, let file = origin.files.first(where: { root.holds(folders.place(of: $0.path)) != true }) {
      throw FileError(.read, folders.place(of: file.path), .outsideRoot(root.path))
    }
    let found = try origin.files.find(in: folders, cache: cache)
    return try file.placed(found.mapValues { ($0.path, $0.identity) })
  }

  /// Whether joining reads a media file: a cover that is copied unchanged.
  var joinsFile: Bool {
    file.plan.settings.container.declaration.holdsCover && file.plan.composition.coverFile != nil
  }
}
