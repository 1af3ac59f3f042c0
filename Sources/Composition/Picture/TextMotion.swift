package import Basics

/// How the units of a text appear and disappear, one after the other.
package struct TextMotion: Hashable, Sendable, Codable {
  package var unit: TextUnit
  package var order: UnitOrder
  /// Nil for a text that is there from its start.
  package var appearing: Passage?
  /// Nil for a text that stays until its end.
  package var leaving: Passage?

  package struct Passage: Hashable, Sendable, Codable {
    package var movement: TextMovement
    package var easing: Easing

    package init(_ movement: TextMovement, _ easing: Easing) {
      self.movement = movement
      self.easing = easing
    }
  }

  package init(
    unit: TextUnit, order: UnitOrder = .forward, appearing: Passage? = nil, leaving: Passage? = nil
  ) {
    self.unit = unit
    self.order = order
    self.appearing = appearing
    self.leaving = leaving
  }
}

/// The parts of a text that move on their own.
package enum TextUnit: String, Hashable, Sendable, Codable, CaseIterable {
  case all
  case line
  case word
  case letter
}

/// Which units move first, in the order of reading.
package enum UnitOrder: String, Hashable, Sendable, Codable, CaseIterable {
  case forward
  case backward
  case center
  case edges
  case random

  /// For each unit, how many begin before it; two units can begin together.
  package func ranks(of count: Int) -> [Int] {
    switch self {
    case .forward: return Array(0..<count)
    case .backward: return (0..<count).reversed()
    case .edges: return (0..<count).map { min($0, count - 1 - $0) }
    case .center:
      let last = (count - 1) / 2
      return (0..<count).map { last - min($0, count - 1 - $0) }
    case .random:
      let shuffled = (0..<count).sorted { (scrambled($0), $0) < (scrambled($1), $1) }
      var ranks = [Int](repeating: 0, count: count)
      for (rank, unit) in shuffled.enumerated() { ranks[unit] = rank }
      return ranks
    }
  }
}

/// A number that looks random, the same on every machine: the finalizer of SplitMix64.
private func scrambled(_ number: Int) -> UInt64 {
  var bits = (UInt64(number) &+ 1) &* 0x9E37_79B9_7F4A_7C15
  bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
  bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
  return bits ^ bits >> 31
}

/// What a unit does while it appears; it leaves in the opposite direction of time.
package enum TextMovement: Hashable, Sendable, Codable {
  case fade
  /// Suddenly.
  case typewriter
  /// By the size of the letters, fading.
  case slide(Heading)
  /// From behind the lower edge of its line.
  case rise
  /// From a share of its size, fading.
  case zoom(Double)
  /// From a blur, as long as in CSS, fading.
  case blur(Double)
  /// An edge moves over it.
  case wipe(Heading)
}

/// When the units of a shown text move, in seconds.
package struct TextMotionTimes: Hashable, Sendable, Codable {
  /// How long a unit moves.
  package var length: Double
  /// How much later the next one begins.
  package var stagger: Double
  /// From the start of the first one to the end of the last one.
  package var total: Double
  /// How long the first unit has been appearing, up to `total`, in the item's own time.
  package var appearing: Curve?
  /// How long until the last unit has left, from `total` on.
  package var leaving: Curve?

  package init(length: Double, stagger: Double, total: Double, appearing: Curve?, leaving: Curve?) {
    self.length = length
    self.stagger = stagger
    self.total = total
    self.appearing = appearing
    self.leaving = leaving
  }

  /// A moment in which units move.
  package struct Moment: Hashable, Sendable {
    /// As in `TextMotionTimes`; nil before and after.
    package var appeared: Double?
    package var left: Double?
  }

  /// Nil while all units are at rest.
  package func moment(at time: RationalTime) -> Moment? {
    func moving(_ curve: Curve?) -> Double? { (curve?.value(at: time)).flatMap { $0 < total ? $0 : nil } }
    let moment = Moment(appeared: moving(appearing), left: moving(leaving))
    return moment == Moment() ? nil : moment
  }

  /// The share of the way that a unit has gone towards its place; 1 at rest.
  func share(ofRank rank: Int, appeared: Double) -> Double {
    share(of: appeared - Double(rank) * stagger)
  }

  /// The same for a unit that leaves.
  func share(ofRank rank: Int, left: Double) -> Double {
    share(of: left - (total - length - Double(rank) * stagger))
  }

  private func share(of passed: Double) -> Double {
    length > 0 ? min(max(passed / length, 0), 1) : passed >= 0 ? 1 : 0
  }
}

/// How a moving unit differs from the same unit at rest.
package struct UnitLook: Hashable, Sendable {
  /// In sizes of the letters.
  package var x = 0.0
  package var y = 0.0
  /// About its centre.
  package var scale = 1.0
  package var opacity = 1.0
  /// In pixels, as long as in CSS.
  package var blur = 0.0
  package var clip: Clip?

  package enum Clip: Hashable, Sendable {
    /// Nothing below the lower edge of its line, from which it is this far away, in heights of the line.
    case line(Double)
    /// Shares of its width and height.
    case part(x: ClosedRange<Double>, y: ClosedRange<Double>)
  }
}

extension TextMotion {
  /// The look of a unit; nil at rest.
  package func look(
    ofRank rank: Int, at moment: TextMotionTimes.Moment, _ times: TextMotionTimes
  ) -> UnitLook? {
    if let appearing, let passed = moment.appeared {
      let share = times.share(ofRank: rank, appeared: passed)
      if share < 1 { return appearing.look(at: share, isLeaving: false) }
    }
    if let leaving, let rest = moment.left {
      let share = times.share(ofRank: rank, left: rest)
      if share < 1 { return leaving.look(at: share, isLeaving: true) }
    }
    return nil
  }
}

extension TextMotion.Passage {
  /// The looks between which all others are.
  package func extremes(isLeaving: Bool) -> [UnitLook] {
    let extent = easing.extent
    return [extent.lowerBound, extent.upperBound].map { look(progress: $0, share: 1, isLeaving: isLeaving) }
  }

  /// After a share of its time, from 0 (away) to 1 (at rest).
  package func look(at share: Double, isLeaving: Bool) -> UnitLook {
    look(progress: easing.progress(at: share), share: share, isLeaving: isLeaving)
  }

  private func look(progress: Double, share: Double, isLeaving: Bool) -> UnitLook {
    var look = UnitLook()
    switch movement {
    case .fade: look.opacity = progress
    case .typewriter: look.opacity = share > 0 ? 1 : 0
    case .slide(let heading):
      let way = isLeaving ? 1 - progress : progress - 1
      (look.x, look.y, look.opacity) = (way * Double(heading.x), way * Double(heading.y), share)
    case .rise: look.clip = .line(1 - progress)
    case .zoom(let start): (look.scale, look.opacity) = (start + (1 - start) * progress, share)
    case .blur(let length): (look.blur, look.opacity) = (length * (1 - progress), share)
    case .wipe(let heading):
      let direction = isLeaving ? -1 : 1
      look.clip = .uncovered(byEdgeTowards: (direction * heading.x, direction * heading.y), progress)
    }
    return look
  }
}

extension UnitLook.Clip {
  /// What a moving edge has uncovered.
  fileprivate static func uncovered(byEdgeTowards direction: (x: Int, y: Int), _ share: Double)
    -> UnitLook.Clip
  {
    let share = min(max(share, 0), 1)
    func range(_ direction: Int) -> ClosedRange<Double> {
      direction == 0 ? 0...1 : direction > 0 ? 0...share : 1 - share...1
    }
    return .part(x: range(direction.x), y: range(direction.y))
  }
}
