import Basics
import Composition
import Diagnostics
import EditScript

/// A step of lowering. It reads the results of earlier steps and returns its own; later steps change neither.
protocol LoweringPhase {
  associatedtype Result
  var context: LoweringContext { get set }
  mutating func run() -> Result
}

/// The state that all phases of one film share: the script, the facts of its media, and the findings.
struct LoweringContext {
  var script: EditScript
  /// The script without the overrides of its output and of the shape of its canvas; nil if shapes override nothing.
  private let written: EditScript?
  /// Nil for a film that another one plays.
  let output: Output?
  let table: MediaTable
  /// The films that are being resolved around this one, outermost first.
  var ancestors: [String] = []
  /// The other scripts with their own canvas that were resolved to measure the canvas of this film, whose shape its
  /// overrides depend on. The film plays them as they are.
  var measuredScripts: [ScriptCall: ResolvedFilm] = [:]
  /// The text that plays this film; nil for the whole film.
  var place: SourceRange?
  /// The text of this film, if it is another script's.
  var text: CalledText?
  /// Whether no output of the film has a picture. Its clips then need none.
  var isHeardOnly: Bool
  /// Whether an output of an unknown kind could have a picture: what depends on this is not reported.
  var isOfUnknownKind: Bool
  /// Whether lengths in frames are meaningless: the film has no picture and no frame rate.
  var countsNoFrames = false
  /// Whether only the texts to measure are wanted, so that pictures and sounds are not built.
  var wantsOnlyTexts = false
  var findings = Findings()
  var budget = LoweringBudget()

  init(script: EditScript, output: Output?, table: MediaTable) {
    let chosen = script.chosen(for: output, on: nil, table)
    self.script = chosen.script
    written = script.shapeOverrides.isEmpty ? nil : script
    self.output = output
    self.table = table
    let outputs = script.outputs + (output.map { [$0] } ?? [])
    let isKnown = { (output: Output) in Container(ofFile: output.file.value) != nil }
    isHeardOnly = !outputs.isEmpty && !outputs.contains { $0.hasPicture && isKnown($0) }
    isOfUnknownKind = isHeardOnly && outputs.contains { $0.hasPicture && !isKnown($0) }
    findings.report(chosen.diagnostics)
  }

  /// Whether a script that only offers names to others is a mistake here: it is rendered or played.
  var needsFilm: Bool { table.requiresMedia || !ancestors.isEmpty }

  /// Whether items depend on the shape of the canvas.
  var dependsOnShape: Bool { written != nil }

  /// Applies what differs on a canvas of this size.
  mutating func choose(_ size: PixelSize) {
    guard let written else { return }
    let chosen = written.chosen(for: output, on: size.shape, table)
    script = chosen.script
    findings.report(chosen.diagnostics)
  }

  /// The context of a film that this one plays.
  func nested(
    _ script: EditScript, named name: String, at place: SourceRange?, text: CalledText? = nil
  ) -> LoweringContext {
    var context = LoweringContext(script: script, output: nil, table: table)
    context.ancestors = ancestors + [name]
    context.place = place
    context.text = text
    context.budget = budget
    context.wantsOnlyTexts = wantsOnlyTexts
    context.isHeardOnly = isHeardOnly || context.isHeardOnly
    context.isOfUnknownKind = isOfUnknownKind || context.isOfUnknownKind
    return context
  }
}

extension EditScript {
  /// The script with what differs in an output and on canvases of a shape, and the findings about the items of each
  /// `each` there.
  fileprivate func chosen(for output: Output?, on shape: PictureShape?, _ table: MediaTable) -> ExpandedScript
  {
    guard let whole = unexpanded.first else {
      return ExpandedScript(script: overridden(by: output, on: shape), diagnostics: [])
    }
    return whole.overridden(by: output, on: shape).expanded(with: table)
  }
}

/// Limits on quantities that can grow faster than a script.
struct LoweringBudget {
  /// How many more unknown names are compared with all known ones.
  var suggestions = 20
  /// How many more films, and items in them, are resolved: too few for a film that exceeds the limit.
  var films = LanguageLimits.filmsInFilm
  var items = LanguageLimits.itemsInFilms
}

/// The findings of a film so far.
struct Findings {
  private(set) var list: [Diagnostic] = []
  private(set) var hasErrors = false
  /// Whether an error was reported since the innermost attempt began.
  private var hasNewErrors = false

  mutating func report(_ diagnostic: Diagnostic) {
    list.append(diagnostic)
    if diagnostic.severity == .error { (hasErrors, hasNewErrors) = (true, true) }
  }

  mutating func report(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { report(diagnostic) }
  }

  /// Begins an attempt within the current one; pass the result to `endAttempt`.
  mutating func beginAttempt() -> Bool {
    defer { hasNewErrors = false }
    return hasNewErrors
  }

  /// Ends an attempt and returns whether it reported no error.
  mutating func endAttempt(_ outer: Bool) -> Bool {
    defer { hasNewErrors = hasNewErrors || outer }
    return !hasNewErrors
  }
}

extension LoweringPhase {
  var script: EditScript { context.script }
  var output: Output? { context.output }
  var table: MediaTable { context.table }

  mutating func report(_ diagnostic: Diagnostic) { context.findings.report(diagnostic) }

  mutating func reportOverflow(at place: SourceRange) { context.reportOverflow(at: place) }

  /// The result of `work`; nil if it reported an error.
  mutating func attempt<Value>(_ work: (inout Self) -> Value?) -> Value? {
    let outer = context.findings.beginAttempt()
    let value = work(&self)
    return context.findings.endAttempt(outer) ? value : nil
  }

  /// The result of `work` and its findings, which are not reported.
  mutating func settingFindingsAside<Value, Failure>(
    _ work: (inout Self) throws(Failure) -> Value
  ) throws(Failure) -> (value: Value, findings: [Diagnostic]) {
    let outer = context.findings
    context.findings = Findings()
    defer { context.findings = outer }
    let value = try work(&self)
    return (value, context.findings.list)
  }
}

extension LoweringContext {
  mutating func report(_ diagnostic: Diagnostic) { findings.report(diagnostic) }

  /// Reports why a written time is unknown, unless the cause was already reported.
  mutating func report(_ problem: TimeProblem, at place: SourceRange) {
    if problem == .unknownRate, countsNoFrames {
      report(.framesWithoutPicture(at: place))
    } else if let diagnostic = problem.diagnostic(at: place) {
      report(diagnostic)
    }
  }

  mutating func reportOverflow(at place: SourceRange) {
    if let diagnostic = TimeProblem.overflow.diagnostic(at: place) { report(diagnostic) }
  }

  /// The name that was probably intended; nil if none is similar, or if enough names were compared.
  mutating func suggestion(for name: String, among known: [String]) -> String? {
    guard budget.suggestions > 0 else { return nil }
    budget.suggestions -= 1
    return Suggestion.best(for: name, among: known)
  }
}
