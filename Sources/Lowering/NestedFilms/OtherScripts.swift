import Basics
import Composition
import Diagnostics
import EditScript

// Another script plays as a film on its own canvas, like a clip of it would, or on the canvas of the film that plays
// it.

extension MediaMatching {
  /// Resolves every other script that an item plays and that has its own canvas, each call once.
  mutating func playScripts(in film: inout MatchedFilm) {
    playScripts(in: &film, inherited: nil)
    for item in film.items where item.list == .timeline {
      guard case .edit = item.item.kind, let number = item.source.film,
        let size = film.media.films[number].size
      else { continue }
      let played = film.media.films[number]
      film.media.tracks.append(
        VideoTrackFacts(
          streamIndex: 0, codec: "", storedSize: size,
          bitDepth: played.composition?.canvas.depth.rawValue ?? 8, rate: played.rate))
    }
  }
}

extension LoweringPhase {
  /// Resolves the other scripts that items play: those that inherit the canvas if there is one to inherit, or else
  /// those that do not.
  mutating func playScripts(in film: inout MatchedFilm, inherited: FilmCanvas?) {
    var known: [ScriptCall: MatchedSource] = [:]
    // Calls with other values of a script that cannot be played are told once, like uses of a missing file.
    var told: Set<String> = []
    for index in film.items.indices {
      let item = film.items[index].item
      guard case .edit(let path) = item.kind, let call = script.call(of: item),
        table.scripts[call].inheritsCanvas == (inherited != nil)
      else { continue }
      check(item, of: call, at: path)
      let source = known[call] ?? play(call, item, at: path, inherited: inherited, &told, &film.media)
      known[call] = source
      film.items[index].source = source
      if let number = source.film, !film.media.films[number].hasPicture, film.items[index].list != .audio,
        !context.isHeardOnly
      {
        report(.scriptHasNoPicture(path))
      }
    }
  }

  /// Reports values that the script does not take, and those that it requires.
  private mutating func check(_ item: Item, of call: ScriptCall, at path: Located<String>) {
    // A sequence has no parameters.
    guard call.sequence == nil, let state = table.scripts[call], let text = state.text else { return }
    // The declarations of variables may be what is wrong in it.
    if case .failed(_, _, let place) = state,
      place.flatMap({ text.passedValue(at: $0, item.passed?.value) }) == nil
    {
      return
    }
    context.findings.report(text.findings(about: item.passed, to: path, at: item.nextValue))
  }

  private mutating func play(
    _ call: ScriptCall, _ item: Item, at path: Located<String>, inherited: FilmCanvas?,
    _ told: inout Set<String>, _ media: inout FilmMedia
  ) -> MatchedSource {
    let name = normalizedPath(path.value)
    if let circle = context.ancestors.firstIndex(of: name) {
      let names = context.ancestors[circle...] + [name]
      report(.scriptPlaysItself(name, names, at: path.range))
      return .unknown
    }
    guard context.checkDepth(at: path) else { return .unknown }
    guard case .script(let script, let text) = table.scripts[call] else {
      let problem = problem(of: table.scripts[call], item, at: path)
      if problem.range != path.range || told.insert(problem.message).inserted { report(problem) }
      return .unknown
    }
    guard let film = resolved(call, script, text, named: name, inherited: inherited) else {
      return .unknown
    }
    if call.sequence == nil { reportMastering(of: script, at: path) }
    report(film.context.findings.list, in: PlayedScript(path: path, passed: item.passed, script, text))
    // Ranges in the other script have no meaning in this one.
    return .film(media.add(film, as: .script(call), at: path.range))
  }

  /// Why a script cannot be played.
  private func problem(of state: NestedScript?, _ item: Item, at path: Located<String>) -> Diagnostic {
    switch state {
    case .failed(let reason, let text, let place):
      let value = place.flatMap { text?.passedValue(at: $0, item.passed?.value) }
      return .scriptHasMistakes(path, reason, at: value?.value.range)
    case .missing(let reason): return .scriptIsMissing(path, reason)
    case .leavesFolder(let file, let text):
      return .leavesItsFolder(path, naming: file.value, place: text.place(of: file.range, in: path.value))
    case .leadsOut: return .leadsOutOfFolder(path)
    case .refused: return refused(path)
    case nil, .script: return .scriptIsUnchecked(path, isError: table.requiresMedia)
    }
  }

  /// Resolves another script, unless that was done to measure the canvas; nil if there are too many films.
  private mutating func resolved(
    _ call: ScriptCall, _ script: EditScript, _ text: CalledText, named name: String, inherited: FilmCanvas?
  ) -> ResolvedFilm? {
    if inherited == nil, let film = context.measuredScripts[call] { return film }
    guard context.chargeBudget(for: script) else { return nil }
    // All scripts are mixed in one format.
    var lowering = FilmLowering(
      .script(context.mixFormat, inherited: inherited),
      context.nested(script, named: name, at: nil, text: text))
    let film = lowering.resolved()
    context.budget = film.context.budget
    if inherited == nil, context.dependsOnShape { context.measuredScripts[call] = film }
    return film
  }

  /// Reports the findings of lowering in another script.
  private mutating func report(_ findings: [Diagnostic], in script: PlayedScript) {
    context.findings.report(script.reported(findings))
    if !findings.hasErrors, findings.contains(where: { $0.id == .mediaNotChecked }) {
      report(.mediaOfScriptAreUnchecked(script.path))
    }
  }

  /// Reports loudness of another script if this one sets none: only a whole film has a loudness.
  private mutating func reportMastering(of other: EditScript, at path: Located<String>) {
    let wanted = [
      context.mixFormat.loudness == nil
        ? other.mix.loudness.map { "loudness: \($0.value.canonicalText)" } : nil,
      context.mixFormat.peak == nil ? other.mix.peak.map { "peak: \($0.value.canonicalText)" } : nil,
    ].compactMap(\.self)
    guard !wanted.isEmpty else { return }
    let settings = wanted.joined(separator: ", ")
    report(
      .masteringOfScript(settings, path)
    )
  }
}

extension NestedScript? {
  fileprivate var inheritsCanvas: Bool {
    if case .script(let script, _) = self { script.canvas.inheritsCanvas } else { false }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func scriptPlaysItself(
    _ name: String, _ names: some Sequence<String>, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .referenceCycle, "the script '\(name)' plays itself: \(Array(names).joined(separator: " -> "))",
      at: place, hint: "remove one step of the cycle")
  }

  fileprivate static func scriptHasNoPicture(_ path: Located<String>) -> Diagnostic {
    Diagnostic(
      .noPicture, "'\(path.value)' has no picture: none of its outputs has one", at: path.range,
      hint: "move it to the `audio:` list")
  }

  /// `value` is the place of the passed value that causes the mistake; nil if the script itself is wrong.
  fileprivate static func scriptHasMistakes(
    _ path: Located<String>, _ reason: String, at value: SourceRange?
  ) -> Diagnostic {
    Diagnostic(
      .unreadableFile, "'\(path.value)' has errors: \(reason)", at: value ?? path.range,
      hint: value == nil ? "`editc lint \(shellWord(path.value))` shows all of them" : "pass another value")
  }

  fileprivate static func scriptIsMissing(_ path: Located<String>, _ reason: String) -> Diagnostic {
    Diagnostic(
      .missingFile, "'\(path.value)' cannot be read: \(reason)", at: path.range,
      hint: "paths are relative to the script")
  }

  fileprivate static func scriptIsUnchecked(_ path: Located<String>, isError: Bool) -> Diagnostic {
    Diagnostic(
      .mediaNotChecked, severity: isError ? .error : nil,
      "'\(path.value)' was not read, so rules that depend on it are not checked", at: path.range)
  }

  fileprivate static func mediaOfScriptAreUnchecked(_ path: Located<String>) -> Diagnostic {
    Diagnostic(
      .mediaNotChecked,
      "media of '\(path.value)' were not read, so rules that depend on them are not"
        + " checked", at: path.range)
  }

  fileprivate static func masteringOfScript(_ settings: String, _ path: Located<String>) -> Diagnostic {
    Diagnostic(
      .noEffect,
      "`mix: {\(settings)}` of '\(path.value)' has no effect here: it is ignored in a nested script",
      at: path.range,
      hint: "write it in this script for the whole film, or render '\(path.value)' and play it as a clip")
  }
}
