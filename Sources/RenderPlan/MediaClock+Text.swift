import Basics
import Composition
import Vocabulary

extension MediaClock {
  /// `from 2s`, `backwards from 8s at 3/2x`, or a list of speeds: all that it says, in one spelling.
  var text: String {
    var words = [isBackwards ? "backwards from \(origin)" : "from \(origin)"]
    if offset != .zero { words.append("begun \(offset) before") }
    if let speed = constantSpeed {
      if speed != .normalSpeed { words.append("at \(speed.speedText)") }
    } else {
      let first = keys[0]
      words.append("at \(first.distance) speeds")
      words.append(keys.map { "\($0.time): \($0.speed.speedText)" }.joined(separator: " -> "))
    }
    if let pass { words.append("again after \(pass.length)") }
    return words.joined(separator: " ")
  }
}

extension RationalTime {
  /// A number of seconds of media a second: `3/2x`.
  fileprivate var speedText: String { timescale == 1 ? "\(value)x" : "\(value)/\(timescale)x" }
}

extension Sound {
  /// ` pitch follow`, where the speed could change it.
  var pitchText: String {
    let hasSpeed = content.clock.map { $0.constantSpeed != .normalSpeed } ?? false
    return pitch == .keep || !hasSpeed ? "" : " pitch \(pitch.rawValue)"
  }
}
