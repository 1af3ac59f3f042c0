import Basics
import Diagnostics
import YAMLTree

// Shapes specific to this language.

extension Shape<Int> {
  /// `1`, the only version; `key` begins the file.
  static func version(of what: String, key: String) -> Shape {
    let form = ScalarForm(
      noun: "the version of \(what)", examples: ["1"], makePattern: { "^1$" },
      words: [.init(text: "1", isRendered: true)])
    return .scalar(form) { text, subject, reading in
      if text.text == "1" { return 1 }
      let isLater = !text.text.isEmpty && text.text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      reading.report(
        isLater
          ? Diagnostic(
            .unsupportedVersion, "this editc reads version 1 of \(what), not \(text.text)",
            at: subject.node.range, hint: "a newer editc may read it")
          : Diagnostic(
            .unsupportedVersion, "`\(key)` is the version of \(what), a number", at: subject.node.range,
            hint: "write `\(key): 1`"))
      return nil
    }
  }
}

extension Shape<VariableType> {
  static var variableType: Shape { .choice(VariableType.self, "a type of variable") }
}

extension Shape<MediaDeclaration> {
  /// A path, or a mapping with `file`.
  static var mediaFile: Shape {
    Shape<String>.path.map { path, subject, _ in
      MediaDeclaration(name: subject.declaredName, file: Located(path, at: subject.node.range))
    }
    .or(.mapping(MediaKeys.self))
  }
}

extension Shape<SequenceDeclaration> {
  /// A list of items, or a mapping with its own overlays and audio. Names in it have their own scope.
  static var sequence: Shape {
    let timeline = Shape<[Item]>.items(.timeline).map { items, _, _ in SequenceLists(timeline: items) }
    let plain = timeline.or(.mapping(SequenceKeys.self)).map { lists, subject, _ in
      SequenceDeclaration(name: subject.declaredName, lists: lists)
    }
    return plain.around { subject, reading, read in
      let outside = reading.itemNameSpace
      reading.itemNameSpace = .sequence(subject.key)
      defer { reading.itemNameSpace = outside }
      return read()
    }
  }
}

extension Shape<[Item]> {
  /// The items of one list.
  static func items(_ list: ItemList) -> Shape {
    let item = Shape<Item>.item(in: list)
    return .list(item.description) { nodes, subject, reading in
      nodes.compactMap { item.read(subject.element($0), reading) }
    }
  }
}

extension Shape<Item> {
  fileprivate static func item(in list: ItemList) -> Shape {
    .mapping(.item(.item(list))) { entries, subject, reading in
      ItemReader.read(entries, in: list, of: subject, in: reading)
    }
  }
}
