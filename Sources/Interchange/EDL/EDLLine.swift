import Basics

/// A line of a CMX3600 list.
enum EDLLine {
  case title(String)
  case frameCodeMode(isDropFrame: Bool)
  case event(EDLEvent)
  /// `M2`: how fast the source plays, in frames per second.
  case speed(reel: String, framesPerSecond: PlainNumber)
  /// `AUD 3`: more audio channels of the previous event.
  case channels(String)
  case comment(EDLComment)
  case unknown

  var kind: String {
    switch self {
    case .title: "TITLE"
    case .frameCodeMode: "FCM"
    case .event: "event"
    case .speed: "M2"
    case .channels: "AUD"
    case .comment: "comment"
    case .unknown: "line"
    }
  }
}

/// A comment that other programs write in the same form.
enum EDLComment {
  case fromClip(String)
  case toClip(String)
  case file(String)
  case locator(timecode: String, name: String)
  /// A comment that repeats another line: the kind of a blend, a freeze frame.
  case repeated
  case other
}

/// An event, with its timecodes as written.
struct EDLEvent {
  enum Kind {
    case cut
    case transition(InterchangeTransition.Kind, frames: Int64, note: String?)
    case key
  }

  let number: String
  let reel: String
  let channels: String
  let kind: Kind
  let times: [String]
}

extension EDLLine {
  init(_ line: Substring) {
    let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
    guard let first = words.first else {
      self = .unknown
      return
    }
    let upper = first.uppercased()
    if upper.hasPrefix("TITLE:") {
      self = .title(Self.text(of: line, after: "TITLE:"))
    } else if upper == "FCM:" {
      self = .frameCodeMode(isDropFrame: !line.uppercased().contains("NON"))
    } else if upper == "M2" {
      self = Self.speed(words)
    } else if upper == "AUD" {
      self = .channels(words.dropFirst().joined(separator: " "))
    } else if first.hasPrefix("*") || upper == "FROM" || upper == "TO" {
      self = .comment(EDLComment(line))
    } else {
      self = EDLEvent(words).map { .event($0) } ?? .unknown
    }
  }

  private static func speed(_ words: [String]) -> EDLLine {
    guard words.count >= 3, let rate = RationalTime(decimal: words[words.count - 2]) else { return .unknown }
    return .speed(reel: words[1..<(words.count - 2)].joined(separator: " "), framesPerSecond: rate)
  }

  static func text(of line: Substring, after start: String) -> String {
    guard let range = line.uppercased().firstRange(of: start) else { return "" }
    let count = line.uppercased()[..<range.upperBound].utf8.count
    let rest = String(decoding: Array(line.utf8).dropFirst(count), as: UTF8.self)
    return rest.trimmingBlanks
  }
}

extension EDLComment {
  init(_ line: Substring) {
    let upper = line.uppercased()
    func text(_ start: String) -> String? {
      upper.contains(start) ? EDLLine.text(of: line, after: start) : nil
    }
    if let name = text("FROM CLIP NAME:") {
      self = .fromClip(name)
    } else if let name = text("TO CLIP NAME:") {
      self = .toClip(name)
    } else if let path = text("SOURCE FILE:") ?? text("FROM FILE:") ?? text("FROM CLIP:") {
      self = .file(path)
    } else if let words = text("LOC:")?.split(separator: " ", omittingEmptySubsequences: true),
      let timecode = words.first
    {
      self = .locator(timecode: String(timecode), name: words.dropFirst(2).joined(separator: " "))
    } else if upper.contains("FREEZE FRAME") || upper.contains("BLEND, DISSOLVE") {
      self = .repeated
    } else {
      self = .other
    }
  }
}

extension EDLEvent {
  /// Nil for a line that is no event. Lines are read from the end, because the reel may contain blanks.
  init?(_ words: [String]) {
    guard words.count >= 7, words[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let times = Array(words.suffix(4))
    guard times.allSatisfy({ $0.utf8.count >= 8 && $0.contains { ":;".contains($0) } }) else { return nil }
    var head = Array(words[1..<(words.count - 4)])
    var length: Int64?
    if head.count >= 3, let last = head.last, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      length = Int64(last)
      head.removeLast()
    }
    let type = head.last.map { $0.uppercased() } ?? ""
    guard let kind = Self.kind(type, length) else { return nil }
    if Self.isType(type) { head.removeLast() }
    guard head.count >= 2, let channels = head.popLast() else { return nil }
    self.init(
      number: words[0], reel: head.joined(separator: " "), channels: channels.uppercased(), kind: kind,
      times: times)
  }

  private static func isType(_ word: String) -> Bool {
    word == "C" || word == "D" || word.first == "K"
      || (word.first == "W" && word.dropFirst().allSatisfy(\.isNumber) && word.count > 1)
  }

  private static func kind(_ type: String, _ length: Int64?) -> Kind? {
    guard isType(type) else {
      // Some lists lack the letter of a dissolve but still contain its length.
      return length.map {
        .transition(.dissolve, frames: $0, note: "the event names no type: it is imported as a dissolve")
      }
    }
    switch type.first {
    case "C": return .cut
    case "K": return .key
    case "D": return length.map { .transition(.dissolve, frames: $0, note: nil) }
    default:
      guard let length else { return nil }
      let direction = ["W001": "wipe right", "W002": "wipe down"][type]
      return .transition(
        direction.map { .named($0) } ?? .dissolve, frames: length,
        note:
          "the wipe \(type) is imported as `\(direction ?? "dissolve")`, because its shape differs between programs"
      )
    }
  }
}

extension StringProtocol {
  /// The text without leading and trailing blanks.
  var trimmingBlanks: String {
    let tail = drop { $0.isWhitespace }
    guard let last = tail.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(tail[...last])
  }
}
