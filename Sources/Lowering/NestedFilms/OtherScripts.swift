import Basics
import Composition
import Diagnostics
import EditScript

// Another script plays as a film on its own canvas, like a clip of it would.

extension MediaMatching {
  /// Resolves every other script that an item plays, each once.
  mutating func playScripts(in film: inout MatchedFilm) {
    var known: [String: MatchedSource] = [:]
    for index in film.items.indices {
      guard case .edit(let path) = film.items[index].item.kind else { continue }
      let source = known[path.value] ?? lowerScript(path, &film.media)
      known[path.value] = source
      film.items[index].source = source
      if let number = source.film, !film.media.films[number].hasPicture, film.items[index].list != .audio,
        !context.isHeardOnly
      {
        report(.scriptHasNoPicture(path))
      }
      guard let number = source.film, film.items[index].list == .timeline,
        let size = film.media.films[number].size
      else { continue }
      let played = film.media.films[number]
      film.media.tracks.append(
        VideoTrackFacts(
          streamIndex: 0, codec: "", storedSize: size,
          bitDepth: played.composition?.canvas.depth.rawValue ?? 8, rate: played.rate))
    }
  }

  private mutating func lowerScript(_ path: Located<String>, _ media: inout FilmMedia) -> MatchedSource {
    let name = normalizedPath(path.value)
    if let circle = context.ancestors.firstIndex(of: name) {
      let names = context.ancestors[circle...] + [name]
      report(
        .scriptPlaysItself(name, names, at: path.range))
      return .unknown
    }
    guard context.checkDepth(at: path) else { return .unknown }
    switch table.scripts[path.value] {
    case .script(let script): return lower(script, named: name, at: path, &media)
    case .failed(let reason):
      report(
        .scriptHasMistakes(path, reason))
    case .missing(let reason):
      report(
        .scriptIsMissing(path, reason))
    case .refused:
      report(refused(path))
    case nil:
      report(
        .scriptIsUnchecked(path, isError: table.requiresMedia))
    }
    return .unknown
  }

  private mutating func lower(
    _ script: EditScript, named name: String, at path: Located<String>, _ media: inout FilmMedia
  ) -> MatchedSource {
    guard context.chargeBudget(for: script) else { return .unknown }
    // All scripts are mixed in one format.
    var lowering = FilmLowering(
      .script(context.mixFormat), context.nested(script, named: name, at: nil))
    let film = lowering.resolved()
    context.budget = film.context.budget
    let diagnostics = film.context.findings.list
    reportMastering(of: script, at: path)
    let errors = diagnostics.filter { $0.severity == .error }
    for error in errors.prefix(3) {
      report(
        .errorInScript(error, path))
    }
    if errors.isEmpty, diagnostics.contains(where: { $0.id == .mediaNotChecked }) {
      report(
        .mediaOfScriptAreUnchecked(path))
    }
    // Ranges in the other script have no meaning in this one.
    return .film(media.add(film, as: .script(path.value), at: path.range))
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

  fileprivate static func scriptHasMistakes(_ path: Located<String>, _ reason: String) -> Diagnostic {
    Diagnostic(
      .unreadableFile, "'\(path.value)' has errors: \(reason)", at: path.range,
      hint: "`editc lint \(path.value)` shows all of them")
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

  fileprivate static func errorInScript(_ error: Diagnostic, _ path: Located<String>) -> Diagnostic {
    Diagnostic(
      error.id, "in '\(path.value)': \(error.message)", at: path.range,
      hint: "`editc lint \(path.value)` shows where")
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
