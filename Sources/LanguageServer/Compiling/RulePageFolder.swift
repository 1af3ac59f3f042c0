import Compiler
import Diagnostics
import Processes
import Workspace

extension LanguageServer {
  /// The page of a kind of finding, for editors that open it: a file in the cache, as `editc explain
  /// --markdown` prints it; nil without a cache.
  func page(of id: DiagnosticID) -> DocumentURI? {
    guard let folder = setup.cache.map({ $0.path + "/rules/" + editcVersion }) else { return nil }
    let path = folder + "/" + id.name + ".md"
    if pages.insert(id.name).inserted {
      let name = id.name
      let write = { @Sendable in writePage(of: name, to: path) }
      compiler.look(write) { server, isWritten in
        if !isWritten { server.log(.log, "the page of '\(name)' cannot be written to \(path)") }
      }
    }
    return DocumentURI(path: path)
  }
}

private func writePage(of name: String, to path: String) -> Bool {
  guard let page = RulePages.page(named: name), let text = try? page.markdown,
    (try? makeFolder(folder(of: path))) != nil
  else { return false }
  return (try? AtomicFile.publish(Array(text.utf8), at: path)) != nil
}
