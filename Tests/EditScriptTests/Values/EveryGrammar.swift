import Basics
import Composition
import Diagnostics
import EditScript

/// A grammar whose value type does not matter.
struct AnyGrammar: Sendable {
  let production: String
  let noun: String
  let examples: [String]
  let pattern: String?
  /// The canonical text of the value, or what is wrong.
  let canonical: @Sendable (ScalarText) -> Result<String, ValueProblem>
  /// Whether the canonical text of the value reads back as the equal value.
  let readsBack: @Sendable (ScalarText) -> Bool

  init<V>(
    _ grammar: ValueGrammar<V>, print: @escaping @Sendable (V) -> String,
    isEqual: @escaping @Sendable (V, V) -> Bool = { $0 == $1 }
  ) {
    production = grammar.production
    noun = grammar.noun
    examples = grammar.examples
    pattern = grammar.pattern
    canonical = { grammar.read($0).map(print) }
    readsBack = { text in
      guard case .success(let first) = grammar.read(text),
        case .success(let second) = grammar.read(scalar(print(first)))
      else { return false }
      return isEqual(first, second) && print(second) == print(first)
    }
  }

  init<V: CanonicalValue>(_ grammar: ValueGrammar<V>) {
    self.init(grammar, print: \.canonicalText)
  }

  /// Ramps know their places, which move when they are written anew.
  static func ramp<V: CanonicalValue>(_ grammar: ValueGrammar<V>) -> AnyGrammar {
    AnyGrammar(.ramp(grammar), print: \.canonicalText) {
      $0.values == $1.values && $0.easing == $1.easing && $0.range?.value == $1.range?.value
    }
  }

  static func animated<V: CanonicalValue>(_ grammar: ValueGrammar<V>) -> AnyGrammar {
    AnyGrammar(.animated(grammar), print: text(of:)) { text(of: $0) == text(of: $1) }
  }

  private static func text<V: CanonicalValue>(of value: Animated<V>) -> String {
    switch value {
    case .constant(let value): value.canonicalText
    case .ramps(let ramps): ramps.map(\.value.canonicalText).joined(separator: "; ")
    case .keyFrames: "key frames are no scalar"
    }
  }
}

let everyGrammar: [AnyGrammar] = [
  AnyGrammar(.duration), AnyGrammar(.durationLimit, print: { ".." + $0.canonicalText }),
  AnyGrammar(.time), AnyGrammar(.takeTime), AnyGrammar(.filmTime), AnyGrammar(.range), AnyGrammar(.takeRange),
  AnyGrammar(.filmRange),
  AnyGrammar(.durationRange), AnyGrammar(.momentOrRange), AnyGrammar(.length), AnyGrammar(.size),
  AnyGrammar(.canvasSize), AnyGrammar(.place), AnyGrammar(.itemPlace), AnyGrammar(.crop), AnyGrammar(.stroke),
  AnyGrammar(.color),
  AnyGrammar(.angle), AnyGrammar(.picturePoint), AnyGrammar(.center), AnyGrammar(.polygon), AnyGrammar(.skew),
  AnyGrammar.animated(.skew), AnyGrammar.animated(.picturePoint), AnyGrammar(.level), AnyGrammar(.speed),
  AnyGrammar(.rate), AnyGrammar(.frameRate), AnyGrammar(.pixelSize), AnyGrammar(.rawPixelFormat),
  AnyGrammar(.pixelAspect), AnyGrammar(.timecode),
  AnyGrammar(.opacity),
  AnyGrammar(.scale), AnyGrammar(.pan), AnyGrammar(.frequency),
  AnyGrammar(.number(in: -100...100)), AnyGrammar(.integer(in: 0...1000)),
  AnyGrammar(.bitRate, print: \.bitRateText), AnyGrammar(.fileSize, print: \.fileSizeText),
  AnyGrammar(.fileSizeLimit, print: { ".." + $0.fileSizeText }),
  AnyGrammar(.leastShare, print: { ($0 * 100).canonicalText + "%.." }), AnyGrammar(.flag),
  AnyGrammar(.easing),
  AnyGrammar(.loudness), AnyGrammar(.loudnessCheck), AnyGrammar(.truePeak),
  AnyGrammar(.loudnessLimit, print: { ".." + $0.canonicalText }),
  AnyGrammar(.loudnessRangeLimit, print: { ".." + $0.canonicalText }),
  AnyGrammar(.leastCorrelation, print: { $0.canonicalText + ".." }), AnyGrammar(.codeRange),
  AnyGrammar(.truePeakLimit, print: { ".." + $0.canonicalText }), AnyGrammar(.transition),
  AnyGrammar(.transitionKind), AnyGrammar(.motion), AnyGrammar(.loop), AnyGrammar(.text), AnyGrammar(.name),
  AnyGrammar(.sha256), AnyGrammar(.url), AnyGrammar(.syncTime), AnyGrammar(.soundChoice),
  AnyGrammar(ValueGrammar<Fit>.choice("a fit"), print: \.rawValue),
  AnyGrammar(.choice("a layout", among: ["5.1", "stereo"])), AnyGrammar.ramp(.opacity),
  AnyGrammar.ramp(.place),
  AnyGrammar.ramp(.color), AnyGrammar.ramp(.speed), AnyGrammar.animated(.opacity),
  AnyGrammar.animated(.level), AnyGrammar.animated(.color), AnyGrammar.animated(.stroke),
  AnyGrammar.animated(.length), AnyGrammar.animated(.padding), AnyGrammar(.letterSize), AnyGrammar(.tracking),
  AnyGrammar(.fontFeatures),
  AnyGrammar(.textMovement), AnyGrammar(.decimal), AnyGrammar(.numberFormat), AnyGrammar(.sourceText),
  AnyGrammar.animated(.crop), AnyGrammar(.keyFrameValue(.opacity)),
  AnyGrammar(.keyFrameValue(.place)),
]
