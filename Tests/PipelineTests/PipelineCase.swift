import Compiler
import FoundationEssentials
import TestSupport
import Testing

/// One situation: a folder with a script, what is known of its media, and what each phase makes of them.
struct PipelineCase: Sendable, CustomTestStringConvertible {
  let name: String

  var testDescription: String { name }

  static let folder = packageRoot + "/Tests/PipelineTests/Cases"

  static let all: [PipelineCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map(PipelineCase.init(name:))
  }()

  /// The text of one of the case's files, or nil where it has none.
  func text(_ file: String) -> String? {
    (try? Data(contentsOf: URL(filePath: path(file)))).map { String(decoding: $0, as: UTF8.self) }
  }

  func update(_ file: String, to text: String?) throws {
    if let text {
      try Data(text.utf8).write(to: URL(filePath: path(file)))
    } else if FileManager.default.fileExists(atPath: path(file)) {
      try FileManager.default.removeItem(atPath: path(file))
    }
  }

  private func path(_ file: String) -> String { "\(Self.folder)/\(name)/\(file)" }
}

/// Both texts as `diff -u` shows them.
func difference(_ expected: String, _ found: String) -> String {
  guard let folder = try? TemporaryFolder(), let left = try? folder.write("expected", expected),
    let right = try? folder.write("found", found),
    let result = try? run(["diff", "-u", "--label", "expected", "--label", "found", left, right])
  else { return "expected:\n\(expected)\nfound:\n\(found)" }
  return result.text
}
