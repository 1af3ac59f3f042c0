import Basics

/// A number that changes from frame to frame: `{from: 0, to: 12500, format: "# ### €"}`.
package struct CountedNumber: Hashable, Sendable, Codable {
  /// The number in the first frame and in the last one, in units of the last decimal place.
  package var from: Int64
  package var to: Int64
  package var frameCount: Int64
  package var easing: Easing
  package var format: NumberFormat

  package init(from: Int64, to: Int64, frameCount: Int64, easing: Easing, format: NumberFormat) {
    self.from = from
    self.to = to
    self.frameCount = frameCount
    self.easing = easing
    self.format = format
  }

  func text(atFrame frame: Int64) -> String { format.text(of: value(atFrame: frame)) }

  /// In units of the last decimal place. Only the progress of an easing is a fraction in floating point; it is
  /// the same on every CPU.
  func value(atFrame frame: Int64) -> Int64 {
    let last = frameCount - 1
    guard frame < last else { return to }
    guard frame > 0 else { return from }
    if easing == .linear { return value(at: Int128(frame), of: Int128(last)) }
    return value(at: Self.parts(of: easing.progress(at: Double(frame) / Double(last))), of: Self.allParts)
  }

  private func value(at part: Int128, of whole: Int128) -> Int64 {
    let (passed, overflow) = (Int128(to) - Int128(from)).multipliedReportingOverflow(by: part)
    guard !overflow, let moved = roundHalfUp(passed, over: whole) else { return to }
    let (value, isTooLarge) = from.addingReportingOverflow(moved.value)
    return isTooLarge ? to : value
  }

  private static let allParts = Int128(1) << 40

  /// The progress of an easing in parts of `allParts`; one that overshoots beyond measure is cut.
  private static func parts(of progress: Double) -> Int128 {
    guard progress.isFinite else { return 0 }
    return Int128((min(max(progress, -1000), 1000) * Double(allParts)).rounded())
  }

  /// A text as wide as any that it shows, if all digits have the same width.
  var sample: String {
    let extent = easing.extent
    let ends = [extent.lowerBound, extent.upperBound].map { progress in
      value(at: Self.parts(of: progress), of: Self.allParts)
    }
    let digits = ends.map { String($0.magnitude).utf8.count }.max() ?? 1
    return format.text(digits: String(repeating: "0", count: digits), isNegative: ends.contains { $0 < 0 })
  }
}

/// How the digits of a number group, and the text around them: `# ### €`.
package struct NumberFormat: Hashable, Sendable, Codable {
  package var before: String
  package var after: String
  /// The groups of digits before the decimal point, from the right; the last one repeats.
  package var groups: [Group]
  package var decimals: Int
  /// Between the whole number and its decimals.
  package var point: String

  /// Some digits, and what separates them from those to their left.
  package struct Group: Hashable, Sendable, Codable {
    package var size: Int
    package var separator: String

    package init(size: Int, separator: String) {
      self.size = size
      self.separator = separator
    }
  }

  /// Why a text is not a format.
  package enum Problem: Error, Hashable, Sendable {
    /// It has no `#`.
    case noDigits
    /// It groups digits, and its last group does not have one `#` for each decimal place.
    case otherDecimals(Int)
  }

  /// Plain digits.
  package init(decimals: Int) {
    (before, after, groups, self.decimals, point) = ("", "", [], decimals, ".")
  }

  /// `# ###`: the leftmost `#` are all remaining digits. With decimals, the last group of several are these.
  package init(_ text: String, decimals: Int) throws(Problem) {
    guard let first = text.firstIndex(of: "#"), let last = text.lastIndex(of: "#") else { throw .noDigits }
    self.init(decimals: decimals)
    before = String(text[..<first])
    after = String(text[text.index(after: last)...])
    var separator = ""
    for character in text[first...last] {
      if character != "#" {
        separator.append(character)
      } else if separator.isEmpty, !groups.isEmpty {
        groups[0].size += 1
      } else {
        groups.insert(Group(size: 1, separator: separator), at: 0)
        separator = ""
      }
    }
    // The leftmost group takes the rest, however many it shows.
    groups.removeLast()
    guard decimals > 0, let places = groups.first else { return }
    guard places.size == decimals else { throw .otherDecimals(places.size) }
    point = places.separator
    groups.removeFirst()
  }

  /// `number` counts units of the last decimal place.
  func text(of number: Int64) -> String { text(digits: String(number.magnitude), isNegative: number < 0) }

  func text(digits: String, isNegative: Bool) -> String {
    let places = min(max(decimals, 0), 18)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
    let fraction = places > 0 ? point + padded.suffix(places) : ""
    return before + (isNegative ? "-" : "") + grouped(padded.dropLast(places)) + fraction + after
  }

  private func grouped(_ digits: Substring) -> String {
    var (rest, text, next) = (digits, "", 0)
    while !groups.isEmpty {
      let group = groups[min(next, groups.count - 1)]
      guard group.size > 0, rest.count > group.size else { break }
      text = group.separator + rest.suffix(group.size) + text
      rest = rest.dropLast(group.size)
      next += 1
    }
    return rest + text
  }
}
