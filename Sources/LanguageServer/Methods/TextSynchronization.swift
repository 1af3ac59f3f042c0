import Basics
import Processes

extension Method {
  static let didOpen = notification(
    "textDocument/didOpen", Capability("textDocumentSync", .members(["openClose": true]))
  ) { server, parameters in
    guard let item = parameters["textDocument"], let uri = item["uri"]?.stringValue,
      let text = item["text"]?.stringValue
    else { return }
    server.open(Document(DocumentURI(uri), version: item["version"]?.integerValue ?? 0, text: text))
  }

  /// 2 is incremental.
  static let didChange = notification(
    "textDocument/didChange", Capability("textDocumentSync", .members(["change": 2]))
  ) { server, parameters in
    guard let document = try? server.document(parameters),
      let changes = parameters["contentChanges"]?.elements
    else { return }
    let version = parameters["textDocument"]?["version"]?.integerValue ?? document.document.version
    document.apply(
      changes.compactMap(Document.Change.init), version: version, encoding: server.client.encoding)
    server.expectCompilation(of: document)
  }

  static let didClose = notification("textDocument/didClose") { server, parameters in
    guard let document = try? server.document(parameters) else { return }
    server.close(document)
  }

  static let didSave = notification(
    "textDocument/didSave", Capability("textDocumentSync", .members(["save": true]))
  ) { server, parameters in
    // Other scripts that play this one now play the text on disk.
    server.filesChanged()
  }
}

extension Document.Change {
  /// Nil if the value is not a change.
  fileprivate init?(_ value: JSONValue) {
    guard let text = value["text"]?.stringValue else { return nil }
    if let range = value["range"], range != .null {
      guard let range = PositionRange(range) else { return nil }
      self.init(range: range, text: text)
    } else {
      self.init(range: nil, text: text)
    }
  }
}

extension LanguageServer {
  fileprivate func open(_ document: Document) {
    if let old = documents[document.uri] { close(old) }
    let open = OpenDocument(document, number: nextDocumentNumber())
    documents[document.uri] = open
    compile(open)
    look(around: open)
  }

  fileprivate func close(_ document: OpenDocument) {
    for timer in [document.quick.timer, document.thorough.timer].compactMap(\.self) { cancel(timer) }
    documents[document.uri] = nil
    document.close()
    publishNothing(of: document.uri)
    watchFiles()
  }
}
