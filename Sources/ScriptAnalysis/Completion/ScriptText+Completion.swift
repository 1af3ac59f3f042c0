import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Lowering
import YAMLTree

extension ScriptText {
  /// The suggestions at an offset, even in an unfinished text.
  package func completions(
    at offset: Int, film: FilmKnowledge? = nil, ffmpeg: FFmpegWords? = nil, fonts: [String]? = nil
  ) -> CompletionAnswer {
    let line = source.rangeOfLine(source.line(at: offset)) ?? SourceRange(offset, offset)
    let scan = LineScan(source.bytes, from: line.start, to: min(offset, line.end))
    if scan.isComment { return CompletionAnswer(items: suppressions(at: offset, in: line)) }
    if let variables = variables(at: offset, in: line, film?.compilation.offered[.variable] ?? []) {
      return CompletionAnswer(items: variables)
    }
    let place = CompletionPlace(at: offset, in: source)
    var answer = CompletionAnswer()
    guard !place.beginsEntry || !place.isBeforeText || scan.quote != nil else { return answer }
    if place.beginsEntry, scan.quote == nil, let path = place.pathOfKey() {
      answer.items +=
        KeyCompletion(
          place, path, names, parameters: parameters(path, film), variables: pictureVariables(path, film)
        ).items
    }
    if !place.hasColon || !place.beginsEntry, let (form, path, shift) = place.pathOfValue() {
      let values = ValueCompletion(
        place, form, path, shift: shift, text: self, film: film, ffmpeg: ffmpeg, fonts: fonts
      ).answer
      answer.items += values.items
      answer.files = values.files
      answer.wantsFFmpeg = values.wantsFFmpeg
      answer.wantsFonts = values.wantsFonts
    }
    return answer
  }

  /// After `${`: the variables of the script, and those of scripts that it uses.
  private func variables(
    at offset: Int, in line: SourceRange, _ offered: [String]
  ) -> [CompletionItem]? {
    let bytes = source.bytes
    var start = min(offset, line.end)
    func isPart(_ byte: UInt8) -> Bool { isNamePart(byte) || byte == UInt8(ascii: "/") }
    while start > line.start, isPart(bytes[start - 1]) { start -= 1 }
    guard start >= line.start + 2, bytes[start - 1] == UInt8(ascii: "{"),
      bytes[start - 2] == UInt8(ascii: "$"),
      start < line.start + 3 || bytes[start - 3] != UInt8(ascii: "$")
    else { return nil }
    var end = min(offset, line.end)
    while end < line.end, isPart(bytes[end]) { end += 1 }
    let isClosed = end < line.end && bytes[end] == UInt8(ascii: "}")
    return (names.names(of: .variable) + offered).map { name in
      CompletionItem(
        name, .variable, replacing: SourceRange(start, end), with: isClosed ? name : name + "}", filter: name)
    }
  }

  /// In `# editc: allow `: the rules that can be allowed.
  private func suppressions(at offset: Int, in line: SourceRange) -> [CompletionItem] {
    let bytes = source.bytes
    var (start, end) = (min(offset, line.end), min(offset, line.end))
    while start > line.start, isNamePart(bytes[start - 1]) { start -= 1 }
    while end < line.end, isNamePart(bytes[end]) { end += 1 }
    let before = source[SourceRange(line.start, start)]
    guard let comment = before.firstRange(of: "editc:"), before[..<comment.lowerBound].contains("#") else {
      return []
    }
    let range = SourceRange(start, end)
    let words = before[comment.upperBound...].split { $0 == " " || $0 == "," }
    guard words.first == "allow" else {
      return words.isEmpty
        ? [
          CompletionItem(
            "allow", .word, detail: "suppresses findings of a line", replacing: range, with: "allow ")
        ] : []
    }
    return Rules.ids.filter { $0.severity != .error }.map { id in
      CompletionItem(
        id.name, .word, detail: id.title, documentation: id.explanation, replacing: range, with: id.name)
    }
  }
}

extension ScriptText {
  /// The variables of the script to which the item around the place passes values, if the place is in its `with`.
  fileprivate func parameters(_ path: TreePath, _ film: FilmKnowledge?) -> [VariableDeclaration] {
    guard path.last?.entry?.key == "with", let played = playedScript(path) else { return [] }
    return film?.media.parameters(ofScriptAt: played) ?? []
  }

  /// The variables of the SVG to which the item or the mask around the place passes values, if the place is in its
  /// `with`.
  fileprivate func pictureVariables(_ path: TreePath, _ film: FilmKnowledge?) -> [String] {
    guard path.last?.entry?.key == "with", let film,
      case .mapping(let entries, _)? = path.steps.dropLast().last?.node.value,
      case .scalar(let name)? = entries.first(where: { $0.key == "image" })?.value.value
    else { return [] }
    let file = film.compilation.script.declaredFiles[name.text]?.value ?? name.text
    return film.media.vectors[file]?.variables ?? []
  }
}
