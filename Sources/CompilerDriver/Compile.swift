package import Composition
package import Diagnostics
package import EditScript
package import FilmRules
package import Lowering
import ScriptRules
package import SourceText
package import YAMLTree

/// Everything that is known of a script once it has been through every phase.
package struct Compilation: Sendable {
  package let source: SourceText
  package let tree: YAMLTree
  package let script: EditScript
  /// What was known of the files that the script names.
  package let media: MediaTable
  /// One for each output, in their order; one without an output where the script names none.
  package let films: [CompiledFilm]
  /// Of all phases, in the order of the text, each once, without those that comments allow.
  package let diagnostics: [Diagnostic]
}

/// The film behind one output.
package struct CompiledFilm: Sendable {
  package let output: Output?
  /// Nil when an error stands in the way, or media have not been looked at.
  package let composition: Composition?
  /// Nil without an output, or when it cannot be made.
  package let settings: OutputSettings?
  /// The frames that the output is to hold; nil for all of them.
  package let part: Range<Int64>?
}

/// Takes a script through every phase, from its text to the films it describes.
///
/// No phase stops at a mistake, so one run finds them all. `media` looks at the files that the script names
/// and says who measures its words; nothing else here touches the world. `redirect` may change the outputs, as `-o FILE` does;
/// `encoders` and `filters` are those of this machine.
package func compile(
  _ source: SourceText, variables: GivenVariables = GivenVariables(),
  redirect: ([Output]) -> [Output] = { $0 }, encoders: EncoderList = .unknown,
  filters: FilterCatalogue = .unknown, media: (EditScript) -> MediaTable
) -> Compilation {
  compile(
    YAMLTree.parse(source), of: source, variables: variables, redirect: redirect, encoders: encoders,
    filters: filters, media: media)
}

/// The phases after the first one, for a script that is compiled several times with other variables.
package func compile(
  _ parse: YAMLParse, of source: SourceText, variables: GivenVariables,
  redirect: ([Output]) -> [Output] = { $0 }, encoders: EncoderList = .unknown,
  filters: FilterCatalogue = .unknown, media: (EditScript) -> MediaTable
) -> Compilation {
  let reading = EditScript.read(parse.tree, in: source, variables: variables)
  let ruleFindings = ScriptRules.check(reading.script, in: source)
  var table = media(reading.script)
  let outputs = redirect(reading.script.outputs)
  let wanted: [Output?] = outputs.isEmpty ? [nil] : outputs
  if let measure = table.measure {
    // Without an output, too: comparisons look at the film on its own canvas.
    let words = (wanted.contains(nil) ? wanted : wanted + [nil]).flatMap {
      wantedTexts(of: reading.script, for: $0, media: table)
    }
    if !words.isEmpty { table.texts = measure(words) }
  }
  table.lookAtPackets(of: reading.script, for: outputs)
  if let lettersWithoutFont = table.lettersWithoutFont {
    let letters = table.subtitleLetters(of: reading.script)
    if !letters.isEmpty { table.missingLetters = lettersWithoutFont(letters) }
  }
  let lowered = wanted.map { [table] in film($0, reading.script, table, encoders, filters) }
  let textFindings = parse.diagnostics + reading.diagnostics.withoutConsequences(of: parse.diagnostics)
  let filmFindings = ruleFindings + lowered.flatMap(\.diagnostics)
  let findings = textFindings + filmFindings.withoutConsequences(of: textFindings)
  let diagnostics = Suppressions(in: parse.tree, of: source).applied(to: findings).sortedWithoutDoubles()
    .limited(to: YAMLLimits.standard.findings)
  return Compilation(
    source: source, tree: parse.tree, script: reading.script, media: table,
    films: lowered.map { diagnostics.hasErrors ? $0.film.withoutComposition : $0.film },
    diagnostics: diagnostics)
}

extension [Diagnostic] {
  /// What is missing where an earlier phase could not read something is no finding of its own: the author wrote
  /// it, and the earlier finding says what is wrong with it.
  fileprivate func withoutConsequences(of earlier: [Diagnostic]) -> [Diagnostic] {
    earlier.hasErrors ? filter { $0.id != .missingKey || $0.range?.isEmpty == false } : self
  }
}

extension CompiledFilm {
  /// A script with an error in any phase describes no film, even where this phase could make one of the rest.
  fileprivate var withoutComposition: CompiledFilm {
    CompiledFilm(output: output, composition: nil, settings: settings, part: nil)
  }
}

private func film(
  _ output: Output?, _ script: EditScript, _ table: MediaTable, _ encoders: EncoderList,
  _ filters: FilterCatalogue
) -> (film: CompiledFilm, diagnostics: [Diagnostic]) {
  let lowered = lower(script, for: output, media: table)
  let composition = lowered.composition
  var diagnostics = lowered.diagnostics
  var settings: OutputSettings?
  var part: Range<Int64>?
  if let output {
    let lowered = lower(
      output, rate: composition?.canvas.rate ?? (output.rate ?? script.canvas.rate)?.value.exact,
      canvas: script.canvas)
    settings = lowered.settings
    diagnostics += lowered.diagnostics
  }
  if let container = settings?.container { settings?.labels = lowered.labels(in: container) }
  if let written = output?.part, let composition {
    switch frames(ofPart: written, in: composition) {
    case .success(let frames): part = frames
    case .failure(let problem): diagnostics.append(problem.diagnostic)
    }
  }
  if let container = settings?.container {
    diagnostics += lowered.chapterFindings(in: container, part: part)
  }
  diagnostics += FilmRules.check(
    CheckedFilm(lowered, settings: settings, part: part, encoders: encoders, filters: filters))
  return (
    CompiledFilm(output: output, composition: composition, settings: settings, part: part), diagnostics
  )
}
