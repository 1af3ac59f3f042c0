import Basics
package import Processes
import ScriptAnalysis
import Workspace

/// A language server: reads messages and answers them from the texts that its client has open and from the
/// latest compilation of them.
///
/// One thread reads, answers and publishes; it never opens a file. Others compile and read files
/// (`ScriptCompiler`).
package final class LanguageServer {
  let setup: ServerSetup
  let loop: EventLoop
  let compiler: ScriptCompiler
  private let dialogue: Dialogue
  private var reader = MessageReader()
  private var state = State.uninitialized
  private(set) var client = ClientAbilities()
  private var clientProcess: ProcessWatch?

  var documents: [DocumentURI: OpenDocument] = [:]
  /// The client's workspace folders.
  var folders: [String] = []
  /// The programs that commands started.
  var programs: [EventLoop.ChildID: StartedProgram] = [:]
  /// The running previews, by script.
  var previews: [String: StartedPreview] = [:]
  /// Thumbnails for hovers.
  var pictures = MediaPictures()
  /// What was detected in this session, by the path of the file.
  var detections: [String: MediaDetection] = [:]
  /// The displayed progress, by token.
  var shownProgress: [JSONValue: ShownProgress] = [:]
  var progressCount = 0
  /// The callbacks that wait for a response of the client, by request number.
  private var asked: [Int64: (_ isDone: Bool) -> Void] = [:]
  /// Watches files if the client does not.
  private(set) var watch: FileWatch?
  private var watchRegistrations = 0
  private var saidNoWatch = false
  /// The rules whose pages were written to the cache.
  var pages: Set<String> = []
  private var documentCount = 0

  func nextDocumentNumber() -> Int {
    documentCount += 1
    return documentCount
  }

  private var timers: [EventLoop.TimerID: () -> Void] = [:]
  /// The requests that are still unanswered.
  private var running: Set<JSONValue> = []
  private var requestCount: Int64 = 0
  private var isDone = false

  private enum State {
    case uninitialized
    case running
    case shutDown
  }

  package init(_ setup: ServerSetup, loop: EventLoop, dialogue: Dialogue) throws(SystemError) {
    self.setup = setup
    self.loop = loop
    self.dialogue = dialogue
    compiler = try ScriptCompiler(setup)
  }

  /// Serves until the client ends the session or disconnects; returns whether it ended as the protocol
  /// requires.
  package func run() throws(SystemError) -> Bool {
    loop.watch(dialogue.input)
    loop.watch(compiler.bell.descriptor)
    while !isDone, let event = try loop.next() {
      handle(event)
      if dialogue.hasUnsent { loop.waitUntilWritable(dialogue.output) }
      if !dialogue.canSend { isDone = true }
    }
    // The previews end with the session.
    for preview in previews.values { loop.kill(preview.child, with: .terminate) }
    return state == .shutDown
  }

  private func handle(_ event: EventLoop.Event) {
    switch event {
    case .readable(dialogue.input): hear()
    case .readable(compiler.bell.descriptor): for done in compiler.takeDone() { done(self) }
    case .readable(let descriptor) where descriptor == watch?.descriptor:
      if watch?.takeChanges() == true { filesChanged() }
    case .readable(let descriptor):
      if descriptor == clientProcess?.descriptor { isDone = true }
    case .writable: dialogue.flush()
    case .timer(let timer): timers.removeValue(forKey: timer)?()
    case .interrupted: isDone = true
    case .line(let child, let line): programs[child]?.onLine(line)
    case .lineTooLong: break
    case .ended(let child, let status, let errorText):
      programs.removeValue(forKey: child)?.onEnd(status, errorText)
    }
  }

  private func hear() {
    switch dialogue.receive() {
    case .bytes(let bytes):
      for event in reader.append(bytes) where !isDone {
        switch event {
        case .message(let content): take(ClientMessage(content))
        case .fault(let fault): answer(.failure(fault.error), to: .null)
        }
      }
    case .nothingYet: break
    case .end: isDone = true
    }
  }
}

// MARK: - Messages

extension LanguageServer {
  private func take(_ message: ClientMessage) {
    switch message {
    case .request(let id, let method, let parameters): take(request: method, parameters, id)
    case .notification(let method, let parameters): take(notification: method, parameters)
    case .response(let id, let result):
      if let number = id.integerValue { asked.removeValue(forKey: number)?(result != nil) }
    case .invalid(let id, let error): answer(.failure(error), to: id)
    }
  }

  private func take(request method: String, _ parameters: JSONValue, _ id: JSONValue) {
    switch (state, method) {
    case (.uninitialized, "initialize"): answer(.success(initialize(parameters)), to: id)
    case (.uninitialized, _):
      answer(.failure(ResponseError(.notInitialized, "`initialize` must come first")), to: id)
    case (.running, "initialize"):
      answer(.failure(ResponseError(.invalidRequest, "the session has already begun")), to: id)
    case (.running, "shutdown"):
      state = .shutDown
      answer(.success(.null), to: id)
    case (.shutDown, _): answer(.failure(ResponseError(.invalidRequest, "the session is over")), to: id)
    case (.running, _):
      guard case .request(let action)? = Method.byName[method]?.action else {
        return answer(.failure(ResponseError(.methodNotFound, "there is no method '\(method)'")), to: id)
      }
      carryOut(action, parameters, id)
    }
  }

  /// The longest time that editors wait for an answer if a disk hangs.
  private static let longestLook = Duration.seconds(5)

  private func carryOut(
    _ action: (LanguageServer, JSONValue) throws(ResponseError) -> Method.Reply, _ parameters: JSONValue,
    _ id: JSONValue
  ) {
    do throws(ResponseError) {
      switch try action(self, parameters) {
      case .value(let value): answer(.success(value), to: id)
      case .eventually(let begin):
        running.insert(id)
        begin(self) { server, result in server.finish(result, id) }
      case .work(let work):
        running.insert(id)
        let limit = after(Self.longestLook) { [unowned self] in
          finish(.failure(ResponseError(.requestFailed, "a disk does not respond")), id)
        }
        compiler.look(work) { server, value in
          server.cancel(limit)
          server.finish(.success(value), id)
        }
      case .whenCompiled(let document, let make):
        guard !document.isCompiled else { return answer(.success(try make()), to: id) }
        running.insert(id)
        document.whenCompiled { [unowned self] in
          finish(Result { () throws(ResponseError) in try make() }, id)
        }
        compile(document)
      }
    } catch { answer(.failure(error), to: id) }
  }

  /// Answers a request unless the client has cancelled it.
  private func finish(_ result: Result<JSONValue, ResponseError>, _ id: JSONValue) {
    if running.remove(id) != nil { answer(result, to: id) }
  }

  private func take(notification method: String, _ parameters: JSONValue) {
    switch (state, method) {
    case (_, "exit"): isDone = true
    case (.running, "initialized"): watchFiles()
    case (.running, "$/cancelRequest"):
      guard let id = parameters["id"], running.remove(id) != nil else { return }
      answer(.failure(ResponseError(.requestCancelled, "the client cancelled the request")), to: id)
    case (.running, _):
      if case .notification(let action)? = Method.byName[method]?.action { action(self, parameters) }
    case (.uninitialized, _), (.shutDown, _): break
    }
  }

  private func initialize(_ parameters: JSONValue) -> JSONValue {
    state = .running
    client = ClientAbilities(parameters)
    let listed = parameters["workspaceFolders"]?.elements?.compactMap { $0["uri"]?.stringValue }
    folders = (listed ?? [parameters["rootUri"]?.stringValue].compactMap(\.self)).compactMap {
      DocumentURI($0).path
    }
    if let process = parameters["processId"]?.integerValue.flatMap({ Int32(exactly: $0) }) {
      clientProcess = ProcessWatch(process)
      if let descriptor = clientProcess?.descriptor { loop.watch(descriptor) }
    }
    return .members([
      "capabilities": Method.capabilities(encoding: client.encoding),
      "serverInfo": .members(["name": "editc", "version": .string(editcVersion)]),
    ])
  }
}

// MARK: - To the client

extension LanguageServer {
  func answer(_ result: Result<JSONValue, ResponseError>, to id: JSONValue) {
    switch result {
    case .success(let value): send(ServerMessage.result(value, of: id))
    case .failure(let error): send(ServerMessage.failure(error, of: id))
    }
  }

  func notify(_ method: String, _ parameters: JSONValue) {
    send(ServerMessage.notification(method, parameters))
  }

  /// Sends a request. `take` receives whether the client could fulfil it.
  func request(
    _ method: String, _ parameters: JSONValue = .null, then take: ((_ isDone: Bool) -> Void)? = nil
  ) {
    requestCount += 1
    asked[requestCount] = take
    send(ServerMessage.request(method, parameters, id: requestCount))
  }

  private func send(_ message: JSONValue) { dialogue.send(ServerMessage.framed(message)) }

  enum MessageKind: Int64 {
    case error = 1
    case warning = 2
    case information = 3
    case log = 4
  }

  /// Writes a message to the client's log.
  func log(_ kind: MessageKind, _ text: String) {
    notify("window/logMessage", .members(["type": .integer(kind.rawValue), "message": .string(text)]))
  }

  /// Shows a message to the person.
  func show(_ kind: MessageKind, _ text: String) {
    notify("window/showMessage", .members(["type": .integer(kind.rawValue), "message": .string(text)]))
  }
}

// MARK: - Timers and files

extension LanguageServer {
  func after(_ duration: Duration, _ action: @escaping () -> Void) -> EventLoop.TimerID {
    let timer = loop.startTimer(after: duration)
    timers[timer] = action
    return timer
  }

  func cancel(_ timer: EventLoop.TimerID) {
    loop.cancelTimer(timer)
    timers[timer] = nil
  }

  /// Watches the files that open scripts depend on; the server does it only if the client cannot.
  func watchFiles() {
    let files = Set(documents.values.flatMap(\.watched))
    guard !client.watchesFiles else { return registerWatch(of: files) }
    guard !files.isEmpty || watch != nil else { return }
    if watch == nil {
      do throws(SystemError) {
        let made = try FileWatch()
        loop.watch(made.descriptor)
        watch = made
      } catch {
        if !saidNoWatch { log(.warning, "changes to other files are not noticed: \(error)") }
        saidNoWatch = true
      }
    }
    watch?.watch(files)
  }

  private func registerWatch(of files: Set<String>) {
    if watchRegistrations > 0 {
      request(
        "client/unregisterCapability",
        .members([
          "unregisterations": [
            .members([
              "id": .string("files-\(watchRegistrations)"), "method": "workspace/didChangeWatchedFiles",
            ])
          ]
        ]))
    }
    watchRegistrations += 1
    var patterns: [JSONValue] = ["**/*.edit", "**/*.edit.lock"]
    for (folder, names) in Dictionary(grouping: files, by: { Processes.folder(of: $0) }).sorted(by: {
      $0.key < $1.key
    }) {
      patterns += names.sorted().prefix(200).map { pattern(for: lastComponent(of: $0), in: folder) }
    }
    let watchers = patterns.prefix(2000).map { JSONValue.members(["globPattern": $0]) }
    request(
      "client/registerCapability",
      .members([
        "registrations": [
          .members([
            "id": .string("files-\(watchRegistrations)"), "method": "workspace/didChangeWatchedFiles",
            "registerOptions": .members(["watchers": .array(Array(watchers))]),
          ])
        ]
      ]))
  }

  private func pattern(for name: String, in folder: String) -> JSONValue {
    let escaped = name.map { "[]{}*?".contains($0) ? "?" : String($0) }.joined()
    guard client.watchesByFolder else { return .string("**/" + escaped) }
    return .members(["baseUri": .string(DocumentURI(path: folder).text), "pattern": .string(escaped)])
  }
}

extension MessageReader.Fault {
  fileprivate var error: ResponseError {
    switch self {
    case .noLength: ResponseError(.parseError, "the head of a message has no length")
    case .endlessHead: ResponseError(.parseError, "the head of a message does not end")
    case .tooLong(let count):
      ResponseError(
        .invalidRequest, "a message of \(count) bytes is longer than \(MessageReader.standardLimit)")
    }
  }
}
