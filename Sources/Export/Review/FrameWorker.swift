import Composition
import ContentDigest
import LibAV
package import Processes
import RenderPlan
import Rendering

/// The options of a process that reads frames.
package struct FrameWorkerOptions: Sendable {
  package var planPath: String
  /// The folder of the pictures that it writes.
  package var folder: String
  /// The process that started it, with which it ends.
  package var parent: Int32
  package var sandbox: SandboxPolicy

  package init(planPath: String, folder: String, parent: Int32, sandbox: SandboxPolicy) {
    self.planPath = planPath
    self.folder = folder
    self.parent = parent
    self.sandbox = sandbox
  }
}

/// The command that runs it, for this program's own use.
package let frameWorkerCommand = "frame-worker"

/// Runs a process that reads frames of one film: it loads the plan, enters its sandbox, and executes orders until
/// its input ends.
package func runFrameWorker(_ options: FrameWorkerOptions) {
  do throws(ExportError) { try work(options) } catch {
    send(.failed(kind: error.kind, message: error.message))
  }
}

private func work(_ options: FrameWorkerOptions) throws(ExportError) {
  do {
    guard try dieWithParent(options.parent) else { return }
    ReportChannel.open()
    let file = try PlanFile(at: options.planPath)
    let plan = file.plan
    let media = PlannedMedia(references: plan.composition.media, identities: file.media)
    try media.checkUnchanged(plan.composition.media.indices)
    send(
      .ready(
        shortcomings: try shutIn(
          SandboxRules(
            policy: options.sandbox, readable: plan.composition.readFiles,
            writableFolders: [options.folder], limits: limits(for: plan)), for: plan)))
    let frames = try EncodedFrames(plan)
    var orders = LineReader(descriptor: 0, named: "<stdin>", limit: 4096)
    while let line = try orders.next() {
      guard let order = FrameOrder(line: line) else { throw ExportError(.engine, "not an order: \(line)") }
      try media.watched(plan.composition.media.indices) { () throws(ExportError) in
        switch order {
        case .digests(let range):
          for number in range { send(.digest(frame: number, try frames.digest(of: number))) }
        case .picture(let frame, let size, let name):
          let bytes = try frames.pixels(of: frame, size)
          do throws(FileError) {
            try AtomicFile.publish(bytes, at: options.folder + "/" + name, syncing: false)
          } catch { throw ExportError(error) }
        }
      }
      send(.finished(order))
    }
  } catch { throw ExportError(any: error) }
}

private func send(_ report: FrameReport) { sendReport(report.line) }

/// The frames of a film as its encoder gets them.
private struct EncodedFrames {
  private let plan: RenderPlan
  private let encoding: VideoEncoding
  private let renderer: FrameRenderer
  private let converter: PictureConverter

  init(_ plan: RenderPlan) throws(ExportError) {
    guard let encoding = plan.settings.video else { throw ExportError(.engine, "the plan has no pictures") }
    self.plan = plan
    self.encoding = encoding
    renderer = FrameRenderer(plan.composition)
    let canvas = plan.composition.canvas
    do throws(LibAVError) {
      let settings = try encoding.settings(
        size: encoding.size ?? canvas.size, rate: canvas.rate, color: encoding.colorTags)
      converter = PictureConverter(to: encoding.target(of: settings))
    } catch { throw ExportError(any: error) }
  }

  func digest(of frame: Int64) throws(ExportError) -> ContentDigest {
    do {
      let picture = try renderer.frame(frame, among: layers(at: frame), for: encoding)
      return try ComparedPicture(try converter.convert(picture), frame: frame).digest
    } catch { throw ExportError(any: error) }
  }

  /// A frame, smaller, as rows of red, green, blue and 255.
  func pixels(of frame: Int64, _ size: PixelSize) throws(ExportError) -> [UInt8] {
    do {
      let picture = try renderer.frame(frame, among: layers(at: frame))
      let small = try PictureConverter(
        to: PictureTarget(size: size, layout: .rgba, color: .sRGB, scaling: .area)
      ).convert(picture)
      var bytes: [UInt8] = []
      small.withPlanes { planes in
        guard let plane = planes.first else { return }
        for y in 0..<size.height { bytes += plane.row(y).prefix(4 * size.width) }
      }
      return bytes
    } catch { throw ExportError(any: error) }
  }

  private func layers(at frame: Int64) -> [Int] {
    plan.composition.layers.indices.filter { plan.composition.layers[$0].frames.contains(frame) }
  }
}
