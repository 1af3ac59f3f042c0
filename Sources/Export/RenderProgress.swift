import Composition
import RenderPlan

/// What a render reports while it works.
package enum RenderEvent: Hashable, Sendable {
  case progress(RenderProgress)
  /// A warning, a sentence; each is reported once.
  case shortcoming(String)
  /// Information that is no warning, a sentence.
  case note(String)
}

/// The progress of a render.
package struct RenderProgress: Hashable, Sendable {
  /// Frames that are ready, including those found in the store.
  package var framesDone: Int64
  package var framesTotal: Int64
  /// The pass that this is the progress of: 1 or 2; nil for a single pass.
  package var pass: Int?
  /// Of frames and sound together, from 0 to 1.
  package var fraction: Double
  package var elapsed: Duration
  /// Frames rendered per second so far; nil before the first.
  package var framesPerSecond: Double?
  /// Nil while there is nothing to estimate it from.
  package var secondsLeft: Double?
}

/// Counts what workers report.
struct ProgressMeter {
  private let framesTotal: Int64
  private let pass: Int?
  private let framesReused: Int64
  private let samplesTotal: Int64
  private let sampleRate: Double
  private var framesMade: Int64 = 0
  private var samplesMade: [WorkOrder?: Int64] = [:]
  private let start = ContinuousClock.now

  init(_ plan: RenderPlan) {
    pass = plan.pass
    let pictures = plan.segments + [plan.coverPicture].compactMap(\.self)
    framesTotal = pictures.reduce(0) { $0 + Int64($1.frames.count) }
    framesReused = pictures.filter(\.isInStore).reduce(0) { $0 + Int64($1.frames.count) }
    samplesTotal = plan.soundTracks.reduce(0) {
      $0 + ($1.isInStore ? 0 : Int64($1.samples.count))
    }
    sampleRate = Double(max(1, plan.composition.mix.sampleRate))
  }

  mutating func countFrame() {
    framesMade += 1
  }

  mutating func countSamples(_ count: Int64, of order: WorkOrder?) {
    samplesMade[order] = count
  }

  /// Counts a whole entry that another process has rendered.
  mutating func countEntry(_ order: WorkOrder, of plan: RenderPlan) {
    framesMade += Int64(plan.pictures(of: order)?.frames.count ?? 0)
    if let track = plan.track(of: order) { samplesMade[order] = Int64(track.samples.count) }
  }

  var progress: RenderProgress {
    let elapsed = ContinuousClock.now - start
    let seconds = elapsed / .seconds(1)
    // Sound is cheap compared with pictures: a second of it counts as one frame.
    let soundWork = { (samples: Int64) in Double(samples) / sampleRate }
    let work = Double(framesTotal - framesReused) + soundWork(samplesTotal)
    let done = Double(framesMade) + soundWork(samplesMade.values.reduce(0, +))
    return RenderProgress(
      framesDone: min(framesReused + framesMade, framesTotal), framesTotal: framesTotal, pass: pass,
      fraction: work > 0 ? min(done / work, 1) : 1, elapsed: elapsed,
      framesPerSecond: framesMade > 0 && seconds > 0 ? Double(framesMade) / seconds : nil,
      secondsLeft: done > 0 && seconds > 0 ? max(0, (work - done) * seconds / done) : nil)
  }
}
