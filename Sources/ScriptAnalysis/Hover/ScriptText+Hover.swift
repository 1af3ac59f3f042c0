package import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Lowering
import YAMLTree

/// The description of a place in a script.
package struct HoverAnswer: Hashable, Sendable {
  package let range: SourceRange
  package let markdown: String
  /// The picture to show with the text; nil if there is none.
  package var picture: MediaMoment?
}

extension ScriptText {
  /// Describes the key, name, time, or rule in a comment at an offset; nil if there is none.
  package func hover(at offset: Int, film: FilmKnowledge? = nil) -> HoverAnswer? {
    if let rule = rule(at: offset) { return rule }
    let path = TreePath(to: offset, in: tree)
    let items = film.map { FilmItems($0, in: source) }
    if let place = names.place(at: offset) { return hover(on: place, path, film, items) }
    if let time = WrittenTime(at: offset, in: path, of: source, rate: film?.film?.rate), !time.lines.isEmpty {
      return HoverAnswer(range: time.range, markdown: time.lines.joined(separator: "\n\n"))
    }
    if let entry = path.keyEntry {
      guard let declaration = path.declaration else { return nil }
      let isKind = declaration.kind != nil && path.item?.node.range == path.last?.node.range
      let facts = isKind ? path.item.flatMap { items?.lines(ofItemAt: $0.node.range) } ?? [] : []
      let picture = isKind ? path.item.flatMap { items?.picture(ofItemAt: $0.node.range) } : nil
      return HoverAnswer(
        range: entry.keyRange, markdown: ([declaration.page] + facts).joined(separator: "\n\n"),
        picture: picture)
    }
    guard let declaration = path.declaration, let range = path.scalarRange else { return nil }
    return HoverAnswer(range: range, markdown: declaration.page)
  }

  private func hover(
    on place: NamedPlace, _ path: TreePath, _ film: FilmKnowledge?, _ items: FilmItems?
  ) -> HoverAnswer? {
    var lines = ["**\(place.name)** (\(place.thing.noun))"]
    var picture: MediaMoment?
    switch place.thing {
    case .media, .file:
      let declared = film?.compilation.script.media.first {
        place.thing == .media && $0.name.value == place.name
      }
      let file = declared?.file.value ?? place.name
      if let declared { lines.append("`\(declared.file.value)`") }
      if let facts = film?.facts(of: file) {
        lines += facts.lines
        if facts.mainVideo != nil { picture = MediaMoment(file: file, time: nil) }
      }
    case .item:
      if let declaration = names.declaration(of: place) {
        lines += items?.lines(ofItemAt: declaration.extent) ?? []
        picture = items?.picture(ofItemAt: declaration.extent)
      }
    case .marker:
      if let marker = film?.film?.markers.first(where: { $0.name == place.name }) {
        lines.append("at `\(marker.time)` (\(marker.time.clockReading))" + frame(of: marker.time, film))
      }
    case .sequence:
      if let played = film?.film?.films[.sequence(place.name)], let length = played.duration {
        lines.append("lasts `\(length)` (\(length.clockReading))")
      }
    case .variable:
      if let variable = film?.compilation.script.variables.first(where: { $0.name.value == place.name }) {
        let value = variable.standard.map { ", `\($0.value.canonicalText)` by default" } ?? ""
        lines.append("\(variable.type.value.rawValue)\(value)")
        if let note = variable.note?.value { lines.append(note) }
      }
    case .parameter:
      let played = place.script.map(scriptPath)
      let parameters = played.flatMap { film?.media.parameters(ofScriptAt: $0) } ?? []
      if let parameter = parameters.first(where: { $0.isNamed(place.name) }) {
        lines.append(parameter.inWords)
        if let note = parameter.note?.value { lines.append(note) }
      }
    case .script, .output, .style, .font, .ffmpegFilter, .use: break
    }
    if !place.isDeclaration, path.item != nil, let kind = path.declaration?.kind, kind != .transition,
      let item = path.item
    {
      lines += items?.lines(ofItemAt: item.node.range) ?? []
      picture = items?.picture(ofItemAt: item.node.range) ?? picture
    }
    return HoverAnswer(
      range: place.range, markdown: lines.joined(separator: "\n\n"), picture: picture)
  }

  private func frame(of time: RationalTime, _ film: FilmKnowledge?) -> String {
    guard let frame = film?.film?.rate?.frame(at: time) else { return "" }
    return ", frame \(frame.value)"
  }

  /// The rule that a comment allows.
  private func rule(at offset: Int) -> HoverAnswer? {
    guard let comment = tree.comments.first(where: { $0.range.start <= offset && offset <= $0.range.end }),
      source[comment.range].contains("editc:")
    else { return nil }
    let bytes = source.bytes
    var (start, end) = (offset, offset)
    while start > comment.range.start, isNamePart(bytes[start - 1]) { start -= 1 }
    while end < comment.range.end, isNamePart(bytes[end]) { end += 1 }
    let range = SourceRange(start, end)
    guard let id = Rules.id(named: source[range]) else { return nil }
    return HoverAnswer(range: range, markdown: "**\(id.title)** (`\(id.name)`)\n\n\(id.explanation)")
  }
}
