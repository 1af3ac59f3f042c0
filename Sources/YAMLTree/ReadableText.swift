import Basics
import Diagnostics

/// A text made safe for libyaml: of the same length as the source, with every character reported and replaced
/// that would stop libyaml or be read differently than it looks.
struct ReadableText {
  private(set) var bytes: [UInt8]
  /// The offset of each character, because libyaml counts characters; nil if each has one byte.
  private(set) var characterStarts: [UInt32]?

  /// Nil if the text cannot be read: too large, or in another encoding.
  init?(_ source: SourceText, limits: YAMLLimits, findings: inout LimitedFindings) {
    bytes = source.bytes
    guard bytes.count <= limits.fileBytes else {
      let message =
        "the file has \(bytes.count) bytes; a script may have at most \(limits.fileBytes)"
      findings.add(Diagnostic(.tooLarge, message, at: SourceRange(limits.fileBytes, limits.fileBytes)))
      return nil
    }
    if Self.isWide(bytes) {
      findings.add(
        Diagnostic(
          .yamlSyntax, "the file is UTF-16 or UTF-32, not UTF-8", at: SourceRange(0, min(2, bytes.count)),
          hint: "save the file as UTF-8"))
      return nil
    }
    replaceUnreadableCharacters(&findings)
    replaceDirectives(&findings)
  }

  /// The byte offset of a character that libyaml counted.
  func offset(ofCharacter index: Int) -> Int {
    guard let characterStarts else { return min(index, bytes.count) }
    return index < characterStarts.count ? Int(characterStarts[index]) : bytes.count
  }

  private static func isWide(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2 else { return false }
    let (first, second) = (bytes[0], bytes[1])
    return (first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF)
      || (first == 0) != (second == 0)
  }
}

// MARK: Characters

extension ReadableText {
  private mutating func replaceUnreadableCharacters(_ findings: inout LimitedFindings) {
    var starts: [UInt32] = []
    var hasWideCharacters = false
    var position = 0
    while position < bytes.count {
      if !hasWideCharacters, bytes[position] >= 0x80 {
        hasWideCharacters = true
        starts = (0..<UInt32(position)).map(\.self)
      }
      let length = lengthOfReadableCharacter(at: position)
      if length == 0 {
        let end = replaceUnreadableRun(at: position, &findings)
        if hasWideCharacters { starts += (UInt32(position)..<UInt32(end)).map(\.self) }
        position = end
      } else {
        if hasWideCharacters { starts.append(UInt32(position)) }
        position += length
      }
    }
    if hasWideCharacters { characterStarts = starts }
  }

  /// Adjacent characters with the same fault are one finding: an image renamed to `.edit` has thousands.
  private mutating func replaceUnreadableRun(at start: Int, _ findings: inout LimitedFindings) -> Int {
    let (fault, length) = fault(at: start)
    var end = start + length
    while end < bytes.count, lengthOfReadableCharacter(at: end) == 0 {
      let next = self.fault(at: end)
      guard next.fault == fault else { break }
      end += next.length
    }
    findings.add(
      Diagnostic(
        .yamlSyntax, message(fault, at: start), at: SourceRange(start, end), hint: fault.hint))
    let harmless = fault == .carriageReturn ? UInt8(ascii: "\n") : UInt8(ascii: "?")
    for index in start..<end { bytes[index] = harmless }
    return end
  }

  /// Zero for characters that libyaml rejects or treats as invisible line breaks.
  private func lengthOfReadableCharacter(at position: Int) -> Int {
    let byte = bytes[position]
    if byte < 0x80 {
      switch byte {
      case 0x20...0x7E, 0x09, 0x0A: return 1
      case 0x0D: return position + 1 < bytes.count && bytes[position + 1] == 0x0A ? 1 : 0
      default: return 0
      }
    }
    guard case .character(let scalar, let length) = decode(at: position) else { return 0 }
    switch scalar.value {
    case 0x80...0x9F, 0x2028, 0x2029, 0xFFFE, 0xFFFF: return 0
    default: return length
    }
  }

  private enum Fault {
    case encoding, carriageReturn, lineSeparator, controlCharacter

    var hint: String {
      switch self {
      case .encoding: "save the file as UTF-8"
      case .carriageReturn: "end lines with a line feed"
      case .lineSeparator: "write a line break, or `\\n` in double quotes"
      case .controlCharacter: "remove it"
      }
    }
  }

  private func fault(at position: Int) -> (fault: Fault, length: Int) {
    switch decode(at: position) {
    case .broken(let length): return (.encoding, length)
    case .character(let scalar, let length):
      switch scalar.value {
      case 0x0D: return (.carriageReturn, length)
      case 0x85, 0x2028, 0x2029: return (.lineSeparator, length)
      default: return (.controlCharacter, length)
      }
    }
  }

  private func message(_ fault: Fault, at position: Int) -> String {
    guard case .character(let scalar, _) = decode(at: position) else {
      return "the byte 0x\(hexadecimal(UInt32(bytes[position]), digits: 2)) is not UTF-8"
    }
    return switch fault {
    case .carriageReturn: "a lone carriage return is not a line break"
    case .lineSeparator: "the character \(codePoint(scalar)) is an invisible line separator"
    default: "the control character \(codePoint(scalar)) is not allowed in a script"
    }
  }

  private enum Decoded {
    case character(Unicode.Scalar, length: Int)
    case broken(length: Int)
  }

  private func decode(at position: Int) -> Decoded {
    if bytes[position] < 0x80 { return .character(Unicode.Scalar(bytes[position]), length: 1) }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes[position..<min(position + 4, bytes.count)].makeIterator()
    switch parser.parseScalar(from: &iterator) {
    case .valid(let encoded): return .character(Unicode.UTF8.decode(encoded), length: encoded.count)
    case .error(let length): return .broken(length: max(1, length))
    case .emptyInput: return .broken(length: 1)
    }
  }
}

// MARK: Directives

extension ReadableText {
  /// Turns directives into comments, because libyaml would spend quadratic time on them.
  private mutating func replaceDirectives(_ findings: inout LimitedFindings) {
    var line = 0
    while line < bytes.count {
      let end = bytes[line...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let content = bytes[line..<end].firstIndex { !isBlank($0) && $0 != UInt8(ascii: "\r") }
      if bytes[line] == UInt8(ascii: "%") {
        let range = trimmed(SourceRange(line, end))
        let word = String(decoding: bytes[line..<range.end].prefix { !isBlank($0) }.prefix(40), as: UTF8.self)
        findings.add(
          Diagnostic(
            .unsupportedYAML, "the YAML directive `\(word)` is not supported", at: range,
            hint: "remove the line"))
        bytes[line] = UInt8(ascii: "#")
      } else if let content, bytes[content] != UInt8(ascii: "#") {
        return
      }
      line = end + 1
    }
  }

  private func trimmed(_ range: SourceRange) -> SourceRange {
    var end = range.end
    while end > range.start, isBlank(bytes[end - 1]) || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return SourceRange(range.start, end)
  }
}
