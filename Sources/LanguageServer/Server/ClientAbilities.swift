import Basics

/// The form in which a client accepts texts for people.
enum TextForm: Sendable {
  case markdown
  /// A value that is marked as plain text.
  case plain
  /// A plain string.
  case string

  /// - Parameter known: The list of forms that the client supports.
  init(_ known: JSONValue?) {
    let words = known?.elements?.compactMap(\.stringValue) ?? []
    self = words.contains("markdown") ? .markdown : words.contains("plaintext") ? .plain : .string
  }
}

/// The capabilities of a client that affect what it receives.
struct ClientAbilities: Hashable, Sendable {
  var encoding = PositionEncoding.utf16
  var hasRelatedInformation = false
  var hasCodeDescription = false
  var hasDiagnosticTags = false
  /// Whether outlines may be hierarchical.
  var hasOutlineLevels = false
  var hoverForm = TextForm.string
  /// Whether Markdown is rendered, including pictures: clients that do so name their parser.
  var showsPictures = false
  var completionForm = TextForm.string
  /// Whether code actions may be values instead of commands.
  var hasActionValues = false
  var foldsLinesOnly = false
  /// Whether definitions may include the range around them.
  var hasDefinitionLinks = false
  var preparesRename = false
  /// Whether edits may include the version of a document.
  var hasDocumentChanges = false
  /// Whether edits may rename files.
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
    // The client lists its encodings in order of preference.
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
