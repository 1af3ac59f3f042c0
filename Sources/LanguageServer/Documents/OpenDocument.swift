import Basics
import Processes
import ScriptAnalysis
import Workspace

/// A document that is open in a client, and what is known about it.
final class OpenDocument {
  private(set) var document: Document
  /// Distinguishes it from an earlier document with the same name.
  let number: Int
  /// The knowledge of the newest compiled text.
  private(set) var knowledge: FilmKnowledge?
  /// The revision of this text.
  private var compiledRevision = -1
  /// The result of the last check of everything around the script.
  var world = RememberedWorld()
  var watched: [String] = []
  /// Whether it is known to be part of a package, which nothing changes.
  var isOfPackage = false
  /// The findings last sent to the client.
  var published: (revision: Int, diagnostics: JSONValue)?
  /// The two kinds of compilations: with known information, and with checks of files.
  var quick = CompilationState()
  var thorough = CompilationState()
  /// The time of the last change of the text.
  var lastChange: SuspendingClock.Instant?
  private var waiting: [() -> Void] = []
  private var cached: (revision: Int, script: ScriptText)?

  struct CompilationState {
    /// The revision that is being compiled, or nil.
    var revision: Int?
    /// Whether to compile again afterwards.
    var isWanted = false
    var timer: EventLoop.TimerID?
  }

  /// - Parameter number: Unique within the session.
  init(_ document: Document, number: Int) {
    self.document = document
    self.number = number
  }

  var uri: DocumentURI { document.uri }
  var source: SourceText { document.source }
  var revision: Int { document.revision }

  /// The parsed text.
  var script: ScriptText {
    if let cached, cached.revision == revision { return cached.script }
    let script = ScriptText(source)
    cached = (revision, script)
    return script
  }

  /// Whether the newest text is compiled.
  var isCompiled: Bool { compiledRevision == revision }

  /// The knowledge of the newest text; nil until it is compiled.
  var currentKnowledge: FilmKnowledge? { isCompiled ? knowledge : nil }

  func apply(_ changes: [Document.Change], version: Int64, encoding: PositionEncoding) {
    document.apply(changes, version: version, encoding: encoding)
  }

  func hasRested(for duration: Duration) -> Bool {
    lastChange.map { SuspendingClock.now - $0 > duration } ?? true
  }

  /// Stores the result for a revision, unless there is a newer one.
  func take(_ knowledge: FilmKnowledge, of revision: Int) {
    guard revision >= compiledRevision else { return }
    self.knowledge = knowledge
    compiledRevision = revision
    guard isCompiled else { return }
    let waiting = waiting
    self.waiting = []
    for action in waiting { action() }
  }

  /// Adds to what is known, without another compilation.
  func learn(_ change: (FilmKnowledge) -> FilmKnowledge) { knowledge = knowledge.map(change) }

  func whenCompiled(_ action: @escaping () -> Void) {
    if isCompiled { action() } else { waiting.append(action) }
  }

  /// Runs all waiting actions with what is known, because the document is closed.
  func close() {
    compiledRevision = revision
    let waiting = waiting
    self.waiting = []
    for action in waiting { action() }
  }
}
