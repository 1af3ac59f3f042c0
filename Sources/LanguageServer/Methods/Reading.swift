import Basics
import EditScript
import Processes
import ScriptAnalysis

extension Method {
  static let hover = request("textDocument/hover", Capability("hoverProvider")) {
    server, parameters throws(ResponseError) in
    let (document, offset) = try server.place(parameters)
    guard let answer = document.script.hover(at: offset, film: document.knowledge) else {
      return .value(.null)
    }
    let form = server.client.hoverForm
    let range = document.json(of: answer.range, server.client.encoding)
    let words = hoverValue(answer.markdown, form, range)
    guard server.client.showsPictures, let picture = answer.picture, let script = document.uri.path else {
      return .value(words)
    }
    return .eventually { server, finish in
      server.picture(picture, of: script) { server, uri in
        guard let uri else { return finish(server, .success(words)) }
        let name = lastComponent(of: picture.file).filter { !"[]".contains($0) }
        finish(server, .success(hoverValue("![\(name)](\(uri.text))\n\n\(answer.markdown)", form, range)))
      }
      // A person is waiting, so a slow picture is left out.
      _ = server.after(.milliseconds(500)) { [unowned server] in finish(server, .success(words)) }
    }
  }

  static let signatureHelp = request(
    "textDocument/signatureHelp",
    Capability("signatureHelpProvider", .members(["triggerCharacters": [" ", ","]]))
  ) { server, parameters throws(ResponseError) in
    let (document, offset) = try server.place(parameters)
    guard let answer = document.script.parts(at: offset) else { return .value(.null) }
    let parts = answer.parts.map { part in
      JSONValue.members(["label": [.integer(Int64(part.lowerBound)), .integer(Int64(part.upperBound))]])
    }
    let signature = JSONValue.members([
      "label": .string(answer.label), "parameters": .array(parts),
      "documentation": text(answer.markdown, as: .string),
    ])
    return .value(
      .members([
        "signatures": [signature], "activeSignature": 0, "activeParameter": .integer(Int64(answer.active)),
      ]))
  }

  static let definition = request("textDocument/definition", Capability("definitionProvider")) {
    server, parameters throws(ResponseError) in
    let (document, offset) = try server.place(parameters)
    guard let (range, definition) = document.script.definition(at: offset) else { return .value(.null) }
    switch definition {
    case .here(let name, let extent):
      guard server.client.hasDefinitionLinks else {
        return .value(document.location(of: name, server.client.encoding))
      }
      return .value([
        .members([
          "originSelectionRange": document.json(of: range, server.client.encoding),
          "targetUri": .string(document.uri.text),
          "targetRange": document.json(of: extent, server.client.encoding),
          "targetSelectionRange": document.json(of: name, server.client.encoding),
        ])
      ])
    case .elsewhere(let other):
      guard let base = document.uri.path else { return .value(.null) }
      let file = normalizedPath(absolutePath(other.path, from: base))
      let (scripts, encoding) = (server.knownScripts, server.client.encoding)
      return .work { scripts.declaration(of: other.thing, other.name, inFileAt: file, encoding) ?? .null }
    case .file(let path):
      guard let base = document.uri.path else { return .value(.null) }
      let target = DocumentURI(path: absolutePath(path, from: base))
      let start = Position(line: 0, character: 0)
      return .value(
        .members(["uri": .string(target.text), "range": PositionRange(start: start, end: start).json]))
    }
  }

  static let references = request("textDocument/references", Capability("referencesProvider")) {
    server, parameters throws(ResponseError) in
    let (document, offset) = try server.place(parameters)
    if let place = document.script.names.place(at: offset), [.file, .script].contains(place.thing),
      let script = document.uri.path
    {
      let file = normalizedPath(absolutePath(place.name, from: script))
      let (scripts, encoding) = (server.knownScripts, server.client.encoding)
      return .work { .array(scripts.places(ofFileAt: file, encoding)) }
    }
    let withDeclaration = parameters["context"]?["includeDeclaration"]?.boolValue != false
    let places = document.script.references(at: offset).filter { withDeclaration || !$0.isDeclaration }
    return .value(.array(places.map { document.location(of: $0.range, server.client.encoding) }))
  }

  /// The occurrences of a name, read and written.
  static let documentHighlight = request(
    "textDocument/documentHighlight", Capability("documentHighlightProvider")
  ) { server, parameters throws(ResponseError) in
    let (document, offset) = try server.place(parameters)
    let places = document.script.references(at: offset)
    return .value(
      .array(
        places.map { place in
          .members([
            "range": document.json(of: place.range, server.client.encoding),
            "kind": .integer(place.isDeclaration ? 3 : 2),
          ])
        }))
  }

  static let documentLink = request(
    "textDocument/documentLink", Capability("documentLinkProvider", .members(["resolveProvider": false]))
  ) { server, parameters throws(ResponseError) in
    let document = try server.document(parameters)
    guard let base = document.uri.path else { return .value([]) }
    return .value(
      .array(
        document.script.links.map { link in
          .members([
            "range": document.json(of: link.range, server.client.encoding),
            "target": .string(DocumentURI(path: absolutePath(link.path, from: base)).text),
          ])
        }))
  }

  static let inlayHint = request("textDocument/inlayHint", Capability("inlayHintProvider")) {
    server, parameters throws(ResponseError) in
    let (document, range) = try server.part(parameters)
    return .value(
      .array(
        document.script.hints(in: range, film: document.knowledge).map { hint in
          .members([
            "position": document.source.position(at: hint.offset, in: server.client.encoding).json,
            "label": .string(hint.label), "tooltip": .string(hint.tip), "paddingLeft": true,
          ])
        }))
  }
}

/// Makes a path of a script absolute.
func absolutePath(_ path: String, from script: String) -> String {
  path.hasPrefix("/") ? path : folder(of: script) + "/" + path
}

private func hoverValue(_ markdown: String, _ form: TextForm, _ range: JSONValue) -> JSONValue {
  .members(["contents": text(markdown, as: form), "range": range])
}
