import Basics
import Compiler
import ContentDigest
import Diagnostics
import EditScript
import Lowering
import Workspace

/// The findings of a script for pages, and the repairs that they offer.
struct PreviewFindings {
  let json: JSONValue
  /// The repairs of the script's own text, by the keys in the findings.
  private(set) var repairs: [String: PreviewRepair] = [:]

  /// - Parameter text: The digest of the script's file; nil for a script that is written nowhere, whose findings
  ///   have neither lines nor fixes.
  init(_ script: CompiledScript, text: ContentDigest?) throws(DigestFailure) {
    let places = FindingPlaces(script)
    var findings: [JSONValue] = []
    for (source, diagnostics) in script.findings {
      let isOwn = source.name == script.file.source.name
      for diagnostic in diagnostics {
        var fixes: [JSONValue] = []
        for fix in text == nil ? [] : diagnostic.fixes {
          var key: String?
          if isOwn, let text, !fix.edits.isEmpty {
            let repair = PreviewRepair(fix, ofText: text)
            let digest = try ContentDigest.of(value: repair).hex
            repairs[digest] = repair
            key = digest
          }
          fixes.append(
            .members([
              "title": .string(fix.title), "isSafe": .bool(fix.isSafe),
              "key": key.map(JSONValue.string) ?? .null,
            ]))
        }
        let place = isOwn ? places.place(of: diagnostic) : nil
        let shown = text == nil && isOwn ? diagnostic.withoutLines : diagnostic
        findings.append(shown.forPages(in: source, place, fixes: fixes))
      }
    }
    json = .array(findings)
  }
}

/// A repair that a page can show and apply.
struct PreviewRepair: Codable {
  /// The effect as a command: "write `5s`".
  let title: String
  /// The digest of the file that the edits belong to.
  let text: ContentDigest
  let edits: [Edit]

  struct Edit: Codable {
    let start: Int
    let end: Int
    let replacement: String
  }

  init(_ fix: Diagnostic.Fix, ofText text: ContentDigest) {
    title = fix.title
    self.text = text
    edits = fix.edits.map {
      Edit(start: $0.range.start, end: $0.range.end, replacement: $0.replacement)
    }
  }

  /// The repaired bytes of a file; nil if the edits do not belong to it.
  func applied(to source: SourceText) -> [UInt8]? {
    source.bytes(
      applying: edits.map {
        TextEdit(range: SourceRange($0.start, $0.end), replacement: $0.replacement)
      })
  }
}

// MARK: - Where findings are in the films

/// Relates findings to the films of outputs and the frames of their items.
struct FindingPlaces {
  /// The place of a finding in the films.
  struct Place {
    /// The names of the outputs that it is about; none if it is about the whole script.
    var outputs: [String] = []
    /// The films of these outputs, or of all, each with the frame to go to.
    var films: [(name: String, row: Int?, frame: Int64?)] = []
  }

  private let script: CompiledScript
  /// The items of each film of each row.
  private let items: [[ItemPlaces]]
  /// The number of the first row with each finding, counted from 0.
  private let rows: [Key: Int]

  /// Merging adds notes to findings, but changes neither of these.
  private struct Key: Hashable {
    let id: DiagnosticID
    let range: SourceRange?
    let message: String

    init(_ finding: Diagnostic) { (id, range, message) = (finding.id, finding.range, finding.message) }
  }

  init(_ script: CompiledScript) {
    self.script = script
    items = script.rows.map { row in row.compilation.films.map { ItemPlaces($0.lowered, script.file.source) }
    }
    var rows: [Key: Int] = [:]
    if script.rows.count > 1 {
      for (number, row) in script.rows.enumerated() {
        for key in row.compilation.diagnostics.map(Key.init) where rows[key] == nil { rows[key] = number }
      }
    }
    self.rows = rows
  }

  func place(of finding: Diagnostic) -> Place {
    let number = rows[Key(finding)] ?? 0
    guard script.rows.indices.contains(number) else { return Place() }
    let row = script.rows[number]
    let (films, indices) = (row.compilation.films, row.compilation.indicesOfFilms(of: finding))
    var place = Place()
    for index in indices {
      // The same name as in the list of films.
      let name = films[index].output?.file.value ?? PreviewedFilm.nameWithoutOutput
      if indices.count < films.count { place.outputs.append(name) }
      place.films.append((name, row.number, items[number][index].frame(of: finding.range)))
    }
    return place
  }
}

/// The start frames of a film's items, by their places in the script.
private struct ItemPlaces {
  /// In text order; an item in another one follows it. Of several items of one entry, the earliest.
  private let places: [(range: SourceRange, frame: Int64)]
  /// The furthest end of the items up to each one.
  private let ends: [Int]
  private let overrides: [ItemOverride]
  private let output: SourceRange?

  init(_ film: LoweredFilm, _ source: SourceText) {
    let all = film.items.compactMap { item -> (range: SourceRange, frame: Int64)? in
      guard let time = item.timelineRange?.start, let rate = film.rate,
        let frame = Lowering.frameNumber(at: time, rate: rate)
      else { return nil }
      return (item.item.range, max(0, frame))
    }.sorted { ($0.range.start, -$0.range.end, $0.frame) < ($1.range.start, -$1.range.end, $1.frame) }
    places = all.indices.filter { $0 == 0 || all[$0 - 1].range != all[$0].range }.map { all[$0] }
    var end = 0
    ends = places.map { place in
      end = max(end, place.range.end)
      return end
    }
    output = film.output?.range
    overrides = film.output?.overrides ?? []
  }

  func frame(of range: SourceRange?) -> Int64? {
    guard let range else { return nil }
    if let frame = frame(containing: range) { return frame }
    // What an output changes of an item is in the text of the output.
    guard let output, output.start <= range.start, range.end <= output.end,
      let changed = overrides.last(where: { $0.name.range.start <= range.start })
    else { return nil }
    return frame(containing: changed.item.range)
  }

  /// The start of the innermost item that contains a range.
  private func frame(containing range: SourceRange) -> Int64? {
    var index = places.partitioningIndex { $0.range.start > range.start }
    while index > 0 {
      index -= 1
      if range.end <= places[index].range.end { return places[index].frame }
      guard ends[index] >= range.end else { return nil }
    }
    return nil
  }
}

// MARK: - Findings as JSON

extension Diagnostic {
  /// The finding without places in its text, and without the fixes that would change it.
  fileprivate var withoutLines: Diagnostic {
    Diagnostic(
      id, severity: severity, message, at: nil, notes: notes.map { Diagnostic.Note($0.message, at: nil) },
      hint: hint)
  }

  /// The finding for pages.
  fileprivate func forPages(
    in source: SourceText, _ place: FindingPlaces.Place?, fixes: [JSONValue]
  ) -> JSONValue {
    let report = TerminalReport(useColor: false).text(for: self, in: source)
    let lines = report.split(separator: "\n", omittingEmptySubsequences: false)
    let help = [hint].compactMap(\.self) + self.fixes.map(\.title)
    let films = (place?.films ?? []).map { film in
      JSONValue.members([
        "name": .string(film.name), "row": film.row.map { .integer(Int64($0)) } ?? .null,
        "frame": film.frame.map(JSONValue.integer) ?? .null,
      ])
    }
    var members: [JSONValue.Member] = [
      .init(name: "severity", value: .string(severity.rawValue)),
      .init(name: "id", value: .string(id.name)),
      .init(name: "title", value: .string(id.title)),
      .init(name: "message", value: .string(message)),
      .init(name: "file", value: .string(source.name)),
    ]
    members += placeMembers(range, in: source)
    let excerpt = range == nil ? "" : lines.dropFirst().prefix(2).joined(separator: "\n")
    let notes = self.notes.map { note in
      JSONValue.object(
        [.init(name: "message", value: .string(note.message))] + placeMembers(note.range, in: source))
    }
    members += [
      .init(name: "excerpt", value: .string(excerpt)),
      .init(name: "help", value: .array(help.map(JSONValue.string))),
      .init(name: "hint", value: hint.map(JSONValue.string) ?? .null),
      .init(name: "notes", value: .array(notes)),
      .init(name: "fixes", value: .array(fixes)),
      .init(name: "outputs", value: .array((place?.outputs ?? []).map(JSONValue.string))),
      .init(name: "films", value: .array(films)),
      .init(name: "frame", value: place?.films.first?.frame.map(JSONValue.integer) ?? .null),
    ]
    return .object(members)
  }
}

/// The line and column of a place, and its line in three parts; null without a place.
private func placeMembers(_ range: SourceRange?, in source: SourceText) -> [JSONValue.Member] {
  guard let range else {
    return ["line", "column", "mark"].map { JSONValue.Member(name: $0, value: .null) }
  }
  let place = source.place(at: range.start)
  let line = MarkedLine(of: range, in: source)
  return [
    .init(name: "line", value: .integer(Int64(place.line))),
    .init(name: "column", value: .integer(Int64(place.column))),
    .init(
      name: "mark",
      value: .members([
        "before": .string(line.before), "marked": .string(line.marked), "after": .string(line.after),
        "lastLine": .integer(Int64(line.lastLine)),
      ])),
  ]
}
