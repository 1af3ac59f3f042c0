import Basics

extension LanguageServer {
  /// The open document of a request.
  func document(_ parameters: JSONValue) throws(ResponseError) -> OpenDocument {
    guard let uri = parameters["textDocument"]?["uri"]?.stringValue else {
      throw ResponseError(.invalidParameters, "the request names no document")
    }
    guard let document = documents[DocumentURI(uri)] else {
      throw ResponseError(.invalidParameters, "the document is not open: \(uri)")
    }
    return document
  }

  /// The open document and the offset of a request.
  func place(_ parameters: JSONValue) throws(ResponseError) -> (document: OpenDocument, offset: Int) {
    let document = try document(parameters)
    guard let position = Position(parameters["position"]) else {
      throw ResponseError(.invalidParameters, "the request names no position")
    }
    return (document, document.source.offset(of: position, in: client.encoding))
  }

  /// The open document and the range of a request.
  func part(_ parameters: JSONValue) throws(ResponseError) -> (document: OpenDocument, range: SourceRange) {
    let document = try document(parameters)
    guard let range = PositionRange(parameters["range"]) else {
      throw ResponseError(.invalidParameters, "the request names no range")
    }
    return (document, document.source.range(of: range, in: client.encoding))
  }

}

/// A text as Markdown, or as plain text.
func text(_ markdown: String, as form: TextForm) -> JSONValue {
  guard form != .markdown else { return .members(["kind": "markdown", "value": .string(markdown)]) }
  let plain = markdown.split(separator: "\n", omittingEmptySubsequences: false).filter {
    !$0.hasPrefix("```")
  }
  .map { $0.replacing("`", with: "").replacing("**", with: "") }.joined(separator: "\n")
  return form == .string ? .string(plain) : .members(["kind": "plaintext", "value": .string(plain)])
}
