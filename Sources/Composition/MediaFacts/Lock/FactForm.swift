import Basics

/// How a kind of value is written after the name of a fact, and read back.
struct FactForm<Value>: Sendable {
  /// What a reader expects, for messages: "a whole number".
  let expectation: String
  let write: @Sendable (Value) -> [FactToken]
  let read: @Sendable (ArraySlice<FactToken>) -> Value?
}

extension FactForm {
  /// A value in one word. Reading accepts only the spelling that writing produces.
  static func word(
    _ expectation: String, write: @escaping @Sendable (Value) -> String,
    read: @escaping @Sendable (String) -> Value?
  ) -> FactForm {
    FactForm(expectation: expectation) {
      [.word(write($0))]
    } read: { tokens in
      guard tokens.count == 1, case .word(let word)? = tokens.first, let value = read(word),
        write(value) == word
      else { return nil }
      return value
    }
  }
}

extension FactForm where Value == String {
  static let text = FactForm(expectation: "quoted text") {
    [.text($0)]
  } read: { tokens in
    guard tokens.count == 1, case .text(let text)? = tokens.first else { return nil }
    return text
  }
}

extension FactForm where Value: FixedWidthInteger & Sendable {
  static var integer: FactForm {
    .word("a whole number") {
      "\($0)"
    } read: {
      Value($0)
    }
  }
}

extension FactForm where Value == Bool {
  static let choice = word("`yes` or `no`") {
    $0 ? "yes" : "no"
  } read: {
    $0 == "yes"
  }

  /// A flag: written without a value if true, omitted if false.
  static let presence = FactForm(expectation: "nothing") { _ in
    []
  } read: { tokens in
    tokens.isEmpty ? true : nil
  }
}

extension FactForm where Value == RationalTime {
  static let time = word("a time such as `2.5s`") {
    $0.spelling
  } read: {
    RationalTime(spelling: $0)
  }
}

extension FactForm where Value == TimeRange {
  static let range = word("a range such as `0s..2.5s`") {
    $0.spelling
  } read: {
    TimeRange(spelling: $0)
  }
}

extension FactForm where Value == FrameRate {
  static let rate = word("a rate such as `30000/1001`") {
    $0.spelling
  } read: {
    FrameRate(spelling: $0)
  }
}

extension FactForm where Value == Extent {
  static let extent = word("a time such as `2.5s`, `endless` or `unknown`") { extent in
    switch extent {
    case .finite(let time): time.spelling
    case .infinite: "endless"
    case .indefinite: "unknown"
    }
  } read: { word in
    switch word {
    case "endless": .infinite
    case "unknown": .indefinite
    default: RationalTime(spelling: word).map { .finite($0) }
    }
  }
}

extension FactForm where Value == PixelSize {
  static let size = word("a size such as `1920x1080`") {
    $0.description
  } read: { word in
    pair(word, "x").map { PixelSize(width: $0, height: $1) }
  }
}

extension FactForm where Value == PixelAspect {
  static let aspect = word("an aspect such as `16:15`") {
    $0.description
  } read: { word in
    pair(word, ":").map { PixelAspect($0, $1) }
  }
}

extension FactForm where Value == FieldOrder {
  static let fieldOrder = word("`progressive`, `top-first` or `bottom-first`") {
    $0.rawValue
  } read: {
    FieldOrder(rawValue: $0)
  }
}

extension FactForm where Value == PictureOrientation {
  static let orientation = FactForm(expectation: "0, 90, 180 or 270, with or without `mirrored`") {
    [.word("\($0.degrees)")] + ($0.isMirrored ? [.word("mirrored")] : [])
  } read: { tokens in
    guard case .word(let degrees)? = tokens.first,
      tokens.count == 1 || tokens.dropFirst() == [.word("mirrored")],
      let turns = ["0", "90", "180", "270"].firstIndex(of: degrees).flatMap(
        PictureOrientation.QuarterTurns.init(rawValue:))
    else { return nil }
    return PictureOrientation(isMirrored: tokens.count == 2, clockwiseTurns: turns)
  }
}

extension FactForm where Value == MediaTag {
  static let tag = FactForm(expectation: "a name and a value in quotes") {
    [.text($0.name), .text($0.value)]
  } read: { tokens in
    guard tokens.count == 2, case .text(let name)? = tokens.first, case .text(let value)? = tokens.last
    else { return nil }
    return MediaTag(name: name, value: value)
  }
}

/// Two whole numbers with a separator between them.
private func pair(_ word: String, _ separator: Character) -> (Int, Int)? {
  let numbers = word.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) }
  guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else { return nil }
  return (first, second)
}

extension FactForm where Value == CleanAperture {
  static let aperture = word("a position and a size such as `16,9,1888x1062`") {
    "\($0)"
  } read: { text in
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let x = Int(parts[0]), let y = Int(parts[1]) else { return nil }
    let sides = parts[2].split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]) else { return nil }
    return CleanAperture(x: x, y: y, size: PixelSize(width: width, height: height))
  }
}

extension FactForm where Value == [TrackUse] {
  static let uses = FactForm(expectation: "uses such as `commentary`, in the order of their list") { uses in
    uses.map { .word($0.rawValue) }
  } read: { tokens in
    let uses = tokens.compactMap { token in
      if case .word(let word) = token { TrackUse(rawValue: word) } else { nil }
    }
    let isInOrder = TrackUse.allCases.filter(uses.contains) == uses
    return uses.count == tokens.count && isInOrder ? uses : nil
  }
}

extension FactForm where Value == MediaChapter {
  static let chapter = FactForm(expectation: "a range and, if it has one, its name in quotes") { chapter in
    [.word(chapter.range.spelling)] + (chapter.name.map { [.text($0)] } ?? [])
  } read: { tokens in
    guard let first = tokens.first, let range = FactForm<TimeRange>.range.read([first]) else { return nil }
    switch tokens.dropFirst().first {
    case nil: return MediaChapter(name: nil, range: range)
    case .text(let name)? where tokens.count == 2: return MediaChapter(name: name, range: range)
    default: return nil
    }
  }
}
