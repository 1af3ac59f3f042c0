import Basics
package import Composition
import Diagnostics
import YAMLTree

/// What an item passes to the variables of the script that it plays, or of the SVG that it shows: `with: {name: Ada}`.
package struct PassedValues: Hashable, Sendable {
  package var list: [PassedValue]
  /// The names whose values could not be read, which is reported.
  package let unread: [String]

  init(_ list: [PassedValue], unread: [String]) {
    self.list = list
    self.unread = unread
  }

  /// All texts that are passed, each of which may be the name of a medium.
  package var texts: [String] {
    list.flatMap { value in
      switch value.value.value {
      case .text(let text): [text]
      case .list(let texts): texts.map(\.value)
      }
    }
  }
}

extension PassedValues {
  /// The values of the variables of an SVG, which are single, in the order of their names.
  package var vectorValues: [VectorValue] {
    list.compactMap { value in
      guard case .text(let text) = value.value.value else { return nil }
      return VectorValue(name: value.name.value, text: text)
    }.sorted { $0.name < $1.name }
  }
}

extension Item {
  /// The media names and paths of pictures to which it passes values: its own, and that of its mask.
  package var filledPictures: [(name: Located<String>, values: Located<PassedValues>)] {
    var pictures: [(name: Located<String>, values: Located<PassedValues>)] = []
    if case .image(let name) = kind, let passed { pictures.append((name, passed)) }
    if let mask = mask?.value, case .image(let name) = mask.source, let passed = mask.passed {
      pictures.append((name, passed))
    }
    return pictures
  }

  /// The texts that it passes to a script, each of which may be the name of a medium.
  package var textsPassedToScript: [String] {
    if case .edit = kind { passed?.value.texts ?? [] } else { [] }
  }
}

/// The value of one variable.
package struct PassedValue: Hashable, Sendable {
  package let name: Located<String>
  package var value: Located<VariableTexts>
  /// The folder to which a path in the value is relative, from the outermost script; empty or ending with a slash.
  package var folder = ""
  /// The folder that must contain a file that the value names; nil if it may be anywhere.
  package var root: String?

  /// The value as the command line would give it.
  package var given: String {
    switch value.value {
    case .text(let text): text
    case .list(let texts): JSONValue.array(texts.map { .string($0.value) }).compactText
    }
  }
}

extension PassedValues: CanonicalValue {
  package var canonicalText: String {
    flow(list.map { ($0.name.value, $0.value.value.dumpLines.joined()) })
  }
}

extension Shape<PassedValues> {
  /// Names of variables, each with a text or a list; `"${names}"` passes a whole list on.
  static var passedValues: Shape {
    let value = Shape<VariableTexts>.variableTexts
    return .mapping(.named(noun: "variable", value.description)) { entries, subject, reading in
      if entries.isEmpty {
        reading.reportEmptyCollection(subject, expecting: "a variable such as `name: Ada`")
      }
      var (values, unread): ([PassedValue], [String]) = ([], [])
      for entry in entries {
        reading.reportInvisible(in: reading.text(ofKey: entry), as: "the name", .warning)
        if entry.value.isKeyFrames {
          reading.markVariables(in: entry.value)
          reading.report(.keyFrames(passedTo: entry))
          unread.append(entry.key)
          continue
        }
        guard let read = reading.list(passedOnIn: entry.value) ?? value.read(Subject(entry), reading) else {
          unread.append(entry.key)
          continue
        }
        values.append(
          PassedValue(
            name: Located(entry.key, at: entry.keyRange), value: Located(read, at: entry.value.range)))
      }
      return PassedValues(values, unread: unread)
    }
    .withKeys(.naming(.parameter))
  }
}

extension YAMLNode {
  /// Whether it is a list of mappings, such as `[0s: 1, 2s: 0]`.
  fileprivate var isKeyFrames: Bool {
    guard case .sequence(let elements, _) = value, !elements.isEmpty else { return false }
    return elements.allSatisfy { if case .mapping = $0.value { true } else { false } }
  }
}

extension Diagnostic {
  fileprivate static func keyFrames(passedTo entry: YAMLEntry) -> Diagnostic {
    Diagnostic(
      .wrongType, "`\(entry.key)` gets one value, but these are key frames", at: entry.value.range,
      hint: "animate this item instead, or write the key frames in the script that is played")
  }

  /// A ramp is passed to a variable.
  static func ramp(passedTo name: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongType, "`\(name)` gets one value, but this is a ramp", at: place,
      hint: "declare a variable for each end, and write the ramp where they are used: `\"${from} -> ${to}\"`")
  }
}

extension Reading {
  /// The values of a list variable that is the whole of a scalar; nil for everything else.
  fileprivate func list(passedOnIn node: YAMLNode) -> VariableTexts? {
    guard case .scalar(let scalar) = node.value, let name = variableNames(in: scalar.text).first,
      scalar.text == "${\(name)}", let values = variables?.list(name)
    else { return nil }
    markVariable(name)
    noteVariables(in: scalar.text, at: node.range)
    return .list(values.map { Located($0, at: node.range) })
  }
}
