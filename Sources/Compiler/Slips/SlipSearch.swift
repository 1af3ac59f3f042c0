import Basics
import Diagnostics
import EditScript
import YAMLTree

/// Finds the slip behind a text that cannot be read, or that is no item where one is expected: a missing space after
/// `-` or `:`, the indentation of a line, or a word processor's quotes.
///
/// Each possible repair is made in a copy, which is read. With few repairs and few other mistakes, a copy is likely
/// to be what its author meant. If all those with the fewest are the same script, the repair is safe.
struct SlipSearch {
  private let variables: GivenVariables
  /// Scripts are longer than this only if a program wrote them.
  private static let mostBytes = 65_536
  /// Searching ends after this many bytes have been read: in a language server, it runs at each key.
  private var bytesLeft = 1_000_000
  /// Slips in one script that are looked for together.
  private static let mostSlips = 3

  init(variables: GivenVariables) {
    self.variables = variables
  }

  /// Replaces the findings that a slip caused by one that names the slip.
  mutating func explain(_ findings: [Diagnostic], in source: SourceText) -> [Diagnostic] {
    guard source.bytes.count <= Self.mostBytes else { return findings }
    let state = SlipState(findings, in: source)
    guard let problem = state.problem, problem.finding.map({ !$0.hasSafeFix }) ?? true else {
      return findings
    }
    var solutions: [Solution] = []
    for depth in 1...Self.mostSlips where solutions.isEmpty && bytesLeft > 0 {
      solutions = self.solutions(of: state, depth: depth)
    }
    // A search that was cut off does not know all solutions.
    guard bytesLeft > 0, let least = solutions.map(\.mistakes).min() else { return findings }
    if !problem.isSyntax, least >= state.mistakes { return findings }
    var kinds: [Solution] = []
    for solution in solutions where solution.mistakes == least {
      if !kinds.contains(where: { $0.meaning == solution.meaning }) { kinds.append(solution) }
    }
    guard let first = kinds.first, kinds.count <= 3 else { return findings }
    let explained = first.slip.finding(
      problem.finding, fixes: kinds.map { $0.slip.fix(isSafe: kinds.count == 1) })
    let lines = first.slip.range
    return [explained] + findings.filter { $0 != problem.finding && !$0.touches(lines) }
  }

  private struct Solution {
    /// The first of its repairs.
    let slip: Slip
    let mistakes: Int
    let meaning: Meaning
  }

  private mutating func solutions(of state: SlipState, depth: Int, after first: Slip? = nil) -> [Solution] {
    var found: [Solution] = []
    for slip in Slip.all(in: state) {
      guard bytesLeft > 0, let bytes = state.source.bytes(applying: slip.edits) else { return found }
      bytesLeft -= bytes.count
      let source = SourceText(name: state.source.name, bytes: bytes)
      let parse = YAMLTree.parse(source)
      let isReadable = !parse.diagnostics.contains { $0.severity == .error }
      let reading =
        isReadable ? EditScript.read(parse.tree, in: source, variables: variables).diagnostics : []
      let next = SlipState(parse.diagnostics + reading, in: source)
      if let problem = next.problem {
        if depth > 1, next.bytesBehind(problem) < state.bytesBehind(state.problem) {
          found += solutions(of: next, depth: depth - 1, after: first ?? slip)
        }
      } else {
        found.append(
          Solution(slip: first ?? slip, mistakes: next.mistakes, meaning: Meaning(parse.tree.root)))
      }
    }
    return found
  }
}

/// A text with what is wrong in it.
struct SlipState {
  let source: SourceText
  /// The first finding that a slip may have caused.
  let problem: Problem?
  let mistakes: Int

  struct Problem {
    /// Nil for a line that looks like a slip.
    let finding: Diagnostic?
    let line: Int
    let isSyntax: Bool
  }

  init(_ findings: [Diagnostic], in source: SourceText) {
    self.source = source
    let mistakes = findings.filter { $0.severity == .error }
    self.mistakes = mistakes.count
    let unreadable = mistakes.filter { [.yamlSyntax, .unsupportedYAML].contains($0.id) }
    if let first = unreadable.filter({ $0.range != nil }).min(by: { $0.start < $1.start }) {
      problem = Problem(finding: first, line: source.line(at: first.start), isSyntax: true)
      return
    }
    let places = mistakes.compactMap(\.range)
    let line =
      places.isEmpty
      ? nil
      : (1...source.lineCount).first { number in
        let line = SlipLine(number, in: source)
        return line.looksWrong
          && places.contains { $0.start <= line.range.end && line.range.start <= $0.end }
      }
    problem = line.map { Problem(finding: nil, line: $0, isSyntax: false) }
  }

  /// How much of the text is behind a problem, which edits before it do not change.
  func bytesBehind(_ problem: Problem?) -> Int {
    guard let problem else { return 0 }
    return source.bytes.count - (problem.finding?.start ?? source.startOfLine(problem.line) ?? 0)
  }
}

/// What a tree means without its places.
private indirect enum Meaning: Hashable {
  case nothing
  case scalar(YAMLScalar)
  case list([Meaning])
  case mapping([String], [Meaning])

  init(_ node: YAMLNode?) {
    switch node?.value {
    case nil: self = .nothing
    case .scalar(let scalar): self = .scalar(scalar)
    case .sequence(let nodes, _): self = .list(nodes.map { Meaning($0) })
    case .mapping(let entries, _): self = .mapping(entries.map(\.key), entries.map { Meaning($0.value) })
    }
  }
}

extension Diagnostic {
  fileprivate var start: Int { range?.start ?? 0 }
  fileprivate var hasSafeFix: Bool { fixes.contains(where: \.isSafe) }

  fileprivate func touches(_ other: SourceRange) -> Bool {
    range.map { $0.start < other.end && other.start < $0.end } ?? false
  }
}
