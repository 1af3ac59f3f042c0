import Basics
import Composition
import Detection
import Processes
import ScriptAnalysis

/// What `editc detect` found in a media file.
struct MediaDetection {
  /// The facts of the file in which it was found: another file can have the same name later.
  let facts: MediaFacts
  let found: [Found]
}

extension LanguageServer {
  /// Detects cuts and silences in a media file, for the actions and hovers of all open scripts.
  func detect(
    _ file: String, of script: String, _ facts: MediaFacts, _ parameters: JSONValue
  ) throws(ResponseError) {
    let path = normalizedPath(absolutePath(file, from: script))
    let name = lastComponent(of: path)
    var output: [String] = []
    var progress: ShownProgress?
    var isCancelled = false
    let child = try start(
      ["detect", path, "--json"], onLine: { output.append($0) },
      onEnd: { [unowned self] status, errorText in
        if let progress { end(progress) }
        guard !isCancelled else { return }
        guard status.isSuccess else { return showFailure(status, errorText) }
        guard let found = output.last.flatMap(foundThings) else {
          return show(.error, "more was found in \(name) than an editor can show")
        }
        detections[path] = MediaDetection(facts: facts, found: found)
        for document in documents.values {
          document.learn { withDetections($0, of: document.uri.path) }
        }
        let cuts = counted(found.count { $0.kind == .cut }, "cut")
        let silences = counted(found.count { $0.kind == .silence }, "silence")
        show(.information, "\(name) has \(cuts) and \(silences): its clips have actions for them")
      })
    progress = beginProgress("Detecting in \(name)", of: parameters) { [unowned self] in
      isCancelled = true
      loop.kill(child, with: .interrupt)
    }
  }

  /// The knowledge of a script's film, with what was detected in its media.
  func withDetections(_ knowledge: FilmKnowledge, of script: String?) -> FilmKnowledge {
    guard let script, !detections.isEmpty else { return knowledge }
    var knowledge = knowledge
    for file in knowledge.mediaFiles {
      guard let detection = detections[normalizedPath(absolutePath(file, from: script))],
        detection.facts == knowledge.facts(of: file)
      else { continue }
      knowledge.detected[file] = detection.found
    }
    return knowledge
  }
}

/// Reads a line of `editc detect --json`; nil if it is another text.
private func foundThings(_ line: String) -> [Found]? {
  (try? JSONValue.parse(line))?["found"]?.elements?.compactMap { thing in
    guard let kind = thing["kind"]?.stringValue.flatMap(FoundKind.init) else { return nil }
    let range =
      thing["at"]?.stringValue.flatMap { RationalTime(spelling: $0) }.map { TimeRange(at: $0) }
      ?? thing["range"]?.stringValue.flatMap { TimeRange(spelling: $0) }
    return range.map { Found(kind, $0) }
  }
}
