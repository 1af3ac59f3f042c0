import Basics
import Compiler
import LibAV
import Processes
import ScriptAnalysis
import Workspace

extension Method {
  static let completion = request(
    "textDocument/completion",
    Capability(
      "completionProvider",
      .members([
        "triggerCharacters": [" ", ":", "{", "[", ",", ".", "/", "=", "-", "\n"], "resolveProvider": false,
      ]))
  ) { server, parameters throws(ResponseError) in
    let (document, offset) = try server.place(parameters)
    let (script, film) = (document.script, document.knowledge)
    let writer = CompletionWriter(source: document.source, client: server.client)
    let answer = script.completions(at: offset, film: film)
    if answer.wantsFFmpeg {
      return .work {
        writer.list(script.completions(at: offset, film: film, ffmpeg: .ofThisMachine).items)
      }
    }
    let base = document.uri.path.map { folder(of: $0) }
    guard answer.wantsFonts || answer.files != nil && base != nil else {
      return .value(writer.list(answer.items))
    }
    let compiler = server.compiler
    return .work {
      let items =
        answer.wantsFonts
        ? script.completions(at: offset, film: film, fonts: compiler.fontFamilies).items : answer.items
      guard let files = answer.files, let base else { return writer.list(items) }
      return writer.list(items, and: files, below: base)
    }
  }
}

/// A longer list of names in a folder is useless for choosing.
private let mostFiles = 2000

/// Writes the items of a list.
private struct CompletionWriter: Sendable {
  let source: SourceText
  let client: ClientAbilities

  func list(_ items: [CompletionItem]) -> JSONValue { list(of: items.enumerated().map { json(of: $1, $0) }) }

  /// A list with the names in a folder, which may be on a slow disk.
  func list(_ items: [CompletionItem], and files: CompletionAnswer.WantedFiles, below base: String)
    -> JSONValue
  {
    list(
      of: items.enumerated().map { json(of: $1, $0) }
        + names(of: files, below: base).enumerated().map { index, name in
          json(of: files, name: name, items.count + index)
        })
  }

  private func list(of items: [JSONValue]) -> JSONValue {
    .members(["isIncomplete": false, "items": .array(items)])
  }

  private func json(of item: CompletionItem, _ index: Int) -> JSONValue {
    .membersPresent([
      "label": .string(item.label), "kind": .integer(item.kind.number),
      "detail": item.detail.isEmpty ? nil : .string(item.detail),
      "documentation": item.documentation.isEmpty
        ? nil : text(item.documentation, as: client.completionForm),
      "filterText": .string(item.filter), "sortText": .string(rank(index)),
      "textEdit": edit(of: item.range, to: item.newText),
    ])
  }

  private func edit(of range: SourceRange, to text: String) -> JSONValue {
    .members(["range": source.positions(of: range, in: client.encoding).json, "newText": .string(text)])
  }

  // MARK: Files

  /// The suitable names; those of folders end with a slash.
  private func names(of wanted: CompletionAnswer.WantedFiles, below base: String) -> [String] {
    let folder = wanted.folder.hasPrefix("/") ? wanted.folder : base + "/" + wanted.folder
    guard let names = try? listFolder(folder, atMost: mostFiles) else { return [] }
    return names.filter { !$0.hasPrefix(".") }.compactMap { name in
      if FileKind(at: folder + "/" + name, followsLinks: true) == .folder { return name + "/" }
      return wanted.endings.isEmpty || wanted.endings.contains(where: name.hasSuffix) ? name : nil
    }
  }

  private func json(of wanted: CompletionAnswer.WantedFiles, name: String, _ index: Int) -> JSONValue {
    .members([
      "label": .string(name), "kind": .integer(name.hasSuffix("/") ? 19 : 17),
      "filterText": .string(wanted.filter(wanted.folder + name)), "sortText": .string(rank(index)),
      "textEdit": edit(of: wanted.range, to: wanted.written(wanted.folder + name)),
    ])
  }
}

/// Clients sort lists by text.
private func rank(_ index: Int) -> String {
  let digits = String(index)
  return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
}

extension FFmpegWords {
  /// The filters that scripts may use, as this machine's FFmpeg has them.
  fileprivate static let ofThisMachine = FFmpegWords(
    filters: FilterCatalogue.allowedNames.compactMap { name in
      PictureFilterFacts(named: name).map { (name, $0.options) }
    })
}

extension CompletionItem.Kind {
  /// The protocol's number.
  fileprivate var number: Int64 {
    switch self {
    case .key: 10
    case .word: 20
    case .name: 18
    case .file: 17
    case .folder: 19
    case .color: 16
    case .unit: 11
    case .variable: 6
    case .function: 3
    }
  }
}
