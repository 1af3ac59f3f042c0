import Processes
import ScriptWriting

/// The script that plays a recording.
struct RecordedScript {
  let path: String
  let text: String

  /// A part of the film with its own filters.
  struct Stretch: Hashable {
    /// The part, as `take` has it; nil for the whole film.
    var take: String?
    /// The filters, as `filters` has them; nil for none.
    var filters: String?
    /// Why it begins, for a comment; nil for the first one.
    var reason: String?
  }

  /// `facts` is a comment about the recording.
  init(ofFilm film: String, facts: String, stretches: [Stretch]) {
    let name = lastComponent(of: film)
    let whole = pathWithoutEnding(ofFilm: film)
    path = whole + ".edit"
    let (stem, ending) = (lastComponent(of: whole), film.dropFirst(whole.count))
    text = """
      edit: 1
      # Written by `editc record`: \(facts).
      timeline:
      \(stretches.map { lines($0, of: name) }.joined(separator: "\n"))
      outputs:
        - {file: \(writtenScalar("\(stem)-cut\(ending)"))}

      """
  }
}

private func lines(_ stretch: RecordedScript.Stretch, of film: String) -> String {
  let clip = "clip: \(writtenScalar(film))"
  let take = stretch.take.map { ", take: \($0)" } ?? ""
  let reason = stretch.reason.map { "  # \($0)" } ?? ""
  // Filters are on a line of their own: what is written behind them cannot change what follows.
  guard let filters = stretch.filters else { return "  - {\(clip)\(take)}\(reason)" }
  return
    (["  - \(clip)\(reason)"] + (stretch.take.map { ["    take: \($0)"] } ?? []) + ["    filters: \(filters)"])
    .joined(separator: "\n")
}

func pathWithoutEnding(ofFilm path: String) -> String {
  String(path[..<(path.lastIndex(of: ".") ?? path.endIndex)])
}
