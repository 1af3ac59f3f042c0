import Basics
import Diagnostics
import Processes

extension LanguageServer {
  /// Sends the findings of a text to the client, unless it has them.
  func publish(_ findings: [Diagnostic], of document: OpenDocument, _ revision: Int) {
    guard document.revision == revision else { return }
    let diagnostics = JSONValue.array(findings.map { json(of: $0, in: document) })
    if document.published?.revision == revision, document.published?.diagnostics == diagnostics { return }
    document.published = (revision, diagnostics)
    notify(
      "textDocument/publishDiagnostics",
      .members([
        "uri": .string(document.uri.text), "version": .integer(document.document.version),
        "diagnostics": diagnostics,
      ]))
  }

  /// Removes the findings of a closed document.
  func publishNothing(of uri: DocumentURI) {
    notify("textDocument/publishDiagnostics", .members(["uri": .string(uri.text), "diagnostics": []]))
  }

  /// A finding in the protocol's form.
  func json(of finding: Diagnostic, in document: OpenDocument) -> JSONValue {
    let related = finding.notes.compactMap { note in note.range.map { (note.message, $0) } }
    let showsRelated = client.hasRelatedInformation
    var message = finding.message
    if let hint = finding.hint { message += "\n" + hint }
    for note in finding.notes where note.range == nil || !showsRelated {
      message += "\nnote: " + note.message
    }
    return .membersPresent([
      "range": document.json(of: finding.range ?? SourceRange(0, 0), client.encoding),
      "severity": .integer(finding.severity.number), "code": .string(finding.id.name),
      "codeDescription": client.hasCodeDescription
        ? page(of: finding.id).map { .members(["href": .string($0.text)]) } : nil,
      "source": "editc", "message": .string(message),
      "tags": client.hasDiagnosticTags && finding.id.isAboutUnused ? [1] : nil,
      "relatedInformation": showsRelated && !related.isEmpty
        ? .array(
          related.map { message, range in
            .members([
              "location": document.location(of: range, client.encoding), "message": .string(message),
            ])
          }) : nil,
    ])
  }
}

extension Severity {
  fileprivate var number: Int64 {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}

extension DiagnosticID {
  /// Whether the finding is about something unused, which editors fade.
  fileprivate var isAboutUnused: Bool { name.hasPrefix("unused-") || self == .noEffect }
}

extension OpenDocument {
  func json(of range: SourceRange, _ encoding: PositionEncoding) -> JSONValue {
    source.positions(of: range, in: encoding).json
  }

  func location(of range: SourceRange, _ encoding: PositionEncoding) -> JSONValue {
    .members(["uri": .string(uri.text), "range": json(of: range, encoding)])
  }

  func json(of edit: TextEdit, _ encoding: PositionEncoding) -> JSONValue {
    .members(["range": json(of: edit.range, encoding), "newText": .string(edit.replacement)])
  }
}
