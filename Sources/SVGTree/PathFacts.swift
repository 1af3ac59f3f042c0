/// What the cost of drawing a path depends on.
struct PathFacts {
  /// The length of the lines between its points, which is at least that of the path; for arcs, more.
  private(set) var length = 0.0
  /// The largest coordinate.
  private(set) var reach = 0.0
  /// The number of points through which it goes.
  private(set) var points = 0
  /// The points through which it goes, from the left and the top to the right and the bottom.
  private(set) var low = (x: Double.infinity, y: Double.infinity)
  private(set) var high = (x: -Double.infinity, y: -Double.infinity)
  private var start = (x: 0.0, y: 0.0)
  private var end = (x: 0.0, y: 0.0)

  /// Nil for what is no path.
  init?(_ value: String) {
    if value == "none" { return }
    var reader = NumberReader(value)
    var isFirst = true
    while !reader.isAtEnd {
      guard let command = reader.letter(), !isFirst || command == "M" || command == "m" else { return nil }
      isFirst = false
      let count: Int
      let kind = Character(command.lowercased())
      switch kind {
      case "z": count = 0
      case "h", "v": count = 1
      case "m", "l", "t": count = 2
      case "s", "q": count = 4
      case "c": count = 6
      case "a": count = 7
      default: return nil
      }
      if count == 0 {
        go(to: start)
        continue
      }
      var groups = 0
      while reader.hasNumber {
        var numbers: [Double] = []
        for place in 0..<count {
          if count == 7, place == 3 || place == 4 {
            guard reader.flag() != nil else { return nil }
          } else {
            guard let number = reader.number() else { return nil }
            numbers.append(number)
          }
        }
        add(kind, numbers, isRelative: command.isLowercase, isStart: kind == "m" && groups == 0)
        low = (min(low.x, end.x), min(low.y, end.y))
        high = (max(high.x, end.x), max(high.y, end.y))
        groups += 1
        points += 1
      }
      if groups == 0 { return nil }
    }
  }

  /// - Parameter numbers: Without flags.
  private mutating func add(_ kind: Character, _ numbers: [Double], isRelative: Bool, isStart: Bool) {
    let base: (x: Double, y: Double) = isRelative ? end : (0, 0)
    switch kind {
    case "h": go(to: (base.x + numbers[0], end.y))
    case "v": go(to: (end.x, base.y + numbers[0]))
    case "a":
      let radius = max(abs(numbers[0]), abs(numbers[1]))
      let target = (x: base.x + numbers[3], y: base.y + numbers[4])
      // An arc is at most a whole ellipse, which grows if it is too small for its ends.
      let chord: Double = abs(target.x - end.x) + abs(target.y - end.y)
      length += 7 * radius + 4 * chord
      reach = max(reach, max(abs(target.x), abs(target.y)) + 2 * radius)
      go(to: target)
    default:
      for pair in stride(from: 0, to: numbers.count - 1, by: 2) {
        let target = (x: base.x + numbers[pair], y: base.y + numbers[pair + 1])
        // The control points of `s` and `t` are at most as far away as those before them.
        if isStart { end = target } else { go(to: target) }
      }
      if isStart {
        start = end
        reach = max(reach, abs(end.x), abs(end.y))
      }
    }
  }

  private mutating func go(to target: (x: Double, y: Double)) {
    length += abs(target.x - end.x) + abs(target.y - end.y)
    reach = max(reach, abs(target.x), abs(target.y))
    end = target
  }
}
