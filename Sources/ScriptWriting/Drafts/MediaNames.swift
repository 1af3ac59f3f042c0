import Basics

/// A free name under `media`, derived from a path.
package func mediaName(for path: String, taken: Set<String>) -> String {
  var names = MediaNames(taken: taken)
  return names.name(for: path, kind: .clip)
}

/// Unique names for files under `media`: `footage/Beach (1).mp4` is `beach-1`.
struct MediaNames {
  private var taken: Set<String> = []

  init(taken: Set<String> = []) {
    self.taken = taken
  }

  /// The first free name derived from a path.
  mutating func name(for path: String, kind: DraftMedia.Kind) -> String {
    let base = Self.base(of: path, kind: kind)
    var name = base
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(base)-\(number)"
      number += 1
    }
    return name
  }

  private static func base(of path: String, kind: DraftMedia.Kind) -> String {
    let file = path.split(separator: "/").last ?? ""
    let stem = file.lastIndex(of: ".").map { $0 == file.startIndex ? file[...] : file[..<$0] } ?? file
    var name = ""
    for scalar in stem.lowercased().unicodeScalars {
      if isPartOfName(scalar) { name.unicodeScalars.append(scalar) } else if name.last != "-" { name += "-" }
    }
    name = name.trimmed(of: "-")
    guard let first = name.unicodeScalars.first else { return kind.word }
    let beginsWell = !first.isASCII || first == "_" || first.properties.isAlphabetic
    return beginsWell ? String(name.prefix(40)) : "\(kind.word)-\(name.prefix(40))"
  }

  private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar == "_" || scalar == "-" || scalar.properties.isAlphabetic || isDigit(scalar)
    }
    return !isInvisible(scalar)
      && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.generalCategory == .nonspacingMark)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}

extension DraftMedia.Kind {
  fileprivate var word: String {
    switch self {
    case .clip: "clip"
    case .still: "picture"
    case .sound: "sound"
    }
  }
}

extension String {
  fileprivate func trimmed(of character: Character) -> String {
    var rest = self[...]
    while rest.first == character { rest.removeFirst() }
    while rest.last == character { rest.removeLast() }
    return String(rest)
  }
}
