import Basics
import Diagnostics
import EditScript
import Lowering
import Processes
import Rules
import YAMLTree

// What has to be listed and read before it is known which files a film is made of.

extension MediaTable {
  /// The media files of a script and of the other scripts that it plays, all the way down, with the pictures of image
  /// sequences; `named` counts those that are only declared, too.
  mutating func filesOfScripts(
    playedBy script: EditScript, in folder: String, named: Bool, texts: any TextSource
  ) -> [String] {
    var files = named ? script.namedMediaFiles : script.mediaFiles
    files += listPictures(of: script, in: folder)
    var waiting = script.playedScripts
    var seen = Set(waiting)
    while let path = waiting.popLast() {
      if scripts[path] == nil { scripts[path] = readScript(path, in: folder, texts) }
      // Deeper ones are a finding where they are resolved.
      guard case .script(let played) = scripts[path], seen.count <= LanguageLimits.filmsInFilm else {
        continue
      }
      files += played.mediaFiles + listPictures(of: played, in: folder)
      for next in played.playedScripts where next.utf8.count < 4096 && seen.insert(next).inserted {
        waiting.append(next)
      }
    }
    return files
  }

  /// Lists the pictures of image sequences that nobody has listed yet; all of their files.
  private mutating func listPictures(of script: EditScript, in folder: String) -> [String] {
    script.imagePatterns.flatMap { text -> [String] in
      guard let pattern = ImagePattern(text) else { return [] }
      if images[text] == nil {
        // A folder that cannot be listed has no pictures, which is a finding of its own.
        let place = resolve(pattern.folder.isEmpty ? "." : pattern.folder, in: folder)
        images[text] = ((try? listFolder(place)) ?? []).compactMap(pattern.number).sorted()
      }
      return (images[text] ?? []).prefix(LanguageLimits.imagesInSequence).map(pattern.path)
    }
  }

  private func readScript(
    _ path: String, in folder: String, _ texts: any TextSource
  ) -> NestedScript {
    let source: SourceText
    let place = resolve(path, in: folder)
    do throws(FileError) {
      source = SourceText(
        name: place, bytes: try texts.bytes(ofFileAt: place, limit: ScriptFile.mostBytes))
    } catch { return .missing(reason: "\(error)") }
    let parse = YAMLTree.parse(source)
    let reading = EditScript.read(parse.tree, in: source)
    let findings = parse.diagnostics + reading.diagnostics + Rules.check(reading.script, in: source)
    if let first = findings.sortedWithoutDoubles().first(where: { $0.severity == .error }) {
      let line = first.range.map { "line \(source.place(at: $0.start).line): " } ?? ""
      return .failed(reason: line + first.message)
    }
    let slash = path.lastIndex(of: "/").map { String(path[...$0]) }
    return .script(reading.script.relocated(into: slash ?? ""))
  }
}
