import Basics
import Compiler
import Composition
import Diagnostics
import Export
import FilmComparison
import Glibc
import LibAV
import Processes
import RenderPlan
import Rendering
import Workspace

/// One call of `editc verify`.
struct Verification {
  let film: String
  let request: PlanRequest
  let jobs: Int?
  /// Whether what is missing from the cache is rendered.
  let renders: Bool
  let progress: ProgressStyle
  let report: VerificationReport

  func run() throws -> ExitCode {
    try report.check(sparing: [request.script])
    // Before anything is rendered.
    try requireReadable(film, in: request.root)
    let script = try request.compile()
    if script.reportFindings(atLeast: .error) { return .findings }
    let chosen = try choice(among: try request.films(of: script))
    guard let plan = try request.plans(for: [chosen], of: script).first else { return .internalError }
    if chosen.isPictures || plan.settings.container.isText {
      throw CommandFailure(.usage, "\(film): only films are verified, not pictures or texts")
    }
    let work = try WorkFolder()
    let reference = try reference(plan, script, in: work)
    if try isSameFile(reference) {
      return try report.finish(bytes: try byteCount(ofFileAt: film), as: "the script's film")
    }
    if plan.settings.container == .webp {
      throw CommandFailure(
        .findings,
        "\(film): an animated WebP is compared by its bytes, and they are not those of the script's film")
    }
    let expected = try request.inspector.content(ofFilmAt: reference).content
    let found = try request.inspector.content(ofFilmAt: film).content
    let proof = FilmProof(of: found, against: expected, rate: plan.composition.canvas.rate)
    return try report.finish(
      proof, isCopy: found.facts.container != expected.facts.container, in: script.file.source,
      itemsAt: ItemFinder(film: chosen.film.lowered).items)
  }

  /// The output with this file; if none has it, the only output.
  private func choice(among films: [RequestedFilm]) throws -> RequestedFilm {
    let identity = FileIdentity(ofFileAt: film)
    let same = films.filter { other in
      identity.map { FileIdentity(ofFileAt: other.path)?.isSameFile(as: $0) == true } ?? false
    }
    guard let chosen = same.first ?? (films.count == 1 ? films.first : nil) else {
      throw CommandFailure(
        .usage,
        "\(film) is the file of no output, and the script has \(counted(films.count, "film")); choose one with --only NAME"
          + (films.contains { $0.row != nil } ? " and --row N" : ""))
    }
    return chosen
  }

  /// Renders the script's film into a temporary folder; segments in the store are not encoded again.
  private func reference(_ plan: RenderPlan, _ script: CompiledScript, in work: WorkFolder) throws -> String {
    var plan = plan
    // The film is not judged here.
    plan.composition.fileChecks = FileChecks()
    plan.composition.soundChecks = SoundChecks()
    let missing = plan.missingEntries
    if !renders, let first = missing.first {
      let others = missing.count > 1 ? " and \(missing.count - 1) more" : ""
      throw CommandFailure(
        .inputMissing,
        "\(first.name)\(others) of the film is not in the cache; leave out --no-render to render it")
    }
    let signals = try TerminationSignals()
    let target = OutputTarget(
      path: "\(work.path)/film.\(plan.settings.container.rawValue)", replacesExisting: false)
    let store = SegmentStore(folder: try request.segmentFolder() ?? work.path + "/segments")
    let reporter = RenderReporter(style: progress == .auto ? .none : progress)
    let options = RenderOptions(
      target: target, media: plan.composition.media.compactMap { script.media.identities[$0.path] },
      jobs: jobs,
      store: store, workFolder: work.path, sandbox: request.sandbox)
    reporter.begin(target.path)
    switch try Export.render(plan, options, signals: signals, onEvent: reporter.show) {
    case .finished: return target.path
    case .interrupted(let signal):
      work.remove()
      signal.raiseAgain()
    }
  }

  private func isSameFile(_ reference: String) throws -> Bool {
    guard try byteCount(ofFileAt: film) == byteCount(ofFileAt: reference) else { return false }
    return try digest(ofFileAt: film) == digest(ofFileAt: reference)
  }
}

/// A film that is compared with its receipt.
struct ReceiptVerification {
  let film: String
  let receipt: String
  let root: RootFolder?
  let inspector: Inspector
  let report: VerificationReport

  func run() throws -> ExitCode {
    try report.check(sparing: [receipt])
    try requireReadable(film, in: root)
    let receipt = try FilmReceipt(at: receipt, in: root)
    let digest = try digest(ofFileAt: film)
    if receipt.subjects.contains(where: { $0.digest == digest }) {
      return try report.finish(bytes: try byteCount(ofFileAt: film), as: "in its receipt")
    }
    let found = try inspector.content(ofFilmAt: film, markLength: FilmReceipt.markLength)
    let proof = FilmProof(
      of: found.content, against: receipt.content,
      rate: receipt.content.facts.mainVideo?.rate ?? .onePerSecond)
    // Marks name the frames; only the digest of all proves them.
    // Some containers have no place for a cover.
    let needed = zip(receipt.content.tracks, receipt.trackDigests).filter { $0.0.kind != .cover }.map(\.1)
    if proof.isProven, !needed.allSatisfy(found.digests.contains) {
      throw CommandFailure(
        .badData, "\(self.receipt): its marks and its digests do not belong to the same film")
    }
    return try report.finish(
      proof, isCopy: found.content.facts.container != receipt.content.facts.container)
  }
}

/// An encoded copy of a film that is compared with it.
struct CopyVerification {
  let film: String
  let master: String
  let root: RootFolder?
  let inspector: Inspector
  let report: VerificationReport

  func run() throws -> ExitCode {
    try report.check(sparing: [master])
    try requireReadable(film, in: root)
    try requireReadable(master, in: root)
    let copy = try inspector.content(ofFilmAt: film).content
    let expected = try inspector.content(ofFilmAt: master).content
    var proof = CopyProof(of: copy, against: expected)
    guard !proof.hasOtherRate else { return try report.finish(proof) }
    let pair = CopyPair(copy: (film, copy.facts), master: (master, expected.facts), inspector: inspector)
    if let track = copy.facts.mainVideo, let other = expected.facts.mainVideo,
      let rate = other.rate ?? track.rate
    {
      let found = try result(try pair.pictures(track, other, rate: rate))
      proof.add(found.pictures, found.master, rate: rate)
    }
    for (index, (track, other)) in zip(copy.facts.audio, expected.facts.audio).enumerated() {
      let offset = pictureOffset(copy, expected)
      let pieces = try result(try pair.sound(track, other, offset: offset))
      let length = (try? other.mediaRange.duration()) ?? .zero
      let end = CopySoundReading.comparedEnd(of: track, against: other, offset: offset)
      let compared = end.flatMap { try? $0 - other.mediaRange.start } ?? length
      proof.add(
        pieces, track: index + 1, sampleRate: other.sampleRate, length: length, compared: compared)
    }
    return try report.finish(proof)
  }

  /// By how much the pictures of the copy begin later in media time.
  private func pictureOffset(_ copy: FilmContent, _ master: FilmContent) -> RationalTime {
    guard let own = copy.tracks(.picture).first?.times.min(),
      let other = master.tracks(.picture).first?.times.min()
    else { return .zero }
    return RationalTime(own - other, 1_000_000_000) ?? .zero
  }

  private func result<Value>(_ result: Result<Value, CopyPairFailure>) throws -> Value {
    switch result {
    case .success(let value): return value
    case .failure(.media(let error)): throw error
    case .failure(.process(let failure)):
      throw CommandFailure(.badData, "\(film) or \(master): \(failure)", mediaFile: film)
    }
  }
}

/// Throws if a file is not there, or outside of the root.
private func requireReadable(_ path: String, in root: RootFolder?) throws {
  if let root, root.holds(path) == false { throw FileError(.open, path, .outsideRoot(root.path)) }
  _ = try byteCount(ofFileAt: path)
}

private func byteCount(ofFileAt path: String) throws -> Int64 {
  guard let identity = try FileIdentity.found(at: path) else {
    throw FileError(.open, path, .system(errno: ENOENT))
  }
  return identity.byteCount
}
