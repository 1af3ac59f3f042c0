import Diagnostics
import EditScript
import EditTime
import SourceText

extension LoweringPhase {
  /// A written length that may be zero; nil after a finding.
  mutating func wayLength(_ written: Located<DurationExpression>, rate: FrameRate?) -> RationalTime? {
    do throws(TimeProblem) {
      let length = try written.value.resolved(at: rate)
      guard !length.isNegative else {
        report(
          Diagnostic(.valueOutOfRange, "a length of \(length) is less than nothing", at: written.range))
        return nil
      }
      return length
    } catch {
      if let diagnostic = error.diagnostic(at: written.range) { report(diagnostic) }
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
          Diagnostic(
            .emptyRange, "a length of \(length) shows nothing", at: written.range,
            hint: "remove the item, or switch it off with `enabled: false`"))
        return nil
      }
      return length
    } catch {
      if let diagnostic = error.diagnostic(at: written.range) { report(diagnostic) }
      return nil
    }
  }
}
