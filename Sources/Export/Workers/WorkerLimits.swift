package import Composition
package import Processes

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
  /// Two minutes without a report and without computing anything, ten minutes without a report: a picture far from its key frame
  /// takes long on a machine that has much else to do.
  package static let patience = Patience(
    round: .seconds(30), life: 4, progress: 20, leastWork: .milliseconds(100))

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

/// How long a worker is waited for.
struct WorkerWatch {
  var own = WorkerLimits.patience

  // MARK: Of workers that a command starts
  /// Until such a worker greets: machines are reached, containers are started.
  var secondsToHello = 120
  /// It says every five seconds that it is alive. Noticed within 15 s, one is lost.
  var mostSilentSeconds = 12
  /// One that says so and gets no further in its order.
  var mostSecondsWithoutProgress: Int { Int(own.longest.components.seconds) }
  /// It reads its media once before it is ready, not slower than this.
  static let slowestBytesPerSecond: Int64 = 10 << 20
}
