import Basics
import Diagnostics
import FilmComparison
import Processes

/// How a verification is reported.
struct VerificationReport {
  let film: String
  let reports: [ReportRequest]
  /// The number of findings in each report; nil for the usual one.
  let limit: Int?

  /// A report must not overwrite what it is about.
  func check(sparing files: [String]) throws {
    try ReportRequest.check(reports, against: files + [film], command: "verify")
  }

  /// Reports a film with the expected bytes.
  func finish(bytes: Int64, as what: String) throws -> ExitCode {
    try finish("the same \(counted(bytes, "byte")) as \(what)", inFilm: [])
  }

  /// `isCopy` if the file is of another kind than the expected one, so that its bytes must differ.
  func finish(
    _ proof: FilmProof, isCopy: Bool, in script: SourceText? = nil,
    itemsAt items: (Deviation) -> [FoundItem] = { _ in [] }
  ) throws -> ExitCode {
    let rest = proof.isProven && !isCopy ? "; other bytes outside of them" : ""
    return try finish(proof.summary + rest, proof.deviations, in: script, itemsAt: items)
  }

  func finish(_ proof: CopyProof) throws -> ExitCode {
    guard proof.provesAnything || !proof.deviations.isEmpty else {
      throw CommandFailure(
        .inputMissing,
        "\(film): \(proof.summary); nothing is proven, because "
          + (proof.pictures == nil && proof.sounds.isEmpty
            ? "neither file has moving pictures or sound"
            : proof.isCoarse ? "the copy is too coarse" : "all pictures of the master are similar"))
    }
    return try finish(proof.summary, proof.deviations, in: nil) { _ in [] }
  }

  private func finish(
    _ summary: String, _ deviations: [Deviation], in script: SourceText?,
    itemsAt items: (Deviation) -> [FoundItem]
  ) throws -> ExitCode {
    let located = deviations.map { (deviation: $0, items: items($0)) }
    let inScript = located.filter { !$0.items.isEmpty }.map { Diagnostic($0.deviation, at: $0.items) }
    return try finish(
      summary, inFilm: located.filter(\.items.isEmpty).map { Diagnostic($0.deviation, at: []) },
      script.map { inScript.isEmpty ? [] : [CheckedFile($0, inScript)] } ?? [])
  }

  private func finish(_ summary: String, inFilm: [Diagnostic], _ scripts: [CheckedFile] = []) throws
    -> ExitCode
  {
    let code: ExitCode = inFilm.isEmpty && scripts.isEmpty ? .done : .findings
    let line = "\(VisibleText.line(film)): \(summary)\n"
    let printsText = reports.contains { $0.format == .text && $0.file == nil }
    if printsText { try Console.print(line) } else { Console.write(line) }
    for request in reports where !(printsText && request.format == .text && code == .done) {
      var writer = ReportWriter(request, showingNotes: true, limit: limit, to: .standardOutput)
      if !inFilm.isEmpty || scripts.isEmpty {
        try writer.add(CheckedFile(SourceText(name: film, ""), inFilm))
      }
      for script in scripts { try writer.add(script) }
      try writer.finish(exitCode: code)
    }
    return code
  }
}

extension FilmProof {
  /// How much of the film is proven.
  fileprivate var summary: String {
    var parts: [String] = []
    if let share = pictures { parts.append("\(share.proven) of \(counted(share.expected, "picture"))") }
    for (index, share) in sounds.enumerated() {
      let name = sounds.count > 1 ? " of track \(index + 1)" : ""
      parts.append("\(share.proven) of \(counted(share.expected, "sample"))\(name)")
    }
    if let share = captions { parts.append("\(share.proven) of \(counted(share.expected, "cue"))") }
    return "packets: " + (parts.isEmpty ? "none" : parts.joined(separator: ", "))
  }
}

extension CopyProof {
  /// How much of the copy is as in the master.
  fileprivate var summary: String {
    var parts: [String] = []
    if let share = pictures {
      parts.append("\(share.proven) of \(counted(share.expected, "picture"))")
      if alike > 0 { parts.append("\(alike) like their neighbours") }
      if coarse > 0 { parts.append("\(coarse) too coarse to tell") }
    }
    for (index, share) in sounds.enumerated() {
      let name = sounds.count > 1 ? " of track \(index + 1)" : ""
      parts.append("\(share.proven) of \(share.expected) s of sound\(name)")
    }
    return "copy: " + (parts.isEmpty ? "nothing was compared" : parts.joined(separator: ", "))
  }
}

extension Diagnostic {
  /// A difference at the items of the script that it concerns, the outermost first.
  fileprivate init(_ deviation: Deviation, at items: [FoundItem]) {
    let id = DiagnosticID(
      deviation.kind.rawValue, .error, deviation.kind.rawValue.replacing("-", with: " "), explanation: "",
      needsMedia: true, examples: [])
    let inner = items.last
    self.init(
      id, (inner.map { "in '\($0.name)', " } ?? "") + deviation.message, at: inner?.range,
      notes: items.dropLast().reversed().map { Note("played by '\($0.name)'", at: $0.range) })
  }
}
