package import Basics
import YAMLTree

/// A name for another script, a folder of scripts, or a package: `use: {brand: brand/brand.edit}`.
package struct UseDeclaration: Hashable, Sendable {
  package let name: Located<String>
  /// Relative to the script's folder. For a package, the folder of its files.
  package var path: Located<String>
  /// Where a package comes from; nil for scripts and folders of the project.
  package var origin: PackageOrigin?
}

extension UseDeclaration {
  /// Whether it names one script, not a folder.
  package var isScript: Bool { origin == nil && path.value.hasSuffix(UseDeclaration.ending) }

  /// For messages.
  var shown: String { origin == nil ? "'\(path.value)'" : "the package '\(name.value)'" }

  /// The path of a script in its folder, which can be named without the ending.
  package func path(ofScript name: String) -> String {
    root + (name.hasSuffix(UseDeclaration.ending) ? name : name + UseDeclaration.ending)
  }

  /// The folder that must contain the files of its scripts; empty or ending with a slash.
  var root: String {
    guard isScript else { return path.value.hasSuffix("/") ? path.value : path.value + "/" }
    return path.value.lastIndex(of: "/").map { String(path.value[...$0]) } ?? ""
  }

  static let ending = ".edit"
}

extension [UseDeclaration] {
  package subscript(name: some StringProtocol) -> UseDeclaration? { first { $0.name.value == name } }

  /// The declaration that a text such as `brand/logo` begins with, and the rest; nil for other texts.
  package func part(of text: String) -> (use: UseDeclaration, rest: String)? {
    guard !isEmpty, let slash = text.firstIndex(of: "/"), let use = self[text[..<slash]] else { return nil }
    return (use, String(text[text.index(after: slash)...]))
  }
}

extension UseDeclaration: CanonicalValue {
  package var canonicalText: String { origin.map { "\(path.value) \($0.text)" } ?? path.value }
}

/// How an item reaches a script by a name under `use`.
package struct UsedPart: Hashable, Sendable {
  /// The folder that must contain the files of the script, from the outermost one; empty or ending with a slash.
  package var root: String
  /// The sequence that plays; nil for the whole script.
  package var sequence: String?

  package init(root: String, sequence: String? = nil) {
    self.root = root
    self.sequence = sequence
  }
}

/// The scripts under `use`, by their paths as the script writes them.
package struct UsedScripts: Sendable {
  package var byPath: [String: UsedScript] = [:]
  /// The packages that the lock lacks, by their paths.
  package var unlocked: [String: UnlockedPackage] = [:]

  package init() {}

  /// What the scripts offer, by the names that a script with these declarations writes.
  package func names(in declarations: [UseDeclaration]) -> [NamedThing: [String]] {
    var names: [NamedThing: [String]] = [:]
    for use in declarations where use.isScript {
      guard case .offers(let offered)? = byPath[use.path.value] else { continue }
      for (thing, found) in [
        (NamedThing.variable, offered.variables.map(\.name.value)), (.style, offered.styles.keys.sorted()),
        (.media, offered.media.map(\.name.value)), (.sequence, offered.sequences),
      ] {
        names[thing, default: []] += found.map { use.name.value + "/" + $0 }
      }
    }
    return names
  }
}

/// The lock that lacks a package, and the command that writes it.
package struct UnlockedPackage: Hashable, Sendable {
  package let lock: String
  package let command: String

  package init(lock: String, command: String) {
    (self.lock, self.command) = (lock, command)
  }
}

/// A script under `use`, as far as it could be read.
package enum UsedScript: Sendable {
  case offers(OfferedNames)
  /// The first mistake, in words: "line 4: no such key".
  case failed(reason: String)
  case missing(reason: String)
  /// Outside the root that was given; it was not opened.
  case refused
  /// It names a file outside its folder, at this place; that was not opened.
  case leavesFolder(file: String, at: SourcePlace)
  /// It leads out of its folder: it was not opened.
  case leadsOut
  /// It uses itself, through these scripts.
  case cycle([String])
  /// It begins a chain of scripts that use each other, which is longer than the limit.
  case tooDeep
  /// It is a package that cannot be used.
  case package(PackageProblem)
}

/// What a script offers to those that use it. Paths are relative to the script.
package struct OfferedNames: Sendable {
  /// Those with a value, without private ones.
  let variables: [VariableDeclaration]
  /// The names of the other variables.
  let valuelessVariables: Set<String>
  let styles: [String: OfferedStyle]
  let media: [MediaDeclaration]
  let sequences: [String]

  package init(_ reading: ScriptReading) {
    variables = reading.script.variables.filter { !$0.isPrivate && $0.standard != nil }
    valuelessVariables = Set(
      reading.script.variables.filter { $0.isPrivate || $0.standard == nil }.map(\.name.value))
    styles = reading.styles
    media = reading.script.media
    // Names with a slash are masks of scripts that it uses.
    sequences = reading.script.sequences.map(\.name.value).filter { !$0.contains("/") }
  }

  /// The files that its styles and the values of its variables name.
  package var files: [Located<String>] {
    let values = variables.filter(\.type.value.namesFile).flatMap { variable -> [Located<String>] in
      switch variable.standard?.value {
      case .text(let text)?: [Located(text, at: variable.name.range)]
      case .list(let texts)?: texts
      case nil: []
      }
    }
    return (values + styles.sorted { $0.key < $1.key }.flatMap(\.value.files)).filter { isFile($0.value) }
  }

  /// Whether a text names a file, and none of the script's media.
  private func isFile(_ text: String) -> Bool {
    text.looksLikePath && !media.contains { $0.name.value == text }
  }

  /// What a script that uses this one under `use` writes for a file or a name that this one writes.
  func used(_ text: String, by use: UseDeclaration) -> String {
    if media.contains(where: { $0.name.value == text }) { return use.name.value + "/" + text }
    return !isFile(text) || text.hasPrefix("/") || text.isURL ? text : use.root + text
  }
}

/// A style, with the values of its script's variables.
struct OfferedStyle: Sendable {
  let entries: [YAMLEntry]
  /// A variable without a value, on which the style depends.
  let unset: String?
}

extension OfferedStyle {
  /// The name of the sequence by which it masks; nil without one.
  var maskSequence: String? {
    for entry in entries {
      var found: String?
      _ = entry.mappingMaskSequence { name in
        found = name
        return name
      }
      if let found { return found }
    }
    return nil
  }

  /// The paths of files that the style names.
  var files: [Located<String>] {
    var found: [Located<String>] = []
    for entry in entries {
      _ = entry.mappingFiles { text, range in
        found.append(Located(text, at: range))
        return text
      }
    }
    return found
  }
}

extension YAMLEntry {
  /// The same entry of an item with the files that it names replaced: fonts, lookup tables and masks.
  func mappingFiles(_ change: (String, SourceRange) -> String) -> YAMLEntry {
    YAMLEntry(key: key, keyRange: keyRange, value: value.mappingFiles(under: key, change))
  }
}

extension YAMLEntry {
  /// The same entry of an item with the name of the sequence replaced by which it masks.
  func mappingMaskSequence(_ change: (String) -> String) -> YAMLEntry {
    guard key == "mask", case .mapping(let keys, let isFlow) = value.value else { return self }
    let changed = keys.map { entry in
      guard entry.key == "sequence", case .scalar(let scalar) = entry.value.value else { return entry }
      let name = YAMLNode(
        .scalar(YAMLScalar(change(scalar.text), style: scalar.style)), range: entry.value.range)
      return YAMLEntry(key: entry.key, keyRange: entry.keyRange, value: name)
    }
    return YAMLEntry(
      key: key, keyRange: keyRange, value: YAMLNode(.mapping(changed, isFlow: isFlow), range: value.range))
  }
}

extension YAMLNode {
  fileprivate func mappingFiles(
    under key: String, _ change: (String, SourceRange) -> String
  ) -> YAMLNode {
    switch value {
    case .scalar(let scalar):
      guard ["font", "lut", "image", "clip"].contains(key) else { return self }
      return YAMLNode(.scalar(YAMLScalar(change(scalar.text, range), style: scalar.style)), range: range)
    case .sequence(let elements, let isFlow):
      return YAMLNode(
        .sequence(elements.map { $0.mappingFiles(under: key, change) }, isFlow: isFlow), range: range)
    case .mapping(let entries, let isFlow):
      return YAMLNode(.mapping(entries.map { $0.mappingFiles(change) }, isFlow: isFlow), range: range)
    }
  }

  /// The same node at another place.
  func moved(to place: SourceRange) -> YAMLNode {
    switch value {
    case .scalar: YAMLNode(value, range: place)
    case .sequence(let elements, let isFlow):
      YAMLNode(.sequence(elements.map { $0.moved(to: place) }, isFlow: isFlow), range: place)
    case .mapping(let entries, let isFlow):
      YAMLNode(.mapping(entries.map { $0.moved(to: place) }, isFlow: isFlow), range: place)
    }
  }
}

extension YAMLEntry {
  func moved(to place: SourceRange) -> YAMLEntry {
    YAMLEntry(key: key, keyRange: place, value: value.moved(to: place))
  }
}
