import Basics

/// How a client wants texts for people.
enum TextForm: Sendable {
  case markdown
  /// As a value that says that it is plain.
  case plain
  /// As nothing but a text.
  case string

  /// From the list of those that the client knows.
  init(_ known: JSONValue?) {
    let words = known?.elements?.compactMap(\.stringValue) ?? []
    self = words.contains("markdown") ? .markdown : words.contains("plaintext") ? .plain : .string
  }
}

/// What a client said that it can do, as far as it changes what it is sent.
struct ClientAbilities: Hashable, Sendable {
  var encoding = PositionEncoding.utf16
  var hasRelatedInformation = false
  var hasCodeDescription = false
  var hasDiagnosticTags = false
  /// Whether outlines may have levels.
  var hasOutlineLevels = false
  var hoverForm = TextForm.string
  /// Whether Markdown is drawn, pictures too, and not shown as it is written: who draws it says with what.
  var showsPictures = false
  var completionForm = TextForm.string
  /// Whether actions are values, and not only commands.
  var hasActionValues = false
  var foldsLinesOnly = false
  /// Whether the places of definitions may name what is around them.
  var hasDefinitionLinks = false
  var preparesRename = false
  /// Whether changes of a document may name its version.
  var hasDocumentChanges = false
  /// Whether an edit may rename files.
  var renamesFiles = false
  var watchesFiles = false
  var watchesByFolder = false
  var showsDocuments = false
  var showsProgress = false
  var refreshesHints = false
  var refreshesLenses = false
  var refreshesTokens = false

  init() {}

  init(_ parameters: JSONValue) {
    let client = parameters["capabilities"]
    let (text, workspace, window) = (client?["textDocument"], client?["workspace"], client?["window"])
    func isTrue(_ value: JSONValue?) -> Bool { value?.boolValue == true }
    func holds(_ list: JSONValue?, _ word: String) -> Bool {
      list?.elements?.contains(.string(word)) == true
    }
    // The client names what it knows, what it likes best first.
    let offered = client?["general"]?["positionEncodings"]?.elements?.compactMap(\.stringValue) ?? []
    encoding = offered.lazy.compactMap(PositionEncoding.init(rawValue:)).first ?? .utf16
    let diagnostics = text?["publishDiagnostics"]
    hasRelatedInformation = isTrue(diagnostics?["relatedInformation"])
    hasCodeDescription = isTrue(diagnostics?["codeDescriptionSupport"])
    hasDiagnosticTags = diagnostics?["tagSupport"] != nil
    hasOutlineLevels = isTrue(text?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"])
    hoverForm = TextForm(text?["hover"]?["contentFormat"])
    showsPictures = hoverForm == .markdown && client?["general"]?["markdown"]?["parser"]?.stringValue != nil
    completionForm = TextForm(text?["completion"]?["completionItem"]?["documentationFormat"])
    hasActionValues = text?["codeAction"]?["codeActionLiteralSupport"] != nil
    foldsLinesOnly = isTrue(text?["foldingRange"]?["lineFoldingOnly"])
    hasDefinitionLinks = isTrue(text?["definition"]?["linkSupport"])
    preparesRename = isTrue(text?["rename"]?["prepareSupport"])
    hasDocumentChanges = isTrue(workspace?["workspaceEdit"]?["documentChanges"])
    renamesFiles =
      hasDocumentChanges && holds(workspace?["workspaceEdit"]?["resourceOperations"], "rename")
    watchesFiles = isTrue(workspace?["didChangeWatchedFiles"]?["dynamicRegistration"])
    watchesByFolder = isTrue(workspace?["didChangeWatchedFiles"]?["relativePatternSupport"])
    showsDocuments = isTrue(window?["showDocument"]?["support"])
    showsProgress = isTrue(window?["workDoneProgress"])
    refreshesHints = isTrue(workspace?["inlayHint"]?["refreshSupport"])
    refreshesLenses = isTrue(workspace?["codeLens"]?["refreshSupport"])
    refreshesTokens = isTrue(workspace?["semanticTokens"]?["refreshSupport"])
  }
}
