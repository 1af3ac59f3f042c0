import Basics
import EditScript
import Interchange
import Processes
import ScriptAnalysis
import Workspace
import YAMLTree

/// Whether a script can be kept in an edit that is made of it.
enum KeptScript {
  case kept(EmbeddedScript)
  /// Why the edit has to do without it.
  case left(String)

  /// `values` are those that the film was made with.
  init(_ file: ScriptFile, values: VariableRequest) {
    guard values.isEmpty else {
      self = .left("the film has other values than the script")
      return
    }
    let text = ScriptText(file.source)
    if let other = text.paths.first(where: { $0.thing == .script }) {
      self = .left("it plays the script '\(other.name)', which may change by itself")
      return
    }
    guard let folder = try? realPath(file.folder) else {
      self = .left("the folder of the script has no path")
      return
    }
    self = .kept(EmbeddedScript(text: file.source.text, folder: folder))
  }
}

extension EmbeddedScript {
  /// The script for another folder: relative paths start there. `relink` gives a file that is missing another path. Nil for
  /// a script that cannot be moved, because values decide what its paths are.
  func moved(to home: String, relink: (String) -> String?) -> String? {
    let source = SourceText(name: "film.edit", text)
    let script = ScriptText(source)
    guard script.isWhole else { return nil }
    let target = (try? realPath(home)) ?? home
    let isElsewhere = target != folder
    let isDecidedLater = script.names.places.contains { place in
      [.file, .script, .media, .font].contains(place.thing) && place.name.contains("${")
    }
    if isElsewhere, isDecidedLater { return nil }
    let edits = script.edits(ofPaths: { written in
      let file = written.hasPrefix("/") ? written : folder + "/" + written
      if !isThere(file), let found = relink(written) { return found }
      guard isElsewhere, !written.hasPrefix("/") else { return nil }
      return lexicalPath(from: target, to: normalizedPath(file))
    })
    // New films are made beside the new script.
    let films = filesOfFilms(script.tree.root)
    return source.applying(
      edits.filter { edit in
        !films.contains { $0.start <= edit.range.start && edit.range.end <= $0.end }
      })
  }

  /// Where a script names the files that it makes.
  private func filesOfFilms(_ root: YAMLNode?) -> [SourceRange] {
    func entries(_ node: YAMLNode?) -> [YAMLEntry] {
      if case .mapping(let entries, _)? = node?.value { entries } else { [] }
    }
    let outputs = entries(root).filter { $0.key == "outputs" }.flatMap { entry -> [YAMLNode] in
      if case .sequence(let nodes, _) = entry.value.value { nodes } else { [entry.value] }
    }
    return outputs.flatMap { entries($0).filter { $0.key == "file" }.map(\.value.range) }
  }
}
