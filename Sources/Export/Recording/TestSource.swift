package import Basics
package import Composition
import LibAV
import Rendering

/// A source for pipelines and tests: the language's own bars or tone, in real time.
///
/// What is not taken for a second is lost and counted, as in the ring of a device.
package final class TestSource: RecordingSource {
  package let name: String
  package let form: CapturedForm
  package private(set) var missed: Int64 = 0
  private let content: Content
  /// Its first moment, which is the first call of `take`.
  private var start: Int64?
  /// The number of the next picture or block.
  private var next: Int64 = 0

  private enum Content {
    case picture(VideoFrame)
    /// One second, which is repeated.
    case sound([[Float]])
  }

  /// The kinds of test sources.
  package enum Kind: String, CaseIterable, Sendable {
    /// SMPTE colour bars.
    case bars
    /// A sine of 440 Hz at -20 dB, in stereo.
    case tone
  }

  private static let sampleRate = 48_000
  /// Ten milliseconds.
  private static let blockLength = 480

  /// Sounds have no size and no rate of pictures.
  package init(_ kind: Kind, size: PixelSize, rate: FrameRate) throws(ExportError) {
    name = "test:\(kind)"
    do {
      let film = try oneSecond(of: kind, size, rate)
      switch kind {
      case .bars:
        form = .pictures(size: size, rate: rate)
        content = .picture(try FrameRenderer(film).frame(0, among: [0]))
      case .tone:
        form = .sound(sampleRate: Self.sampleRate, channels: film.mix.channelCount)
        content = .sound(try SoundMixer(film).mix(from: 0, count: Self.sampleRate))
      }
    } catch { throw ExportError(any: error) }
  }

  package func take(until now: Int64) throws(ExportError) -> [Captured] {
    let start = start ?? now
    self.start = start
    let due = max(next, count(at: now - start))
    let kept = due - count(at: 1_000_000_000)
    if next < kept {
      missed += (kept - next) * (perSecond.isPicture ? 1 : Int64(Self.blockLength))
      next = kept
    }
    defer { next = due }
    return (next..<due).map { captured($0, from: start) }
  }

  /// How many pictures or blocks have been given at a time after the start.
  private func count(at time: Int64) -> Int64 {
    guard time >= 0 else { return 0 }
    let (count, seconds, isPicture) = perSecond
    let given = Int128(time) * Int128(count) / (Int128(seconds) * 1_000_000_000)
    // A picture is there at its moment, a block when its last sample is.
    return Int64(clamping: given) + (isPicture ? 1 : 0)
  }

  private var perSecond: (count: Int64, seconds: Int64, isPicture: Bool) {
    switch form {
    case .pictures(_, let rate): (rate.frames, rate.seconds, true)
    case .sound(let rate, _): (Int64(rate / Self.blockLength), 1, false)
    }
  }

  private func captured(_ number: Int64, from start: Int64) -> Captured {
    let (count, seconds, _) = perSecond
    let time = start + Int64(clamping: Int128(number) * Int128(seconds) * 1_000_000_000 / Int128(count))
    switch content {
    case .picture(let frame): return .picture(frame, at: time)
    case .sound(let second):
      let first = Int(number % count) * Self.blockLength
      return .sound(
        SoundBlock(
          samples: second.map { Array($0[first..<first + Self.blockLength]) },
          first: number * Int64(Self.blockLength), time: time))
    }
  }
}

/// A film of one second, with a whole number of periods.
private func oneSecond(
  of kind: TestSource.Kind, _ size: PixelSize, _ rate: FrameRate
) throws(ExportError) -> Composition {
  let second = RationalTime(seconds: 1)
  guard let range = TimeRange(start: .zero, end: second) else {
    throw ExportError(.engine, "a test source has no time")
  }
  let box = PixelBox(x: 0, y: 0, width: size.width, height: size.height)
  let bars = Layer(
    label: "bars", timelineRange: range, frames: 0..<1, picture: .bars(.smpte), contentBox: box,
    visibleBox: box)
  let tone = Sound(
    label: "tone", timelineRange: range, content: .tone(Tone(waveform: .sine, frequency: 440)),
    gain: .constant(0.1))
  return Composition(
    canvas: Canvas(size: size, rate: rate), duration: second, frameCount: 1, media: [],
    layers: kind == .bars ? [bars] : [], sounds: kind == .tone ? [tone] : [])
}
