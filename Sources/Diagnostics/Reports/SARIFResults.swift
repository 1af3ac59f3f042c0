import Basics

/// The findings of one file as results of a SARIF run.
struct SARIFResults {
  let file: CheckedFile
  /// The file's `artifactLocation`.
  let location: JSONValue
  /// The index of each rule in the run's list of rules.
  let ruleIndices: [DiagnosticID: Int]

  var values: [JSONValue] {
    guard case .read(let source, let diagnostics) = file.outcome else { return [] }
    var seen: [String: Int] = [:]
    return diagnostics.map { diagnostic in
      let text = SARIFResults.identifyingText(of: diagnostic, in: source)
      seen[text, default: 0] += 1
      return result(diagnostic, in: source, fingerprint: "\(shortHash(text)):\(seen[text] ?? 1)")
    }
  }

  private func result(
    _ diagnostic: Diagnostic, in source: SourceText, fingerprint: String
  ) -> JSONValue {
    let notes = diagnostic.notes.enumerated().map { index, note in
      place(note.range, in: source, id: index + 1, message: note.message)
    }
    let fixes = diagnostic.fixes.filter { !$0.edits.isEmpty }.map { fix($0, in: source) }
    let text = [diagnostic.message, diagnostic.hint].compactMap(\.self).joined(separator: "; ")
    return .membersPresent([
      "ruleId": .string(diagnostic.id.name),
      "ruleIndex": ruleIndices[diagnostic.id].map { .integer(Int64($0)) },
      "level": .string(diagnostic.severity.sarifLevel),
      "message": SARIFReport.message(text),
      "locations": [place(diagnostic.range, in: source)],
      "relatedLocations": notes.isEmpty ? nil : .array(notes),
      "partialFingerprints": .members(["lineAndRule/v1": .string(fingerprint)]),
      "fixes": fixes.isEmpty ? nil : .array(fixes),
    ])
  }

  private func place(
    _ range: SourceRange?, in source: SourceText, id: Int? = nil, message text: String? = nil
  ) -> JSONValue {
    .membersPresent([
      "id": id.map { .integer(Int64($0)) },
      "physicalLocation": .membersPresent([
        "artifactLocation": location, "region": range.map { region($0, in: source) },
      ]),
      "message": text.map(SARIFReport.message),
    ])
  }

  private func region(_ range: SourceRange, in source: SourceText) -> JSONValue {
    let (start, end) = (source.place(at: range.start), source.place(at: range.end))
    return .members([
      "startLine": .integer(Int64(start.line)), "startColumn": .integer(Int64(start.column)),
      "endLine": .integer(Int64(end.line)), "endColumn": .integer(Int64(end.column)),
    ])
  }

  private func fix(_ fix: Diagnostic.Fix, in source: SourceText) -> JSONValue {
    let replacements = fix.edits.map { edit in
      JSONValue.membersPresent([
        "deletedRegion": region(edit.range, in: source),
        "insertedContent": edit.replacement.isEmpty
          ? nil : .members(["text": .string(edit.replacement)]),
      ])
    }
    let change = JSONValue.members([
      "artifactLocation": location, "replacements": .array(replacements),
    ])
    return .members([
      "description": SARIFReport.message(fix.title), "artifactChanges": [change],
      "properties": .members(["isSafe": .bool(fix.isSafe)]),
    ])
  }
}

// MARK: - Fingerprints that survive moved lines

extension SARIFResults {
  private static func identifyingText(of diagnostic: Diagnostic, in source: SourceText) -> String {
    let line = diagnostic.range.map { source.line(at: $0.start) }
    let text = line.flatMap(source.rangeOfLine).map { source[$0] } ?? ""
    return diagnostic.id.name + "\n" + text.filter { !$0.isWhitespace }
  }
}
