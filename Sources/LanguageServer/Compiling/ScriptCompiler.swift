import Basics
import Compiler
import Diagnostics
import Processes
import ScriptAnalysis
import Synchronization
import Workspace

/// The threads of a server. One compiles texts with known information; some check media, fonts and other
/// files; some read files for requests. None of them keeps the server from reading the next message, and a
/// hanging disk blocks only the threads that read it.
final class ScriptCompiler: Sendable {
  /// Rings when work is finished.
  let bell: Doorbell
  private let setup: ServerSetup
  private let compiling: WorkThreads
  private let looking: WorkThreads
  private let reading: WorkThreads
  private let fonts = Mutex<[String]?>(nil)
  private let done = Mutex<[@Sendable (LanguageServer) -> Void]>([])

  init(_ setup: ServerSetup) throws(SystemError) {
    self.setup = setup
    bell = try Doorbell()
    compiling = try WorkThreads()
    looking = try WorkThreads(4)
    reading = try WorkThreads(8)
  }

  /// The work finished since the last call, for the server's thread.
  func takeDone() -> [@Sendable (LanguageServer) -> Void] {
    bell.silence()
    return done.withLock { done in
      defer { done = [] }
      return done
    }
  }

  private func finish(_ action: @escaping @Sendable (LanguageServer) -> Void) {
    done.withLock { $0.append(action) }
    bell.ring()
  }

  /// Compiles a text with known information.
  func compile(
    _ source: SourceText, knowing world: RememberedWorld,
    then take: @escaping @Sendable (LanguageServer, FilmKnowledge) -> Void
  ) {
    compiling.perform { [self] in
      let (compilation, films) = world.compile(source)
      let knowledge = FilmKnowledge(compilation, films: films)
      finish { take($0, knowledge) }
    }
  }

  /// Compiles a script and checks everything that it depends on. `texts` are the open texts.
  func compile(
    _ file: ScriptFile, among texts: OverlaidTexts,
    then take: @escaping @Sendable (LanguageServer, Result<SeenScript, WorkspaceError>) -> Void
  ) {
    looking.perform { [self] in
      let noted = NotedTexts(texts)
      let workspace = Workspace(
        texts: noted, cache: setup.cache, inspector: setup.inspector, root: setup.root)
      let result = Result { () throws(WorkspaceError) in
        SeenScript(try workspace.compile(file, media: .facts), noted.paths)
      }
      finish { take($0, result) }
    }
  }

  /// The font families of this machine, listed once by a sandboxed process. May block.
  var fontFamilies: [String] {
    if let known = fonts.withLock({ $0 }) { return known }
    guard case .success(.value(let families))? = try? setup.inspector.ask(FontFamiliesQuestion()) else {
      return []
    }
    fonts.withLock { $0 = families }
    return families
  }

  /// Runs work that may block on a disk.
  func look<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then take: @escaping @Sendable (LanguageServer, Value) -> Void
  ) {
    reading.perform { [self] in
      let value = work()
      finish { take($0, value) }
    }
  }
}

/// A script that was compiled with everything that it depends on.
struct SeenScript: Sendable {
  let knowledge: FilmKnowledge
  let world: RememberedWorld
  /// The files that it depends on.
  let watched: [String]
  /// Whether it is part of a package, which stays as it was fetched.
  let isOfPackage: Bool

  init(_ script: CompiledScript, _ texts: Set<String>) {
    let row = script.rows.first
    knowledge = FilmKnowledge(
      row?.compilation ?? RememberedWorld().compile(script.file.source).compilation,
      films: row?.films ?? [])
    world = script.remembered
    isOfPackage = script.file.isOfPackage
    watched = Set(script.watchedFiles + texts + [ScriptLock.path(ofScript: script.file.path)])
      .subtracting([script.file.path]).sorted()
  }
}
