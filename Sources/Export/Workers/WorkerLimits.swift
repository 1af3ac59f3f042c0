package import Composition

/// What a worker may use before it is stopped.
package enum WorkerLimits {
  /// Of memory, mapped files included.
  package static let addressSpaceBytes = 16 << 30
  /// Of memory that it allocates, for a film of small pictures.
  package static let leastMemoryBytes = 3 << 30
  /// More for each pixel of the canvas: an encoder looks a hundred pictures ahead.
  private static let bytesPerCanvasPixel = 400
  /// More for each pixel of each medium: what a decoder keeps.
  private static let bytesPerMediaPixel = 100
  /// Of each file that it writes.
  package static let fileBytes = 64 << 30
  /// Of the plan that it reads.
  package static let planBytes = 256 << 20
  /// Workers that render at the same time.
  package static let workers = 256
  /// How often one order is given out, at most, where workers that are lost do not end the work.
  static let attempts = 3
  /// Of a line from a worker that sends what it makes.
  static let carriedLineBytes = 1 << 20
  /// Of what a command says before its worker greets, in lines that are shown.
  static let greetingLines = 20
  package static let watchdogRound = Duration.seconds(30)
  /// A worker that has said nothing and done nothing for this many rounds of the watchdog hangs.
  package static let idleRounds = 4
  /// One that has worked, and still said nothing, for this many: a picture far from its key frame takes long on a machine
  /// that has much else to do.
  package static let silentRounds = 20
  /// What counts as work in a round.
  package static let leastWork = Duration.milliseconds(100)

  /// Of memory that a worker allocates for this film.
  package static func memoryBytes(for film: Composition) -> Int {
    let canvas = film.canvas.size.width * film.canvas.size.height
    let media = film.media.flatMap(\.facts.video).reduce(0) {
      $0 + $1.storedSize.width * $1.storedSize.height
    }
    return min(
      addressSpaceBytes, leastMemoryBytes + bytesPerCanvasPixel * canvas + bytesPerMediaPixel * media)
  }
}

/// When a worker that makes no progress is stopped.
struct WorkerWatch {
  var round = WorkerLimits.watchdogRound
  var idleRounds = WorkerLimits.idleRounds
  var silentRounds = WorkerLimits.silentRounds
  var leastWork = WorkerLimits.leastWork

  // MARK: Of workers that a command starts
  /// Until such a worker greets: machines are reached, containers are started.
  var secondsToHello = 120
  /// It says every five seconds that it is alive. Noticed within 15 s, one is lost.
  var mostSilentSeconds = 12
  /// One that says so and gets no further in its order.
  var mostSecondsWithoutProgress: Int { Int((round * silentRounds).components.seconds) }
  /// It reads its media once before it is ready, not slower than this.
  static let slowestBytesPerSecond: Int64 = 10 << 20
}

/// For how long a worker has sent no report.
struct WorkerSilence {
  /// Rounds of the watchdog since its last report, and those of them in which it computed nothing either.
  private(set) var rounds = 0
  private var idleRounds = 0
  /// At the end of the last of these rounds.
  private var processorTime = Duration.zero

  mutating func end() { (rounds, idleRounds) = (0, 0) }

  /// Counts a round at whose end the worker had computed for so long in all. Whether it hangs; `moreRounds` are
  /// allowed for work that has no report.
  mutating func countRound(_ time: Duration, _ watch: WorkerWatch, moreRounds: Int = 0) -> Bool {
    rounds += 1
    idleRounds = time - processorTime < watch.leastWork ? idleRounds + 1 : 0
    processorTime = time
    return idleRounds >= watch.idleRounds || rounds >= watch.silentRounds + moreRounds
  }

  /// `place` is what the worker was doing, with a blank before it.
  func error(_ watch: WorkerWatch, _ place: String) -> ExportError {
    let silence = watch.round * rounds
    return ExportError(
      .engine, "a worker has sent no report for \(silence.components.seconds) seconds\(place)")
  }
}
