/// An encoder parameter that authors may set: one that affects neither how films are cut into segments nor
/// whether the same film has the same bytes everywhere.
package struct EncoderOption: Sendable {
  /// As the encoder names it.
  package let name: String
  package let values: Values

  package enum Values: Sendable {
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case words([String])
  }

  fileprivate init(_ name: String, _ range: ClosedRange<Int>) {
    self.name = name
    values = .integer(range)
  }

  fileprivate init(_ name: String, _ range: ClosedRange<Double>) {
    self.name = name
    values = .number(range)
  }

  fileprivate init(_ name: String, words: [String]) {
    self.name = name
    values = .words(words)
  }

  package func takes(_ value: String) -> Bool {
    switch values {
    case .integer(let range): Int(value).map(range.contains) ?? false
    case .number(let range): Double(value).map { range.contains($0) && $0.isFinite } ?? false
    case .words(let words): words.contains(value)
    }
  }

  /// The permitted values with their article, for messages.
  package var noun: String {
    switch values {
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .words(let words): "one of \(words.map { "`\($0)`" }.joined(separator: ", "))"
    }
  }
}

/// The parameters of an encoder that authors may set, and the reasons why others are refused.
package struct EncoderOptions: Sendable {
  /// As scripts call the encoder: `x264`.
  package let encoder: String
  package let options: [EncoderOption]
  /// What to write instead of a refused parameter, or why it is refused, by its name.
  package let refused: [String: String]
  /// The parameters that could make the encoder exceed a level, by name.
  package let decidedByLevel: Set<String> = ["ref", "qpmax"]
  /// The parameters that could make the encoder add key frames between those of fragments, by name.
  package let decidedByFragments: Set<String> = ["scenecut", "scenecut-bias"]
}

extension EncoderOptions {
  private static let flag = ["0", "1"]

  static let x264 = EncoderOptions(
    encoder: "x264",
    options: [
      EncoderOption("aq-mode", 0...3), EncoderOption("aq-strength", 0.0...3.0),
      EncoderOption("b-adapt", 0...2),
      EncoderOption("b-bias", -100...100), EncoderOption("bframes", 0...16),
      EncoderOption("8x8dct", words: flag),
      EncoderOption("chroma-qp-offset", -12...12), EncoderOption("cplxblur", 0.0...100.0),
      EncoderOption("deadzone-inter", 0...32), EncoderOption("deadzone-intra", 0...32),
      EncoderOption("direct", words: ["none", "spatial", "temporal", "auto"]),
      EncoderOption("ipratio", 0.5...3.0),
      EncoderOption("mbtree", words: flag), EncoderOption("me", words: ["dia", "hex", "umh", "esa", "tesa"]),
      EncoderOption("merange", 4...64), EncoderOption("mixed-refs", words: flag),
      EncoderOption("nr", 0...10000),
      EncoderOption("pbratio", 0.5...3.0), EncoderOption("psy", words: flag),
      EncoderOption("qblur", 0.0...100.0),
      EncoderOption("qcomp", 0.0...1.0), EncoderOption("qpmax", 0...51), EncoderOption("qpmin", 0...40),
      EncoderOption("qpstep", 1...51), EncoderOption("rc-lookahead", 0...250), EncoderOption("ref", 1...16),
      EncoderOption("scenecut", 0...100), EncoderOption("subme", 0...11), EncoderOption("trellis", 0...2),
      EncoderOption("weightb", words: flag), EncoderOption("weightp", 0...2),
    ], refused: shared)

  // With `aq-mode=4`, x265 3.5 produces different bytes each time.
  static let x265 = EncoderOptions(
    encoder: "x265",
    options: [
      EncoderOption("aq-mode", 0...3), EncoderOption("aq-motion", words: flag),
      EncoderOption("aq-strength", 0.0...3.0),
      EncoderOption("b-adapt", 0...2), EncoderOption("b-intra", words: flag),
      EncoderOption("bframe-bias", -90...100),
      EncoderOption("cbqpoffs", -12...12), EncoderOption("cplxblur", 0.0...100.0),
      EncoderOption("crqpoffs", -12...12),
      EncoderOption("ctu", words: ["16", "32", "64"]), EncoderOption("cutree", words: flag),
      EncoderOption("fast-intra", words: flag), EncoderOption("ipratio", 0.5...3.0),
      EncoderOption("limit-modes", words: flag),
      EncoderOption("limit-refs", 0...3), EncoderOption("limit-tu", 0...4), EncoderOption("max-merge", 1...5),
      EncoderOption("me", words: ["dia", "hex", "umh", "star", "sea", "full"]),
      EncoderOption("merange", 4...256),
      EncoderOption("nr-inter", 0...2000), EncoderOption("nr-intra", 0...2000),
      EncoderOption("pbratio", 0.5...3.0),
      EncoderOption("psy-rd", 0.0...5.0), EncoderOption("psy-rdoq", 0.0...50.0),
      EncoderOption("qblur", 0.0...100.0),
      EncoderOption("qcomp", 0.5...1.0), EncoderOption("qg-size", words: ["8", "16", "32", "64"]),
      EncoderOption("rc-grain", words: flag), EncoderOption("rd", 1...6), EncoderOption("rdoq-level", 0...2),
      EncoderOption("rect", words: flag), EncoderOption("amp", words: flag), EncoderOption("ref", 1...6),
      EncoderOption("rskip", 0...2), EncoderOption("sao", words: flag),
      EncoderOption("signhide", words: flag),
      EncoderOption("strong-intra-smoothing", words: flag), EncoderOption("subme", 0...7),
      EncoderOption("temporal-mvp", words: flag), EncoderOption("tskip", words: flag),
      EncoderOption("tu-inter-depth", 1...4),
      EncoderOption("tu-intra-depth", 1...4), EncoderOption("weightb", words: flag),
      EncoderOption("weightp", words: flag),
    ], refused: shared)

  private static let shared: [String: String] = {
    let instead = [
      "write `quality`": ["crf", "qp", "lossless", "crf-max", "crf-min"],
      "write `bitrate`, `max-file-size` or `level`": [
        "bitrate", "vbv-maxrate", "vbv-bufsize", "vbv-init", "nal-hrd", "hrd", "ratetol",
      ],
      "write `keyframes`": ["keyint", "min-keyint", "g"],
      "write `speed`": ["preset"], "write `tune`": ["tune"], "write `profile`": ["profile"],
      "write `level`": ["level", "level-idc", "high-tier"],
      "write `color` of the canvas": [
        "colorprim", "transfer", "colormatrix", "range", "fullrange", "master-display", "max-cll", "hdr10",
        "hdr10-opt",
      ],
      "the film determines it": [
        "fps", "timebase", "force-cfr", "sar", "input-res", "input-csp", "output-csp", "output-depth",
        "interlaced", "tff", "bff", "interlace",
      ],
      "the bytes would differ between machines": [
        "threads", "lookahead-threads", "sliced-threads", "sync-lookahead", "slices", "frame-threads",
        "pools", "wpp", "pmode", "pme", "asm", "no-asm", "cpu-independent", "numa-pools", "non-deterministic",
      ],
      "the film's segments could not be joined": [
        "open-gop", "intra-refresh", "repeat-headers", "annexb", "aud", "stitchable", "b-pyramid", "stats",
        "pass", "multi-pass-opt-analysis", "qpfile", "zones", "info", "hash", "log", "log-level",
      ],
    ]
    return Dictionary(
      instead.flatMap { reason, names in names.map { ($0, reason) } }, uniquingKeysWith: { first, _ in first }
    )
  }()
}
