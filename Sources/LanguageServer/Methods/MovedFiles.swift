import Basics
import EditScript
import Processes
import ScriptAnalysis
import Workspace

extension Method {
  /// When files are renamed, updates the paths in all scripts, including those in a script that moves.
  static let willRenameFiles = request(
    "workspace/willRenameFiles",
    Capability(
      "workspace",
      .members([
        "fileOperations": .members([
          "willRename": .members([
            "filters": [.members(["scheme": "file", "pattern": .members(["glob": "**/*"])])]
          ])
        ])
      ]))
  ) { server, parameters throws(ResponseError) in
    let moves = (parameters["files"]?.elements ?? []).compactMap { file -> FileMove? in
      guard let old = file["oldUri"]?.stringValue.flatMap({ DocumentURI($0).path }),
        let new = file["newUri"]?.stringValue.flatMap({ DocumentURI($0).path })
      else { return nil }
      return FileMove(from: old, to: new)
    }
    let (scripts, client) = (server.knownScripts, server.client)
    return .work { joinedEdit(scripts.edits(for: moves), client) ?? .null }
  }
}

/// A file or folder that gets a new path; both paths are absolute.
struct FileMove: Sendable {
  let old: String
  let new: String

  init(from old: String, to new: String) {
    (self.old, self.new) = (normalizedPath(old), normalizedPath(new))
  }

  /// The new path of a file; nil if it does not move.
  func moved(_ path: String) -> String? {
    if path == old { return new }
    return path.hasPrefix(old + "/") ? new + path.dropFirst(old.count) : nil
  }
}

/// The scripts of a session: the open ones with their current texts, and those in its folders.
struct KnownScripts: Sendable {
  struct Open: Sendable {
    let uri: DocumentURI
    let version: Int64
    let script: ScriptText
  }

  let open: [String: Open]
  let folders: [String]

  /// Visits each script once, sorted by path, or only those in which these words occur. May block.
  func each(
    containing words: String? = nil,
    _ visit: (_ path: String, _ uri: DocumentURI, _ version: Int64?, ScriptText) -> Void
  ) {
    let listed = folders.isEmpty ? [] : ScriptFiles(named: folders).scripts.map(normalizedPath)
    let workspace = Workspace()
    let wanted = words.map { Array($0.utf8) }
    for path in Set(listed).union(open.keys).sorted() {
      if let document = open[path] {
        visit(path, document.uri, document.version, document.script)
      } else if wanted.map({ mayContain($0, fileAt: path) }) ?? true,
        let source = (try? workspace.script(at: path))?.source
      {
        visit(path, DocumentURI(path: path), nil, ScriptText(source))
      }
    }
  }

  /// Whether words may occur in a file, so that most files of a folder need not be read as scripts.
  private func mayContain(_ words: [UInt8], fileAt path: String) -> Bool {
    guard let bytes = try? readFile(path, limit: ScriptFile.mostBytes) else { return false }
    // An escape may stand for any letter, and a letter with an accent has two spellings.
    if bytes.contains(UInt8(ascii: "\\")) { return true }
    return words.allSatisfy { $0 < 0x80 } ? bytes.has(words) : bytes.contains { $0 >= 0x80 }
  }

  /// Where a script declares something; nil if it does not, or cannot be read.
  func declaration(
    of thing: NamedThing, _ name: String, inFileAt file: String, _ encoding: PositionEncoding
  ) -> JSONValue? {
    guard let script = script(at: file), let place = script.declaration(of: thing, named: name)
    else { return nil }
    let range = script.source.positions(of: place.range, in: encoding)
    return .members(["uri": .string((open[file]?.uri ?? DocumentURI(path: file)).text), "range": range.json])
  }

  private func script(at file: String) -> ScriptText? {
    open[file]?.script ?? (try? Workspace().script(at: file)).map { ScriptText($0.source) }
  }

  /// The edits that rename what a script declares, in it and in all scripts that name it.
  func edits(
    renaming thing: NamedThing, _ old: String, inFileAt file: String, to new: String
  ) throws(RenamingProblem) -> [DocumentEdits] {
    guard let declaring = script(at: file), let place = declaring.declaration(of: thing, named: old) else {
      throw RenamingProblem(message: "there is no declared name here")
    }
    var all = [
      DocumentEdits(
        uri: open[file]?.uri ?? DocumentURI(path: file), version: open[file]?.version,
        source: declaring.source,
        edits: try declaring.renaming(at: place.range.start, to: new))
    ]
    each(containing: old) { path, uri, version, script in
      let edits = script.renaming(to: new) { other in
        other.thing == thing && other.name == old
          && normalizedPath(absolutePath(other.path, from: path)) == file
      }
      // The files of a package stay as they were fetched.
      if !edits.isEmpty, FetchedFolder(ofFileAt: path) == nil {
        all.append(DocumentEdits(uri: uri, version: version, source: script.source, edits: edits))
      }
    }
    return all
  }

  /// The places that name a file.
  func places(ofFileAt file: String, _ encoding: PositionEncoding) -> [JSONValue] {
    var found: [JSONValue] = []
    each { path, uri, _, script in
      for place in script.paths where normalizedPath(absolutePath(place.name, from: path)) == file {
        let range = script.source.positions(of: place.range, in: encoding)
        found.append(.members(["uri": .string(uri.text), "range": range.json]))
      }
    }
    return found
  }

  /// The edits that moves of files require, in the texts before the moves.
  func edits(for moves: [FileMove]) -> [DocumentEdits] {
    var all: [DocumentEdits] = []
    each { path, uri, version, script in
      func moved(_ path: String) -> String { moves.lazy.compactMap { $0.moved(path) }.first ?? path }
      let newFolder = folder(of: moved(path))
      let edits = script.edits { written in
        let file = normalizedPath(absolutePath(written, from: path))
        let new = moved(file)
        guard new != file || newFolder != folder(of: path) else { return nil }
        return written.hasPrefix("/") ? new : lexicalPath(from: newFolder, to: new)
      }
      if !edits.isEmpty {
        all.append(DocumentEdits(uri: uri, version: version, source: script.source, edits: edits))
      }
    }
    return all
  }
}

struct DocumentEdits: Sendable {
  let uri: DocumentURI
  /// Nil for a document that is not open.
  let version: Int64?
  let source: SourceText
  let edits: [TextEdit]
}

/// Edits of several documents, followed by the renaming of a file; nil if there is nothing to do.
func joinedEdit(
  _ documents: [DocumentEdits], renaming move: FileMove? = nil, _ client: ClientAbilities
) -> JSONValue? {
  guard !documents.isEmpty || move != nil else { return nil }
  func json(_ document: DocumentEdits) -> JSONValue {
    .array(
      document.edits.map { edit in
        let range = document.source.positions(of: edit.range, in: client.encoding)
        return .members(["range": range.json, "newText": .string(edit.replacement)])
      })
  }
  guard client.hasDocumentChanges else {
    let members = documents.map { JSONValue.Member(name: $0.uri.text, value: json($0)) }
    return .members(["changes": .object(members)])
  }
  var changes = documents.map { document in
    let identifier = JSONValue.members([
      "uri": .string(document.uri.text), "version": document.version.map { .integer($0) } ?? .null,
    ])
    return JSONValue.members(["textDocument": identifier, "edits": json(document)])
  }
  if let move {
    changes.append(
      .members([
        "kind": "rename", "oldUri": .string(DocumentURI(path: move.old).text),
        "newUri": .string(DocumentURI(path: move.new).text),
      ]))
  }
  return .members(["documentChanges": .array(changes)])
}

extension LanguageServer {
  var knownScripts: KnownScripts {
    var open: [String: KnownScripts.Open] = [:]
    for document in documents.values {
      guard let path = document.uri.path else { continue }
      open[normalizedPath(path)] = KnownScripts.Open(
        uri: document.uri, version: document.document.version, script: document.script)
    }
    return KnownScripts(open: open, folders: folders)
  }

  /// The path of a file at a place of a script, if the client can rename the file with it.
  func renamablePath(at offset: Int, in document: OpenDocument) -> NamedPlace? {
    guard client.renamesFiles, document.uri.path != nil, let place = document.script.names.place(at: offset),
      place.thing != .font, !document.script.isUsed(place),
      document.script.links.contains(where: { $0.range == place.range })
    else { return nil }
    return place
  }

  /// Renames what a script declares in all scripts that name it.
  func rename(
    _ thing: NamedThing, _ old: String, inFileAt file: String, to name: String
  ) -> Method.Reply {
    let (scripts, client) = (knownScripts, client)
    return .eventually { server, finish in
      server.compiler.look { () -> Result<JSONValue, ResponseError> in
        do throws(RenamingProblem) {
          let edits = try scripts.edits(renaming: thing, old, inFileAt: file, to: name)
          return .success(joinedEdit(edits, client) ?? .null)
        } catch {
          return .failure(ResponseError(.requestFailed, error.message))
        }
      } then: {
        finish($0, $1)
      }
    }
  }

  /// Renames a file together with every path that names it.
  func rename(
    _ place: NamedPlace, of document: OpenDocument, to name: String
  ) throws(ResponseError) -> Method.Reply {
    guard let script = document.uri.path, !name.isEmpty, !name.hasSuffix("/") else {
      throw ResponseError(.requestFailed, "a path must end with the name of a file")
    }
    let move = FileMove(
      from: absolutePath(place.name, from: script), to: absolutePath(name, from: script))
    let (scripts, client) = (knownScripts, client)
    return .eventually { server, finish in
      server.compiler.look { () -> Result<JSONValue, ResponseError> in
        guard FileKind(at: move.old, followsLinks: true) == .file else {
          return .failure(ResponseError(.requestFailed, "there is no file \(move.old)"))
        }
        guard move.old == move.new || !isThere(move.new) else {
          return .failure(ResponseError(.requestFailed, "\(move.new) already exists"))
        }
        guard move.old != move.new else { return .success(.null) }
        return .success(joinedEdit(scripts.edits(for: [move]), renaming: move, client) ?? .null)
      } then: {
        finish($0, $1)
      }
    }
  }
}

extension [UInt8] {
  /// Whether these bytes occur in a row.
  fileprivate func has(_ words: [UInt8]) -> Bool {
    guard let first = words.first else { return true }
    guard words.count <= count else { return false }
    let last = count - words.count
    var start = 0
    while start <= last {
      if self[start] == first, self[start..<start + words.count].elementsEqual(words) { return true }
      start += 1
    }
    return false
  }
}
