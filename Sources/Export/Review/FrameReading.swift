import Composition
package import ContentDigest
package import Processes
package import RenderPlan

/// Reads frames of films in processes of their own, one for each film, at the same time.
package final class FrameReading {
  /// The digests that were read, film by film.
  package private(set) var digests: [[Int64: ContentDigest]]
  private let loop: EventLoop
  private let supervisor: Supervisor<FrameReport>
  private let films: [Film]
  private let folder: String
  private let sandbox: SandboxPolicy
  private let onShortcoming: (String) -> Void
  private var workers: [Supervisor<FrameReport>.ID: Worker] = [:]

  /// A film, with its media as they were when its keys were computed.
  package struct Film {
    let plan: RenderPlan
    let media: [FileIdentity]

    /// `plan` has the encoding for which frames are converted.
    package init(plan: RenderPlan, media: [FileIdentity]) {
      self.plan = plan
      self.media = media
    }
  }

  private struct Worker {
    let film: Int
    var waiting: [FrameOrder]
  }

  /// `folder` is where plans and pictures go, and exists.
  package init(
    _ films: [Film], in folder: String, sandbox: SandboxPolicy, signals: TerminationSignals,
    onShortcoming: @escaping (String) -> Void
  ) {
    self.films = films
    self.folder = folder
    self.sandbox = sandbox
    self.onShortcoming = onShortcoming
    digests = Array(repeating: [:], count: films.count)
    loop = EventLoop(signals: signals)
    supervisor = Supervisor(on: loop, read: FrameReport.init(line:))
  }

  deinit { loop.endChildren() }

  /// Executes the orders of each film, in their order. Returns the signal that interrupted this.
  package func carryOut(_ orders: [[FrameOrder]]) throws(ExportError) -> Signal? {
    do {
      for (film, list) in orders.enumerated() where !list.isEmpty { try give(list, to: film) }
      while workers.values.contains(where: { !$0.waiting.isEmpty }), let event = try loop.next() {
        if case .interrupted(let signal) = event { return signal }
        for event in supervisor.take(event) ?? [] { try take(event) }
      }
      return nil
    } catch { throw ExportError(any: error) }
  }

  /// The pixels of a picture that was ordered, as rows of red, green, blue and 255.
  package func pixels(named name: String, byteCount: Int) throws(ExportError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try readFile(folder + "/" + name, limit: byteCount) } catch {
      throw ExportError(error)
    }
    guard bytes.count == byteCount else {
      throw ExportError(.engine, "a worker wrote a picture of another size")
    }
    return bytes
  }

  private func give(_ orders: [FrameOrder], to film: Int) throws(ExportError) {
    let id =
      if let running = workers.first(where: { $0.value.film == film })?.key { running } else {
        try start(film)
      }
    for order in orders {
      supervisor.send(order.line, to: id)
      workers[id]?.waiting.append(order)
    }
    supervisor.expect(of: id, WorkerLimits.patience)
  }

  private func start(_ film: Int) throws(ExportError) -> Supervisor<FrameReport>.ID {
    do {
      let path = "\(folder)/frames-\(film).plan"
      try PlanFile(plan: films[film].plan, media: films[film].media).write(to: path)
      let id = try supervisor.start(
        .process(
          ChildCommand(
            ChildProcess.ownExecutable,
            [
              frameWorkerCommand, "--plan", path, "--folder", folder, "--parent", "\(ownProcessID)",
              "--sandbox", sandbox.rawValue,
            ])), patience: WorkerLimits.patience)
      workers[id] = Worker(film: film, waiting: [])
      return id
    } catch { throw ExportError(any: error) }
  }

  private func take(_ event: Supervisor<FrameReport>.Event) throws(ExportError) {
    let id = event.worker
    guard let worker = workers[id] else { return }
    let place = " while it read \(films[worker.film].plan.settings.file)"
    guard case .report(let report, _) = event else { throw event.error(place) }
    supervisor.progress(id)
    switch report {
    case .ready(let shortcomings): shortcomings.forEach(onShortcoming)
    case .digest(let frame, let digest):
      guard case .digests(let frames)? = worker.waiting.first, frames.contains(frame) else {
        throw event.error(place)
      }
      digests[worker.film][frame] = digest
    case .finished(let order):
      guard worker.waiting.first == order else { throw event.error(place) }
      workers[id]?.waiting.removeFirst()
      if worker.waiting.count == 1 { supervisor.expect(of: id, nil) }
    case .failed(let kind, let message): throw ExportError(kind, message)
    }
  }
}
