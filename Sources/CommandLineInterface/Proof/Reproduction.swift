import Basics
import Composition
import ContentDigest
import Diagnostics
import EditScript
import Export
import FilmComparison
import Glibc
import Processes
import RenderPlan
import Workspace

/// One call of `editc reproduce`.
struct Reproduction {
  let path: String
  let mediaFolders: [String]
  let jobs: Int?
  let progress: ProgressStyle
  let root: RootFolder?
  let sandbox: SandboxPolicy
  let inspector: Inspector

  func run() throws -> ExitCode {
    let receipt = try FilmReceipt(at: path, in: root)
    let work = try WorkFolder()
    let folder = try ReceiptInputs(receipt, path: path, mediaFolders: mediaFolders, root: root).place(
      in: work)
    let texts = NotedTexts()
    let request = try request(receipt, folder: folder, texts: texts)
    let script = try request.compile()
    if script.reportFindings(atLeast: .error) { return .findings }
    let films = try request.films(of: script)
    guard films.count == 1, let film = films.first, let plan = try request.plans(for: films, of: script).first
    else {
      throw CommandFailure(.badData, "\(path) names \(counted(films.count, "film")) of its script, not one")
    }
    let here = plan.engineHere
    if let difference = PlanOrigin(engine: receipt.engine.joined(separator: ", "), film: "", files: [])
      .difference(from: here)
    {
      throw CommandFailure(.unavailable, "\(path): \(difference)")
    }
    let made = try render(plan, script, film, receipt, in: work)
    let again = try FilmReceipt(
      ofFilmAt: made, plan, script, receipt.choice, texts: texts.paths, inspector: inspector)
    return try report(receipt, again, made: made, rate: plan.composition.canvas.rate)
  }

  private func request(
    _ receipt: FilmReceipt, folder: String, texts: NotedTexts
  ) throws -> PlanRequest {
    let choice = receipt.choice
    var range: Located<RangeExpression>?
    if let text = choice.range {
      range = ArgumentKind<Located<RangeExpression>>.scriptValue("RANGE", .filmRange).read(text)
      if range == nil { throw CommandFailure(.badData, "\(path) has a range that cannot be read: '\(text)'") }
    }
    var request = PlanRequest(
      script: folder + "/" + choice.script,
      variables: VariableRequest(
        settings: choice.variables, file: choice.variableFile.map { folder + "/" + $0 },
        rows: choice.row.map { [$0] } ?? [], allowsExamples: false),
      only: OutputChoice(choice.output), range: range, cache: nil, usesCache: false, root: nil,
      sandbox: sandbox,
      inspector: inspector)
    request.texts = texts
    request.output = choice.file.map { .file($0) }
    request.isDraft = choice.isDraft
    return request
  }

  private func render(
    _ plan: RenderPlan, _ script: CompiledScript, _ film: RequestedFilm, _ receipt: FilmReceipt,
    in work: WorkFolder
  ) throws -> String {
    let name = receipt.subjects.first?.name ?? "film"
    let target = OutputTarget(path: "\(work.path)/made/\(name)", replacesExisting: false)
    let signals = try TerminationSignals()
    let reporter = RenderReporter(style: progress)
    reporter.begin(name)
    let options = RenderOptions(
      target: target, media: plan.composition.media.compactMap { script.media.identities[$0.path] },
      jobs: jobs,
      store: SegmentStore(folder: work.path + "/segments"), workFolder: work.path, sandbox: sandbox)
    switch try Export.render(plan, options, signals: signals, onEvent: reporter.show) {
    case .finished: return target.path
    case .interrupted(let signal):
      reporter.interrupt(signal)
      work.remove()
      signal.raiseAgain()
    }
  }

  // MARK: Output

  private func report(
    _ receipt: FilmReceipt, _ again: FilmReceipt, made: String, rate: FrameRate
  ) throws -> ExitCode {
    let changed = again.inputs.filter { !receipt.inputs.contains($0) }
    for file in changed {
      Console.complain(
        "\(file.name ?? "a file outside of the script's folder") is not the one of the receipt (\(file.digest))"
      )
    }
    let differing = zip(receipt.subjects, again.subjects).filter { $0 != $1 }.map(\.0)
    if differing.isEmpty, receipt.subjects.count == again.subjects.count {
      try Console.print("\(receipt.subjects.compactMap(\.name).sentenceList(" and ")): reproduced\n")
      return changed.isEmpty ? .done : .findings
    }
    for subject in differing {
      Console.complain("\(subject.name ?? ""): the recreated film has other bytes")
    }
    let proof = FilmProof(
      of: again.content, against: receipt.content, rate: rate)
    for deviation in proof.deviations.prefix(100) {
      Console.complain("\(deviation.message) [\(deviation.kind.rawValue)]")
    }
    return .findings
  }
}

extension FilmReceipt {
  /// Reads a receipt from a file.
  init(at path: String, in root: RootFolder?) throws {
    if let root, root.holds(path) == false { throw FileError(.open, path, .outsideRoot(root.path)) }
    let bytes = try readFile(path, limit: Self.mostBytes)
    do throws(Flaw) { try self.init(bytes) } catch {
      throw CommandFailure(.badData, "\(path) \(error.clause)")
    }
  }
}

/// Finds the files that a receipt names.
private struct ReceiptInputs {
  let receipt: FilmReceipt
  let path: String
  let mediaFolders: [String]
  let root: RootFolder?

  init(_ receipt: FilmReceipt, path: String, mediaFolders: [String], root: RootFolder?) {
    self.receipt = receipt
    self.path = path
    self.mediaFolders = mediaFolders
    self.root = root
  }

  /// The folder in which each file is at its place: that of the script, or one with copies, and links to large files.
  func place(in work: WorkFolder) throws -> String {
    let folders = [".", folder(of: path)]
    let named = receipt.inputs.filter { $0.name != nil }
    var byDigest: [ContentDigest: String]?
    var places: [(name: String, path: String)] = []
    var problems: [String] = []
    let base = folders.first { hasBytes(receipt.script, at: $0 + "/" + receipt.choice.script) } ?? folders[0]
    for file in named {
      let name = file.name ?? ""
      let usual = base + "/" + name
      if hasBytes(file.digest, at: usual) {
        places.append((name, usual))
        continue
      }
      let others = try byDigest ?? filesByDigest(Set(named.map(\.digest)))
      byDigest = others
      if let found = others[file.digest] {
        places.append((name, found))
      } else {
        problems.append(isThere(usual) ? "\(name) has other bytes" : "\(name) is missing")
      }
    }
    guard problems.isEmpty else {
      throw CommandFailure(
        .inputMissing,
        "\(path): \(problems.joined(separator: "; ")); --media names a folder with the right files")
    }
    if places.allSatisfy({ $0.path == base + "/" + $0.name }) { return base }
    let tree = work.path + "/inputs"
    for (name, found) in places {
      let place = tree + "/" + name
      try makeFolder(folder(of: place))
      try put(found, at: place)
    }
    return tree
  }

  /// Larger files are not copied.
  private static let mostCopied = 64 << 20

  /// What a script under `use` reads must not lead out of its folder, as a link would.
  private func put(_ found: String, at place: String) throws {
    if let size = FileIdentity(ofFileAt: found)?.byteCount, size <= Int64(Self.mostCopied) {
      return try createFile(place, readFile(found, limit: Self.mostCopied))
    }
    guard let real = try realPath(found), symlink(real, place) == 0 else {
      throw FileError(.create, place, .system(errno: errno))
    }
  }

  private func hasBytes(_ digest: ContentDigest?, at path: String) -> Bool {
    guard let digest, root.map({ $0.holds(path) == true }) ?? true, FileIdentity(ofFileAt: path) != nil else {
      return false
    }
    return (try? Export.digest(ofFileAt: path)) == digest
  }

  private func filesByDigest(_ wanted: Set<ContentDigest>) throws -> [ContentDigest: String] {
    var found: [ContentDigest: String] = [:]
    for folder in mediaFolders {
      for name in try namesBelow(folder) {
        let path = folder + "/" + name
        guard root.map({ $0.holds(path) == true }) ?? true, let digest = try? Export.digest(ofFileAt: path)
        else { continue }
        if wanted.contains(digest), found[digest] == nil { found[digest] = path }
      }
    }
    return found
  }

  /// The files in and below a folder, without following links to folders.
  private func namesBelow(_ folder: String) throws -> [String] {
    try listFolder(folder).flatMap { name -> [String] in
      switch FileKind(at: folder + "/" + name, followsLinks: false) {
      case .folder: try namesBelow(folder + "/" + name).map { name + "/" + $0 }
      case .file, .link: [name]
      case .special, nil: []
      }
    }
  }
}

extension FilmReceipt {
  fileprivate var script: ContentDigest? { inputs.first { $0.name == choice.script }?.digest }
}
