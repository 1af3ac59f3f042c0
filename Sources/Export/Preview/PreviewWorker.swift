import Composition
import Glibc
import LibAV
package import Processes
import RenderPlan

/// What a worker of a preview is started with.
package struct PreviewWorkerOptions: Sendable {
  package var files: PreviewFiles
  package var storeFolder: String
  /// The process that started it, without which it ends.
  package var parent: Int32
  /// Marks the temporary files it may leave when it is killed.
  package var owner: TemporaryOwner
  package var sandbox: SandboxPolicy
  package var role: PreviewRole
  /// How many threads decode a clip.
  package var threads: Int

  package init(
    files: PreviewFiles, storeFolder: String, parent: Int32, owner: TemporaryOwner, sandbox: SandboxPolicy,
    role: PreviewRole, threads: Int
  ) {
    self.files = files
    self.storeFolder = storeFolder
    self.parent = parent
    self.owner = owner
    self.sandbox = sandbox
    self.role = role
    self.threads = threads
  }
}

/// What the worker of pictures keeps of each clip: a second and a half of 1080p. While the playhead is dragged, it goes back
/// as often as on.
private let keptBytes = 128 << 20

/// The life of a worker of a preview: it loads the plan, shuts itself in, and makes what it is told until its input ends.
///
/// Unlike a worker of a render, it outlives an order that cannot be carried out: a damaged clip costs its own cells.
package func runPreviewWorker(_ options: PreviewWorkerOptions) {
  do throws(ExportError) { try work(options) } catch {
    send(.failed(nil, kind: error.kind, message: error.message))
  }
}

private func work(_ options: PreviewWorkerOptions) throws(ExportError) {
  do {
    guard try dieWithParent(options.parent) else { return }
    // The picture at the cursor, the sound, and the browser itself come before cells.
    if options.role == .cells { _ = nice(10) }
    ReportChannel.open()
    let file = try PlanFile(at: options.files.plan)
    let plan = file.plan
    let media = PlannedMedia(references: plan.composition.media, identities: file.media)
    if plan.composition.hasFFmpegFilters { try LibAV.loadFilters() }
    let shortcomings = try shutIn(
      SandboxRules(
        policy: options.sandbox, readable: plan.composition.readFiles.filter(isThere),
        writableFolders: [options.storeFolder, options.files.shared, options.files.own],
        limits: limits(for: plan)))
    send(.ready(shortcomings: shortcomings))
    let maker = PreviewMaker(
      plan: plan,
      entries: StoreEntryMaker(
        plan: plan, media: media, store: SegmentStore(folder: options.storeFolder), owner: options.owner,
        decoderThreads: options.threads, keptBytes: options.role == .pictures ? keptBytes : 0
      ) { report in
        switch report {
        case .frame(let number): send(.working(frame: number))
        case .samples: send(.working(frame: nil))
        default: break
        }
      }, files: options.files, report: send)
    var orders = LineReader(descriptor: 0, named: "<stdin>", limit: 4096)
    while let line = try orders.next() {
      guard let order = PreviewOrder(line: line) else {
        throw ExportError(.engine, "not an order: \(line)")
      }
      do throws(ExportError) {
        try maker.carryOut(order)
        send(.made(order))
      } catch {
        send(.failed(order, kind: error.kind, message: error.message))
      }
      returnFreedMemory()
    }
  } catch { throw ExportError(any: error) }
}

private func send(_ report: PreviewReport) { sendReport(report.line) }
