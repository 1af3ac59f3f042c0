import Basics

let summaryArgument = Argument.flag(
  "summary", "Prints the main parts of --json in one line of at most 8,000 bytes, and counts the others.",
  group: "Output")

/// Whether --summary was given; it is a form of --json.
func wantsSummary(_ values: ParsedArguments, command: String) throws(UsageError) -> Bool {
  let isWanted = try values[summaryArgument]
  if isWanted, try !values[jsonArgument] {
    throw UsageError(.other("--summary is a form of --json; give both"), command: command)
  }
  return isWanted
}

extension JSONValue {
  private static let mostBytesOfSummary = 8000

  /// The value with the first elements of its lists and the beginnings of its texts, as many as fit in 8,000 bytes.
  /// `moreItems` after a list `items` is the number of elements that are not in it.
  ///
  /// - Parameter isNeeded: Whether an element of a list is shown if there is room.
  func summaryText(where isNeeded: (_ list: String, JSONValue) -> Bool) -> String {
    var text = ""
    for most in [20, 12, 8, 5, 3, 2, 1, 0] {
      text = cut(to: most, isNeeded).compactText + "\n"
      if text.utf8.count <= Self.mostBytesOfSummary { break }
    }
    return text
  }

  fileprivate func cut(to most: Int, _ isNeeded: (String, JSONValue) -> Bool) -> JSONValue {
    switch self {
    case .string(let text):
      let shown = text.unicodeScalars.prefix(20 + 9 * most)
      return shown.endIndex < text.unicodeScalars.endIndex ? .string(String(shown) + "…") : self
    case .array(let elements): return .array(elements.prefix(most).map { $0.cut(to: most, isNeeded) })
    case .object(let members):
      // Objects with more members are tables, such as those of tags.
      let mostMembers = 24 + most
      let cut = members.prefix(mostMembers).flatMap { $0.cut(to: most, isNeeded) }
      let more = members.count - mostMembers
      return .object(cut + (more > 0 ? [Member(name: "moreMembers", value: .integer(Int64(more)))] : []))
    case .null, .bool, .integer, .number: return self
    }
  }
}

extension JSONValue.Member {
  fileprivate func cut(to most: Int, _ isNeeded: (String, JSONValue) -> Bool) -> [JSONValue.Member] {
    guard case .array(let elements) = value else {
      return [JSONValue.Member(name: name, value: value.cut(to: most, isNeeded))]
    }
    let needed = elements.filter { isNeeded(name, $0) }.prefix(most)
    let more = elements.count - needed.count
    let list = JSONValue.Member(name: name, value: .array(needed.map { $0.cut(to: most, isNeeded) }))
    guard more > 0 else { return [list] }
    let counted = "more" + name.prefix(1).uppercased() + name.dropFirst()
    return [list, JSONValue.Member(name: counted, value: .integer(Int64(more)))]
  }
}
