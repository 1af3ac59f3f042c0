import ContentDigest
package import Processes

/// Lets preview workers render what pages request, and the rest of the films when no request is pending.
///
/// Cells, pictures and sound have separate workers, and cell workers are paused while pictures are rendered.
/// If a new version of a film differs, its cell and sound workers end; the picture worker takes the new plan.
package final class PreviewScheduler {
  typealias WorkerID = Supervisor<PreviewReport>.ID

  let loop: any ProcessLoop
  let supervisor: Supervisor<PreviewReport>
  let folders: Folders
  let jobs: Int
  let sandbox: SandboxPolicy
  let program: ChildCommand
  let owner = TemporaryOwner()
  var workers: [WorkerID: PreviewWorker] = [:]
  var wishes: [PendingRequest] = []
  /// Set after a failure of the machine, such as a full disk: workers rest until it fires.
  var rest: EventLoop.TimerID?
  var pause = CellPause()
  var pauseTimer: EventLoop.TimerID?
  var news: [News] = []
  var shelf = PreviewCache()
  var position = Position(film: 0, frame: 0)
  var readiness: IdleWarmup?
  var readinessTimer: EventLoop.TimerID?
  /// Whether cells are rendered that no page has requested.
  package var makesAll = true

  /// Where workers read and write.
  package struct Folders: Sendable {
    package var store: String
    /// The folder of the files that they write.
    package var made: String
    /// The folder of the plans' folders.
    package var plans: String

    package init(store: String, made: String, plans: String) {
      self.store = store
      self.made = made
      self.plans = plans
    }
  }

  /// A place in the films.
  package struct Position: Hashable, Codable, Sendable {
    package var film: Int
    package var frame: Int64

    package init(film: Int, frame: Int64) {
      self.film = film
      self.frame = frame
    }
  }

  /// What has changed.
  package enum News: Hashable, Sendable {
    case cells(film: Int)
    case sound(film: Int)
    /// What the kernel cannot guard the workers against.
    case shortcoming(String)
    /// What keeps the workers from continuing; nil once they continue.
    case problem(String?)
  }

  package init(
    loop: any ProcessLoop, folders: Folders, jobs: Int, sandbox: SandboxPolicy,
    program: ChildCommand = ChildCommand(ChildProcess.ownExecutable)
  ) {
    self.loop = loop
    supervisor = Supervisor(on: loop, read: PreviewReport.init(line:))
    self.folders = folders
    self.jobs = max(1, jobs)
    self.sandbox = sandbox
    self.program = program
  }

  /// Returns what has changed since the last call.
  package func takeNews() -> [News] {
    defer { news = [] }
    return news
  }

  package func state(ofCell index: Int, of film: Int) -> PreviewCellState {
    let made = shelf.state(ofCell: index, of: film)
    guard made == .missing else { return made }
    return isBeingMade(.cell(index), of: film) ? .making : .missing
  }

  package func chunksMade(of film: Int) -> Int64 { shelf.chunksMade(of: film) }

  /// Whether all cells and all sound are rendered, or have failed.
  package var isComplete: Bool {
    workers.values.allSatisfy { $0.order == nil } && rest == nil
      && shelf.films.indices.allSatisfy { missingRuns(of: $0).isEmpty && !needsSound($0) }
  }

  /// Why parts of the films cannot be made, each reason once.
  package var reasonsOfFailures: [String] { shelf.reasonsOfFailures }
}

// MARK: - Requests

extension PreviewScheduler {
  /// Shows the films of a new version. Pending requests for the old ones fail.
  ///
  /// With `pictureMade`, the exact picture at the playhead is rendered before everything else, unless its
  /// cell exists.
  package func show(_ films: [PreviewFilm], pictureMade: ((Position) -> Void)? = nil) {
    for (id, worker) in workers where !isOfSameFilm(worker, films) {
      // It is not known yet which of the new films it will continue with.
      if films.contains(where: worker.canTake) { workers[id]?.forgetFilm() } else { end(id) }
    }
    let old = wishes
    wishes = []
    for path in shelf.show(films) { try? removeFile(path) }
    if !films.indices.contains(position.film) { position = Position(film: 0, frame: 0) }
    for wish in old { wish.done(.failure(ExportError(.temporary, "the script has changed"))) }
    if let pictureMade { wantPictureAtPlayhead(pictureMade) }
    work()
  }

  /// Adds films after those that are shown, until the next ones are. Only pictures of them are rendered.
  package func add(_ films: [PreviewFilm]) { shelf.add(films.map(\.onlyPictures)) }

  private func isOfSameFilm(_ worker: PreviewWorker, _ films: [PreviewFilm]) -> Bool {
    guard let film = worker.film, films.indices.contains(film) else { return false }
    return shelf.films[film].planDigest == films[film].planDigest
  }

  /// Starts a picture worker before there is a plan, to save its start later, and keeps it ready for pictures
  /// at the playhead from then on.
  package func prepare() {
    readiness = readiness ?? IdleWarmup()
    guard !workers.values.contains(where: { $0.role == .pictures }) else { return }
    _ = launch(.pictures)
  }

  private func wantPictureAtPlayhead(_ made: @escaping (Position) -> Void) {
    let place = position
    let picture = PreviewThing.picture(frame: place.frame, .jpg)
    guard shelf.films.indices.contains(place.film), shelf.result(of: picture, in: place.film) == nil,
      let cell = shelf.films[place.film].cell(at: place.frame),
      shelf.state(ofCell: cell, of: place.film) != .made
    else { return }
    wishes.append(
      PendingRequest(film: place.film, thing: picture, since: loop.now, isWithdrawn: { false }) { result in
        if case .success = result { made(place) }
      })
  }

  /// Sets the playhead: what follows it is rendered first.
  package func look(at place: Position) {
    guard shelf.films.indices.contains(place.film) else { return }
    position = place
    work()
  }

  /// Calls `done` when a part is rendered, at once if it already is. The newest request for a picture comes
  /// first.
  package func want(
    _ thing: PreviewThing, of film: Int, isWithdrawn: @escaping () -> Bool = { false },
    done: @escaping (Result<Void, ExportError>) -> Void
  ) {
    if let result = shelf.result(of: thing, in: film) { return done(result) }
    wishes.append(
      PendingRequest(film: film, thing: thing, since: loop.now, isWithdrawn: isWithdrawn, done: done))
    work()
  }

  /// Ends all workers and waits for their exits.
  package func stop() {
    for id in workers.keys { loop.kill(id) }
    while !supervisor.isEmpty, let event = try? loop.next() { _ = supervisor.take(event) }
    workers = [:]
    SegmentStore(folder: folders.store).removeUnfinishedFiles(of: owner)
  }
}

// MARK: - Events

extension PreviewScheduler {
  /// Handles an event of its workers or timers; false for any other.
  package func handle(_ event: EventLoop.Event) -> Bool {
    if let events = supervisor.take(event) {
      events.forEach(handle)
    } else if case .timer(let timer) = event {
      if timer == rest {
        rest = nil
        news.append(.problem(nil))
      } else if timer == pauseTimer {
        pauseTimer = nil
      } else if timer == readinessTimer {
        readinessTimer = nil
        getReady()
      } else {
        return false
      }
    } else {
      return false
    }
    settleWishes()
    work()
    return true
  }

  private func handle(_ event: Supervisor<PreviewReport>.Event) {
    switch event {
    case .report(let report, let id): handle(report, from: id)
    case .noReport(_, let id), .lineTooLong(_, let id): handle(nil, from: id)
    case .hanging(let id, _): fail(id, workers[id]?.order, "a worker hung")
    case .ended(let id, _, _):
      guard let worker = workers.removeValue(forKey: id), !worker.isEnding else { return }
      takeEnd(of: worker, event.error(worker.frame.map { " at frame \($0)" } ?? "").message)
    }
  }

  private func handle(_ report: PreviewReport?, from id: WorkerID) {
    guard let worker = workers[id], !worker.isEnding else { return }
    // A worker decodes files of unknown origin: its report counts only if it can be true.
    guard let report, workers[id]?.accept(report) == true else {
      return fail(id, worker.order, "a worker sent a report that cannot be true")
    }
    expectWork(of: id)
    guard let film = worker.film else { return takeOutdated(report, from: worker) }
    switch report {
    case .ready(let shortcomings): news += shortcomings.map(News.shortcoming)
    case .working: break
    case .chunk(let number):
      if shelf.addChunk(number, of: film) {
        news.append(.sound(film: film))
      } else {
        fail(id, .sound, "a worker reported a second of sound that it did not make")
      }
    case .made(let order):
      if shelf.add(order, of: film) {
        reportChange(order, of: film)
      } else {
        fail(id, order, "a worker reported a finished file that does not exist")
      }
    case .failed(let order, let kind, let message): take(kind, message, order, of: film)
    }
  }

  /// Handles a report about an older version: the file of a picture is removed.
  private func takeOutdated(_ report: PreviewReport, from worker: PreviewWorker) {
    switch report {
    case .ready(let shortcomings): news += shortcomings.map(News.shortcoming)
    case .made(.picture(let frame, let kind)):
      if let files = worker.files { try? removeFile(files.picture(frame, kind)) }
    case .failed(nil, _, let message): backOff(message)
    case .working, .chunk, .made, .failed: break
    }
  }

  private func take(_ kind: ExportError.Kind, _ message: String, _ order: PreviewOrder?, of film: Int) {
    switch kind {
    // The next version, or a later attempt, may succeed.
    case .storeUnusable, .temporary, .unavailable, .inputOutput, .cannotCreate: backOff(message)
    default:
      guard let order else { return backOff(message) }
      shelf.fail(order, of: film, message)
      reportChange(order, of: film)
    }
  }

  private func fail(_ id: WorkerID, _ order: PreviewOrder?, _ message: String) {
    guard let worker = workers[id] else { return }
    if let order, let film = worker.film {
      shelf.fail(order, of: film, message)
      reportChange(order, of: film)
    }
    end(id)
  }

  private func takeEnd(of worker: PreviewWorker, _ message: String) {
    guard let order = worker.order else { return backOff(message) }
    guard let film = worker.film else { return }
    shelf.fail(order, of: film, message)
    reportChange(order, of: film)
  }
}
