import Composition
import Glibc
import LibAV
package import Processes
import RenderPlan
import Rendering

/// The options of a worker.
package struct WorkerOptions: Sendable {
  package var planPath: String
  package var storeFolder: String
  /// A store that is only read, for a worker that joins the film.
  package var readStoreFolder: String?
  /// The process that started it, with which it ends.
  package var parent: Int32
  /// The number of threads that decode a clip, and of those that encode, where this changes no byte.
  package var threads: Int
  /// Marks the temporary files it may leave when it is killed.
  package var owner: TemporaryOwner
  package var sandbox: SandboxPolicy
  /// The file of the film, for a worker that joins it; nil for one that takes orders.
  package var filmPath: String?
  /// The folder that must contain the film; nil if it may be anywhere.
  package var root: RootFolder?

  package init(
    planPath: String, storeFolder: String, parent: Int32, owner: TemporaryOwner, sandbox: SandboxPolicy,
    threads: Int, readStoreFolder: String? = nil, filmPath: String? = nil, root: RootFolder? = nil
  ) {
    self.planPath = planPath
    self.storeFolder = storeFolder
    self.readStoreFolder = readStoreFolder
    self.parent = parent
    self.threads = threads
    self.owner = owner
    self.sandbox = sandbox
    self.filmPath = filmPath
    self.root = root
  }
}

/// The command that runs a worker, for this program's own use.
package let renderWorkerCommand = "render-worker"

/// Runs a worker: it loads the plan, enters its sandbox, and executes orders until its input ends.
///
/// Orders are lines on standard input, reports are lines on standard output.
package func runWorker(_ options: WorkerOptions) {
  do throws(ExportError) { try work(options) } catch {
    send(.failed(kind: error.kind, message: error.message))
  }
}

private func work(_ options: WorkerOptions) throws(ExportError) {
  do {
    guard try dieWithParent(options.parent) else { return }
    ReportChannel.open()
    let file = try PlanFile(at: options.planPath)
    let plan = file.plan
    if let path = options.filmPath {
      // If the film must be in a root, its file is opened now, and never by its path later.
      let held = try options.root?.hold(existing: path)
      try withExtendedLifetime(held) {
        let place = held?.path ?? path
        try enterSandbox(for: plan, joiningInto: place, options)
        let cover = try plan.cover(PlannedMedia(references: plan.composition.media, identities: file.media))
        do throws(ExportError) { try joinAndVerify(plan, options, cover, place) } catch {
          throw error.suspectingCopies(of: plan).naming(path, insteadOf: place)
        }
      }
      return
    }
    let media = PlannedMedia(references: plan.composition.media, identities: file.media)
    let passes = try plan.passFolder(beside: options.planPath)
    try media.checkUnchanged(plan.composition.media.indices)
    try enterSandbox(for: plan, passes, options)

    let store = SegmentStore(folder: options.storeFolder, over: options.readStoreFolder)
    let maker = StoreEntryMaker(
      plan: plan, media: media, store: store, owner: options.owner, passFolder: passes,
      renderer: FrameRenderer(plan.composition, decoderThreads: options.threads),
      encoderThreads: max(2, options.threads), report: send)
    var orders = LineReader(descriptor: 0, named: "<stdin>", limit: 4096)
    // The last frames of a segment are encoded while the next one is drawn.
    var encoding: ItemQueue<VideoFrame>?
    while let line = try orders.next() {
      guard let order = WorkOrder(line: line) else { throw ExportError(.engine, "not an order: \(line)") }
      let report = { (failure: ExportError?) in
        returnFreedMemory()
        send(failure.map { .failed(kind: $0.kind, message: $0.message) } ?? .finished(order))
      }
      if case .segment(let index) = order, let (segment, coding) = plan.encodedSegment(index) {
        encoding = try maker.beginSegment(segment, coding, after: encoding, whenDone: report)
      } else {
        try encoding?.finish()
        encoding = nil
        try carryOut(order, of: plan, with: maker)
        report(nil)
      }
    }
    try encoding?.finish()
  } catch { throw ExportError(any: error) }
}

extension RenderPlan {
  /// A segment that is drawn and encoded, with its encoding; nil if it is copied or there is none.
  fileprivate func encodedSegment(_ index: Int) -> (Segment, VideoEncoding)? {
    guard segments.indices.contains(index), segments[index].copied == nil else { return nil }
    return encoding(of: segments[index]).map { (segments[index], $0) }
  }
}

private func carryOut(_ order: WorkOrder, of plan: RenderPlan, with maker: StoreEntryMaker)
  throws(ExportError)
{
  switch order {
  case .segment(let index):
    guard plan.segments.indices.contains(index) else {
      throw ExportError(.engine, "the plan has no segment \(index)")
    }
    let segment = plan.segments[index]
    if let copied = segment.copied { try maker.copySegment(segment, copied) }
  case .cover:
    guard let cover = plan.coverPicture else { throw ExportError(.engine, "the plan has no cover") }
    try maker.makeSegment(cover, RenderPlan.coverEncoding)
  case .soundTrack:
    guard let soundTrack = plan.soundTrack else { throw ExportError(.engine, "the plan has no sound") }
    if let copied = soundTrack.copied { return try maker.copySoundTrack(soundTrack, copied) }
    // Floating-point sound is the same on every CPU only with the instructions that all of them have. A
    // worker that mixes sound renders nothing else: pictures do not need this and would be slower.
    LibAV.useBaselineInstructions()
    try maker.makeSoundTrack(soundTrack)
  case .otherTrack(let index):
    guard plan.otherTracks.indices.contains(index) else {
      throw ExportError(.engine, "the plan has no track \(index + 2) of sound")
    }
    LibAV.useBaselineInstructions()
    try maker.make(plan.otherTracks[index])
  }
}

private func joinAndVerify(
  _ plan: RenderPlan, _ options: WorkerOptions, _ cover: AttachedPicture?, _ path: String
) throws(ExportError) {
  let store = SegmentStore(folder: options.storeFolder, over: options.readStoreFolder)
  let pulse = Pulse()
  let entries = PlanEntries(plan, store, announcedOn: 0, named: "<stdin>")
  let cover = if let cover { cover } else { try plan.coverFrame(from: entries) }
  let pieces = try joinFilm(of: plan, from: entries, cover: cover, intoFileAt: path, onStep: pulse.beat)
  send(.written)
  var facts =
    switch plan.settings.container {
    case .webp: try verifyWebP(at: path, against: plan, onStep: pulse.beat)
    case let container where container.isPictures:
      try verifyPictures(at: path, against: plan, onStep: pulse.beat)
    default: try verifyFilm(at: path, against: plan)
    }
  if plan.isJoinedOfCopies {
    try verifyJoints(
      ofFilmAt: path, facts.facts, plan, pieces.samples, threads: options.threads, onStep: pulse.beat)
  }
  facts.sound = pieces.sound
  facts.tracks = pieces.tracks
  var concealed = Concealments()
  for concealment in pieces.concealed { concealed.add(concealment) }
  facts.concealed = concealed.all
  let failed =
    try failedChecks(ofSoundAt: path, facts.facts, plan, onStep: pulse.beat)
    + failedChecks(ofFileAt: path, facts.facts, plan, lateFrame: pieces.lateFrame, onStep: pulse.beat)
  if failed.contains(where: { !$0.isWarning }) { return send(.refused(failed)) }
  facts.warnings = failed
  send(.joined(facts))
}

extension ExportError {
  fileprivate func naming(_ path: String, insteadOf place: String) -> ExportError {
    path == place ? self : ExportError(kind, message.replacing(place, with: path))
  }

  /// A film that is copied in part also fails here if packets are not what their file declares.
  fileprivate func suspectingCopies(of plan: RenderPlan) -> ExportError {
    var files: [String] = []
    for segment in plan.segments {
      guard let copied = segment.copied else { continue }
      let file = plan.composition.media[copied.media].spelling
      if !files.contains(file) { files.append(file) }
    }
    guard kind == .engine, !files.isEmpty else { return self }
    return ExportError(
      .badData,
      "\(message); packets copied from \(files.joined(separator: ", ")) may not match what the file declares: `mode: render` decodes them instead"
    )
  }
}

/// Reports every few seconds that a film is still being joined.
private final class Pulse {
  private var last = ContinuousClock.now

  func beat() {
    let now = ContinuousClock.now
    guard now - last >= .seconds(5) else { return }
    last = now
    send(.joining)
  }
}

/// A worker may read the declared media, fonts and LUTs, and write the store and statistics of encoders.
/// Nothing else, and no network.
private func enterSandbox(
  for plan: RenderPlan, _ passFolder: String?, _ options: WorkerOptions
) throws(ExportError) {
  // An entry of a first pass can be in a store that is only read.
  let readStore = passFolder == nil ? [] : [options.readStoreFolder].compactMap(\.self).filter(isThere)
  try enterSandbox(
    for: plan,
    SandboxRules(
      policy: options.sandbox, readable: plan.composition.readFiles + readStore,
      writableFolders: [options.storeFolder] + [passFolder].compactMap(\.self),
      limits: limits(for: plan)))
}

/// A joining worker reads the store, where it removes damaged entries, and writes the film.
private func enterSandbox(
  for plan: RenderPlan, joiningInto path: String, _ options: WorkerOptions
) throws(ExportError) {
  let isFolder = plan.settings.isSeries
  try enterSandbox(
    for: plan,
    SandboxRules(
      policy: options.sandbox,
      readable: [options.readStoreFolder, plan.heldCover?.path].compactMap(\.self).filter(isThere),
      writableFolders: [options.storeFolder] + (isFolder ? [path] : []),
      writableFiles: isFolder ? [] : [path],
      limits: limits(for: plan)))
}

func limits(for plan: RenderPlan) -> ResourceLimits {
  ResourceLimits(
    addressSpaceBytes: WorkerLimits.addressSpaceBytes,
    dataBytes: WorkerLimits.memoryBytes(for: plan.composition), fileBytes: WorkerLimits.fileBytes)
}

private func enterSandbox(for plan: RenderPlan, _ rules: SandboxRules) throws(ExportError) {
  send(.ready(shortcomings: try shutIn(rules, for: plan)))
}

/// Loads the libraries that the plan needs, and enters the sandbox. Returns what the kernel cannot guard.
func shutIn(_ rules: SandboxRules, for plan: RenderPlan) throws(ExportError) -> [String] {
  do throws(LibAVError) {
    try EngineLibraries.load(withFilters: plan.composition.hasFFmpegFilters)
    if plan.composition.hasVectors { try EngineLibraries.loadVectors() }
  } catch { throw ExportError(error) }
  do throws(SandboxError) { return try Sandbox.enter(rules).shortcomings } catch {
    switch error {
    case .notAvailable: throw ExportError(.refusedByPolicy, "\(error)")
    case .system: throw ExportError(.unavailable, "\(error)")
    case .path(let file): throw ExportError(ExportError(file).kind, "\(error)")
    case .threadsAreRunning: throw ExportError(.engine, "\(error)")
    }
  }
}

private func send(_ report: WorkReport) { sendReport(report.message) }

/// Sends a line to the parent.
func sendReport(_ line: String) {
  do throws(FileError) { try ReportChannel.send(line) } catch {
    // Without a reader, the parent is gone, and this process exits too. Otherwise the parent would wait for
    // the lost report.
    try? writeAll(Array("\(error)\n".utf8), to: 2, named: "<stderr>")
    exit(lostReportStatus)
  }
}

/// The exit status of a worker that cannot report.
let lostReportStatus: Int32 = 74
