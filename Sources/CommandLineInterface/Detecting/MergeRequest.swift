import Basics
import Compiler
import Composition
import Detection
import Diagnostics
import EditScript
import Export
import Lowering
import Processes
import ScriptWriting
import Workspace

/// What `detect --into` merges into a script.
struct MergeRequest {
  let script: String
  let form: DetectedForm
  let kinds: [DetectionKind]
  let given: GivenOptions
  let isDryRun: Bool

  func carryOut(_ paths: [String], _ workspace: Workspace) throws -> ExitCode {
    try workspace.requireInRoot(script)
    guard isThere(script) else { return try writeNew(paths, workspace) }
    let file = try workspace.script(at: script)
    let old = try BaseFile(ofScript: script, in: workspace)
    let compiled = try workspace.compile(file, media: .facts)
    if compiled.reportFindings(atLeast: .error) {
      Console.complain("\(script): nothing was merged, because the script has errors")
      return .findings
    }
    guard let film = compiled.rows.first?.films.first, let canvas = film.canvas else {
      throw CommandFailure(.badData, "\(script): the canvas of the film is not known")
    }
    var merge = RunningMerge(
      request: self, file: file, film: film, canvas: canvas, script: MergedScript(file.source),
      base: old.base ?? DetectedBase(), workspace: workspace)
    for media in try workspace.detectedMedia(at: paths) { try merge.add(media) }
    merge.report()
    let bytes = file.bytes(with: merge.script.source)
    if isDryRun {
      try Console.print(
        unifiedDiff(
          from: String(decoding: file.bytes(with: file.source), as: UTF8.self),
          to: String(decoding: bytes, as: UTF8.self), name: script))
      return .done
    }
    // The base comes last: if the command is killed between them, the next one finds what it would propose.
    let isChanged = merge.script.source.bytes != file.source.bytes
    if isChanged { try file.write(bytes, beneath: workspace.root, done: "changed") }
    if merge.base != old.base { try old.write(merge.base, in: workspace) }
    if isChanged {
      let merged = try workspace.compile(file.with(merge.script.source), media: .facts)
      _ = merged.reportFindings(atLeast: .warning)
    }
    return .done
  }

  /// A new script, as --output writes it. Its base comes first: without the script, it has no effect.
  private func writeNew(_ paths: [String], _ workspace: Workspace) throws -> ExitCode {
    let target = OutputTarget(path: script, replacesExisting: false, root: workspace.root)
    try target.check(sparing: paths.compactMap { FileIdentity(ofFileAt: $0) })
    let old = try BaseFile(ofScript: script, in: workspace)
    var base = DetectedBase()
    let options = kinds.map { given.options(for: $0, after: nil) }
    let files = try workspace.detectedMedia(at: paths).map { media in
      (
        detected: try Detected(given.request(kinds, options), in: media),
        media: DraftMedia(path: relativePath(from: folder(of: script), to: media.path), facts: media.facts)
      )
    }
    try requireOneKind(of: files.map(\.media))
    let draft =
      form == .takes
      ? try DetectedScript(named: script, takesOf: kinds[0], in: files, options[0].margins)
      : DetectedScript(named: script, markersOf: files[0].detected, files[0].media)
    for (detected, media) in files {
      var medium = DetectedBase.Medium(digest: detected.media.digest, detector: DetectorVersion.number)
      for options in options.map({ $0.limited(to: detected) }) {
        let proposals =
          form == .takes
          ? (draft.takesByPath[media.path] ?? []).map { DetectionMerge.Proposal(range: $0) }
          : draft.markers.filter { $0.name.hasPrefix(options.kind.markerWord) }.map {
            DetectionMerge.Proposal(name: $0.name, range: TimeRange(at: $0.time))
          }
        medium.lists[form.list(of: options.kind)] = DetectedBase.Proposed(
          options: options, proposals: proposals)
      }
      base.media[media.path] = medium
    }
    if isDryRun {
      try Console.print(unifiedDiff(from: "", to: draft.text, name: script))
      return .done
    }
    let file = try target.begin()
    try file.write(Array(draft.text.utf8))
    try old.write(base, in: workspace)
    try target.commit(file)
    reportFindings(inDraft: SourceText(name: script, draft.text), files.map(\.media))
    return .done
  }
}

extension DetectedForm {
  func list(of kind: DetectionKind) -> ProposedList { self == .takes ? .takes : .markers(kind) }
}

/// A script while media are merged into it one after the other.
private struct RunningMerge {
  let request: MergeRequest
  let file: ScriptFile
  /// The film before the merge.
  let film: LoweredFilm
  let canvas: ResolvedCanvas
  var script: MergedScript
  var base: DetectedBase
  let workspace: Workspace

  private var rate: FrameRate? { canvas.hasPicture ? canvas.rate : nil }

  private func drafts(of kind: DetectionKind) -> DraftTakes {
    DraftTakes(
      on: canvas.hasPicture ? DraftCanvas(size: canvas.size, rate: canvas.rate) : nil,
      edges: DraftEdges(of: kind))
  }

  mutating func add(_ media: DetectedMedia) throws {
    let path = relativePath(from: file.folder, to: media.path)
    let known = base.media[path]
    if let known, known.digest != media.digest {
      Console.complain(
        "\(VisibleText.line(path)) has changed since the last run; what was proposed is found by its time "
          + MessagePage.mediaChanged.tag
      )
    }
    var medium = known ?? DetectedBase.Medium(digest: media.digest, detector: DetectorVersion.number)
    (medium.digest, medium.detector) = (media.digest, DetectorVersion.number)
    for kind in DetectionKind.allCases where request.kinds.contains(kind) {
      let list = request.form.list(of: kind)
      let before = medium.lists[list]
      let options = request.given.options(for: kind, after: before?.options)
      let detected = try Detected(request.given.request([kind], [options]), in: media)
      let limited = options.limited(to: detected)
      do throws(MergedScript.Problem) {
        let proposals =
          switch request.form {
          case .takes: try takes(limited, detected, path, before)
          case .markers: try markers(limited, detected, medium)
          }
        medium.lists[list] = DetectedBase.Proposed(options: limited, proposals: proposals)
      } catch { throw CommandFailure(error, in: script.source) }
    }
    base.media[path] = medium
  }

  private mutating func takes(
    _ options: DetectionOptions, _ detected: Detected, _ path: String, _ before: DetectedBase.Proposed?
  ) throws(MergedScript.Problem) -> [DetectionMerge.Proposal] {
    let media = DraftMedia(path: path, facts: detected.media.facts)
    let drafts = drafts(of: options.kind)
    let parts: [TimeRange]
    do { parts = try detected.parts(of: options.kind, options.margins) } catch {
      throw .unclear(SourceRange(0, 0), "the times of \(path) are out of range")
    }
    // With other options, what was proposed follows them exactly.
    let isSame = before.map { $0.options == options } ?? true
    let spellings = spellings(of: detected.media.path)
    let medium = MergedMedium(
      media, spellings: spellings, tolerance: isSame ? options.tolerance(media.facts) : .zero)
    var known: [SourceRange: TimeRange] = [:]
    for item in script.script.timeline where item.mediaName.map({ spellings.contains($0.value) }) == true {
      known[item.range] = part(of: media.facts, takenBy: item.take?.value, rate: rate)
    }
    return try script.merge(
      drafts.takes(of: parts, in: media), of: medium, drafts, playing: known, base: before?.proposals)
  }

  private mutating func markers(
    _ options: DetectionOptions, _ detected: Detected, _ medium: DetectedBase.Medium
  ) throws(MergedScript.Problem) -> [DetectionMerge.Proposal] {
    let list = ProposedList.markers(options.kind)
    let others = medium.lists.filter { $0.key != list && $0.key != .takes }.values.flatMap(\.proposals)
    let known = film.markers.map { ($0.name, $0.time) }
    return try script.merge(
      markersAt: try times(of: detected.moments(of: options.kind), in: detected.media.path), options.kind,
      tolerance: options.tolerance(detected.media.facts), drafts(of: options.kind),
      known: Dictionary(known, uniquingKeysWith: { first, _ in first }),
      others: Set(others.filter { !$0.isDropped }.compactMap(\.name)), base: medium.lists[list]?.proposals)
  }

  /// When moments of a medium are in the film: as it plays, or from its start if it does not play.
  private func times(
    of moments: [RationalTime], in path: String
  ) throws(MergedScript.Problem) -> [RationalTime] {
    let playing = film.items.filter { item in
      item.medium.map { workspace.isSameFile(film.media[$0].reference.path, path) } == true
    }
    guard !playing.isEmpty else { return moments }
    var times: Set<RationalTime> = []
    for item in playing {
      guard let start = item.clock.plainStart, let range = item.timelineRange else {
        throw .unclear(
          item.item.range, "this item changes the speed of \(path), so that its markers have no clear time")
      }
      for moment in moments {
        if let passed = try? moment - start, let time = try? range.start + passed, range.contains(time) {
          times.insert(time)
        }
      }
    }
    return times.sorted()
  }

  /// The names and paths that mean a file in the script.
  private func spellings(of path: String) -> Set<String> {
    let declared = script.script.media.filter { workspace.isSameFile(file.path(of: $0.file.value), path) }
      .map(\.name.value)
    let names = Set(script.script.media.map(\.name.value))
    let paths = script.script.writtenItems.compactMap(\.mediaName?.value).filter {
      !names.contains($0) && workspace.isSameFile(file.path(of: $0), path)
    }
    return Set(declared + paths)
  }

  func report() {
    let name = VisibleText.line(request.script)
    for note in script.notes {
      Console.complain("\(name):\(script.source.line(at: note.offset)): \(note.text)")
    }
    let counts = script.counts
    let words = [(counts.added, "added"), (counts.moved, "moved"), (counts.removed, "removed")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    Console.complain("\(name): \(words.isEmpty ? "nothing to change" : words.joined(separator: ", "))")
  }
}

extension Workspace {
  /// Whether a path in a script is that of a file that exists.
  func isSameFile(_ path: String, _ other: String) -> Bool {
    if path == other { return true }
    guard !path.isURL, root?.holds(path) != false, let identity = FileIdentity(ofFileAt: path) else {
      return false
    }
    return FileIdentity(ofFileAt: other)?.isSameFile(as: identity) == true
  }
}

extension CommandFailure {
  /// Why nothing was merged into a script.
  init(_ problem: MergedScript.Problem, in source: SourceText) {
    let name = VisibleText.line(source.name)
    switch problem {
    case .unclear(let range, let text):
      let place = source.place(at: range.start)
      self.init(.badData, "\(name):\(place.line):\(place.column): \(text) \(MessagePage.cannotMerge.tag)")
    case .wouldChange(let difference):
      self.init(
        .internalError,
        "\(name): not changed, because a merge would change more than it should (\(difference)); please report this"
      )
    case .overflow: self.init(.badData, "\(name): the times are out of range")
    }
  }
}
