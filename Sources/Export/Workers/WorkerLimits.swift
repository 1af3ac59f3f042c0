package import Composition
package import Processes

/// The limits of a worker.
package enum WorkerLimits {
  /// Address space, including mapped files.
  package static let addressSpaceBytes = 16 << 30
  /// Allocated memory, for a film of small pictures.
  package static let leastMemoryBytes = 3 << 30
  /// Additional bytes per pixel of the canvas: an encoder looks a hundred pictures ahead.
  private static let bytesPerCanvasPixel = 400
  /// Additional bytes per pixel of each media file, for its decoder.
  private static let bytesPerMediaPixel = 100
  /// Bytes of each file that it writes.
  package static let fileBytes = 64 << 30
  /// Bytes of the plan that it reads.
  package static let planBytes = 256 << 20
  /// Workers that render at the same time.
  package static let workers = 256
  /// How often one order is assigned at most, if lost workers do not end the work.
  static let attempts = 3
  /// The length of a line from a worker that sends entries.
  static let carriedLineBytes = 1 << 20
  /// The number of lines shown of a command's output before its worker greets.
  static let greetingLines = 20
  /// Two minutes without a report and without CPU time, ten minutes without a report: a picture far from its
  /// key frame takes long on a busy machine.
  package static let patience = Patience(
    round: .seconds(30), life: 4, progress: 20, leastWork: .milliseconds(100))

  /// The memory that a worker may allocate for this film.
  package static func memoryBytes(for film: Composition) -> Int {
    let canvas = film.canvas.size.width * film.canvas.size.height
    let media = film.media.flatMap(\.facts.video).reduce(0) {
      $0 + $1.storedSize.width * $1.storedSize.height
    }
    return min(
      addressSpaceBytes, leastMemoryBytes + bytesPerCanvasPixel * canvas + bytesPerMediaPixel * media)
  }
}

/// How long to wait for a worker.
struct WorkerWatch {
  var own = WorkerLimits.patience

  // MARK: Workers that a command starts
  /// Until its greeting: machines are contacted, containers are started.
  var secondsToHello = 120
  /// It reports every five seconds that it is alive. A loss is noticed within 15 s.
  var mostSilentSeconds = 12
  /// While it is alive, but makes no progress in its order.
  var mostSecondsWithoutProgress: Int { Int(own.longest.components.seconds) }
  /// It reads its media once before it is ready, at least this fast.
  static let slowestBytesPerSecond: Int64 = 10 << 20
}
