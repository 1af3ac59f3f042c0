import Basics
import Compiler
import Diagnostics
import Lowering
import Processes
import ScriptAnalysis
import Workspace

extension LanguageServer {
  /// The pause in typing after which a text is compiled; the first change after a rest is compiled
  /// immediately.
  private static let pause = Duration.milliseconds(80)
  /// The pause after which media, fonts and filters are checked.
  private static let longPause = Duration.milliseconds(300)

  /// Schedules compilations after a change of a document.
  func expectCompilation(of document: OpenDocument) {
    let pause = document.hasRested(for: Self.longPause) ? .zero : Self.pause
    document.lastChange = .now
    schedule(\.quick, of: document, after: pause) { $0.compile(document) }
    schedule(\.thorough, of: document, after: Self.longPause) { $0.look(around: document) }
  }

  private func schedule(
    _ state: ReferenceWritableKeyPath<OpenDocument, OpenDocument.CompilationState>, of document: OpenDocument,
    after pause: Duration, _ action: @escaping (LanguageServer) -> Void
  ) {
    if let timer = document[keyPath: state].timer { cancel(timer) }
    document[keyPath: state].timer = after(pause) { [unowned self, unowned document] in
      document[keyPath: state].timer = nil
      action(self)
    }
  }

  /// Compiles the current text with the information that is already known.
  func compile(_ document: OpenDocument) {
    if let timer = document.quick.timer { cancel(timer) }
    document.quick.timer = nil
    guard document.quick.revision == nil else {
      document.quick.isWanted = true
      return
    }
    let (uri, number, revision) = (document.uri, document.number, document.revision)
    document.quick.revision = revision
    document.quick.isWanted = false
    compiler.compile(document.source, knowing: document.world) { server, knowledge in
      server.take(knowledge, of: revision, for: uri, number)
    }
  }

  private func take(
    _ knowledge: FilmKnowledge, of revision: Int, for uri: DocumentURI, _ number: Int
  ) {
    guard let document = documents[uri], document.number == number, document.quick.revision == revision else {
      return
    }
    document.quick.revision = nil
    document.take(withDetections(knowledge, of: uri.path), of: revision)
    // Media that were not checked yet are not a finding.
    publish(knowledge.compilation.diagnostics.filter { $0.id != .mediaNotChecked }, of: document, revision)
    if document.quick.isWanted || !document.isCompiled, document.quick.timer == nil { compile(document) }
  }

  /// Compiles the current text and checks everything that it depends on.
  func look(around document: OpenDocument) {
    if let timer = document.thorough.timer { cancel(timer) }
    document.thorough.timer = nil
    // A text that has no path has no neighbouring files.
    guard let path = document.uri.path else { return }
    guard document.thorough.revision == nil else {
      document.thorough.isWanted = true
      return
    }
    let (uri, number, revision) = (document.uri, document.number, document.revision)
    document.thorough.revision = revision
    document.thorough.isWanted = false
    let file = ScriptFile(path: path, source: document.source, folder: folder(of: path))
    compiler.compile(file, among: openTexts) { server, result in
      server.take(result, of: revision, for: uri, number)
    }
  }

  private func take(
    _ result: Result<SeenScript, WorkspaceError>, of revision: Int, for uri: DocumentURI, _ number: Int
  ) {
    guard let document = documents[uri], document.number == number, document.thorough.revision == revision
    else { return }
    document.thorough.revision = nil
    switch result {
    case .success(let seen):
      document.world = seen.world
      document.isOfPackage = seen.isOfPackage
      document.take(withDetections(seen.knowledge, of: uri.path), of: revision)
      publish(seen.knowledge.compilation.diagnostics, of: document, revision)
      if document.watched != seen.watched {
        document.watched = seen.watched
        watchFiles()
      }
      refreshClient()
    case .failure(let error): log(.warning, "\(uri.path ?? uri.text): \(setup.words(error))")
    }
    if document.thorough.isWanted { look(around: document) }
  }

  /// Asks the client to redraw what belongs to an earlier film.
  private func refreshClient() {
    if client.refreshesHints { request("workspace/inlayHint/refresh") }
    if client.refreshesLenses { request("workspace/codeLens/refresh") }
  }

  /// The client's unsaved texts on top of those on disk.
  private var openTexts: OverlaidTexts {
    var texts = OverlaidTexts(relativeTo: "/")
    for document in documents.values {
      if let path = document.uri.path { texts.lay(document.source.bytes, over: path) }
    }
    return texts
  }

  /// Checks all open scripts again, because other files may have changed.
  func filesChanged() {
    for document in documents.values { look(around: document) }
  }
}
