import Basics

/// One method of the protocol: its name, its capability in the answer to `initialize`, and its action.
///
/// `Method.all` defines the whole server, including its capabilities.
struct Method: Sendable {
  let name: String
  /// Nil for methods that every server has.
  let capability: Capability?
  let action: Action

  /// A capability that is reported to the client.
  struct Capability: Sendable {
    let name: String
    let value: JSONValue

    init(_ name: String, _ value: JSONValue = true) {
      self.name = name
      self.value = value
    }
  }

  enum Action: Sendable {
    case request(@Sendable (LanguageServer, JSONValue) throws(ResponseError) -> Reply)
    case notification(@Sendable (LanguageServer, JSONValue) -> Void)
  }

  typealias Finish = @Sendable (LanguageServer, Result<JSONValue, ResponseError>) -> Void

  /// The answer to a request.
  enum Reply {
    case value(JSONValue)
    /// The work runs on a thread that may block on a disk.
    case work(@Sendable () -> JSONValue)
    /// Answered when the newest text of the document is compiled.
    case whenCompiled(OpenDocument, () throws(ResponseError) -> JSONValue)
    /// Answered by a callback; the closure must not block, and only the first answer counts.
    case eventually((LanguageServer, @escaping Finish) -> Void)
  }

  static func request(
    _ name: String, _ capability: Capability? = nil,
    _ answer: @escaping @Sendable (LanguageServer, JSONValue) throws(ResponseError) -> Reply
  ) -> Method {
    Method(name: name, capability: capability, action: .request(answer))
  }

  static func notification(
    _ name: String, _ capability: Capability? = nil,
    _ take: @escaping @Sendable (LanguageServer, JSONValue) -> Void
  ) -> Method {
    Method(name: name, capability: capability, action: .notification(take))
  }
}

extension Method {
  /// All methods except those that begin and end the session.
  static let all: [Method] = [
    .didOpen, .didChange, .didClose, .didSave, .completion, .hover, .signatureHelp, .definition, .references,
    .documentHighlight,
    .prepareRename, .rename, .codeAction, .codeLens, .documentSymbol, .workspaceSymbol, .foldingRange,
    .selectionRange, .semanticTokens, .semanticTokensOfRange, .documentLink, .documentColor,
    .colorPresentation,
    .inlayHint, .formatting, .rangeFormatting, .onTypeFormatting, .executeCommand, .didChangeWatchedFiles,
    .didChangeWorkspaceFolders, .didChangeConfiguration, .willRenameFiles, .cancelProgress,
  ]

  static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The capabilities for the client; the members of one capability are merged.
  static func capabilities(encoding: PositionEncoding) -> JSONValue {
    var members = [JSONValue.Member(name: "positionEncoding", value: .string(encoding.rawValue))]
    for capability in all.compactMap(\.capability) {
      if let index = members.firstIndex(where: { $0.name == capability.name }) {
        let merged = (members[index].value.members ?? []) + (capability.value.members ?? [])
        members[index] = JSONValue.Member(name: capability.name, value: .object(merged))
      } else {
        members.append(JSONValue.Member(name: capability.name, value: capability.value))
      }
    }
    return .object(members)
  }
}
