import Processes
import ScriptWriting

/// The script that plays a recording.
struct RecordedScript {
  let path: String
  let text: String

  /// `facts` is a comment about the recording.
  init(ofFilm film: String, facts: String) {
    let name = lastComponent(of: film)
    let whole = stem(ofFilm: film)
    path = whole + ".edit"
    let (stem, ending) = (lastComponent(of: whole), film.dropFirst(whole.count))
    text = """
      edit: 1
      # Written by `editc record`: \(facts).
      timeline:
        - {clip: \(writtenScalar(name))}
      outputs:
        - {file: \(writtenScalar("\(stem)-cut\(ending)"))}

      """
  }
}

/// The path of a film without its ending.
func stem(ofFilm path: String) -> String { String(path[..<(path.lastIndex(of: ".") ?? path.endIndex)]) }
