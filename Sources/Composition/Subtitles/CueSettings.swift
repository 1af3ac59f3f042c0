/// Reads the settings after the times of a WebVTT cue: `line:0 position:20% align:start`.
struct CueSettings {
  var problems: ProblemList
  private(set) var placement = CuePlacement()

  init(problems: ProblemList) {
    self.problems = problems
  }

  mutating func read(_ line: SubtitleLine, from start: Substring.Index) {
    for setting in line.text[start...].split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      let parts = setting.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, read(parts[0], parts[1]) else {
        problems.add(at: setting.startIndex, on: line, "`\(setting)` is not a cue setting")
        continue
      }
      if ["vertical", "region", "size"].contains(parts[0]) {
        problems.add(.loss, at: setting.startIndex, on: line, "`\(parts[0])` is not supported")
      }
    }
  }

  private mutating func read(_ name: Substring, _ value: Substring) -> Bool {
    switch name {
    case "align": readAlign(value)
    case "line": readLine(value)
    case "position": readPosition(value)
    case "vertical": value == "rl" || value == "lr"
    case "size": percent(value) != nil
    case "region": true
    default: false
    }
  }

  private mutating func readAlign(_ value: Substring) -> Bool {
    switch value {
    case "start", "left": placement.horizontal = .left
    case "center", "middle": placement.horizontal = .center
    case "end", "right": placement.horizontal = .right
    default: return false
    }
    return true
  }

  /// Reads a row, or a distance from the top, with the side of the text that lies there.
  private mutating func readLine(_ value: Substring) -> Bool {
    let parts = value.split(separator: ",", maxSplits: 1)
    guard let first = parts.first else { return false }
    var side = CuePlacement.Vertical.top
    if parts.count == 2 {
      switch parts[1] {
      case "start": side = .top
      case "center": side = .middle
      case "end": side = .bottom
      default: return false
      }
    }
    if let height = percent(first) {
      placement.height = height
      placement.vertical = side
    } else if let row = Int(first), abs(row) <= 1000 {
      placement.row = row
      placement.vertical = row < 0 ? .bottom : .top
    } else {
      return false
    }
    return true
  }

  /// Reads a distance from the left, with the side of the text that lies there.
  private mutating func readPosition(_ value: Substring) -> Bool {
    let parts = value.split(separator: ",", maxSplits: 1)
    guard let position = parts.first.flatMap({ percent($0) }) else { return false }
    placement.position = position
    guard parts.count == 2 else { return true }
    switch parts[1] {
    case "line-left", "start": placement.horizontal = .left
    case "center", "middle": placement.horizontal = .center
    case "line-right", "end": placement.horizontal = .right
    default: return false
    }
    return true
  }

  /// `12.5%` in thousandths of a percent, from 0 to 100.
  private func percent(_ text: Substring) -> Int? {
    guard text.hasSuffix("%") else { return nil }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, (1...2).contains(parts.count), (1...3).contains(whole.utf8.count),
      whole.utf8.allSatisfy(isDigit), let percents = Int(whole)
    else { return nil }
    var thousandths = 0
    if parts.count == 2 {
      guard !parts[1].isEmpty, parts[1].utf8.allSatisfy(isDigit) else { return nil }
      let digits = (parts[1] + "000").prefix(3)
      thousandths = Int(digits) ?? 0
    }
    let value = percents * 1000 + thousandths
    return value <= 100_000 ? value : nil
  }
}

func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
