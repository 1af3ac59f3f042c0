import Basics
import Composition
import Diagnostics
import EditScript

extension TextMotion {
  /// Nil if nothing appears or leaves.
  init?(_ settings: AnimationSettings, on ruler: Ruler) {
    let written = settings.easing?.value
    let entrance = settings.entrance.flatMap { Passage($0.value, written, on: ruler) }
    let exit = settings.exit.flatMap { Passage($0.value, written, on: ruler) }
    guard entrance != nil || exit != nil else { return nil }
    self.init(
      unit: settings.unit?.value ?? .all, order: settings.order?.value ?? .forward, appearing: entrance,
      leaving: exit)
  }
}

extension TextMotion.Passage {
  fileprivate init?(_ written: MovementValue, _ easing: Easing?, on ruler: Ruler) {
    let usual = written == .pop ? Easing.shaped(.back, .out) : .easeOut
    guard let movement = TextMovement(written, on: ruler) else { return nil }
    self.init(movement, easing ?? usual)
  }
}

extension TextMovement {
  fileprivate init?(_ written: MovementValue, on ruler: Ruler) {
    switch written {
    case .none: return nil
    case .fade: self = .fade
    case .typewriter: self = .typewriter
    case .rise: self = .rise
    case .pop: self = .zoom(0.8)
    case .slide(let heading): self = .slide(heading)
    case .wipe(let heading): self = .wipe(heading)
    case .zoom(let share): self = .zoom(share)
    case .blur(let length): self = .blur(ruler.alongHeight(length))
    }
  }

  /// Whether an easing can lead beyond its place.
  fileprivate var hasRoomBeyond: Bool {
    switch self {
    case .slide, .rise, .zoom: true
    case .fade, .typewriter, .blur, .wipe: false
    }
  }
}

extension PictureBuilding {
  /// When the units of a text move; nil after a finding.
  mutating func motionTimes(
    of motion: TextMotion, _ unitCount: Int, _ item: Item, over length: RationalTime, rate: FrameRate
  ) -> TextMotionTimes? {
    guard let written = item.style?.animation, case .settings(let settings) = written.value else {
      return nil
    }
    if let easing = settings.easing,
      let fixed = [motion.appearing, motion.leaving].compactMap(\.self).first(where: {
        !$0.movement.hasRoomBeyond
      })
    {
      refuseOvershoot(of: easing, ofText: fixed.movement.text)
    }
    guard let each = lengthOfUnit(settings, rate), let stagger = stagger(of: motion, settings, rate) else {
      return nil
    }
    do throws(TimeOverflow) {
      let steps = motion.order.ranks(of: max(1, unitCount)).max() ?? 0
      let total = try each + stagger.scaled(by: Int64(steps), over: 1)
      // What appears and what leaves share the item.
      let passages: Int64 = motion.appearing != nil && motion.leaving != nil ? 2 : 1
      let room = try length.scaled(by: 1, over: passages)
      guard total <= room else {
        report(
          .animationTooLong(
            motion.unit, total, room: room, length: length, possible: try Self.possible(room, each, steps),
            at: settings.stagger?.range ?? settings.length?.range ?? written.range))
        return nil
      }
      let start = try length - total
      return TextMotionTimes(
        length: each.inSeconds, stagger: stagger.inSeconds, total: total.inSeconds,
        appearing: motion.appearing.flatMap { _ in
          Curve([Curve.Key(time: .zero, value: 0), Curve.Key(time: total, value: total.inSeconds)])
        },
        leaving: motion.leaving.flatMap { _ in
          Curve([Curve.Key(time: start, value: total.inSeconds), Curve.Key(time: length, value: 0)])
        })
    } catch {
      reportOverflow(at: written.range)
      return nil
    }
  }

  private mutating func lengthOfUnit(_ settings: AnimationSettings, _ rate: FrameRate) -> RationalTime? {
    guard let written = settings.length else { return RationalTime(1, 2) }
    return wayLength(written, rate: rate)
  }

  private mutating func stagger(
    of motion: TextMotion, _ settings: AnimationSettings, _ rate: FrameRate
  ) -> RationalTime? {
    if let written = settings.stagger { return wayLength(written, rate: rate) }
    if motion.appearing?.movement == .typewriter { return RationalTime(60, 1000) }
    switch motion.unit {
    case .all: return .zero
    case .letter: return RationalTime(30, 1000)
    case .word: return RationalTime(80, 1000)
    case .line: return RationalTime(150, 1000)
    }
  }

  /// The longest stagger that fits, in whole milliseconds; nil if none does.
  private static func possible(
    _ room: RationalTime, _ each: RationalTime, _ steps: Int
  ) throws(TimeOverflow) -> Int? {
    guard steps > 0, each <= room else { return nil }
    let milliseconds = (try room - each).inSeconds * 1000 / Double(steps)
    return milliseconds >= 1 ? Int(milliseconds) : nil
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func animationTooLong(
    _ unit: TextUnit, _ total: RationalTime, room: RationalTime, length: RationalTime, possible: Int?,
    at place: SourceRange
  ) -> Diagnostic {
    let subject = unit == .all ? "the text needs" : "the \(unit.rawValue)s need"
    let both = room == length ? "" : ", half of it for appearing and half for leaving"
    return Diagnostic(
      .animationTooLong, "\(subject) \(total) to move, and the item lasts \(length)\(both)", at: place,
      hint: possible.map { "write `stagger: \($0)ms`, or a shorter `for`" } ?? "write a shorter `for`")
  }
}
