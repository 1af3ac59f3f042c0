import Basics
import Diagnostics
import FoundationEssentials

/// The answer to a call of a tool: at most 8,000 bytes of text, and at most one picture.
struct ToolAnswer {
  var texts: [String] = []
  /// The bytes of a JPEG.
  var picture: [UInt8]?
  /// Nil for a result, which may be that a script has errors.
  var failure: ExitCode?

  static let mostBytes = 8000

  /// The result of `tools/call`.
  var json: JSONValue {
    var content = texts.filter { !$0.isEmpty }.map { text in
      JSONValue.members(["type": "text", "text": .string(text)])
    }
    if let picture {
      content.append(
        .members([
          "type": "image", "data": .string(Data(picture).base64EncodedString()), "mimeType": "image/jpeg",
        ]))
    }
    return .membersPresent([
      "content": .array(content), "isError": .bool(failure != nil),
      "structuredContent": failure.map { code in
        .members(["code": .integer(Int64(code.rawValue)), "kind": .string(code.word)])
      },
    ])
  }
}

/// The whole lines of a command's output that fit into an answer.
struct ToolOutput {
  /// The number of the first line of the answer, from 1.
  private let first: Int
  private let mostBytes: Int
  private(set) var lines: [String] = []
  private var bytes = 0
  private var count = 0

  private static let mostBytesOfLine = 4000

  init(from first: Int64 = 1, mostBytes: Int = ToolAnswer.mostBytes - 200) {
    self.first = Int(clamping: first)
    self.mostBytes = mostBytes
  }

  /// Invisible characters get names, because a model would read what a person does not see.
  mutating func add(_ line: String) {
    count += 1
    guard count >= first, lines.count == count - first else { return }
    let line = VisibleText.line(line).cut(toBytes: Self.mostBytesOfLine)
    guard bytes + line.utf8.count + 1 <= mostBytes else { return }
    bytes += line.utf8.count + 1
    lines.append(line)
  }

  /// The text, and how to get the rest of it; nil for a tool that cannot continue.
  func text(continuedBy tool: String? = nil) -> String {
    let next = first + lines.count
    let left = count - next + 1
    var text = lines.map { $0 + "\n" }.joined()
    if left > 0 {
      text += "\(left) more \(left == 1 ? "line" : "lines")"
      if let tool { text += "; call `\(tool)` with `from`: \(next)" }
      text += "\n"
    }
    return text
  }
}
