import Basics
import Compiler
import Composition
import Diagnostics
import Export
import Processes
import Workspace

/// Compiles looks as filters of items of a film of this size and rate, with the tables that they name. Paths are
/// relative to the folder of the script that will play the film.
func compiledLooks(
  _ looks: [LiveLook], ofFilm path: String, size: PixelSize, rate: FrameRate, in workspace: Workspace
) throws -> RecordedLooks {
  guard !looks.isEmpty else { return RecordedLooks() }
  // How long a look is chosen is not known yet.
  var text = "edit: 1\ncanvas: {size: \(size), rate: \(rate.spelling)}\ntimeline:\n"
  var places: [Range<Int>] = []
  for look in looks {
    text += "  - color: black\n    for: 1h\n"
    let start = text.utf8.count
    if let filters = look.pictureFilters { text += "    filters: \(filters)\n" }
    places.append(start..<text.utf8.count)
  }
  let name = pathWithoutEnding(ofFilm: path) + ".edit"
  let script = ScriptFile(
    path: name, source: SourceText(name: name, bytes: Array(text.utf8)), folder: folder(of: name))
  let compiled = try workspace.compile(script, media: .everything)
  if let finding = compiled.findings.flatMap(\.diagnostics).first(where: { $0.severity == .error }) {
    let look = zip(places, looks).first { place, _ in finding.range.map { place.contains($0.start) } ?? false
    }
    throw CommandFailure(.usage, "--look\(look.map { " \($0.1.text)" } ?? ""): \(finding.message)")
  }
  let film = compiled.rows.first?.compilation.films.first?.composition
  let layers = (film?.layers ?? []).sorted { $0.timelineRange.start < $1.timelineRange.start }
  guard let film, layers.count == looks.count else {
    throw CommandFailure(.internalError, "the looks have no films")
  }
  return RecordedLooks(filters: layers.map(\.filters), luts: film.luts)
}

/// Refuses looks whose pixels cannot be put into a film while it is recorded.
func refuseLooksThatCannotBeBaked(_ looks: [LiveLook], _ compiled: RecordedLooks) throws(CommandFailure) {
  for (index, look) in looks.enumerated() where !compiled.isSteady(index) {
    throw CommandFailure(
      .usage,
      "--look \(look.text): an amount that changes over time depends on the length of its item, so --bake cannot put it "
        + "into the film; write one number, or leave out --bake")
  }
}
