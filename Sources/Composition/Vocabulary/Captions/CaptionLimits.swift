package import Basics

/// The numbers against which the captions of a film are checked: those of a profile, or the author's own.
package struct CaptionLimits: Hashable, Sendable {
  package let profile: CaptionProfile
  package var characters: Int
  package var lines: Int
  package var speed: CaptionSpeed
  package var shortest: ShortestCaption
  package var longest: RationalTime?
  /// The frames between captions that follow each other directly.
  package var chain: Int64?
  /// The shortest gap between all others.
  package var gap: RationalTime?

  package init(_ profile: CaptionProfile) {
    let numbers = profile.declaration
    self.profile = profile
    characters = numbers.characters.value
    lines = numbers.lines.value
    speed = numbers.speed.value
    shortest = numbers.shortest.value
    longest = numbers.longest?.value
    chain = numbers.chain?.value
    gap = numbers.gap?.value
  }
}
