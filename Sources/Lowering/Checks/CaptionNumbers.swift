import Basics
import Composition
import EditScript

extension LoweringPhase {
  /// The numbers of a caption check, with the author's own in place of the profile's.
  mutating func limits(of check: CaptionCheck, rate: FrameRate?) -> CaptionLimits {
    var limits = CaptionLimits(check.profile.value)
    if let characters = check.characters { limits.characters = characters.value }
    if let lines = check.lines { limits.lines = lines.value }
    if let speed = check.speed { limits.speed = limits.speed.with(speed.value) }
    if let shortest = check.shortest.flatMap({ wayLength($0, rate: rate) }) {
      limits.shortest = .time(shortest)
    }
    if let longest = check.longest { limits.longest = wayLength(longest, rate: rate) }
    if let gap = check.gap { limits.gap = wayLength(gap, rate: rate) }
    if let chain = check.chain {
      limits.chain = wayLength(chain, rate: rate).flatMap { length in rate?.frame(at: length)?.value }
    }
    return limits
  }
}
