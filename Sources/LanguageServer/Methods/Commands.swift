import Basics
import Processes
import ScriptAnalysis

/// A command that clients can execute.
enum ServerCommand: String, CaseIterable {
  case render = "editc.render"
  /// An optional second argument is the frame to show.
  case preview = "editc.preview"
  case timeline = "editc.timeline"
  case lock = "editc.lock"
  /// The second argument is a media file, as the script spells it.
  case detect = "editc.detect"
  /// Asks the client to apply an edit; for clients whose code actions are commands.
  case applyEdit = "editc.applyEdit"

  func json(title: String, _ arguments: [JSONValue]) -> JSONValue {
    .members(["title": .string(title), "command": .string(rawValue), "arguments": .array(arguments)])
  }
}

/// The preview of a script, which runs until the session ends.
struct StartedPreview {
  let child: EventLoop.ChildID
  /// Nil until it is reported.
  var address: String?
  /// The frame to open once the address is known; nil for the start.
  var frame: Int64?
}

extension Method {
  static let executeCommand = request(
    "workspace/executeCommand",
    Capability(
      "executeCommandProvider",
      .members([
        "commands": .array(ServerCommand.allCases.map { .string($0.rawValue) }), "workDoneProgress": true,
      ]))
  ) { server, parameters throws(ResponseError) in
    guard let command = parameters["command"]?.stringValue.flatMap(ServerCommand.init) else {
      throw ResponseError(.invalidParameters, "unknown command")
    }
    let arguments = parameters["arguments"]?.elements ?? []
    if command == .applyEdit {
      guard let edit = arguments.first else {
        throw ResponseError(.invalidParameters, "the command has no edit")
      }
      server.request("workspace/applyEdit", .members(["edit": edit]))
      return .value(.null)
    }
    guard let uri = arguments.first?.stringValue.map({ DocumentURI($0) }), let path = uri.path else {
      throw ResponseError(.invalidParameters, "the command names no script")
    }
    switch command {
    case .applyEdit: break
    case .render:
      try server.render(path, films: server.documents[uri]?.knowledge?.films.count ?? 1, parameters)
    case .lock:
      try server.start(["lock", path]) { [unowned server] in
        server.show(.information, "wrote the lock of \(lastComponent(of: path))")
        server.filesChanged()
      }
    case .detect:
      guard let file = arguments.dropFirst().first?.stringValue,
        let facts = server.documents[uri]?.knowledge?.facts(of: file)
      else { throw ResponseError(.invalidParameters, "the script plays no such file") }
      try server.detect(file, of: path, facts, parameters)
    case .timeline:
      let picture = path + ".svg"
      try server.start(["timeline", path, "-o", picture, "--force"]) { [unowned server] in
        server.open(DocumentURI(path: picture).text)
      }
    case .preview: try server.preview(path, at: arguments.dropFirst().first?.integerValue)
    }
    return .value(.null)
  }

  static let codeLens = request(
    "textDocument/codeLens", Capability("codeLensProvider", .members(["resolveProvider": false]))
  ) { server, parameters throws(ResponseError) in
    let document = try server.document(parameters)
    guard document.uri.path != nil else { return .value([]) }
    func lens(_ place: SourceRange, _ title: String, _ command: ServerCommand, _ more: [JSONValue] = [])
      -> JSONValue
    {
      .members([
        "range": document.json(of: place, server.client.encoding),
        "command": command.json(title: title, [.string(document.uri.text)] + more),
      ])
    }
    let ofSections = document.script.outline.flatMap { section -> [JSONValue] in
      switch section.name {
      case "timeline":
        [
          lens(section.selection, "Preview", .preview),
          lens(section.selection, "Draw the timeline", .timeline),
        ]
      case "outputs": [lens(section.selection, "Render", .render)]
      default: []
      }
    }
    // Above every item, there would be more lenses than lines of script.
    let ofItems = document.script.shownItems(film: document.knowledge).filter(\.hasName).map { item in
      lens(item.kind, "Preview from here", .preview, [.integer(item.frame)])
    }
    return .value(.array(ofSections + ofItems))
  }
}

extension LanguageServer {
  /// Renders all outputs of a script; the client shows the progress and can cancel it.
  fileprivate func render(_ script: String, films: Int, _ parameters: JSONValue) throws(ResponseError) {
    let name = lastComponent(of: script)
    var reports = RenderReports(films: films)
    var progress: ShownProgress?
    var isCancelled = false
    let child = try start(
      ["render", script, "--force", "--progress", "json"], joinsErrorOutput: true,
      onLine: { [unowned self] line in
        guard let message = reports.take(line), let progress else { return }
        report(progress, percentage: reports.percentage, message)
      },
      onEnd: { [unowned self] status, _ in
        if let progress { end(progress) }
        if status.isSuccess {
          show(.information, "\(name) has been rendered")
        } else if !isCancelled {
          show(.error, reports.problem ?? "editc render \(status)")
        }
      })
    progress = beginProgress("Rendering \(name)", of: parameters) { [unowned self] in
      isCancelled = true
      loop.kill(child, with: .interrupt)
    }
  }

  /// Opens the page that plays a script, at a frame of its first film if given.
  fileprivate func preview(_ script: String, at frame: Int64?) throws(ResponseError) {
    if let running = previews[script] {
      previews[script]?.frame = frame
      if let address = running.address { open(Self.address(address, at: frame)) }
      return
    }
    let child = try start(
      ["preview", script],
      onLine: { [unowned self] line in
        // The first line is the address of the page.
        guard let preview = previews[script], preview.address == nil else { return }
        previews[script]?.address = line
        open(Self.address(line, at: preview.frame))
      },
      onEnd: { [unowned self] status, errorText in
        previews[script] = nil
        if !status.isSuccess { showFailure(status, errorText) }
      })
    previews[script] = StartedPreview(child: child, frame: frame)
  }

  private static func address(_ page: String, at frame: Int64?) -> String {
    page + (frame.map { "#film=0&frame=\($0)" } ?? "")
  }

  /// Asks the client to open an external document, or shows its address.
  fileprivate func open(_ uri: String) {
    guard client.showsDocuments else { return show(.information, uri) }
    request("window/showDocument", .members(["uri": .string(uri), "external": true]))
  }
}
