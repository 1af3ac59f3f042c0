import Basics
import YAMLTree

/// Another tool's word for a key, or several that together express its value: `x: 100, y: 50` is
/// `place: 100px, 50px`.
package struct Synonym: Sendable, ExpressibleByStringLiteral {
  /// The words for each part of the value.
  package let parts: [[String]]
  /// The inner key for the value, if the key has a mapping; nil if it is the value of the key itself.
  let inner: String?
  /// Makes the possible values, most likely first, from the parts (nil if not written); nil to keep the
  /// value.
  let make: (@Sendable ([Part?]) -> [String])?
  /// Whether the word with this value means the same.
  let isSame: @Sendable (String) -> Bool
  /// Advice on the repair, or on what to do if there is none.
  let hint: String?
  /// Keys beside which the word means something else.
  private let others: Set<String>
  /// Keys of which one must be beside the word for this meaning; empty if none is needed.
  private let companions: Set<String>

  /// A part of a value, as written.
  package struct Part: Sendable {
    /// The text of the source.
    let text: String
    let node: YAMLNode

    /// The source text of a node inside this part.
    func text(of part: YAMLNode) -> String {
      let bytes = Array(text.utf8)
      let (start, end) = (part.range.start - node.range.start, part.range.end - node.range.start)
      guard start >= 0, end <= bytes.count else { return "" }
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
  }

  private init(
    _ parts: [[String]], inside inner: String? = nil, hint: String? = nil,
    unlessBeside others: Set<String> = [],
    onlyBeside companions: Set<String> = [],
    make: (@Sendable ([Part?]) -> [String])? = nil,
    isSame: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    self.parts = parts
    self.inner = inner
    self.make = make
    self.isSame = isSame
    self.hint = hint
    self.others = others
    self.companions = companions
  }

  /// A word whose value stays unchanged.
  package init(_ word: String) { self.init([[word]]) }
  package init(stringLiteral word: String) { self.init(word) }

  /// Whether the key accepts the value unchanged.
  var isPlain: Bool { make == nil && inner == nil }

  package var words: [String] { parts.joined().map(\.self) }

  /// Whether the words have this meaning beside these keys.
  func applies(beside keys: Set<String>) -> Bool {
    keys.isDisjoint(with: others) && (companions.isEmpty || !keys.isDisjoint(with: companions))
  }

  /// The index of the part that has this word; nil for other words.
  func part(named word: String) -> Int? {
    parts.firstIndex { $0.contains { Suggestion.isSameWord($0, word) } }
  }
}

extension Synonym {
  /// Words whose value stays unchanged.
  static func words(_ words: String..., inside inner: String? = nil, hint: String? = nil) -> Synonym {
    Synonym([words], inside: inner, hint: hint)
  }

  /// Words that mean the same unless one of these keys is in their mapping.
  static func words(_ words: String..., unlessBeside others: Set<String>) -> Synonym {
    Synonym([words], unlessBeside: others)
  }

  /// Words that mean this only beside one of these keys.
  static func words(_ words: String..., onlyBeside companions: Set<String>) -> Synonym {
    Synonym([words], onlyBeside: companions)
  }

  /// Words that mean the same if the value is a word: `left`, not `10px, 20px`.
  static func words(_ words: String..., ifWord: Void) -> Synonym {
    Synonym([words], isSame: { value in value.unicodeScalars.first?.properties.isAlphabetic == true })
  }

  /// Words that mean the same if the value has a unit: `-6dB`, not `-6`.
  static func words(_ words: String..., ifUnit: Void) -> Synonym {
    Synonym([words], isSame: { value in value.hasSuffix("%") || value.hasSuffix("dB") })
  }

  /// Words whose values map to other values; other values have no repair.
  static func words(
    _ words: String..., values: KeyValuePairs<String, String>, inside inner: String? = nil
  ) -> Synonym {
    let values = values.map { ($0.key, $0.value) }
    return Synonym([words], inside: inner) { parts in
      let written = parts.first?.map { $0.text.lowercased() } ?? nil
      return values.first { $0.0 == written }.map { [$0.1] } ?? []
    }
  }

  /// Flags that become the value `yes` or `no` of the key.
  static func flags(_ words: String..., yes: String, no: String) -> Synonym {
    Synonym([words]) { parts in
      switch parts.first??.text.lowercased() {
      case "true", "yes", "on", "1": [yes]
      case "false", "no", "off", "0": [no]
      default: []
      }
    }
  }

  /// Words for the parts of a value.
  static func parts(
    _ parts: [String]..., inside inner: String? = nil, hint: String? = nil,
    unlessBeside others: Set<String> = [],
    make: @escaping @Sendable ([Part?]) -> [String]
  ) -> Synonym {
    Synonym(parts, inside: inner, hint: hint, unlessBeside: others, make: make)
  }

  /// Words for the start and the end of a range, one of which may be missing: `1..3`.
  static func range(_ starts: [String], _ ends: [String], inFrames: Bool = false) -> Synonym {
    let unit = inFrames ? "f" : ""
    return Synonym([starts, ends]) { parts in
      guard parts.count == 2, parts.contains(where: { $0 != nil }) else { return [] }
      return [(parts[0]?.counted(in: unit) ?? "") + ".." + (parts[1]?.counted(in: unit) ?? "")]
    }
  }

  /// Words for the start and the length of a range: `1 for 3`.
  static func span(_ starts: [String], _ lengths: [String], inFrames: Bool = false) -> Synonym {
    let unit = inFrames ? "f" : ""
    return Synonym([starts, lengths]) { parts in
      guard parts.count == 2, let start = parts[0], let length = parts[1] else { return [] }
      return [start.counted(in: unit) + " for " + length.counted(in: unit)]
    }
  }

  /// A number of frames.
  static func frames(_ words: String..., unlessBeside others: Set<String> = []) -> Synonym {
    Synonym([words], unlessBeside: others) { parts in
      guard let part = parts.first ?? nil, part.isNumber else { return [] }
      return [part.text + "f"]
    }
  }

  /// Words for the width and height of a size.
  static func size(_ widths: [String], _ heights: [String], inside inner: String? = nil) -> Synonym {
    Synonym([widths, heights], inside: inner) { parts in
      guard parts.count == 2, let width = parts[0], let height = parts[1] else { return [] }
      return ["\(width.text)x\(height.text)"]
    }
  }

  /// Words for the coordinates of a place. Most tools place the corner of the picture; here it is the centre.
  static func point(_ xs: [String], _ ys: [String]) -> Synonym {
    Synonym([xs, ys], hint: pointHint) { parts in
      guard parts.count == 2, let x = parts[0], let y = parts[1] else { return [] }
      let point = "\(x.asShare), \(y.asShare)"
      return [point, point + " anchor top left"]
    }
  }

  static let pointHint =
    "the point is the centre of the picture; with `anchor top left` it is the corner"
}

extension Synonym.Part {
  var isNumber: Bool { Double(text) != nil }

  /// A number with this unit; any other text unchanged.
  func counted(in unit: String) -> String { isNumber ? text + unit : text }

  /// `0.5` as percent; any other text unchanged.
  var asShare: String {
    guard text.contains("."), let number = Double(text), number.magnitude <= 1 else { return text }
    return (number * 100).canonicalText + "%"
  }
}
