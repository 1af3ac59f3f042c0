import Basics
import Diagnostics
import Processes

/// A tool of `editc mcp`: commands of this program whose output becomes an answer.
struct Tool: Sendable {
  let name: String
  let help: String
  let parameters: [ToolParameter]
  /// Whether it leaves all files as they are.
  var isReadOnly = true
  /// The first command. The path is that of a picture which the command may write.
  let begin:
    @Sendable (_ arguments: ToolArguments, _ picture: String) throws(ToolArguments.Mistake) -> ToolStep

  /// Its entry in `tools/list`.
  var json: JSONValue {
    .members([
      "name": .string(name), "description": .string(help),
      "inputSchema": .membersPresent([
        "type": "object",
        "properties": .object(parameters.map { JSONValue.Member(name: $0.name, value: $0.schema) }),
        "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
        "additionalProperties": false,
      ]),
      "annotations": .members([
        "readOnlyHint": .bool(isReadOnly), "destructiveHint": false, "openWorldHint": false,
      ]),
    ])
  }
}

/// What a call does next.
enum ToolStep {
  case run(ToolCommand, then: (ToolCommand.Result) -> ToolStep)
  case answer(ToolAnswer)
}

/// A command line of this program.
struct ToolCommand {
  let command: String
  let words: [String]
  /// The operands, which may begin with a dash.
  let operands: [String]
  var output = ToolOutput()
  /// Reads lines of standard output and of standard error, where a render reports, and returns those of the
  /// answer; nil if only standard output counts, all of it.
  var reading: (@Sendable (String) -> String?)?

  init(_ command: String, _ words: [String] = [], of operands: [String]) {
    self.command = command
    self.words = words
    self.operands = operands
  }

  struct Result {
    /// Nil if a signal ended the command.
    let code: ExitCode?
    let output: ToolOutput
    /// The whole standard error, or its end.
    let errorText: String

    /// The answer of a command that failed.
    var failure: ToolAnswer {
      var errors = ToolOutput(mostBytes: ToolAnswer.mostBytes / 2)
      // A pointer to the help of a command line is of no use here.
      let lines = errorText.split(separator: "\n").filter { !$0.hasPrefix("see 'editc ") }
      for line in lines.suffix(40) { errors.add(String(line)) }
      let words = errors.text()
      return ToolAnswer(
        texts: [words.isEmpty ? output.text() : words], failure: code ?? .internalError)
    }
  }

  /// The step that runs the command and answers with its output.
  func answered(
    by tool: String? = nil, allowing codes: Set<ExitCode> = [.done],
    _ answer: @escaping (Result) -> ToolAnswer = { ToolAnswer(texts: [$0.output.text()]) }
  ) -> ToolStep {
    .run(self) { result in
      guard let code = result.code, codes.contains(code) else { return .answer(result.failure) }
      if let tool { return .answer(ToolAnswer(texts: [result.output.text(continuedBy: tool)])) }
      return .answer(answer(result))
    }
  }
}

extension Tool {
  static let all: [Tool] = [check, fix, look, facts, diff, plan, render, explain]

  private static let script = ToolParameter("script", .text, "", isRequired: true)
  private static let from = ToolParameter("from", .integer(1...1_000_000), "first line of the answer")

  private static let check = Tool(
    name: "check", help: "Lists the mistakes in a script, and its revision.",
    parameters: [script, ToolParameter("limit", .integer(1...1000), "findings; 20")]
  ) { arguments, _ in
    let limit = arguments.integer("limit") ?? 20
    return ToolCommand(
      "lint", ["--format=brief", "--limit=\(limit)"], of: [arguments.required("script")]
    ).answered(allowing: [.done, .findings])
  }

  private static let fix = Tool(
    name: "fix",
    help: "Repairs what is safe in a script, or chosen findings; answers with a patch and what is left.",
    parameters: [
      script, ToolParameter("revision", .text, "from `check`", isRequired: true),
      ToolParameter("fixes", .integers, "numbers of findings in `check`"),
      ToolParameter("dryRun", .flag, "changes nothing"),
    ], isReadOnly: false
  ) { arguments, _ in
    let script = arguments.required("script")
    let chosen = arguments.integers("fixes").map { numbers in
      ["--only-fix=" + numbers.map(String.init).joined(separator: ",")]
    }
    let words = arguments.option("if-revision", "revision") + (chosen ?? [])
    var show = ToolCommand("lint", words + ["--diff"], of: [script])
    show.output = ToolOutput(mostBytes: 4000)
    return .run(show) { shown in
      guard shown.code == .done || shown.code == .findings else { return .answer(shown.failure) }
      let patch = shown.output.text()
      if arguments.isSet("dryRun") {
        return .answer(ToolAnswer(texts: [patch.isEmpty ? "There is nothing to repair.\n" : patch]))
      }
      var write = ToolCommand("lint", words + ["--fix", "--format=brief"], of: [script])
      write.output = ToolOutput(mostBytes: 3800)
      return write.answered(allowing: [.done, .findings]) { written in
        ToolAnswer(texts: [patch, written.output.text()])
      }
    }
  }

  private static let look = Tool(
    name: "look",
    help: "Shows a moment of a script's film or of a media file, or a sheet of moments with their times.",
    parameters: [
      ToolParameter("file", .text, "", isRequired: true),
      ToolParameter("at", .text, "a time such as 2.5s, 50%, end; else a sheet"),
      ToolParameter("from", .text, "start of a sheet"), ToolParameter("to", .text, "its end"),
      ToolParameter("count", .integer(1...100), "its pictures; 12"),
      ToolParameter("width", .integer(64...2000), "pixels; 800"),
    ]
  ) { arguments, picture throws(ToolArguments.Mistake) in
    let width = arguments.integer("width") ?? 800
    let form = ["--json", "--max-bytes=\(mostBytesOfPicture)", "--output=\(picture)", "--force"]
    let command: ToolCommand
    if arguments.text("at") != nil {
      guard !["from", "to", "count"].contains(where: arguments.has) else {
        throw ToolArguments.Mistake(sentence: "`at` is one moment; leave out `from`, `to` and `count`")
      }
      command = ToolCommand(
        "frame", form + arguments.option("at", "at") + ["--label", "--max-size=\(width)x0"],
        of: [arguments.required("file")])
    } else {
      command = ToolCommand(
        "sheet",
        form + ["--numbers", "--width=\(width)", "--count=\(arguments.integer("count") ?? 12)"]
          + arguments.option("from", "from") + arguments.option("to", "to"),
        of: [arguments.required("file")])
    }
    return lookStep(command, picture)
  }

  private static let mostBytesOfPicture = 200_000

  private static func lookStep(_ command: ToolCommand, _ picture: String) -> ToolStep {
    var command = command
    command.output = ToolOutput(mostBytes: 1 << 20)
    // Some pictures of a damaged file are missing in the sheet.
    return command.answered(allowing: [.done, .badData]) { result in
      guard let bytes = try? readFile(picture, limit: 2 * mostBytesOfPicture) else { return result.failure }
      return ToolAnswer(texts: [moments(in: result.output)], picture: bytes)
    }
  }

  /// The times of the pictures in a report of `frame` or `sheet`.
  private static func moments(in output: ToolOutput) -> String {
    let report = try? JSONValue.parse(bytes: Array(output.lines.joined(separator: "\n").utf8))
    let rows = report?["rows"]?.elements ?? report.map { [$0] } ?? []
    var text = ToolOutput()
    for (index, picture) in rows.flatMap({ $0["pictures"]?.elements ?? [] }).enumerated() {
      let time = (picture["actual"] ?? picture["requested"])?["seconds"]?.numberValue
      let words = [
        "\(index + 1)", time.map { "\((($0 * 1000).rounded()) / 1000)s" }, picture["item"]?.stringValue,
        picture["error"]?.stringValue,
      ]
      text.add(words.compactMap(\.self).joined(separator: " · "))
    }
    return text.text()
  }

  private static let facts = Tool(
    name: "facts", help: "Describes a media file: length, size, rate, tracks.",
    parameters: [
      ToolParameter("file", .text, "", isRequired: true), ToolParameter("tags", .flag, "with its tags"),
    ]
  ) { arguments, _ in
    ToolCommand(
      "probe", ["--brief"] + (arguments.isSet("tags") ? ["--tags"] : []), of: [arguments.required("file")]
    ).answered { result in
      // A separate block for what others wrote.
      let lines = result.output.lines
      let own = lines.firstIndex(of: BriefFacts.heading) ?? lines.endIndex
      let parts = [lines[..<own], lines[own...]]
      return ToolAnswer(texts: parts.map { $0.map { $0 + "\n" }.joined() })
    }
  }

  private static let diff = Tool(
    name: "diff", help: "Shows what changed in the film between two scripts, or since a git revision.",
    parameters: [
      ToolParameter("new", .text, "script", isRequired: true),
      ToolParameter("old", .text, "script or revision; HEAD"), from,
    ]
  ) { arguments, _ in
    var command = ToolCommand(
      "diff", of: [arguments.text("old"), arguments.required("new")].compactMap(\.self))
    command.output = ToolOutput(from: arguments.integer("from") ?? 1)
    return command.answered(by: "diff", allowing: [.done, .findings])
  }

  private static let plan = Tool(
    name: "plan", help: "Shows what a render would do: length, size, what is new.",
    parameters: [script, ToolParameter("range", .text, "part of the film, such as 10s..15s")]
  ) { arguments, _ in
    var command = ToolCommand(
      "plan", ["--json", "--summary"] + arguments.option("range", "range"),
      of: [arguments.required("script")])
    // One line of JSON with its own limit.
    command.output = ToolOutput(mostBytes: ToolAnswer.mostBytes)
    return command.answered()
  }

  private static let render = Tool(
    name: "render", help: "Renders the films of a script; existing files are not replaced.",
    parameters: [
      script, ToolParameter("output", .text, "one of its outputs"),
      ToolParameter("range", .text, "part of the film"), ToolParameter("draft", .flag, "small and quick"),
    ], isReadOnly: false
  ) { arguments, _ in
    let script = arguments.required("script")
    var command = ToolCommand(
      "render",
      ["--progress=json"] + arguments.option("only", "output") + arguments.option("range", "range")
        + (arguments.isSet("draft") ? ["--draft"] : []),
      of: [script])
    command.reading = answerLine(ofRender:)
    command.output = ToolOutput(mostBytes: 4000)
    return .run(command) { result in
      var told = result.output.text()
      if result.code == .cannotCreate {
        told += "This tool replaces no file; `file: film-%n.mp4` in a script takes the next free name.\n"
      }
      let code = result.code ?? .internalError
      guard code == .findings else {
        return .answer(ToolAnswer(texts: [told], failure: code == .done ? nil : code))
      }
      var lint = ToolCommand("lint", ["--format=brief"], of: [script])
      lint.output = ToolOutput(mostBytes: 3800)
      return .run(lint) { checked in
        .answer(ToolAnswer(texts: [told, checked.output.text()], failure: code))
      }
    }
  }

  private static let explain = Tool(
    name: "explain", help: "Explains a rule or a key; `language` is the whole language.",
    parameters: [ToolParameter("topic", .text, "", isRequired: true), from]
  ) { arguments, _ in
    let topic = arguments.required("topic")
    let output = ToolOutput(from: arguments.integer("from") ?? 1)
    var page = ToolCommand("spec", of: topic == "language" ? [] : [topic])
    page.output = output
    if topic == "language" { return page.answered(by: "explain") }
    var rule = ToolCommand("explain", of: [topic])
    rule.output = output
    return .run(rule) { explained in
      guard explained.code == .usage else {
        return .answer(ToolAnswer(texts: [explained.output.text(continuedBy: "explain")]))
      }
      return .run(page) { result in
        guard result.code == .done else { return .answer(explained.failure) }
        return .answer(ToolAnswer(texts: [result.output.text(continuedBy: "explain")]))
      }
    }
  }
}

/// What a line of `render --progress json` becomes in an answer. Nil for progress, and for findings that `lint`
/// lists, too.
@Sendable private func answerLine(ofRender line: String) -> String? {
  // A mistake in the command line is plain text.
  guard let event = try? JSONValue.parse(bytes: Array(line.utf8)), event.members != nil else {
    return line.hasPrefix("see 'editc ") ? nil : line
  }
  let message = event["message"]?.stringValue ?? ""
  switch event["event"]?.stringValue {
  case "finished":
    let frames = event["frames"]?.integerValue.map { ", \($0) frames" }
    let length = event["duration"]?.stringValue.map { ", \($0)" }
    return "wrote \(event["file"]?.stringValue ?? "")\(frames ?? "")\(length ?? "")"
  case "warning": return "warning: \(message)"
  case "note": return message
  case "error": return message
  case "finding" where event["id"]?.stringValue == DiagnosticID.checkFailed.name: return message
  default: return nil
  }
}
