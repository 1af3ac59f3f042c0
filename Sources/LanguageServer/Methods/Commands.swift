import Basics
import Processes
import ScriptAnalysis

/// What a client can have the server do.
enum ServerCommand: String, CaseIterable {
  case render = "editc.render"
  case preview = "editc.preview"
  case timeline = "editc.timeline"
  case lock = "editc.lock"
  /// For clients whose code actions are commands: asks the client to make an edit.
  case applyEdit = "editc.applyEdit"

  func json(title: String, _ arguments: [JSONValue]) -> JSONValue {
    .members(["title": .string(title), "command": .string(rawValue), "arguments": .array(arguments)])
  }
}

extension Method {
  static let executeCommand = request(
    "workspace/executeCommand",
    Capability(
      "executeCommandProvider",
      .members(["commands": .array(ServerCommand.allCases.map { .string($0.rawValue) })]))
  ) { server, parameters throws(ResponseError) in
    guard let command = parameters["command"]?.stringValue.flatMap(ServerCommand.init) else {
      throw ResponseError(.invalidParameters, "there is no such command")
    }
    let argument = parameters["arguments"]?.elements?.first
    if command == .applyEdit {
      guard let argument else { throw ResponseError(.invalidParameters, "the command has no edit") }
      server.request("workspace/applyEdit", .members(["edit": argument]))
      return .value(.null)
    }
    guard let uri = argument?.stringValue, let path = DocumentURI(uri).path else {
      throw ResponseError(.invalidParameters, "the command names no script")
    }
    return .value(try server.start(command, path))
  }

  static let codeLens = request(
    "textDocument/codeLens", Capability("codeLensProvider", .members(["resolveProvider": false]))
  ) { server, parameters throws(ResponseError) in
    let document = try server.document(parameters)
    guard document.uri.path != nil else { return .value([]) }
    return .value(
      .array(
        document.script.outline.flatMap { section -> [JSONValue] in
          let commands: [(String, ServerCommand)] =
            switch section.name {
            case "timeline": [("Preview", .preview), ("Draw the timeline", .timeline)]
            case "outputs": [("Render", .render)]
            default: []
            }
          return commands.map { title, command in
            .members([
              "range": document.json(of: section.selection, server.client.encoding),
              "command": command.json(title: title, [.string(document.uri.text)]),
            ])
          }
        }))
  }
}

extension LanguageServer {
  /// Starts this program for a command; what came of it is shown when it has ended.
  fileprivate func start(_ command: ServerCommand, _ script: String) throws(ResponseError) -> JSONValue {
    let name = lastComponent(of: script)
    switch command {
    case .applyEdit: break
    case .render:
      try start(["render", script, "--force"]) { [unowned self] in show(.information, "\(name) is rendered") }
    case .lock:
      try start(["lock", script]) { [unowned self] in
        show(.information, "the lock of \(name) is written")
        filesChanged()
      }
    case .timeline:
      let picture = script + ".svg"
      try start(["timeline", script, "-o", picture, "--force"]) { [unowned self] in
        open(DocumentURI(path: picture).text)
      }
    case .preview:
      // It goes on until the session ends; its first line is the address of the page.
      var isOpen = false
      let onLine = { [unowned self] (address: String) in
        if !isOpen { open(address) }
        isOpen = true
      }
      try start(["preview", script], onLine: onLine) {}
    }
    return .null
  }

  private func start(
    _ words: [String], onLine: @escaping (String) -> Void = { _ in }, onSuccess: @escaping () -> Void
  ) throws(ResponseError) {
    let program = StartedProgram(onLine: onLine) { [unowned self] status, errorText in
      if status.isSuccess { return onSuccess() }
      let words = errorText.split(separator: "\n").suffix(3).joined(separator: "\n")
      show(.error, words.isEmpty ? "editc \(status)" : words)
    }
    do throws(SystemError) {
      programs[try loop.start(ChildCommand(setup.program, words))] = program
    } catch { throw ResponseError(.requestFailed, "\(error)") }
  }

  /// Has the client open something outside of it, or says where it is.
  private func open(_ uri: String) {
    guard client.showsDocuments else { return show(.information, uri) }
    request("window/showDocument", .members(["uri": .string(uri), "external": true]))
  }
}
