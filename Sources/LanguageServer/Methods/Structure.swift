import Basics
import ScriptAnalysis

extension Method {
  static let documentSymbol = request("textDocument/documentSymbol", Capability("documentSymbolProvider")) {
    server, parameters throws(ResponseError) in
    let document = try server.document(parameters)
    let outline = document.script.outline
    guard server.client.hasOutlineLevels else {
      return .value(.array(outline.flatMap { server.flat($0, in: document, container: nil) }))
    }
    return .value(.array(outline.map { server.symbol($0, in: document) }))
  }

  static let foldingRange = request("textDocument/foldingRange", Capability("foldingRangeProvider")) {
    server, parameters throws(ResponseError) in
    let document = try server.document(parameters)
    return .value(
      .array(
        document.script.foldedLines.map { lines in
          .membersPresent([
            "startLine": .integer(Int64(lines.first - 1)), "endLine": .integer(Int64(lines.last - 1)),
            "kind": lines.isComment ? "comment" : nil,
          ])
        }))
  }

  static let selectionRange = request("textDocument/selectionRange", Capability("selectionRangeProvider")) {
    server, parameters throws(ResponseError) in
    let document = try server.document(parameters)
    let encoding = server.client.encoding
    guard let positions = parameters["positions"]?.elements else {
      throw ResponseError(.invalidParameters, "the request names no positions")
    }
    let selections = positions.compactMap(Position.init).map { position -> JSONValue in
      let offset = document.source.offset(of: position, in: encoding)
      let ranges = document.script.ranges(around: offset)
      let outermost: JSONValue? = nil
      return ranges.reversed().reduce(outermost) { parent, range in
        .membersPresent(["range": document.json(of: range, encoding), "parent": parent])
      } ?? .members(["range": document.json(of: SourceRange(offset, offset), encoding)])
    }
    return .value(.array(selections))
  }

  static let semanticTokens = request(
    "textDocument/semanticTokens/full",
    Capability(
      "semanticTokensProvider",
      .members([
        "legend": .members([
          "tokenTypes": .array(MeaningfulToken.Kind.allCases.map { .string($0.rawValue) }),
          "tokenModifiers": [],
        ]), "full": true,
      ]))
  ) { server, parameters throws(ResponseError) in
    let document = try server.document(parameters)
    return .value(server.data(of: document.script.tokens, in: document))
  }

  static let semanticTokensOfRange = request(
    "textDocument/semanticTokens/range", Capability("semanticTokensProvider", .members(["range": true]))
  ) { server, parameters throws(ResponseError) in
    let (document, range) = try server.part(parameters)
    let tokens = document.script.tokens.filter { $0.range.start < range.end && range.start < $0.range.end }
    return .value(server.data(of: tokens, in: document))
  }
}

extension LanguageServer {
  fileprivate func symbol(_ entry: OutlineEntry, in document: OpenDocument) -> JSONValue {
    .membersPresent([
      "name": .string(entry.name), "detail": entry.detail.isEmpty ? nil : .string(entry.detail),
      "kind": .integer(entry.kind.number), "range": document.json(of: entry.range, client.encoding),
      "selectionRange": document.json(of: entry.selection, client.encoding),
      "children": entry.children.isEmpty ? nil : .array(entry.children.map { symbol($0, in: document) }),
    ])
  }

  fileprivate func flat(_ entry: OutlineEntry, in document: OpenDocument, container: String?) -> [JSONValue] {
    let own = JSONValue.membersPresent([
      "name": .string(entry.name), "kind": .integer(entry.kind.number),
      "location": document.location(of: entry.range, client.encoding),
      "containerName": container.map(JSONValue.string),
    ])
    return [own] + entry.children.flatMap { flat($0, in: document, container: entry.name) }
  }

  /// Five numbers for each token: its line and column relative to the previous one, its length, its kind, no
  /// modifiers.
  fileprivate func data(of tokens: [MeaningfulToken], in document: OpenDocument) -> JSONValue {
    var data: [JSONValue] = []
    var last = Position(line: 0, character: 0)
    for token in tokens {
      let number = MeaningfulToken.Kind.allCases.firstIndex(of: token.kind) ?? 0
      for range in document.source.linesOf(token.range) {
        let positions = document.source.positions(of: range, in: client.encoding)
        let (start, end) = (positions.start, positions.end)
        let column = start.line == last.line ? start.character - last.character : start.character
        data += [start.line - last.line, column, end.character - start.character, number, 0].map {
          .integer(Int64($0))
        }
        last = start
      }
    }
    return .members(["data": .array(data)])
  }
}

extension SourceText {
  /// The non-empty parts of a range on each of its lines.
  fileprivate func linesOf(_ range: SourceRange) -> [SourceRange] {
    let (first, last) = (line(at: range.start), line(at: range.end))
    guard first < last else { return range.isEmpty ? [] : [range] }
    return (first...last).compactMap { number in
      rangeOfLine(number).map { SourceRange(max($0.start, range.start), min($0.end, range.end)) }
    }.filter { !$0.isEmpty }
  }
}

extension OutlineEntry.Kind {
  /// The protocol's number.
  var number: Int64 {
    switch self {
    case .section: 3
    case .item: 19
    case .name: 13
    case .output: 1
    case .value: 15
    }
  }
}
