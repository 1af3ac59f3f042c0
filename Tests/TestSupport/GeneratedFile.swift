import FoundationEssentials
import Testing

/// Compares a file of the checkout with what should be in it, or writes it when goldens are refreshed.
package func expectFile(_ path: String, toHold text: String) throws {
  let url = URL(filePath: packageRoot + "/" + path)
  if ProcessInfo.processInfo.environment["EDITC_UPDATE_GOLDENS"] == "1" {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
  let written = (try? Data(contentsOf: url)).map { String(decoding: $0, as: UTF8.self) }
  #expect(written == text, "\(path) is out of date: run the tests with EDITC_UPDATE_GOLDENS=1")
}
