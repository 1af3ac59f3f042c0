import Basics
import Composition
import Diagnostics
import EditScript

/// Parses an author's encoder parameters.
struct EncoderOptionReading {
  /// By name; nil if there are none.
  private(set) var values: [String: String]?
  private(set) var problems: [Diagnostic] = []
  /// Other keys of the output that decide some of them.
  private let others: [OtherKey]

  fileprivate enum OtherKey: String {
    case level, fragment
  }

  init(_ written: EncoderOptionTexts, for codec: VideoCodec, hasLevel: Bool, hasFragments: Bool) {
    others = (hasLevel ? [.level] : []) + (hasFragments ? [.fragment] : [])
    let options = codec.declaration?.options
    for case (let encoder, let text?) in [("x264", written.x264), ("x265", written.x265)] {
      if encoder == options?.encoder, let options {
        read(text, options)
      } else {
        problems.append(.otherEncoder(encoder, codec, at: text.range))
      }
    }
  }

  private mutating func read(_ text: Located<String>, _ known: EncoderOptions) {
    var read: [String: String] = [:]
    for part in text.value.split(separator: ":", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2, !pair[0].isEmpty else {
        problems.append(.noOption(String(part), at: text.range))
        continue
      }
      let (name, value) = (pair[0], pair[1])
      guard let option = known.options.first(where: { $0.name == name }) else {
        problems.append(.unknownOption(name, of: known, at: text.range))
        continue
      }
      guard option.takes(value) else {
        problems.append(.badOption(option, value, of: known, at: text.range))
        continue
      }
      for key in others where known.names(decidedBy: key).contains(name) {
        problems.append(.decided(name, of: known, by: key.rawValue, at: text.range))
      }
      if read.updateValue(value, forKey: name) != nil {
        problems.append(.optionTwice(name, at: text.range))
      }
    }
    if !read.isEmpty { values = read }
  }
}

extension EncoderOptions {
  fileprivate func names(decidedBy key: EncoderOptionReading.OtherKey) -> Set<String> {
    switch key {
    case .level: decidedByLevel
    case .fragment: decidedByFragments
    }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func otherEncoder(
    _ encoder: String, _ codec: VideoCodec, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .noEffect, "\(encoder) does not encode \(codec.rawValue)", at: place, hint: "remove `\(encoder)`")
  }

  fileprivate static func noOption(_ part: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownValue, "'\(part)' is not a parameter with a value", at: place,
      hint: "write `NAME=VALUE`, separated by colons: `aq-mode=3:qcomp=0.7`")
  }

  fileprivate static func unknownOption(
    _ name: String, of known: EncoderOptions, at place: SourceRange
  ) -> Diagnostic {
    if let reason = known.refused[name] {
      return Diagnostic(
        .codecLimit, "`\(name)` of \(known.encoder) cannot be set: \(reason)", at: place, hint: "remove it")
    }
    let names = known.options.map(\.name)
    return Diagnostic(
      .codecLimit, "\(known.encoder) has no parameter `\(name)` that you can set here", at: place,
      hint: Suggestion.best(for: name, among: names).map { "did you mean `\($0)`?" }
        ?? "parameters: \(names.map { "`\($0)`" }.joined(separator: ", "))")
  }

  fileprivate static func badOption(
    _ option: EncoderOption, _ value: String, of known: EncoderOptions, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit, "`\(option.name)` of \(known.encoder) must be \(option.noun), not '\(value)'", at: place,
      hint: "write such a value, or remove it")
  }

  fileprivate static func decided(
    _ name: String, of known: EncoderOptions, by key: String, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit, "`\(name)` of \(known.encoder) cannot be set together with `\(key)`, which determines it",
      at: place,
      hint: "remove one of them")
  }

  fileprivate static func optionTwice(_ name: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(.competingKeys, "`\(name)` is written twice", at: place, hint: "keep one of them")
  }
}
