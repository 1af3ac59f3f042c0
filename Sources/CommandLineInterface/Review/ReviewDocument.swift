import Basics
import Compiler
import Diagnostics
import EditScript
import Export
import FilmComparison
import Processes
import Workspace

/// What the page of a review shows: the same values in `review.json`, in the page and in the summary.
struct ReviewDocument {
  /// The path of the script, for people and for comments.
  let script: String
  private let old: String
  private let new: String
  private var isSame: Bool?
  private var shortSummary = ""
  private var notes: [(text: String, isProblem: Bool)] = []
  private var changes: [ReviewedChange] = []
  private let findings: [ReviewedFinding]
  private var files: [JSONValue] = []
  private var outputs: [JSONValue] = []
  private var spanLines: [String] = []
  private var hasContactSheet = false

  /// Without the films, of a usual review.
  static let usualBytes: Int64 = 200_000
  private static let mostChanges = 200

  init(_ before: CompiledVersion, _ after: CompiledVersion) {
    script = after.version.scriptPath
    (old, new) = (before.version.name, after.version.name)
    findings = ReviewedFinding.all(before, after)
  }

  var title: String { "\(script): \(old) → \(new)" }

  mutating func lackFilms(of versions: [String]) {
    shortSummary = "no film to compare"
    for version in versions {
      notes.append(("\(version) has errors, so there are no films to compare.", isProblem: true))
    }
  }

  mutating func take(_ compared: ComparedFilms) {
    isSame = compared.changes.isSameFilm
    shortSummary = compared.changes.shortSummary(shortcoming: compared.shortcoming)
    changes = compared.changes.listedLines.map(ReviewedChange.init)
  }

  /// The sizes and times of all outputs.
  mutating func addFiles(of compared: ComparedFilms, store: SegmentStore, pace: RenderPace?) {
    files = compared.changes.outputs.map { change in
      func estimate(_ version: FilmVersion, _ index: Int?) -> ReviewedFile? {
        index.flatMap { version.outputs.indices.contains($0) ? version.outputs[$0].plan : nil }
          .map { ReviewedFile($0, store: store, pace: pace) }
      }
      let before = estimate(compared.old, change.indices.old)
      let after = estimate(compared.new, change.indices.new)
      return .members([
        "name": .string(change.file),
        "kind": .string(
          change.kind == .kept ? (change.isSame == true ? "same" : "changed") : change.kind.rawValue),
        "rows": .array(ReviewedFile.rows(before, after)),
      ])
    }
  }

  mutating func take(_ reviewed: ReviewedOutputs, notes: [String], _ compared: ComparedFilms) {
    self.notes += (reviewed.notes + notes).map { ($0, isProblem: false) }
    hasContactSheet = reviewed.all.contains { !$0.spans.isEmpty }
    outputs = reviewed.all.map { $0.json(compared) }
    spanLines = reviewed.all.flatMap { pair in
      pair.spans.map { span in
        let words = SpanWords(span, of: pair, compared.changes)
        let file = reviewed.all.count > 1 ? "\(Markdown.code(pair.file)) " : ""
        return "- \(file)\(words.range): \(Markdown.code(words.text)) (\(words.count))"
      }
    }
  }

  // MARK: Files

  /// The files of the folder, with the films and pictures.
  func files(with others: [(name: String, bytes: [UInt8])]) throws -> [(name: String, bytes: [UInt8])] {
    let names = [ReviewFolder.pageFile, ReviewFolder.dataFile] + others.map(\.name)
    let data = json(contents: names)
    let page = try ReviewPageText(data: data)
    var files: [(name: String, bytes: [UInt8])] = []
    files.append((ReviewFolder.pageFile, Array(page.text.utf8)))
    files.append((ReviewFolder.dataFile, Array(data.indentedText.utf8)))
    return files + others
  }

  private func json(contents: [String]) -> JSONValue {
    .membersPresent([
      ReviewFolder.mark: 1,
      "script": .string(script), "old": .string(old), "new": .string(new),
      "same": isSame.map { .bool($0) }, "summary": .string(shortSummary),
      "notes": .array(
        notes.map { .members(["text": .string($0.text), "isProblem": .bool($0.isProblem)]) }),
      "changes": .array(changes.prefix(Self.mostChanges).map(\.json)),
      "moreChanges": changes.count > Self.mostChanges
        ? .integer(Int64(changes.count - Self.mostChanges)) : nil,
      "noChanges": .string(isSame == nil ? "They are not known." : "Nothing in the film changed."),
      "findings": .array(findings.map(\.json)), "files": .array(files), "outputs": .array(outputs),
      "contents": .array(contents.map { .string($0) }),
    ])
  }

  // MARK: Summary

  private static let mostLines = 5

  /// About ten lines for a comment in a pull request.
  var markdown: String {
    var lines = [
      "### \(Markdown.code(script))", "", "\(Markdown.code(old)) → \(Markdown.code(new)): \(shortSummary)",
      "",
    ]
    func add(_ list: [String], _ noun: String) {
      lines += list.prefix(Self.mostLines)
      let more = list.count - Self.mostLines
      if more > 0 { lines.append("- and \(counted(more, noun)) more") }
    }
    if !spanLines.isEmpty {
      add(spanLines, "part")
    } else {
      add(changes.map { "- \($0.kind) \(Markdown.code($0.title))" }, "change")
    }
    let (added, gone) = (findings.filter { $0.state == .new }, findings.filter { $0.state == .gone })
    add(added.map { "- new \($0.severity.rawValue): \(Markdown.code($0.message)) (\($0.id))" }, "finding")
    if !gone.isEmpty { lines.append("- \(counted(gone.count, "finding")) gone") }
    lines += notes.prefix(3).map { "- \(Markdown.code($0.text))" }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Text from scripts in Markdown.
enum Markdown {
  private static let most = 160

  /// As code, in which nothing has a meaning: no links, no mentions, no HTML.
  static func code(_ text: String) -> String {
    let line = VisibleText.line(text.count > most ? text.prefix(most) + "…" : text)
    return "`" + line.replacing("`", with: "'") + "`"
  }
}

extension ScriptVersion {
  /// The path without a revision.
  fileprivate var scriptPath: String {
    guard commit != nil else { return file.path == "-" ? name : file.path }
    guard let colon = name.firstIndex(of: ":") else { return name }
    return String(name[name.index(after: colon)...])
  }
}

/// A change of the script, as a page lists it.
struct ReviewedChange {
  let kind: String
  let title: String
  fileprivate let detail: String
  fileprivate let item: ItemChange?

  init(_ line: ListedChange) {
    kind = line.kind.rawValue
    (title, detail, item) = (line.title, line.detail, line.item)
  }

  fileprivate var json: JSONValue {
    let place = item?.new ?? item?.old
    return .membersPresent([
      "kind": .string(kind), "title": .string(title), "detail": .string(detail),
      "line": place.map { .integer(Int64($0.line)) },
      "side": item.map { .string($0.new == nil ? "old" : "new") },
      "time": place?.timelineRange.map { .number($0.start.inSeconds) },
    ])
  }
}

/// A finding that only one version has.
struct ReviewedFinding {
  enum State: String { case new, gone }

  let state: State
  let severity: Severity
  let id: String
  let message: String
  fileprivate let hint: String?
  fileprivate let line: Int?

  private struct Content: Hashable {
    let id: DiagnosticID
    let severity: Severity
    let message: String

    init(_ finding: Diagnostic) {
      (id, severity, message) = (finding.id, finding.severity, finding.message)
    }
  }

  /// The findings of the new version that the old one lacks, then those that are gone; the worst ones first.
  static func all(_ before: CompiledVersion, _ after: CompiledVersion) -> [ReviewedFinding] {
    added(from: before, to: after, .new) + added(from: after, to: before, .gone)
  }

  private static func added(
    from one: CompiledVersion, to other: CompiledVersion, _ state: State
  ) -> [ReviewedFinding] {
    var known: [Content: Int] = [:]
    for finding in one.compilation.diagnostics { known[Content(finding), default: 0] += 1 }
    var found: [ReviewedFinding] = []
    for finding in other.compilation.diagnostics {
      let content = Content(finding)
      if let count = known[content], count > 0 {
        known[content] = count - 1
        continue
      }
      found.append(
        ReviewedFinding(
          state: state, severity: finding.severity, id: finding.id.name, message: finding.message,
          hint: finding.hint,
          line: finding.range.map { other.version.file.source.place(at: $0.start).line }))
    }
    return found.filter { $0.severity != .note }.sorted { $0.severity > $1.severity }
  }

  fileprivate var json: JSONValue {
    .membersPresent([
      "state": .string(state.rawValue), "severity": .string(severity.rawValue), "id": .string(id),
      "message": .string(message), "hint": hint.map { .string($0) },
      "line": line.map { .integer(Int64($0)) },
    ])
  }
}
