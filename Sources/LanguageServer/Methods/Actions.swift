import Basics
import Compiler
import Diagnostics
import Processes
import ScriptAnalysis
import Workspace

/// Applies all safe repairs of a script; editors can also request it on save.
private let fixAllKind = "source.fixAll.editc"

extension Method {
  static let codeAction = request(
    "textDocument/codeAction",
    Capability(
      "codeActionProvider",
      .members([
        "codeActionKinds": ["quickfix", "refactor.rewrite", "refactor.extract", .string(fixAllKind)],
        "resolveProvider": false,
      ]))
  ) { server, parameters throws(ResponseError) in
    let document = try server.document(parameters)
    _ = try server.part(parameters)
    return .whenCompiled(document) { () throws(ResponseError) in
      try server.actions(parameters)
    }
  }
}

extension LanguageServer {
  fileprivate func actions(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let (document, range) = try part(parameters)
    guard !document.isOfPackage else { return .array([]) }
    let only = parameters["context"]?["only"]?.elements?.compactMap(\.stringValue)
    func isWanted(_ kind: String) -> Bool {
      only?.contains { kind == $0 || kind.hasPrefix($0 + ".") } ?? true
    }
    var actions = document.script.actions(in: range, film: document.currentKnowledge)
      .filter { isWanted($0.kind.name) }.map { json(of: $0, in: document) }
    // Unless requested, only offered if there is something to repair.
    if isWanted(fixAllKind), only != nil || !actions.isEmpty, let fixAll = fixAll(of: document) {
      actions.append(fixAll)
    }
    if only == nil { actions += commands(for: document, at: range.start) }
    return .array(actions)
  }

  private func json(of action: ScriptAction, in document: OpenDocument) -> JSONValue {
    let edit = workspaceEdit(action.edits, in: document)
    guard client.hasActionValues else {
      return .members([
        "title": .string(action.title), "command": .string(ServerCommand.applyEdit.rawValue),
        "arguments": [edit],
      ])
    }
    return .membersPresent([
      "title": .string(action.title), "kind": .string(action.kind.name), "edit": edit,
      "isPreferred": action.isPreferred ? true : nil,
      "diagnostics": action.finding.map { [json(of: $0, in: document)] },
    ])
  }

  private func fixAll(of document: OpenDocument) -> JSONValue? {
    let world = document.world
    let edit = document.script.repairedAll { world.compile($0).compilation.diagnostics }
    guard let edit, client.hasActionValues else { return nil }
    return .members([
      "title": "apply all safe fixes", "kind": .string(fixAllKind),
      "edit": workspaceEdit([edit], in: document),
    ])
  }

  /// The commands for the whole script and for the item at a place.
  private func commands(for document: OpenDocument, at offset: Int) -> [JSONValue] {
    guard document.uri.path != nil else { return [] }
    let uri = JSONValue.string(document.uri.text)
    let item = document.script.shownItems(film: document.currentKnowledge).last {
      $0.range.start <= offset && offset <= $0.range.end
    }
    var commands: [(title: String, ServerCommand, [JSONValue])] = [
      ("write the media lock", .lock, [uri])
    ]
    if let file = document.currentKnowledge.flatMap({ document.script.undetectedFile(at: offset, film: $0) })
    {
      let title = "find cuts and silences in '\(lastComponent(of: file))'"
      commands.insert((title, .detect, [uri, .string(file)]), at: 0)
    }
    if let item { commands.insert(("preview from here", .preview, [uri, .integer(item.frame)]), at: 0) }
    return commands.map { title, command, arguments in
      let value = command.json(title: title, arguments)
      return client.hasActionValues
        ? .members(["title": .string(title), "kind": "source.editc", "command": value]) : value
    }
  }
}

extension ScriptAction.Kind {
  /// The protocol's name.
  fileprivate var name: String {
    switch self {
    case .repair: "quickfix"
    case .rewrite: "refactor.rewrite"
    case .extract: "refactor.extract"
    }
  }
}
