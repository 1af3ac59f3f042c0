import Basics
import Diagnostics
import YAMLTree

// Shapes of lists, of mappings, and of values over time.

extension Shape {
  /// A list; elements that cannot be read are left out.
  @_semantics("optimize.sil.specialize.generic.never")
  static func list<Element>(of element: Shape<Element>) -> Shape where Value == [Located<Element>] {
    .list(element.description) { nodes, subject, reading in
      nodes.compactMap { node in
        guard !reading.reportMissingCommas(in: node, of: subject, among: element.description) else {
          return nil
        }
        return element.read(subject.element(node), reading).map { Located($0, at: node.range) }
      }
    }
  }

  /// A mapping whose keys are names chosen by the author.
  @_semantics("optimize.sil.specialize.generic.never")
  static func named<Element>(_ noun: String, _ element: Shape<Element>) -> Shape
  where Value == [Named<Element>] {
    .mapping(.named(noun: noun, element.description)) { entries, subject, reading in
      entries.compactMap { entry in
        reading.reportInvisible(in: reading.text(ofKey: entry), as: "the name", .warning)
        return element.read(Subject(entry), reading).map { Named(Located(entry.key, at: entry.keyRange), $0) }
      }
    }
  }

  /// A mapping with keys of the language.
  @_semantics("optimize.sil.specialize.generic.never")
  static func mapping<Keys: MappingKeys>(_ type: Keys.Type) -> Shape where Value == Keys.Value {
    let schema = MappingSchema(type)
    return .mapping(.keys(schema.description)) { entries, subject, reading in
      let reader = MappingReader(schema, entries, of: subject, in: reading)
      let value = Keys.decode(reader)
      reader.finish(wasDecoded: value != nil)
      return value
    }
  }

  /// A mapping with exactly one key of the language: `blur: 4px` in a list of filters.
  @_semantics("optimize.sil.specialize.generic.never")
  static func oneKey<Keys: MappingKeys>(of type: Keys.Type) -> Shape where Value == Keys.Value {
    let schema = MappingSchema(type)
    return .mapping(.oneKey(schema.description)) { entries, subject, reading in
      let reader = MappingReader(schema, entries, of: subject, in: reading)
      reader.requireOneKey()
      let value = Keys.decode(reader)
      // Anything beside the one key is already reported.
      reader.finish(wasDecoded: value != nil && reader.written.count < 2)
      return value
    }
  }

  /// A plain value, a ramp, a list of ramps, or key frames.
  @_semantics("optimize.sil.specialize.generic.never")
  static func animated<Plain>(_ grammar: ValueGrammar<Plain>) -> Shape where Value == Animated<Plain> {
    Shape.value(.animated(grammar))
      .or(ramps(grammar))
      .or(keyFrames(grammar))
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private static func ramps<Plain>(_ grammar: ValueGrammar<Plain>) -> Shape where Value == Animated<Plain> {
    Shape<[Located<Ramp<Plain>>]>.list(of: .value(.ramp(grammar), noun: "a ramp of \(grammar.noun)")).map {
      ramps, subject, reading in
      // If only wrong ramps made the list empty, they are already reported.
      if case .sequence(let written, _) = subject.node.value, written.isEmpty {
        reading.reportEmptyCollection(subject, expecting: "a ramp such as `0 -> 1 over first 1s`")
      }
      return ramps.isEmpty ? nil : .ramps(ramps)
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private static func keyFrames<Plain>(_ grammar: ValueGrammar<Plain>) -> Shape
  where Value == Animated<Plain> {
    let time = ValueGrammar<TimeExpression>.time
    let value = Shape<KeyFrameValue<Plain>>.value(.keyFrameValue(grammar))
    return .mapping(.keyFrames(value.description)) { entries, subject, reading in
      if entries.isEmpty {
        reading.reportEmptyCollection(subject, expecting: "key frames such as `{0s: 0, 1s: 1}`")
      }
      let frames = entries.compactMap { entry -> Located<KeyFrame<Plain>>? in
        let time = reading.value(of: reading.text(ofKey: entry), as: time)
        guard let held = value.read(Subject(entry), reading), let time else { return nil }
        let frame = KeyFrame(
          time: Located(time, at: entry.keyRange), value: held.value, easing: held.easing)
        return Located(frame, at: entry.range)
      }
      return frames.isEmpty ? nil : .keyFrames(frames)
    }
  }
}

/// A value under a name chosen by the author.
package struct Named<Value: Sendable>: Sendable {
  package let name: Located<String>
  package let value: Value

  init(_ name: Located<String>, _ value: Value) {
    self.name = name
    self.value = value
  }
}

extension Reading {
  /// Reports words of a list that only blanks separate: `[subtitles chapters]`. Returns whether there are any.
  fileprivate func reportMissingCommas(
    in node: YAMLNode, of list: Subject, among element: ShapeDescription
  ) -> Bool {
    guard case .scalar(let scalar) = node.value, scalar.style == .plain, let form = element.scalar else {
      return false
    }
    let words = scalar.text.split(whereSeparator: \.isWhitespace).map(String.init)
    let known = Set(form.words.map(\.text))
    guard words.count > 1, !known.contains(scalar.text), words.allSatisfy(known.contains) else {
      return false
    }
    let (written, isFlow) = (words.joined(separator: ", "), list.isFlowList)
    report(
      Diagnostic(
        .unknownValue, "a comma is missing between `\(words[0])` and `\(words[1])`", at: node.range,
        hint: isFlow ? nil : "write each word as its own list item, or all of them as `[\(written)]`",
        fixes: isFlow
          ? [
            Diagnostic.Fix(
              "write `\(written)`", [TextEdit(range: node.range, replacement: written)], isSafe: true)
          ] : []))
    return true
  }
}

extension Subject {
  fileprivate var isFlowList: Bool {
    if case .sequence(_, let isFlow) = node.value { isFlow } else { false }
  }
}
