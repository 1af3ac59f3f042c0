import TestSupport
import Testing

@testable import Composition

struct DocumentedFactsTests {
  @Test("The page about locks names every fact that a lock can hold")
  func page() throws {
    let page = String(
      decoding: try run(["cat", packageRoot + "/docs/lock.md"]).output, as: UTF8.self)
    let names =
      MediaFacts.fields.fields.map(\.name) + VideoTrackFacts.fields.fields.map(\.name)
      + AudioTrackFacts.fields.fields.map(\.name) + OtherTrackFacts.fields.fields.map(\.name) + ["sha256"]
    #expect(names.count > 35)
    for name in names { #expect(page.contains("`\(name)`"), "\(name)") }
    for list in MediaFacts.fields.lists.map(\.name) { #expect(page.contains("`\(list) N"), "\(list)") }
    #expect(page.contains("`\(LockFile.opening) \(LockFile.version)`"))
  }
}
