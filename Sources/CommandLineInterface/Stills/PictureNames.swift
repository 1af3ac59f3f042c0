import LibAV

/// The file names of a series of pictures: `shots/%03d.jpg` becomes `shots/001.jpg`, `shots/002.jpg`, ...
///
/// `%d` is the number of the picture, `%0Nd` the same with at least N digits, `%%` a percent sign.
struct PictureNames: Sendable {
  let kind: PictureFile
  private let pattern: String
  private let parts: [Part]

  private enum Part {
    case text(String)
    case number(digits: Int)
  }

  static let endings = ".png, .jpg, .jpeg or .webp"

  init(_ pattern: String, quality: Int?) throws {
    guard let dot = pattern.lastIndex(of: "."),
      let kind = PictureFile(
        fileExtension: String(pattern[pattern.index(after: dot)...]), quality: quality ?? 90)
    else { throw CommandFailure(.usage, "\(pattern) does not end in \(Self.endings)") }
    if kind == .png, quality != nil {
      throw CommandFailure(
        .usage, "--quality is for JPEG and WebP; PNG is lossless")
    }
    self.kind = kind
    self.pattern = pattern
    parts = try Self.parts(of: pattern)
  }

  var hasNumber: Bool {
    parts.contains { if case .number = $0 { true } else { false } }
  }

  /// The names of this many pictures, numbered from 1.
  func paths(count: Int) throws -> [String] {
    guard hasNumber || count <= 1 else {
      throw CommandFailure(
        .usage,
        "\(count) pictures need a number in the name of the file, such as \(example)")
    }
    return (0..<count).map { path(number: $0 + 1) }
  }

  /// The pattern with a number before its extension, for the message.
  private var example: String {
    guard let dot = pattern.lastIndex(of: ".") else { return pattern }
    return pattern[..<dot] + "-%03d" + pattern[dot...]
  }

  private func path(number: Int) -> String {
    parts.map { part in
      switch part {
      case .text(let text): return text
      case .number(let digits):
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
      }
    }.joined()
  }

  private static func parts(of pattern: String) throws -> [Part] {
    var parts: [Part] = []
    var text = ""
    var rest = pattern[...]
    while let letter = rest.popFirst() {
      guard letter == "%" else {
        text.append(letter)
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      switch rest.popFirst() {
      case "%" where digits.isEmpty: text.append("%")
      case "d" where digits.isEmpty || digits.hasPrefix("0") && digits.count <= 3:
        parts += [.text(text), .number(digits: Int(digits) ?? 1)]
        text = ""
      default:
        throw CommandFailure(
          .usage,
          "\(pattern): expected `%d`, or `%03d` for three digits, after `%`; write a percent sign as `%%`"
        )
      }
    }
    return parts + [.text(text)]
  }
}
