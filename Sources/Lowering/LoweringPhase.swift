import Basics
import Composition
import Diagnostics
import EditScript

/// A step of lowering. It takes the values of the steps before it and returns its own, and no later step can
/// change either.
protocol LoweringPhase {
  associatedtype Result
  var context: LoweringContext { get set }
  mutating func run() -> Result
}

/// What all phases of one film share: the script, the facts of its media, and the findings.
struct LoweringContext {
  let script: EditScript
  /// Nil for a film that is played by another one.
  let output: Output?
  let table: MediaTable
  /// The films that are being resolved around this one, the outermost first.
  var ancestors: [String] = []
  /// The text that plays this film; nil for the whole film.
  var place: SourceRange?
  /// Whether no output that the film is made for has a picture. Its clips need none then.
  var isHeardOnly: Bool
  /// Whether it is heard only unless an output of an unknown kind has a picture: what depends on that is not reported.
  var isOfUnknownKind: Bool
  /// Whether lengths in frames have no meaning: the film has no picture, and nothing says how long a frame lasts.
  var countsNoFrames = false
  var findings = Findings()
  var budget = LoweringBudget()

  init(script: EditScript, output: Output?, table: MediaTable) {
    self.script = script.overridden(by: output)
    self.output = output
    self.table = table
    let outputs = script.outputs + (output.map { [$0] } ?? [])
    let isKnown = { (output: Output) in Container(ofFile: output.file.value) != nil }
    isHeardOnly = !outputs.isEmpty && !outputs.contains { $0.hasPicture && isKnown($0) }
    isOfUnknownKind = isHeardOnly && outputs.contains { $0.hasPicture && !isKnown($0) }
  }

  /// For a film that this one plays.
  func nested(_ script: EditScript, named name: String, at place: SourceRange?) -> LoweringContext {
    var context = LoweringContext(script: script, output: nil, table: table)
    context.ancestors = ancestors + [name]
    context.place = place
    context.budget = budget
    context.isHeardOnly = isHeardOnly || context.isHeardOnly
    context.isOfUnknownKind = isOfUnknownKind || context.isOfUnknownKind
    return context
  }
}

/// What may grow faster than a script, and is bounded for that reason.
struct LoweringBudget {
  /// How many more misspelled names are compared with all others: each comparison reads all names.
  var suggestions = 20
  /// How many more films are resolved, and items in them: fewer than a film may hold if it holds too many.
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

  /// Begins an attempt inside of the current one; hand the result to `endAttempt`.
  mutating func beginAttempt() -> Bool {
    defer { hasNewErrors = false }
    return hasNewErrors
  }

  /// Whether the attempt reported no error.
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

  /// What `work` returns; nil if it reported an error.
  mutating func attempt<Value>(_ work: (inout Self) -> Value?) -> Value? {
    let outer = context.findings.beginAttempt()
    let value = work(&self)
    return context.findings.endAttempt(outer) ? value : nil
  }

  /// What `work` returns, and its findings, which are not reported.
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

  /// Reports why a written time is not known; of one that depends on what has a finding already, nothing.
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

  /// The name that was probably meant; nil when nothing is near, or enough names were compared.
  mutating func suggestion(for name: String, among known: [String]) -> String? {
    guard budget.suggestions > 0 else { return nil }
    budget.suggestions -= 1
    return Suggestion.best(for: name, among: known)
  }
}
