extension SubtitleFile {
  /// Reads a file; what it is like decides how, and its name only where that says nothing.
  ///
  /// Never stops at the first mistake: what could not be understood has its problem.
  package init(_ bytes: [UInt8], name: String) {
    var problems = ProblemList()
    let lines = subtitleLines(bytes, &problems)
    let ending = name.split(separator: ".").last.map { $0.lowercased() }
    if WebVTTReader.begins(lines) || (ending == "vtt" && !SubStationReader.begins(lines)) {
      var reader = WebVTTReader(lines, problems)
      self = reader.read()
    } else if SubStationReader.begins(lines) || ending == "ass" || ending == "ssa" {
      var reader = SubStationReader(lines, problems)
      self = reader.read()
    } else {
      var reader = SubRipReader(lines, problems)
      self = reader.read()
    }
    problemsInOrder()
  }

  private mutating func problemsInOrder() {
    problems.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    if cues.isEmpty, problemCount == 0 {
      problems.append(
        SubtitleProblem(gravity: .mistake, line: 1, column: 1, message: "the file holds no cue"))
      problemCount = 1
    }
  }
}
