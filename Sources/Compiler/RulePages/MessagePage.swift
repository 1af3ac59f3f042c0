package import Basics
import Diagnostics

/// A message of one command that is no finding of a script, and its page in `editc explain`.
package struct MessagePage: Sendable {
  package let name: String
  private let severity: Severity
  /// In three to six words.
  private let title: String
  private let explanation: String
  package let example: Example

  /// Files, a command, and what it then prints on standard error.
  package struct Example: Sendable {
    /// The name of each file and its text; other files are named by `remark`.
    package let files: [(name: String, text: String)]
    package let remark: String
    package let command: String
    package let report: String
  }

  package static let all = [unreadableBase, cannotMerge, mediaChanged]

  package static func page(named name: String) -> MessagePage? { all.first { $0.name == name } }

  /// What stands behind the message.
  package var tag: String { "[\(name)]" }

  // MARK: The page

  package func text(useColor: Bool) -> String {
    var page = PageText()
    page.lines("\(useColor ? "\u{1B}[1m\(name)\u{1B}[0m" : name): \(title) (\(severity.rawValue))")
    page.paragraph(explanation)
    if !example.remark.isEmpty { page.paragraph("Example: \(example.remark)") }
    for file in example.files {
      page.paragraph("\(file.name):")
      page.quote(file.text)
    }
    page.paragraph("\(example.command) reports")
    page.quote(example.report)
    page.paragraph(Self.scope)
    return page.text
  }

  package var markdown: String {
    var text = "# `\(name)`: \(title)\n\n*\(severity.rawValue)*\n\n\(explanation)\n\n## Example\n"
    if !example.remark.isEmpty { text += "\n\(example.remark)\n" }
    for file in example.files { text += "\n`\(file.name)`:\n\n```text\n\(file.text)\n```\n" }
    return text + "\n`\(example.command)` reports\n\n```text\n\(example.report)\n```\n\n\(Self.scope)\n"
  }

  package var json: JSONValue {
    .members([
      "id": .string(name), "severity": .string(severity.rawValue), "title": .string(title),
      "explanation": .string(explanation),
      "example": .members([
        "remark": .string(example.remark),
        "files": .array(
          example.files.map { .members(["name": .string($0.name), "text": .string($0.text)]) }),
        "command": .string(example.command), "report": .string(example.report),
      ]),
    ])
  }

  private static let scope =
    "This is no finding in a script, so a comment cannot suppress it, and `editc.yaml` and `--rule` do not know it."
}

// MARK: - Detection that is run again

extension MessagePage {
  package static let unreadableBase = MessagePage(
    name: "unreadable-base", severity: .error, title: "The base cannot be read",
    explanation: """
      `editc detect --into film.edit` remembers in `film.edit.detected` what it proposed last. The file is damaged, has \
      an unresolved merge conflict, or uses a format that this version does not know. The message gives the line. In a \
      merge, keep the lines of both sides and delete the marks: the order of lines has no meaning, and \
      `*.edit.detected merge=union` in `.gitattributes` does this by itself. Without the file, every item of the \
      script counts as yours.
      """,
    example: Example(
      files: [
        (
          "film.edit.detected",
          """
          editc detected 1
          <<<<<<< HEAD
          "talk.wav" take 0.38s..2.35s
          =======
          "talk.wav" take 0.38s..2.35s dropped
          >>>>>>> cuts
          """
        )
      ], remark: "", command: "editc lint film.edit",
      report:
        "editc: film.edit.detected:2: this is a conflict mark of git: keep the lines of both sides, and delete the "
        + "marks [unreadable-base]"))

  package static let cannotMerge = MessagePage(
    name: "cannot-merge", severity: .error, title: "A merge would be a guess",
    explanation: """
      `editc detect --into` changes single items and markers of the script, and this place leaves open which: the items \
      are made by `each` or a variable, a file is played at another speed so that its markers have no clear time, or \
      the timeline would be empty. Nothing was changed. Write the items themselves, or have another script written \
      with `--output`.
      """,
    example: Example(
      files: [
        (
          "film.edit",
          """
          edit: 1
          timeline:
            - each: {clip: [talk.wav], take: 1s..2s}
          outputs: [{file: film.m4a}]
          """
        )
      ], remark: "", command: "editc detect talk.wav --find silence --into film.edit",
      report:
        "editc: film.edit:3:5: `each` makes takes of talk.wav, which cannot be merged one by one [cannot-merge]"
    ))

  package static let mediaChanged = MessagePage(
    name: "media-changed", severity: .warning, title: "The media have changed",
    explanation: """
      Since the last `editc detect --into`, the file has other bytes: it was replaced, trimmed or re-encoded. What was \
      proposed then is still found by its time, so that your changes stay. If the file now begins earlier or later, \
      look at the changes before you keep them: `--dry-run` prints them.
      """,
    example: Example(
      files: [], remark: "talk.wav was exported again after the last run, with the same words.",
      command: "editc detect talk.wav --find silence --into film.edit --dry-run",
      report: """
        editc: talk.wav has changed since the last run; what was proposed is found by its time [media-changed]
        editc: film.edit: nothing to change
        """))
}
