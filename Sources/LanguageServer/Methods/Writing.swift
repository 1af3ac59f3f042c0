import Basics
import EditScript
import Processes
import ScriptAnalysis

extension Method {
  static let formatting = request("textDocument/formatting", Capability("documentFormattingProvider")) {
    server, parameters throws(ResponseError) in
    let document = try server.document(parameters)
    if document.isOfPackage { throw .ofPackage }
    guard let edits = document.script.formattingEdits else {
      throw ResponseError(.requestFailed, "the script is not formatted, because it is not valid YAML")
    }
    return .value(server.json(of: edits, in: document))
  }

  static let rangeFormatting = request(
    "textDocument/rangeFormatting", Capability("documentRangeFormattingProvider")
  ) { server, parameters throws(ResponseError) in
    let (document, range) = try server.part(parameters)
    if document.isOfPackage { throw .ofPackage }
    return .value(server.json(of: document.script.formattingEdits(in: range) ?? [], in: document))
  }

  /// Formats the line that was ended.
  static let onTypeFormatting = request(
    "textDocument/onTypeFormatting",
    Capability("documentOnTypeFormattingProvider", .members(["firstTriggerCharacter": "\n"]))
  ) { server, parameters throws(ResponseError) in
    let (document, offset) = try server.place(parameters)
    let number = document.source.line(at: offset) - 1
    guard number > 0, !document.isOfPackage, let line = document.source.rangeOfLine(number) else {
      return .value([])
    }
    return .value(server.json(of: document.script.formattingEdits(in: line) ?? [], in: document))
  }

  static let prepareRename = request("textDocument/prepareRename") {
    server, parameters throws(ResponseError) in
    let (document, offset) = try server.place(parameters)
    if document.isOfPackage { return .value(.null) }
    if let (place, other) = document.script.otherDeclaration(at: offset), document.uri.path != nil {
      if other.isOfPackage { return .value(.null) }
      let range = SourceRange(place.range.end - other.name.utf8.count, place.range.end)
      return .value(
        .members([
          "range": document.json(of: range, server.client.encoding), "placeholder": .string(other.name),
        ]))
    }
    guard let place = document.script.renamable(at: offset) ?? server.renamablePath(at: offset, in: document)
    else { return .value(.null) }
    return .value(
      .members([
        "range": document.json(of: place.range, server.client.encoding), "placeholder": .string(place.name),
      ]))
  }

  static let rename = request(
    "textDocument/rename", Capability("renameProvider", .members(["prepareProvider": true]))
  ) { server, parameters throws(ResponseError) in
    let (document, offset) = try server.place(parameters)
    if document.isOfPackage { throw .ofPackage }
    guard let name = parameters["newName"]?.stringValue else {
      throw ResponseError(.invalidParameters, "the request has no new name")
    }
    if document.script.renamable(at: offset) == nil,
      let place = server.renamablePath(at: offset, in: document)
    {
      return try server.rename(place, of: document, to: name)
    }
    if let path = document.uri.path {
      if let (_, other) = document.script.otherDeclaration(at: offset) {
        guard !other.isOfPackage else {
          throw ResponseError(
            .requestFailed, "a package declares this name; copy its scripts into the project to change them")
        }
        let file = normalizedPath(absolutePath(other.path, from: path))
        return server.rename(other.thing, other.name, inFileAt: file, to: name)
      }
      // Other scripts can name it, too.
      if let place = document.script.renamable(at: offset),
        [.variable, .style, .media, .sequence].contains(place.thing)
      {
        return server.rename(place.thing, place.name, inFileAt: normalizedPath(path), to: name)
      }
    }
    let edits: [TextEdit]
    do throws(RenamingProblem) { edits = try document.script.renaming(at: offset, to: name) } catch {
      throw ResponseError(.requestFailed, error.message)
    }
    return .value(server.workspaceEdit(edits, in: document))
  }

  static let documentColor = request("textDocument/documentColor", Capability("colorProvider")) {
    server, parameters throws(ResponseError) in
    let document = try server.document(parameters)
    return .value(
      .array(
        document.script.colors.map { place in
          .members([
            "range": document.json(of: place.range, server.client.encoding), "color": json(of: place.color),
          ])
        }))
  }

  static let colorPresentation = request("textDocument/colorPresentation") {
    server, parameters throws(ResponseError) in
    let (document, range) = try server.part(parameters)
    guard let color = color(parameters["color"]) else {
      throw ResponseError(.invalidParameters, "the request names no colour")
    }
    return .value(
      .array(
        document.script.spellings(of: color, at: range).map { label, edit in
          .members(["label": .string(label), "textEdit": document.json(of: edit, server.client.encoding)])
        }))
  }
}

extension ResponseError {
  fileprivate static let ofPackage = ResponseError(
    .requestFailed,
    "this script is part of a package, which stays as it was fetched; copy it into the project to change it")
}

extension LanguageServer {
  func json(of edits: [TextEdit], in document: OpenDocument) -> JSONValue {
    .array(edits.map { document.json(of: $0, client.encoding) })
  }

  /// Edits of one document, with its version if the client can check it.
  func workspaceEdit(_ edits: [TextEdit], in document: OpenDocument) -> JSONValue {
    let edits = json(of: edits, in: document)
    guard client.hasDocumentChanges else {
      return .members(["changes": .object([.init(name: document.uri.text, value: edits)])])
    }
    let identifier = JSONValue.members([
      "uri": .string(document.uri.text), "version": .integer(document.document.version),
    ])
    return .members(["documentChanges": [.members(["textDocument": identifier, "edits": edits])]])
  }
}
