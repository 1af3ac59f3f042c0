package import Composition

/// A pattern for the names of many files: `photos/*.jpg`.
///
/// `*` matches any characters, `?` one, `[abc]` and `[a-z]` one of these, `[!a-z]` any other one; `[*]` is
/// the character itself. Only the last component of the path is a pattern; folders are taken literally.
package struct FilePattern: Hashable, Sendable {
  /// With its trailing slash; empty for the script's folder.
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

  /// The characters in brackets, and where the brackets close; nil if they do not close or are empty.
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

  /// Whether it matches a file name in its folder. Hidden names need a pattern that begins with a dot.
  package func matches(_ name: String) -> Bool {
    let scalars = Array(name.unicodeScalars)
    guard scalars.first != "." || parts.first == .character(".") else { return false }
    return matches(scalars)
  }

  private func matches(_ scalars: [Unicode.Scalar]) -> Bool {
    var (part, position) = (0, 0)
    // The last `*` and where its match ends: the only point to backtrack to.
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

  /// Whether it matches the name in any letter case.
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
      // The few letters whose lower case is several letters stay unchanged.
      scalar.properties.lowercaseMapping.unicodeScalars.count == 1
        ? .character(scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar) : self
    case .anyCharacter, .anyCharacters: self
    case .oneOf(let ranges, let isNegated):
      .oneOf(
        ranges + (isNegated ? [] : ranges.compactMap(lowercasedLetters)), isNegated: isNegated)
    }
  }
}

/// `a-z` for `A-Z`; nil for ranges other than of ASCII capital letters.
private func lowercasedLetters(_ range: ClosedRange<Unicode.Scalar>) -> ClosedRange<Unicode.Scalar>? {
  guard ("A"..."Z").contains(range.lowerBound), ("A"..."Z").contains(range.upperBound),
    let lower = Unicode.Scalar(range.lowerBound.value + 32),
    let upper = Unicode.Scalar(range.upperBound.value + 32)
  else { return nil }
  return lower...upper
}

/// Files named together.
package enum FileSeries: Hashable, Sendable {
  /// Numbered files: `shots/%04d.png`.
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

  /// With its trailing slash; empty for the script's folder.
  package var folder: String {
    switch self {
    case .numbered(let pattern): pattern.folder
    case .matching(let pattern): pattern.folder
    }
  }
}
