import Processes
import ScriptWriting

/// The script that plays a recording.
struct RecordedScript {
  let path: String
  let text: String

  /// `facts` is a comment about the recording.
  init(ofFilm film: String, facts: String) {
    let name = lastComponent(of: film)
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let (stem, ending) = (name[..<dot], name[dot...])
    path = String(film.dropLast(name.count)) + "\(stem).edit"
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
