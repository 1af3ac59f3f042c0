import Basics
import Glibc
import Processes
import TestSupport
import Testing

/// Whole command lines and what comes of them. `Cases/NAME/` holds `command` (what follows `editc`), what is to be
/// on standard output and error (`stdout`, `stderr`, absent when empty), the exit code (`code`, absent when 0),
/// and whatever files the command reads. `EDITC_UPDATE_GOLDENS=1` writes them anew, to be read as a diff.
@Suite struct GoldenTests {
  private static let cases = packageRoot + "/Tests/CommandLineTests/Cases"
  private static let updates = getenv("EDITC_UPDATE_GOLDENS") != nil
  private static let names = (try? listFolder(cases)) ?? []

  @Test("A command line prints what it printed before", arguments: names)
  func sameText(name: String) throws {
    let folder = Self.cases + "/" + name
    let command = try text(folder + "/command").trimmed
    let place = try Workplace(isBare: true)
    let result = try run(
      ["bash", "-c", "\(shellWord(editcPath)) \(command)"], in: folder,
      environment: place.environment.merging(["COLUMNS": "80", "NO_COLOR": "1"]) { $1 })
    try compare(withoutKeys(result.text), with: folder + "/stdout")
    try compare(result.errorText, with: folder + "/stderr")
    try compare(result.exitCode == 0 ? "" : "\(result.exitCode)\n", with: folder + "/code")
  }

  @Test("There are cases to look at")
  func someCases() {
    #expect(Self.names.count > 10)
  }

  private func compare(_ found: String, with path: String) throws {
    let expected = isThere(path) ? try text(path) : ""
    if found == expected { return }
    if Self.updates {
      if found.isEmpty { try removeFile(path) } else { try AtomicFile.publish(Array(found.utf8), at: path) }
    } else {
      Issue.record("\(path) expects\n\(expected)\nfound\n\(found)")
    }
  }

  /// Keys depend on the versions of the codec libraries.
  private func withoutKeys(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = line.drop { $0 == " " }
      guard start.hasPrefix("key ") || start.hasPrefix("\"key\":") else { return String(line) }
      return line.prefix { $0 == " " } + "key ..."
    }.joined(separator: "\n")
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try readFile(path, limit: 1 << 20), as: UTF8.self)
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
