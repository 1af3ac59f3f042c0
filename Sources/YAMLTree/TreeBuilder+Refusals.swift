import Basics
import Diagnostics

extension TreeBuilder {
  /// Reports the anchors and tags before a value, and returns whether there were any.
  ///
  /// A plain text cannot begin with `&` or `!`, so the source shows what libyaml does not report (`!`).
  mutating func refuseProperties(of event: YAMLEvent) -> Bool {
    var left = event.properties
    var ownsPrefix = false
    if case .scalar = event.kind { ownsPrefix = !event.range.isEmpty }
    guard left > 0 || (ownsPrefix && isProperty(at: event.range.start)) else { return false }
    gaps.advance(to: event.range.start)
    while left > 0 || (ownsPrefix && gaps.position < event.range.end), isProperty(at: gaps.advanceToContent())
    {
      let range = rangeOfProperty(from: gaps.position)
      gaps.skip(to: range.end)
      left -= 1
      let isAnchor = bytes[range.start] == UInt8(ascii: "&")
      let name = source[range].prefix(40)
      findings.add(
        Diagnostic(
          .unsupportedYAML, "the YAML \(isAnchor ? "anchor" : "tag") `\(name)` is not supported",
          at: range,
          hint: isAnchor
            ? "use `defaults`, `vars` or `sequences` instead; quote text that starts with `&`"
            : "remove it: the key determines the type of its value; quote text that starts with `!`")
      )
    }
    return true
  }

  mutating func takeKey(_ scalar: YAMLScalar, _ range: SourceRange) {
    guard let last = open.indices.last else { return }
    var text: String? = scalar.text
    checkPlaceOfKey(range)
    if scalar.text == "<<", scalar.style == .plain {
      findings.add(
        Diagnostic(
          .unsupportedYAML, "the YAML merge key `<<` is not supported", at: range,
          hint: "use `defaults`, `vars` or `sequences` instead"))
      text = nil
    } else if scalar.text.isEmpty {
      refuseMissingKey(at: range.start)
      return
    } else if let first = open[last].keys[scalar.text] {
      findings.add(
        Diagnostic(
          .duplicateKey, "the key `\(scalar.text.prefix(60))` appears twice in the same mapping",
          at: range,
          notes: [.init("first used here", at: first)], hint: "keep one of them"))
      text = nil
    } else {
      open[last].keys[scalar.text] = range
    }
    open[last].pendingKey = PendingKey(text: text, range: range)
    open[last].end = max(open[last].end, range.end)
  }

  mutating func refuseMissingKey(at place: Int) {
    let colon = firstContent(from: place, acrossLines: false)
    let isColon = colon < bytes.count && bytes[colon] == UInt8(ascii: ":")
    let range = isColon ? SourceRange(colon, colon + 1) : SourceRange(place, place)
    findings.add(
      Diagnostic(
        .unsupportedYAML, "missing key", at: range, hint: "a key is plain text: `key: value`"))
    guard let last = open.indices.last else { return }
    open[last].pendingKey = PendingKey(text: nil, range: SourceRange(place, place))
  }

  /// Checks that a key and its colon are on one line, without a `?`.
  private mutating func checkPlaceOfKey(_ range: SourceRange) {
    if let indicator = gaps.takeKeyIndicator() {
      findings.add(
        Diagnostic(
          .unsupportedYAML, "YAML keys with `?` are not supported",
          at: SourceRange(indicator, indicator + 1), hint: "write `key: value`"))
      return
    }
    let next = firstContent(from: range.end, acrossLines: true)
    let isFarColon =
      next < bytes.count && bytes[next] == UInt8(ascii: ":")
      && bytes[range.end..<next].contains(where: isLineBreak)
    guard isFarColon || bytes[range.start..<range.end].contains(where: isLineBreak) else { return }
    reportKeyOnLines(range, colon: next)
  }

  /// Reports a quoted text or a value in brackets that spans several lines and turns out to be a key.
  mutating func refuseKeyOnLines(_ range: SourceRange) -> Bool {
    let next = firstContent(from: range.end, acrossLines: false)
    guard !wantsKey, next < bytes.count, bytes[next] == UInt8(ascii: ":") else { return false }
    reportKeyOnLines(range, colon: next)
    return true
  }

  private mutating func reportKeyOnLines(_ range: SourceRange, colon: Int) {
    explained = SourceRange(range.start, colon + 1)
    findings.add(Diagnostic(.yamlSyntax, "a key and its colon must be on one line", at: range))
  }

  /// Escapes can produce characters that the text must not contain, such as NUL.
  mutating func checkCharacters(of scalar: YAMLScalar, _ range: SourceRange) {
    guard scalar.style == .doubleQuoted,
      let control = scalar.text.unicodeScalars.first(where: {
        ($0.value < 0x20 && !"\t\n\r".unicodeScalars.contains($0)) || $0.value == 0x7F
      })
    else { return }
    findings.add(
      Diagnostic(
        .yamlSyntax, "this text contains an escape sequence for the control character \(codePoint(control))",
        at: range,
        hint: "remove the escape; write a backslash as `\\\\`, or as it is in single quotes"))
  }

  private func isProperty(at offset: Int) -> Bool {
    offset < bytes.count && (bytes[offset] == UInt8(ascii: "&") || bytes[offset] == UInt8(ascii: "!"))
  }

  private func rangeOfProperty(from start: Int) -> SourceRange {
    if bytes[start...].starts(with: "!<".utf8), let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) {
      return SourceRange(start, end + 1)
    }
    let end = bytes[start...].firstIndex { byte in
      isBlank(byte) || isLineBreak(byte) || (!open.isEmpty && ",[]{}".utf8.contains(byte))
    }
    return SourceRange(start, end ?? bytes.count)
  }
}
