import FoundationEssentials
import Processes
import TestSupport
import Testing

@Suite("The page about differences")
struct DiffPageTests {
  @Test("shows what editc prints about the README's film")
  func example() throws {
    let media = try run([packageRoot + "/examples/make-media"])
    try #require(media.exitCode == 0, "\(media.errorText)")
    let readme = try text("README.md")
    let script = try #require(readme.stretch(between: "```yaml\n", and: "```"))
    let repository = try Repository()
    try repository.place.write(".gitignore", "*\n!holiday.edit\n")
    try FileManager.default.createSymbolicLink(
      atPath: repository.place.path("media"), withDestinationPath: packageRoot + "/examples/media")
    try repository.place.write("holiday.edit", script)
    try repository.commit("the README's film")
    let end = "  - {clip: media/park.mp4, take: ..8s}\n"
    let new = script.replacing("take: 2.5s..10s ", "take: 3s..10s ").replacing(
      "take: 2.5s..10s\n", "take: 3s..10s\n"
    )
    .replacing(end, "  - {clip: media/park.mp4, take: 7s..9.5s, volume: 0}\n" + end)
    try repository.place.write("holiday.edit", new)
    let result = try repository.editc("diff", "--no-cache", "holiday.edit")
    #expect(result.exitCode == 1 && result.errorText == "")
    #expect(try text("docs/diff.md").stretch(between: "```text\n", and: "```") == result.text)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try readFile(packageRoot + "/" + path, limit: 1 << 20), as: UTF8.self)
  }
}

extension String {
  fileprivate func stretch(between start: String, and end: String) -> String? {
    guard let from = firstRange(of: start), let to = self[from.upperBound...].firstRange(of: end) else {
      return nil
    }
    return String(self[from.upperBound..<to.lowerBound])
  }

  fileprivate func replacing(_ old: String, _ new: String) -> String {
    guard let place = firstRange(of: old) else { return self }
    return replacingCharacters(in: place, with: new)
  }

  private func replacingCharacters(in place: Range<String.Index>, with new: String) -> String {
    self[..<place.lowerBound] + new + self[place.upperBound...]
  }
}
