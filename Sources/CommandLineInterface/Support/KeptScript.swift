import Basics
import EditScript
import Interchange
import Processes
import ScriptAnalysis
import Workspace
import YAMLTree

/// The script to embed in an exported edit, if possible.
enum KeptScript {
  case kept(EmbeddedScript)
  /// The reason why the edit does not contain it.
  case left(String)

  /// - Parameter values: The values with which the film was made.
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
  /// The script for another folder, to which its relative paths are converted. `relink` returns another path
  /// for a missing file. Nil if the script cannot be moved, because values determine its paths.
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
    // New films are written next to the new script.
    let films = filesOfFilms(script.tree.root)
    return source.applying(
      edits.filter { edit in
        !films.contains { $0.start <= edit.range.start && edit.range.end <= $0.end }
      })
  }

  /// The ranges of a script that name its output files.
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
