package import Basics
import EditScript
import YAMLTree

/// A single amount of time in a script: the `2.5s` of `intro.end + 2.5s`.
package struct WrittenTime: Sendable {
  package let range: SourceRange
  /// Nil if it counts frames and the frame rate is unknown.
  package let seconds: RationalTime?
  package let rate: FrameRate?
  private let amount: DurationExpression.Amount

  /// Nil if there is none at the offset.
  init?(at offset: Int, in path: TreePath, of source: SourceText, rate: FrameRate?) {
    guard let form = path.scalarForm, form.holdsTimes, let scalar = path.scalarRange else { return nil }
    let bytes = source.bytes
    let end = min(scalar.end, bytes.count)
    guard scalar.start <= offset, offset <= end else { return nil }
    var (start, stop) = (offset, offset)
    while start > scalar.start, isAmountPart(bytes[start - 1]) { start -= 1 }
    while stop < end, isAmountPart(bytes[stop]) { stop += 1 }
    // The dots of `2s..5s` are not part of a number, nor is a full stop.
    guard let range = Self.amount(in: bytes, start..<stop, at: offset) else { return nil }
    let text = source[range]
    let written = ScalarText(text: text, range: range, start: range.start)
    guard case .success(let duration) = ValueGrammar<DurationExpression>.duration.read(written),
      duration.terms.count == 1, let term = duration.terms.first
    else { return nil }
    self.range = range
    self.rate = rate
    amount = term.amount
    seconds = Self.seconds(of: term.amount, rate)
  }

  private static func amount(in bytes: [UInt8], _ run: Range<Int>, at offset: Int) -> SourceRange? {
    var start = run.lowerBound
    while start < run.upperBound {
      var end = start
      while end < run.upperBound, !isDots(bytes, end, run.upperBound) { end += 1 }
      if start <= offset, offset <= end { return start < end ? SourceRange(start, end) : nil }
      start = end + 2
    }
    return nil
  }

  private static func isDots(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Bool {
    index + 1 < end && bytes[index] == UInt8(ascii: ".") && bytes[index + 1] == UInt8(ascii: ".")
  }

  private static func seconds(of amount: DurationExpression.Amount, _ rate: FrameRate?) -> RationalTime? {
    switch amount {
    case .seconds(let seconds): return seconds
    case .frames(let frames): return rate.flatMap { try? $0.start(ofFrame: frames) }
    case .timecode(let timecode):
      return rate.flatMap { rate in
        (try? timecode.frameNumber(at: rate)).flatMap { try? rate.start(ofFrame: $0) }
      }
    }
  }

  /// All other exact spellings of this time.
  package var otherSpellings: [(title: String, text: String)] {
    guard let seconds else { return [] }
    var spellings: [(String, String)] = []
    if case .seconds = amount {} else { spellings.append(("seconds", seconds.spelling)) }
    guard let rate, let frame = rate.frame(at: seconds), !frame.wasRounded else { return spellings }
    if case .frames = amount {} else { spellings.append(("frames", "\(frame.value)f")) }
    if case .timecode = amount {
    } else if let timecode = Timecode(frameNumber: frame.value, at: rate) {
      spellings.append(("timecode", timecode.description))
    }
    return spellings
  }

  /// The exact value and the frames around it, as lines of Markdown.
  var lines: [String] {
    guard let seconds else { return [] }
    var lines = ["`\(seconds)` (\(seconds.clockReading)), exactly `\(seconds.value)/\(seconds.timescale)` s"]
    guard let rate, let frame = rate.frame(at: seconds) else { return lines }
    let unit = "at \(rate.spellingForPeople) frames per second"
    guard frame.wasRounded, let nearest = try? rate.start(ofFrame: frame.value) else {
      lines.append("\(frame.value) frames \(unit)")
      return lines
    }
    let first = nearest <= seconds ? frame.value : frame.value - 1
    guard let below = try? rate.start(ofFrame: first), let above = try? rate.start(ofFrame: first + 1) else {
      return lines
    }
    lines.append("between frame \(first) (`\(below)`) and frame \(first + 1) (`\(above)`) \(unit)")
    return lines
  }
}

private func isAmountPart(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."),
    UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "/"):
    true
  default: false
  }
}

extension TreePath {
  /// How the scalar at the end is read; the key of a key frame is a time.
  var scalarForm: ScalarForm? {
    if keyEntry != nil { return last?.expectation.keys == .times ? Expectation.time : nil }
    return last?.expectation.scalar
  }

  var scalarRange: SourceRange? {
    if let keyEntry { return keyEntry.keyRange }
    guard let node = last?.node, case .scalar = node.value else { return nil }
    return node.range
  }
}

extension ScalarForm {
  /// Whether it can contain times.
  var holdsTimes: Bool {
    guard let production else { return false }
    return isOfTime(production) || ["animated", "ramp", "transition"].contains(production)
  }
}
