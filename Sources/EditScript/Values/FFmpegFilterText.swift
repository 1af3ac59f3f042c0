import Basics
import Diagnostics

/// A filter in FFmpeg's syntax: `eq=gamma=1.2:contrast=1.1`.
package struct FFmpegFilterText: Hashable, Sendable {
  package struct Option: Hashable, Sendable {
    /// Nil if only the value is written; FFmpeg then goes by its position.
    package let name: Located<String>?
    /// Without quotes and escapes.
    package let value: Located<String>

    package init(name: Located<String>?, value: Located<String>) {
      self.name = name
      self.value = value
    }
  }

  package let name: Located<String>
  package let options: [Option]

  package init(name: Located<String>, options: [Option]) {
    self.name = name
    self.options = options
  }

  /// The spelling that reads back as an equal filter.
  package var canonicalText: String {
    guard !options.isEmpty else { return name.value }
    return name.value + "="
      + options.map { option in (option.name.map { $0.value + "=" } ?? "") + escaped(option.value.value) }
      .joined(separator: ":")
  }

  private func escaped(_ value: String) -> String {
    value.map { "\\':,;[]".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}

extension Shape<FFmpegFilterText> {
  /// A name, then `=` and options separated by `:`, with FFmpeg's quoting and escapes.
  static var ffmpegFilter: Shape {
    let text = ValueGrammar<String>.text
    let form = ScalarForm(
      noun: "an FFmpeg filter", examples: ["eq=gamma=1.2"], production: text.production,
      naming: .naming(.ffmpegFilter))
    return .scalar(form) { written, subject, reading in
      guard reading.nonEmpty(written, "an FFmpeg filter", in: subject) else { return nil }
      var parser = FFmpegFilterParser(written)
      do throws(ValueProblem) { return try parser.filter() } catch {
        reading.report(error.diagnostic)
        return nil
      }
    }
  }
}

/// Reads the bytes of one filter from left to right.
private struct FFmpegFilterParser {
  private let scalar: ScalarText
  private let bytes: [UInt8]
  private var position = 0

  init(_ scalar: ScalarText) {
    self.scalar = scalar
    bytes = Array(scalar.text.utf8)
  }

  mutating func filter() throws(ValueProblem) -> FFmpegFilterText {
    skipBlanks()
    let name = word()
    guard !name.value.isEmpty else {
      throw problem("expected the name of an FFmpeg filter", from: position)
    }
    skipBlanks()
    guard let next = peek() else { return FFmpegFilterText(name: name, options: []) }
    guard next == UInt8(ascii: "=") else { throw unexpected() }
    position += 1
    var options: [FFmpegFilterText.Option] = []
    repeat { options.append(try option()) } while take(UInt8(ascii: ":"))
    guard peek() == nil else { throw unexpected() }
    return FFmpegFilterText(name: name, options: options)
  }

  private mutating func option() throws(ValueProblem) -> FFmpegFilterText.Option {
    skipBlanks()
    let start = position
    let name = word()
    skipBlanks()
    if !name.value.isEmpty, take(UInt8(ascii: "=")) {
      return FFmpegFilterText.Option(name: name, value: try value())
    }
    position = start
    let value = try value()
    guard !value.value.isEmpty else { throw problem("expected an option such as `gamma=1.2`", from: start) }
    return FFmpegFilterText.Option(name: nil, value: value)
  }

  /// The text up to the next `:`; a backslash escapes the next character, single quotes everything inside.
  private mutating func value() throws(ValueProblem) -> Located<String> {
    let start = position
    var value: [UInt8] = []
    while let byte = peek(), byte != UInt8(ascii: ":") {
      if [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "["), UInt8(ascii: "]")].contains(byte) {
        break
      }
      position += 1
      switch byte {
      case UInt8(ascii: "\\"):
        guard let next = peek() else {
          throw problem("missing character after the backslash", from: position - 1)
        }
        value.append(next)
        position += 1
      case UInt8(ascii: "'"):
        let open = position - 1
        while let inside = peek(), inside != UInt8(ascii: "'") {
          value.append(inside)
          position += 1
        }
        guard take(UInt8(ascii: "'")) else { throw problem("this quote is never closed", from: open) }
      default: value.append(byte)
      }
    }
    return Located(String(decoding: value, as: UTF8.self), at: scalar.range(of: start..<position))
  }

  private mutating func word() -> Located<String> {
    let start = position
    while let byte = peek(), isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") { position += 1 }
    return Located(
      String(decoding: bytes[start..<position], as: UTF8.self), at: scalar.range(of: start..<position))
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek(), isBlank(byte) { position += 1 }
  }

  private func unexpected() -> ValueProblem {
    let isChain = peek() == UInt8(ascii: ",") || peek() == UInt8(ascii: ";")
    let isLabel = peek() == UInt8(ascii: "[") || peek() == UInt8(ascii: "]")
    return problem(
      isChain
        ? "an `ffmpeg:` entry contains one filter"
        : "unexpected `\(String(decoding: bytes[position...].prefix(20), as: UTF8.self))` in an FFmpeg filter",
      from: position,
      hint: isChain
        ? "write an `ffmpeg:` entry for each; write a comma in a value as `\\,`"
        : isLabel
          ? "a filter has one input and one output, without labels"
          : "write a filter as in `eq=gamma=1.2:contrast=1.1`")
  }

  private func problem(_ message: String, from start: Int, hint: String? = nil) -> ValueProblem {
    ValueProblem(
      Diagnostic(
        .ffmpegSyntax, message, at: scalar.range(of: min(start, bytes.count)..<bytes.count), hint: hint))
  }
}
