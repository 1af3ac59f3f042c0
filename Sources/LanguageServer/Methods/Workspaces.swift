import Basics
import EditScript
import Processes
import ScriptAnalysis
import Workspace

extension Method {
  static let workspaceSymbol = request("workspace/symbol", Capability("workspaceSymbolProvider")) {
    server, parameters throws(ResponseError) in
    let query = (parameters["query"]?.stringValue ?? "").lowercased()
    let (scripts, encoding) = (server.knownScripts, server.client.encoding)
    return .work { symbols(matching: query, in: scripts, encoding) }
  }

  static let didChangeWatchedFiles = notification("workspace/didChangeWatchedFiles") { server, _ in
    server.filesChanged()
  }

  static let didChangeWorkspaceFolders = notification(
    "workspace/didChangeWorkspaceFolders",
    Capability(
      "workspace",
      .members(["workspaceFolders": .members(["supported": true, "changeNotifications": true])]))
  ) { server, parameters in
    func paths(_ name: String) -> [String] {
      (parameters["event"]?[name]?.elements ?? []).compactMap { $0["uri"]?.stringValue }.compactMap {
        DocumentURI($0).path
      }
    }
    let removed = Set(paths("removed"))
    server.folders = server.folders.filter { !removed.contains($0) } + paths("added")
  }

  /// There is nothing to configure.
  static let didChangeConfiguration = notification("workspace/didChangeConfiguration") { _, _ in }
}

/// A longer list is useless for choosing.
private let mostSymbols = 500

/// The names in all known scripts.
private func symbols(
  matching query: String, in scripts: KnownScripts, _ encoding: PositionEncoding
) -> JSONValue {
  var found: [JSONValue] = []
  scripts.each { path, uri, _, script in
    for place in script.names.declarations where matches(place.name, query) && found.count < mostSymbols {
      let location = JSONValue.members([
        "uri": .string(uri.text), "range": script.source.positions(of: place.range, in: encoding).json,
      ])
      found.append(
        .members([
          "name": .string(place.name), "kind": .integer(place.thing == .item ? 19 : 13), "location": location,
          "containerName": .string(lastComponent(of: path)),
        ]))
    }
  }
  return .array(found)
}

/// Whether a name contains the letters of the query in order.
private func matches(_ name: String, _ query: String) -> Bool {
  var rest = query[...]
  for letter in name.lowercased() where letter == rest.first { rest.removeFirst() }
  return rest.isEmpty
}
