package import Basics
import Diagnostics

/// A time on the clock of an event; negative before the clock started.
package struct SyncTime: Hashable, Sendable {
  package let time: RationalTime

  package init(_ time: RationalTime) { self.time = time }
}

extension SyncTime: CanonicalValue {
  package var canonicalText: String { time.spelling }
}

extension ValueGrammar<SyncTime> {
  /// `12.345062s`, `-3.2s`
  package static var syncTime: ValueGrammar {
    ValueGrammar(
      "a time on the clock", examples: ["12.345062s", "-3.2s"], production: "sync-time", finding: .timeSyntax,
      pattern: "-?\(TimePattern.clockAmount)"
    ) { scanner throws(ValueProblem) in try scanner.syncTime() }
  }
}

extension TimePattern {
  fileprivate static let clockAmount = "(?:\(clock)|(?:\(exact)(?:h|min|ms|m|s))+)"
}

extension ValueScanner {
  fileprivate mutating func syncTime() throws(ValueProblem) -> SyncTime {
    let start = position
    let isNegative = take("-")
    guard case .seconds(let time) = try amount() else {
      throw problem(
        .timeSyntax,
        "\(quoted(text(start..<position))) counts frames, but recordings may differ in their rates",
        at: start..<position, hint: "write seconds, such as `12.345062s`")
    }
    guard isNegative else { return SyncTime(time) }
    do { return SyncTime(try -time) } catch { throw expected() }
  }
}

extension ValueGrammar<SoundChoice> {
  /// `on`, `off`, or the name of an angle.
  package static var soundChoice: ValueGrammar {
    ValueGrammar(
      noun: "yes or no, or the name of an angle", examples: ["on", "off"], production: "sound-choice",
      pattern: "^\\s*\(TimePattern.name)\\s*$"
    ) { text in
      if case .success(let isOn) = ValueGrammar<Bool>.flag.read(text) { return .success(isOn ? .on : .off) }
      return ValueGrammar<String>.name.read(text).map { .angle($0) }
    }
  }
}
