import Basics
import Processes
import ScriptAnalysis
import Workspace

/// A document that a client has open, and what is known of it.
final class OpenDocument {
  private(set) var document: Document
  /// Tells it from one that was open under the same name before.
  let number: Int
  /// Of the newest text that was compiled.
  private(set) var knowledge: FilmKnowledge?
  /// The revision of that text.
  private var compiledRevision = -1
  /// Of the last look at the world around the script.
  var world = RememberedWorld()
  var watched: [String] = []
  /// What the client was told last.
  var published: (revision: Int, diagnostics: JSONValue)?
  /// The two kinds of compilations: with what is known, and with a look at the world.
  var quick = CompilationState()
  var thorough = CompilationState()
  /// When the text was changed last.
  var lastChange: SuspendingClock.Instant?
  private var waiting: [() -> Void] = []
  private var cached: (revision: Int, script: ScriptText)?

  struct CompilationState {
    /// The revision that is being compiled; nil if none is.
    var revision: Int?
    /// Whether it has to be done again afterwards.
    var isWanted = false
    var timer: EventLoop.TimerID?
  }

  /// `number` is that of no other document of the session.
  init(_ document: Document, number: Int) {
    self.document = document
    self.number = number
  }

  var uri: DocumentURI { document.uri }
  var source: SourceText { document.source }
  var revision: Int { document.revision }

  /// The text, read.
  var script: ScriptText {
    if let cached, cached.revision == revision { return cached.script }
    let script = ScriptText(source)
    cached = (revision, script)
    return script
  }

  /// Whether the newest text was compiled.
  var isCompiled: Bool { compiledRevision == revision }

  /// What is known of the newest text; nil if it was not compiled yet.
  var currentKnowledge: FilmKnowledge? { isCompiled ? knowledge : nil }

  func apply(_ changes: [Document.Change], version: Int64, encoding: PositionEncoding) {
    document.apply(changes, version: version, encoding: encoding)
  }

  func hasRested(for duration: Duration) -> Bool {
    lastChange.map { SuspendingClock.now - $0 > duration } ?? true
  }

  /// Takes what was found out about a revision, unless more is known.
  func take(_ knowledge: FilmKnowledge, of revision: Int) {
    guard revision >= compiledRevision else { return }
    self.knowledge = knowledge
    compiledRevision = revision
    guard isCompiled else { return }
    let waiting = waiting
    self.waiting = []
    for action in waiting { action() }
  }

  func whenCompiled(_ action: @escaping () -> Void) {
    if isCompiled { action() } else { waiting.append(action) }
  }

  /// Whoever waits gets what there is: the document is closed.
  func close() {
    compiledRevision = revision
    let waiting = waiting
    self.waiting = []
    for action in waiting { action() }
  }
}
