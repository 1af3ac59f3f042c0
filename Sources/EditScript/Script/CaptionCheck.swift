package import Composition

/// `captions: netflix`, or `captions: {of: netflix, speed: 17}`: a profile, with numbers of the author's own.
package struct CaptionCheck: Hashable, Sendable {
  package var profile: Located<CaptionProfile>
  package var characters: Located<Int>?
  package var lines: Located<Int>?
  /// In the unit of the profile.
  package var speed: Located<Double>?
  package var shortest: Located<DurationExpression>?
  package var longest: Located<DurationExpression>?
  package var chain: Located<DurationExpression>?
  package var gap: Located<DurationExpression>?

  package init(_ profile: Located<CaptionProfile>) {
    self.profile = profile
  }
}

extension CaptionCheck: CanonicalValue {
  package var canonicalText: String {
    self == CaptionCheck(profile)
      ? profile.value.rawValue : CaptionCheckKeys.fields.flowText(of: self)
  }
}
