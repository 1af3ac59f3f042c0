import Composition
import Glibc
import LibAV
package import Processes
import RenderPlan
import Rendering

/// The options of a preview worker.
package struct PreviewWorkerOptions: Sendable {
  /// The folder of the plans' folders, which is read.
  package var plans: String
  /// The folder of the files that the worker writes.
  package var made: String
  package var storeFolder: String
  /// The process that started it, with which it ends.
  package var parent: Int32
  /// Marks the temporary files it may leave when it is killed.
  package var owner: TemporaryOwner
  package var sandbox: SandboxPolicy
  package var role: PreviewRole
  /// The number of threads that decode a clip.
  package var threads: Int

  package init(
    plans: String, made: String, storeFolder: String, parent: Int32, owner: TemporaryOwner,
    sandbox: SandboxPolicy, role: PreviewRole, threads: Int
  ) {
    self.plans = plans
    self.made = made
    self.storeFolder = storeFolder
    self.parent = parent
    self.owner = owner
    self.sandbox = sandbox
    self.role = role
    self.threads = threads
  }
}

/// The bytes that the picture worker caches per clip: a second and a half of 1080p. A playhead that is
/// dragged moves back as often as forward.
private let keptBytes = 128 << 20

/// Runs a preview worker: it waits for a plan, enters its sandbox, and executes orders until its input ends.
/// Before that it reads nothing but the plan, so it can be started while the script is still being compiled.
///
/// Unlike a render worker, it survives an order that fails: a damaged clip costs only its own cells.
package func runPreviewWorker(_ options: PreviewWorkerOptions) {
  do throws(ExportError) { try work(options) } catch {
    send(.failed(nil, kind: error.kind, message: error.message))
  }
}

private func work(_ options: PreviewWorkerOptions) throws(ExportError) {
  do {
    guard try dieWithParent(options.parent) else { return }
    // The picture at the cursor, the sound, and the browser take precedence over cells.
    if options.role == .cells || options.role == .timeline { _ = nice(10) }
    ReportChannel.open()
    var stage = PreviewWorkerState(options)
    var orders = LineReader(descriptor: 0, named: "<stdin>", limit: 8192)
    while let line = try orders.next() {
      guard let order = PreviewOrder(line: line) else {
        throw ExportError(.engine, "not an order: \(line)")
      }
      if case .plan(let folder) = order {
        try stage.takePlan(in: folder)
        continue
      }
      do throws(ExportError) {
        try stage.carryOut(order)
        send(.made(order))
      } catch {
        send(.failed(order, kind: error.kind, message: error.message))
      }
      returnFreedMemory()
    }
  } catch { throw ExportError(any: error) }
}

/// The plan of a worker, and the files that it has opened.
private struct PreviewWorkerState {
  private let options: PreviewWorkerOptions
  private var isShutIn = false
  private var maker: Result<PreviewMaker, ExportError> = .failure(ExportError(.engine, "there is no plan"))
  private var renderer: FrameRenderer?

  init(_ options: PreviewWorkerOptions) { self.options = options }

  func carryOut(_ order: PreviewOrder) throws(ExportError) { try maker.get().carryOut(order) }

  /// Takes a plan; with the first one, the process enters its sandbox. Later plans need no file that the
  /// first one does not: the scheduler ensures it, and the kernel refuses any other.
  mutating func takePlan(in folder: String) throws(ExportError) {
    let files = PreviewFiles(shared: options.made, own: folder)
    let file: PlanFile
    do throws(ExportError) { file = try PlanFile(at: files.plan) } catch {
      // A newer version has replaced it, whose plan is about to come.
      maker = .failure(error)
      return
    }
    if !isShutIn { try shutIn(for: file.plan) }
    let plan = file.plan
    let media = PlannedMedia(references: plan.composition.media, identities: file.media)
    let keptBytes = options.role == .pictures ? keptBytes : 0
    let renderer =
      renderer.map { FrameRenderer(plan.composition, takingOver: $0) }
      ?? FrameRenderer(plan.composition, decoderThreads: options.threads, keptBytes: keptBytes)
    self.renderer = renderer
    let entries = StoreEntryMaker(
      plan: plan, media: media, store: SegmentStore(folder: options.storeFolder), owner: options.owner,
      renderer: renderer
    ) { report in
      switch report {
      case .frame(let number): send(.working(frame: number))
      case .samples: send(.working(frame: nil))
      default: break
      }
    }
    maker = .success(PreviewMaker(plan: plan, entries: entries, files: files, report: send))
  }

  private mutating func shutIn(for plan: RenderPlan) throws(ExportError) {
    do {
      let shortcomings = try Export.shutIn(
        SandboxRules(
          policy: options.sandbox, readable: [options.plans] + plan.composition.readFiles.filter(isThere),
          writableFolders: [options.storeFolder, options.made], limits: limits(for: plan)), for: plan)
      isShutIn = true
      send(.ready(shortcomings: shortcomings))
    } catch { throw ExportError(any: error) }
  }
}

private func send(_ report: PreviewReport) { sendReport(report.line) }
