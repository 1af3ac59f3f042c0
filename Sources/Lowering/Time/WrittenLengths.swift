import Basics
import Diagnostics
import EditScript

extension LoweringPhase {
  /// A written length that may be zero; nil after a finding.
  mutating func wayLength(_ written: Located<DurationExpression>, rate: FrameRate?) -> RationalTime? {
    do throws(TimeProblem) {
      let length = try written.value.resolved(at: rate)
      guard !length.isNegative else {
        report(
          .lengthIsNegative(length, at: written.range))
        return nil
      }
      return length
    } catch {
      context.report(error, at: written.range)
      return nil
    }
  }

  /// A written length above zero; nil after a finding.
  mutating func duration(_ written: Located<DurationExpression>?, rate: FrameRate?) -> RationalTime? {
    guard let written else { return nil }
    do throws(TimeProblem) {
      let length = try written.value.resolved(at: rate)
      guard length > .zero else {
        report(
          length.isNegative
            ? .lengthIsNegative(length, at: written.range) : .lengthIsZero(length, at: written.range))
        return nil
      }
      return length
    } catch {
      context.report(error, at: written.range)
      return nil
    }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func lengthIsNegative(_ length: RationalTime, at place: SourceRange) -> Diagnostic {
    Diagnostic(.negativeDuration, "a length of \(length) is negative", at: place)
  }

  fileprivate static func lengthIsZero(_ length: RationalTime, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .emptyRange, "a length of \(length) shows nothing", at: place,
      hint: "remove the item, or disable it with `enabled: false`")
  }
}
