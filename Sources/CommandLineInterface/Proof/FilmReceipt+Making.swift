import Basics
import Compiler
import Composition
import ContentDigest
import EditScript
import Export
import LibAV
import Processes
import RenderPlan
import Workspace

extension FilmReceipt {
  /// The receipt of a finished film. `texts` are the scripts and the files beside them that were read.
  init(
    ofFilmAt path: String, _ plan: RenderPlan, _ script: CompiledScript, _ choice: Choice, texts: Set<String>,
    inspector: Inspector
  ) throws {
    let target = OutputTarget(path: path, replacesExisting: true)
    let files = [path] + plan.composition.sidecars.map { target.sidecar($0).path }
    subjects = []
    for file in files {
      subjects.append(File(name: lastComponent(of: file), digest: try Export.digest(ofFileAt: file)))
    }
    self.choice = choice
    let origin = try script.origin(of: plan, film: path)
    var found: [String: ContentDigest] = [:]
    for file in origin.files { found[file.path] = file.digest }
    for text in texts where isThere(text) {
      found[try pathFromRoot(text)] = try Export.digest(ofFileAt: text)
    }
    let folder = script.file.folder
    inputs = found.map { File(name: placeInside(folder, $0.key), digest: $0.value) }.eachOnce
    engine = origin.engine.split(separator: ", ").map(String.init)
    segments = plan.segments.map { Segment(key: $0.key, frames: Int64($0.frames.count)) }
    let film = try inspector.content(ofFilmAt: path, markLength: Self.markLength)
    content = film.content
    trackDigests = film.digests
  }
}

extension FilmReceipt.Choice {
  /// What a render of one of the request's films chose.
  init(_ request: PlanRequest, _ film: RequestedFilm, range: String?, folder: String) throws {
    self.init(script: lastComponent(of: request.script))
    if case .file(let path)? = request.output {
      file = lastComponent(of: path)
      if !request.only.names.isEmpty { output = request.only.names.first }
    } else {
      output = film.film.output.map { $0.name?.value ?? $0.file.value }
    }
    variables = request.variables.settings
    if let values = request.variables.file {
      guard let inside = placeInside(folder, values) else {
        throw CommandFailure(
          .usage,
          "--receipt: the values in \(values) are outside of the script's folder, so the film cannot be recreated"
        )
      }
      variableFile = inside
    }
    row = film.row
    self.range = range
    isDraft = request.isDraft
  }
}

extension Inspector {
  /// What a film contains, with this many bytes of the digest of each packet.
  func content(ofFilmAt path: String, markLength: Int = 8) throws -> MarkedContent {
    switch try filmContent(of: path, markLength: markLength) {
    case .success(let reply): return try reply.get()
    case .failure(let failure): throw CommandFailure(.badData, "\(path): \(failure)", mediaFile: path)
    }
  }
}

/// The path of a file from a folder; nil for a file outside of it.
private func placeInside(_ folder: String, _ path: String) -> String? {
  let place = relativePath(from: folder, to: path)
  return place.hasPrefix("../") || place.hasPrefix("/") ? nil : place
}

extension [FilmReceipt.File] {
  /// Sorted, and without duplicates.
  fileprivate var eachOnce: [FilmReceipt.File] {
    Set(self).sorted { ($0.name ?? "", $0.digest.hex) < ($1.name ?? "", $1.digest.hex) }
  }
}

/// The receipts of a render.
struct Receipts {
  private let range: String?
  private let texts: NotedTexts

  /// Notes which texts the request reads.
  init(_ values: ParsedArguments, for request: inout PlanRequest) throws {
    if request.script == "-" {
      throw UsageError(.other("--receipt needs a script in a file"), command: "render")
    }
    if request.output?.isStream == true {
      throw UsageError(.other("--receipt needs a film in a file; leave out -o -"), command: "render")
    }
    range = values.inOrder([rangeArgument]).last?.text
    texts = NotedTexts()
    request.texts = texts
  }

  /// Before anything is rendered.
  func check(_ films: [RequestedFilm], _ plans: [RenderPlan]) throws {
    for (film, plan) in zip(films, plans) where film.isPictures || plan.settings.container.isText {
      throw CommandFailure(.usage, "\(film.path): --receipt is for films, not for pictures or texts")
    }
  }

  func write(
    of film: RequestedFilm, at target: OutputTarget, _ plan: RenderPlan, _ script: CompiledScript,
    _ request: PlanRequest
  ) throws {
    let choice = try FilmReceipt.Choice(request, film, range: range, folder: script.file.folder)
    let receipt = try FilmReceipt(
      ofFilmAt: target.path, plan, script, choice, texts: texts.paths, inspector: request.inspector)
    try target.receipt.publish(Array(receipt.text.utf8))
  }
}

extension OutputTarget {
  /// The receipt beside a film.
  var receipt: OutputTarget {
    OutputTarget(path: FilmReceipt.path(besideFilm: path), replacesExisting: replacesExisting, root: root)
  }
}
