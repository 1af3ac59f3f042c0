package import Basics
package import Composition
package import Diagnostics
package import EditScript
package import Lowering
package import YAMLTree

// A script goes through four phases: its text is read, its questions about files are collected, it is lowered
// with the answers, and the result is checked. Each phase is a pure function, and none stops at a mistake, so
// that one run finds them all. The driver answers the questions between phases (`Workspace` does).

/// A script as its text alone describes it: typed, and checked by the rules that need nothing else.
package struct ParsedScript: Sendable {
  package let source: SourceText
  package let tree: YAMLTree
  package let script: EditScript
  /// Mistakes in the text and in its values.
  fileprivate private(set) var textFindings: [Diagnostic]
  /// Findings of the rules about scripts.
  fileprivate private(set) var ruleFindings: [Diagnostic]
  /// The places at which a text of another script is read.
  fileprivate let importedRanges: Set<SourceRange>
  /// The names under `use` of what cannot be used, which is reported.
  fileprivate let unreadUses: Set<String>
  /// The places of outputs that are not chosen, about which nothing is reported; nil without a choice.
  fileprivate private(set) var leftOut: [SourceRange]?

  /// What the scripts under `use` offer, by the names that this script writes.
  fileprivate let offered: [NamedThing: [String]]

  /// Whether the text was read to its end.
  fileprivate let isWhole: Bool

  /// The errors in the text and in its values.
  package var textErrors: [Diagnostic] { textFindings.filter { $0.severity == .error } }

  package init(
    _ source: SourceText, variables: GivenVariables = GivenVariables(), used: UsedScripts = UsedScripts()
  ) {
    self.init(YAMLTree.parse(source), of: source, variables: variables, used: used)
  }

  /// Reads an already parsed text, which may be read several times with different variables.
  package init(
    _ parse: YAMLParse, of source: SourceText, variables: GivenVariables, used: UsedScripts = UsedScripts()
  ) {
    let reading = EditScript.read(parse.tree, in: source, variables: variables, used: used)
    importedRanges = reading.importedRanges
    unreadUses = reading.unreadUses
    offered = used.names(in: reading.script.uses)
    self.source = source
    tree = parse.tree
    isWhole = parse.isWhole
    script = reading.script
    let findings =
      parse.diagnostics
      + reading.diagnostics.withoutConsequences(
        of: parse.diagnostics, isWhole: parse.isWhole)
    var slips = SlipSearch(variables: variables)
    textFindings = slips.explain(findings, in: source)
    ruleFindings = Rules.check(reading.script, in: source)
  }

  /// The same script for some of its outputs, without findings in or about the others. Names that only the
  /// others use count as used.
  package func choosing(_ outputs: [Output]) -> ParsedScript {
    var chosen = self
    let leftOut = ranges(ofOutputsBeside: outputs)
    chosen.leftOut = leftOut
    chosen.textFindings = textFindings.filter { !$0.isInside(leftOut) }
    var part = script
    part.outputs = outputs
    let ofPart = Set(Rules.check(part, in: source))
    chosen.ruleFindings = ruleFindings.filter { ofPart.contains($0) }
    return chosen
  }
}

/// A script that is lowered for each of its outputs, but not checked yet.
package struct LoweredOutputs: Sendable {
  fileprivate let reading: ParsedScript
  /// The script with each `each` replaced by its items.
  fileprivate let expanded: ExpandedScript
  fileprivate var media: MediaTable
  /// One per output, in order; a single one without an output if there are none.
  package let films: [LoweredFilm]

  /// - Parameter outputs: The outputs, if `-o FILE` replaced those of the script.
  package init(_ reading: ParsedScript, outputs: [Output]? = nil, media: MediaTable) {
    self.reading = reading
    self.media = media
    let expanded = reading.script.expanded(with: media)
    self.expanded = expanded
    let outputs = outputs ?? reading.script.outputs
    let wanted: [Output?] = outputs.isEmpty ? [nil] : outputs
    films = wanted.map { lower(expanded.script, for: $0, media: media) }
  }

  /// The files that a render would write, as the script writes their paths.
  package var writtenFiles: [String] { films.flatMap { $0.writtenFiles.map(\.value) } }

  /// Marks written files as outside the root.
  package mutating func refuse(_ files: [String]) {
    for file in files { media.reach[file] = .refused }
  }

  /// The names of FFmpeg's filters in these films, whose facts the rules need.
  package var filterNames: Set<String> { Set(films.flatMap(\.filterUses).map(\.name)) }

  /// The filters that the rules need to have tried, without those that were tried already.
  package func wantedTrials(_ filters: FilterCatalogue) -> [FilterTrial] {
    filters.wantedTrials(of: films.flatMap(\.filterUses))
  }

  /// Checks the films, given the encoders and filters of this machine.
  package func checked(
    encoders: EncoderList = .unknown, filters: FilterCatalogue = .unknown
  ) -> Compilation {
    let script = expanded.script
    let checked = films.map { lowered in
      var (film, findings) = film(lowered, script, encoders, filters)
      findings += lowered.findings(aboutWritingOutside: media)
      film.found = Set(findings.map(Place.init))
      return (film: film, diagnostics: findings)
    }
    let textFindings = reading.textFindings
    let filmFindings =
      reading.ruleFindings + expanded.diagnostics + Rules.check(script, in: reading.source, media)
      + mergedByOutput(checked)
    let findings =
      textFindings
      + filmFindings.withoutConsequences(of: textFindings, isWhole: reading.isWhole).withoutEffectsOfMistakes
      .withoutFiles(of: reading.unreadUses, at: textFindings, in: reading.source)
      .told(onceFor: reading.script.repeatedPlaces)
    let applied = Suppressions(in: reading.tree, of: reading.source).applied(to: findings)
    // A comment may allow a finding in an output that is not chosen.
    let reported =
      reading.leftOut.map { leftOut in applied.filter { !$0.isInside(leftOut) && !$0.callsUnused } }
      ?? applied
    let diagnostics = reported.withoutFixes(at: reading.importedRanges).sortedAndUnique().limited(
      to: YAMLLimits.standard.findings)
    return Compilation(
      source: reading.source, tree: reading.tree, script: script, offered: reading.offered, media: media,
      films: checked.map { diagnostics.hasErrors ? $0.film.withoutComposition : $0.film },
      diagnostics: diagnostics)
  }
}

/// The results of all phases for a script.
package struct Compilation: Sendable {
  package let source: SourceText
  package let tree: YAMLTree
  /// With each `each` replaced by its items, as far as its files are known.
  package let script: EditScript
  /// What the scripts under `use` offer, by the names that this script writes.
  package let offered: [NamedThing: [String]]
  /// The known facts about the files that the script names.
  package let media: MediaTable
  /// One per output, in order; a single one without an output if the script has none.
  package let films: [CompiledFilm]
  /// The findings of all phases in text order, without duplicates and without those that comments allow.
  package let diagnostics: [Diagnostic]
}

extension Compilation {
  /// The films that one of the findings is about, by their indices: those in which it was found, or the one
  /// of the output in whose text it is. All of them for a finding about the whole script.
  package func indicesOfFilms(of finding: Diagnostic) -> [Int] {
    if let range = finding.range,
      let own = films.firstIndex(where: { film in
        film.output.map { $0.range.start <= range.start && range.end <= $0.range.end } ?? false
      })
    {
      return [own]
    }
    let place = Place(finding)
    let found = films.indices.filter { films[$0].found.contains(place) }
    return found.isEmpty ? Array(films.indices) : found
  }
}

/// The film of one output.
package struct CompiledFilm: Sendable {
  package let lowered: LoweredFilm
  /// Nil if there is an error, or if media were not probed.
  package let composition: Composition?
  /// Nil without an output, or if it cannot be rendered.
  package let settings: OutputSettings?
  /// The frames that the output contains; nil for all of them.
  package let part: Range<Int64>?
  /// The findings of this film, before those of all outputs are merged.
  fileprivate var found: Set<Place> = []

  package var output: Output? { lowered.output }
  /// The markers whose times are known.
  package var markers: [ResolvedMarker] { lowered.markers }
}

/// Takes a script through all phases with the given facts, for callers without a workspace.
package func compile(
  _ reading: ParsedScript, media: MediaTable, encoders: EncoderList = .unknown,
  filters: FilterCatalogue = .unknown
) -> Compilation {
  LoweredOutputs(reading, media: media).checked(encoders: encoders, filters: filters)
}

/// Reads a text and takes it through all phases.
package func compile(
  _ source: SourceText, media: MediaTable, encoders: EncoderList = .unknown,
  filters: FilterCatalogue = .unknown
) -> Compilation {
  compile(ParsedScript(source), media: media, encoders: encoders, filters: filters)
}

/// The findings of all films. If a later output has the same kind of finding at the same place as an earlier
/// one, it becomes a note of that finding.
private func mergedByOutput(_ films: [(film: CompiledFilm, diagnostics: [Diagnostic])]) -> [Diagnostic] {
  var merged: [Diagnostic] = []
  var places: [Place: Int] = [:]
  var filmCounts: [Diagnostic: Int] = [:]
  for diagnostic in films.flatMap({ Set($0.diagnostics) }) { filmCounts[diagnostic, default: 0] += 1 }
  for (film, diagnostics) in films {
    let earlier = places
    let hasOwnItems = films.count > 1 && film.output?.hasOverrides == true
    for diagnostic in diagnostics {
      // A finding of only this output's items names the output: its place may be in the items that they
      // replace.
      let diagnostic =
        hasOwnItems && filmCounts[diagnostic] == 1
        ? diagnostic.with(Diagnostic.Note("in \(film.name)", at: nil)) : diagnostic
      let place = Place(id: diagnostic.id, range: diagnostic.range)
      guard diagnostic.range != nil, let index = earlier[place] else {
        if places[place] == nil { places[place] = merged.count }
        merged.append(diagnostic)
        continue
      }
      let known = merged[index]
      // Equal messages are the same finding.
      guard known.message != diagnostic.message, known.severity == diagnostic.severity else {
        merged.append(diagnostic)
        continue
      }
      let note = Diagnostic.Note("in \(film.name): \(diagnostic.message)", at: nil)
      guard !known.notes.contains(note) else { continue }
      merged[index] = known.with(note)
    }
  }
  return merged
}

extension Diagnostic {
  fileprivate func isInside(_ places: [SourceRange]) -> Bool {
    range.map { range in places.contains { $0.start <= range.start && range.end <= $0.end } } ?? false
  }
}

private struct Place: Hashable {
  let id: DiagnosticID
  let range: SourceRange?
  /// Distinguishes findings without a range.
  var message: String?
}

extension Place {
  fileprivate init(_ finding: Diagnostic) {
    self.init(
      id: finding.id, range: finding.range, message: finding.range == nil ? finding.message : nil)
  }
}

extension Diagnostic {
  fileprivate func with(_ note: Note) -> Diagnostic {
    Diagnostic(id, severity: severity, message, at: range, notes: notes + [note], hint: hint, fixes: fixes)
  }
}

extension EditScript {
  /// The places that apply to many items at once: each `each` and `angles`, and the patterns that it uses from `media`.
  fileprivate var repeatedPlaces: [SourceRange] {
    let items = writtenItems.filter { $0.each != nil || $0.angles != nil }
    guard !items.isEmpty else { return [] }
    let names = Set(items.flatMap { $0.each?.items ?? [] }.compactMap { $0.mediaName?.value })
    return items.map(\.range) + media.filter { names.contains($0.name.value) }.map(\.file.range)
  }
}

extension [Diagnostic] {
  /// The findings without repetitions for many items: if more than three items have the same kind of finding,
  /// only the first remains, with a note about the others.
  fileprivate func told(onceFor places: [SourceRange]) -> [Diagnostic] {
    guard !places.isEmpty else { return self }
    func isRepeated(_ range: SourceRange) -> Bool {
      places.contains { $0.start <= range.start && range.end <= $0.end }
    }
    var told: [Place: [Int]] = [:]
    for (index, finding) in enumerated() {
      guard let range = finding.range, isRepeated(range) else { continue }
      told[Place(id: finding.id, range: range), default: []].append(index)
    }
    var notes: [Int: Diagnostic.Note] = [:]
    var left: Set<Int> = []
    for indices in told.values where indices.count > 3 {
      let first = indices[0]
      // A finding of several outputs counts once.
      let count = Set(indices.map { self[$0].message }).count
      guard count > 3, let second = indices.first(where: { self[$0].message != self[first].message }) else {
        continue
      }
      notes[first] = Diagnostic.Note(
        "\(count - 1) more items have the same problem, such as: \(self[second].message)", at: nil)
      left.formUnion(indices.dropFirst())
    }
    return indices.filter { !left.contains($0) }.map { index in
      notes[index].map { self[index].with($0) } ?? self[index]
    }
  }

  /// The findings without repairs that would change places at which another text is read.
  fileprivate func withoutFixes(at places: Set<SourceRange>) -> [Diagnostic] {
    guard !places.isEmpty else { return self }
    return map { finding in
      let fixes = finding.fixes.filter { fix in !fix.edits.contains { places.contains($0.range) } }
      guard fixes.count < finding.fixes.count else { return finding }
      return Diagnostic(
        finding.id, severity: finding.severity, finding.message, at: finding.range, notes: finding.notes,
        hint: finding.hint, fixes: fixes)
    }
  }

  /// The findings without those that an incorrect entry has no effect, which is only a consequence of the
  /// mistake.
  fileprivate var withoutEffectsOfMistakes: [Diagnostic] {
    guard hasErrors, contains(where: { $0.id == .noEffect && $0.severity != .error }) else { return self }
    let mistakes = compactMap { $0.severity == .error ? $0.range : nil }.filter { !$0.isEmpty }
    return filter { finding in
      guard finding.id == .noEffect, finding.severity != .error, let range = finding.range else {
        return true
      }
      return !mistakes.contains { range.start <= $0.start && $0.end <= range.end }
    }
  }

  /// The findings without those about missing files that are only a consequence: of a name of a script that cannot be
  /// used, or of a mistake at the same place.
  fileprivate func withoutFiles(
    of unread: Set<String>, at mistakes: [Diagnostic], in source: SourceText
  ) -> [Diagnostic] {
    let places = Set(mistakes.compactMap { $0.severity == .error ? $0.range : nil })
    guard !unread.isEmpty || !places.isEmpty else { return self }
    return filter { finding in
      guard [.missingFile, .missingFont].contains(finding.id), let range = finding.range else { return true }
      if places.contains(range) { return false }
      let written = source[range].drop { $0 == "\"" || $0 == "'" }
      let name = written.prefix { $0 != "/" }
      return name.count == written.count || !unread.contains(String(name))
    }
  }

  /// Removes findings about something missing that an earlier phase could not read: the author did write it,
  /// and the earlier finding explains the mistake. In a text that is not read to its end, names and keys are missing.
  func withoutConsequences(of earlier: [Diagnostic], isWhole: Bool = true) -> [Diagnostic] {
    guard earlier.hasErrors else { return self }
    return filter { finding in
      switch finding.id {
      case .unknownName, .unusedUse, .unusedVariable: isWhole
      case .missingKey: isWhole && finding.range?.isEmpty == false
      case .emptyRange: finding.range != nil
      default: true
      }
    }
  }
}

extension CompiledFilm {
  /// The name of the film in findings.
  fileprivate var name: String { output.map { "'\($0.file.value)'" } ?? "another output" }

  /// A script with an error in any phase has no film, even if this phase could resolve the rest.
  fileprivate var withoutComposition: CompiledFilm {
    var film = CompiledFilm(lowered: lowered, composition: nil, settings: settings, part: nil)
    film.found = found
    return film
  }
}

private func film(
  _ lowered: LoweredFilm, _ script: EditScript, _ encoders: EncoderList, _ filters: FilterCatalogue
) -> (film: CompiledFilm, diagnostics: [Diagnostic]) {
  let (output, composition) = (lowered.output, lowered.composition)
  var diagnostics = lowered.diagnostics
  var settings: OutputSettings?
  var part: Range<Int64>?
  if let output {
    let lowered = lower(
      output, rate: composition?.canvas.rate ?? (output.rate ?? script.canvas.rate)?.value.exact,
      canvas: script.canvas, size: composition?.canvas.size, channels: composition?.mix.channelCount ?? 2)
    settings = lowered.settings
    diagnostics += lowered.diagnostics
  }
  if let container = settings?.container { settings?.labels = lowered.labels(in: container) }
  if let written = output?.part, let composition {
    switch frames(ofPart: written, in: composition, markers: lowered.markers) {
    case .success(let frames): part = frames
    case .failure(let problem): diagnostics.append(problem.diagnostic)
    }
  }
  if let still = output?.still, settings?.isStill == true, let composition {
    switch frame(shownAt: still, in: composition, markers: lowered.markers) {
    case .success(let frame): part = frame..<frame + 1
    case .failure(let problem): diagnostics.append(problem.diagnostic)
    }
  }
  if let cover = output?.metadata.cover ?? script.metadata.cover, case .moment(let time) = cover.value,
    let composition, settings?.holdsCover == true
  {
    switch frame(shownAt: Located(time, at: cover.range), in: composition, markers: lowered.markers) {
    case .success(let frame): settings?.coverFrame = frame
    case .failure(let problem): diagnostics.append(problem.diagnostic)
    }
  }
  if let container = settings?.container {
    diagnostics += lowered.chapterFindings(in: container, part: part) + lowered.keptDataFindings()
    let kept = lowered.keptTimecode(in: container, part: part)
    if let timecode = kept.timecode { settings?.timecode = timecode }
    diagnostics += kept.findings
  }
  diagnostics += Rules.check(
    CheckedFilm(lowered, settings: settings, part: part, encoders: encoders, filters: filters))
  return (
    CompiledFilm(lowered: lowered, composition: composition, settings: settings, part: part),
    diagnostics
  )
}
