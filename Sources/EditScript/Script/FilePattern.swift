package import Composition

/// The names of many files at once: `photos/*.jpg`.
///
/// `*` stands for any characters, `?` for one, `[abc]` and `[a-z]` for one of these, `[!a-z]` for another one; `[*]` is
/// the character itself. They stand in the last name of the path only: folders are taken as they are written.
package struct FilePattern: Hashable, Sendable {
  /// With its slash; empty for the folder of the script.
  package let folder: String
  private let parts: [Part]

  fileprivate enum Part: Hashable {
    case character(Unicode.Scalar)
    case anyCharacter
    case anyCharacters
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)

    func matches(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .character(let own): own == scalar
      case .anyCharacter: true
      case .anyCharacters: false
      case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
      }
    }
  }

  /// Nil for a path of a single file.
  package init?(_ path: String) {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    folder = String(path[..<start])
    let name = Array(path[start...].unicodeScalars)
    var parts: [Part] = []
    var position = 0
    while position < name.count {
      switch name[position] {
      case "*": if parts.last != .anyCharacters { parts.append(.anyCharacters) }
      case "?": parts.append(.anyCharacter)
      case "[":
        if let set = Self.set(in: name, from: position + 1) {
          parts.append(set.part)
          position = set.end
        } else {
          parts.append(.character("["))
        }
      default: parts.append(.character(name[position]))
      }
      position += 1
    }
    let isPattern = parts.contains { part in
      if case .character = part { false } else { true }
    }
    guard isPattern else { return nil }
    self.parts = parts
  }

  /// What stands in brackets, and where they close; nil if they do not, and for empty ones.
  private static func set(in name: [Unicode.Scalar], from start: Int) -> (part: Part, end: Int)? {
    let isNegated = start < name.count && name[start] == "!"
    var position = isNegated ? start + 1 : start
    let first = position
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while position < name.count {
      let scalar = name[position]
      if scalar == "]", position > first { return (.oneOf(ranges, isNegated: isNegated), position) }
      if position + 2 < name.count, name[position + 1] == "-", name[position + 2] != "]",
        scalar <= name[position + 2]
      {
        ranges.append(scalar...name[position + 2])
        position += 3
      } else {
        ranges.append(scalar...scalar)
        position += 1
      }
    }
    return nil
  }

  /// Whether it stands for a name in its folder. A hidden name, which begins with a dot, has to be asked for by its dot.
  package func matches(_ name: String) -> Bool {
    let scalars = Array(name.unicodeScalars)
    guard scalars.first != "." || parts.first == .character(".") else { return false }
    return matches(scalars)
  }

  private func matches(_ scalars: [Unicode.Scalar]) -> Bool {
    var (part, position) = (0, 0)
    // Where the last `*` is, and how far it reached: all that has to be tried again.
    var star: (part: Int, position: Int)?
    while position < scalars.count {
      if part < parts.count, parts[part] == .anyCharacters {
        star = (part, position)
        part += 1
      } else if part < parts.count, parts[part].matches(scalars[position]) {
        part += 1
        position += 1
      } else if let last = star {
        star = (last.part, last.position + 1)
        (part, position) = (last.part + 1, last.position + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .anyCharacters }
  }

  /// Whether it would stand for the name if the case of letters did not count.
  package func matchesIgnoringCase(_ name: String) -> Bool {
    FilePattern(folder: folder, parts: parts.map(\.lowercased)).matches(name.lowercased())
  }

  private init(folder: String, parts: [Part]) {
    self.folder = folder
    self.parts = parts
  }
}

extension FilePattern.Part {
  fileprivate var lowercased: Self {
    switch self {
    case .character(let scalar):
      // The few letters that become several stay as they are.
      scalar.properties.lowercaseMapping.unicodeScalars.count == 1
        ? .character(scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar) : self
    case .anyCharacter, .anyCharacters: self
    case .oneOf(let ranges, let isNegated):
      .oneOf(
        ranges + (isNegated ? [] : ranges.compactMap(lowercasedLetters)), isNegated: isNegated)
    }
  }
}

/// `A-Z` as `a-z`; nil for ranges that are not of capital letters of ASCII.
private func lowercasedLetters(_ range: ClosedRange<Unicode.Scalar>) -> ClosedRange<Unicode.Scalar>? {
  guard ("A"..."Z").contains(range.lowerBound), ("A"..."Z").contains(range.upperBound),
    let lower = Unicode.Scalar(range.lowerBound.value + 32),
    let upper = Unicode.Scalar(range.upperBound.value + 32)
  else { return nil }
  return lower...upper
}

/// Many files that are named at once.
package enum FileSeries: Hashable, Sendable {
  /// By their numbers: `shots/%04d.png`.
  case numbered(ImagePattern)
  case matching(FilePattern)

  /// Nil for a path of a single file.
  package init?(_ path: String) {
    if path.isURL { return nil }
    if let pattern = ImagePattern(path) {
      self = .numbered(pattern)
    } else if let pattern = FilePattern(path) {
      self = .matching(pattern)
    } else {
      return nil
    }
  }

  /// With its slash; empty for the folder of the script.
  package var folder: String {
    switch self {
    case .numbered(let pattern): pattern.folder
    case .matching(let pattern): pattern.folder
    }
  }
}
