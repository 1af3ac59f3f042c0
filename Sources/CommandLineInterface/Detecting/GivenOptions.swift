import Basics
import Composition
import Detection
import EditScript
import ScriptWriting
import Workspace

/// The options of `detect` where the command line has none: those of `editc.yaml`, or the defaults.
struct UsualOptions {
  let shortest: RationalTime
  let margins: SoundMargins
  let tempo: TempoRange?

  init(_ settings: DetectSettings?) {
    shortest = settings?.shortest?.value ?? CachedDetection.shortestSilence
    margins = SoundMargins(
      before: settings?.before?.value ?? SoundMargins.usual.before,
      after: settings?.after?.value ?? SoundMargins.usual.after)
    tempo = settings?.tempo?.value
  }
}

/// The options of the command line that decide what --into finds; nil where none is given.
struct GivenOptions {
  let shortest: RationalTime?
  let before: RationalTime?
  let after: RationalTime?
  let tempo: TempoRange?
  let range: RangeExpression?
  let stream: Int?
  let usual: UsualOptions

  /// Without an option, that of the last run counts, and without that, the usual one.
  func options(for kind: DetectionKind, after last: DetectionOptions?) -> DetectionOptions {
    var options = DetectionOptions(kind)
    options.part = last?.part
    let last = last?.kind == kind ? last : nil
    options.stream = stream ?? last?.stream
    switch kind {
    case .silence:
      options.shortest = shortest ?? last?.shortest ?? usual.shortest
      options.before = before ?? last?.before ?? usual.margins.before
      options.after = after ?? last?.after ?? usual.margins.after
    case .beats: options.tempo = tempo ?? last?.tempo ?? usual.tempo
    case .cuts, .dissolves, .fades, .black, .freeze, .loudness: break
    }
    return options
  }

  /// What is looked for with such options.
  func request(_ kinds: [DetectionKind], _ options: [DetectionOptions]) -> DetectionRequest {
    DetectionRequest(
      kinds: kinds,
      shortestSilence: options.lazy.compactMap(\.shortest).first ?? usual.shortest,
      tempo: options.lazy.compactMap(\.tempo).first?.beats,
      range: range ?? options.lazy.compactMap(\.part).first?.expression,
      stream: options.lazy.compactMap(\.stream).first)
  }
}

extension DetectionOptions {
  var margins: SoundMargins {
    SoundMargins(before: before ?? .zero, after: after ?? .zero)
  }

  /// The same with the part that was looked at.
  func limited(to detected: Detected) -> DetectionOptions {
    var options = self
    let whole = detected.media.facts.extent.finite.flatMap { TimeRange(start: .zero, end: $0) }
    options.part = detected.limits == whole ? nil : detected.limits
    return options
  }

  /// How far a thing that is found again can be from where it was.
  func tolerance(_ facts: MediaFacts) -> RationalTime {
    switch kind {
    case .silence: RationalTime(3, 50) ?? .zero
    case .cuts: facts.mainVideo?.rate.flatMap { try? $0.start(ofFrame: 1) } ?? RationalTime(1, 25) ?? .zero
    default: RationalTime(3, 100) ?? .zero
    }
  }
}

extension TimeRange {
  fileprivate var expression: RangeExpression {
    func time(_ time: RationalTime) -> TimeExpression {
      TimeExpression(.start, offset: DurationExpression([.init(.seconds(time))]))
    }
    return .between(time(start), time(end))
  }
}

extension Workspace {
  /// The media files in which something is to be found; the facts of all are read together.
  func detectedMedia(at paths: [String]) throws -> [DetectedMedia] {
    try zip(paths, probe.look(at: paths)).map { path, probed in
      try DetectedMedia(at: path, facts: probed.result.get(), identity: probed.identity, in: self)
    }
  }
}
