import Composition
import Diagnostics
import EditScript
import MediaFacts
import SourceText

extension Lowering {
  /// Ties each item to the facts of its file, reporting each file that cannot be used once.
  mutating func findMedia() {
    let declared = script.declaredFiles
    let declaredNames = script.media.map(\.name.value)
    var indices: [String: Int?] = [:]
    for index in items.indices {
      guard let name = items[index].mediaName else { continue }
      guard let file = declared[name.value] ?? (name.value.looksLikePath ? name : nil) else {
        reportUnknownMedia(name, declared: declaredNames)
        continue
      }
      // Has its finding already, from the rule that refuses URLs.
      if file.value.isURL { continue }
      if let pattern = ImagePattern(file.value) {
        items[index].film = imageFilm(pattern, file, playedBy: items[index])
        continue
      }
      if let known = indices[file.value] {
        items[index].reference = known
      } else {
        let reference = reference(to: file)
        indices[file.value] = .some(reference)
        items[index].reference = reference
      }
      checkTracks(of: items[index])
    }
  }

  /// Adds the file to the film's references, or reports why it cannot be there.
  private mutating func reference(to file: Located<String>) -> Int? {
    reportDifference(from: table.lock, of: file)
    switch table[file.value] {
    case .known(let facts, let path):
      reportSpelling(of: file)
      return add(file, MediaReference(spelling: file.value, path: path, facts: facts))
    case .recorded(let facts, let path):
      recordedFiles.append(file)
      return add(file, MediaReference(spelling: file.value, path: path, facts: facts))
    case .failed(let failure):
      report(failed(file, failure, nearby: table.nearby[file.value]))
      return nil
    case .unchecked:
      report(
        Diagnostic(
          .mediaNotChecked, severity: table.requiresMedia ? .error : nil,
          "'\(file.value)' was not looked at, so nothing that depends on it is checked", at: file.range))
      return nil
    }
  }

  private mutating func add(_ file: Located<String>, _ reference: MediaReference) -> Int {
    references.append(reference)
    referencePlaces.append(file.range)
    return references.count - 1
  }

  /// What is seen needs a picture of the kind that its item shows.
  private mutating func checkTracks(of placed: PlacedItem) {
    guard let reference = placed.reference, let name = placed.mediaName else { return }
    let facts = references[reference].facts
    let file = references[reference].spelling
    switch (placed.item.kind, placed.lane) {
    case (.clip, .story), (.clip, .overlay):
      if let video = facts.mainVideo {
        checkPicture(video, of: file, at: name)
        if video.isStill {
          report(
            Diagnostic(
              .wrongType, "'\(file)' is a still picture, not a clip", at: placed.item.kindRange,
              hint: "use `image: \(name.value)`, with `for:` to say how long it stays"))
        }
      } else {
        report(
          Diagnostic(
            .noPicture, "'\(file)' has no picture", at: name.range,
            hint: "sound without a picture belongs into the `audio:` list"))
      }
    case (.image, _):
      guard let video = facts.mainVideo ?? facts.video.first else {
        return report(
          Diagnostic(
            .noPicture, "'\(file)' has no picture", at: name.range, hint: "name the file of a picture"))
      }
      checkPicture(video, of: file, at: name)
      if !video.isStill {
        report(
          Diagnostic(
            .wrongType, "'\(file)' is a moving picture, not a still one", at: placed.item.kindRange,
            hint: "use `clip: \(name.value)`"))
      }
    default: break
    }
  }

  private mutating func checkPicture(
    _ video: VideoTrackFacts, of file: String, at name: Located<String>
  ) {
    if video.color.isHighDynamicRange {
      report(
        Diagnostic(
          .notSupportedYet, "'\(file)' is HDR (\(video.color.transfer ?? "")), which cannot be rendered yet",
          at: name.range, hint: "convert it to SDR (bt709) first"))
    }
  }
}

extension Lowering {
  private mutating func reportUnknownMedia(_ name: Located<String>, declared: [String]) {
    let near = suggestion(for: name.value, among: declared)
    let fix = near.map {
      Diagnostic.Fix("write `\($0)`", [.init(range: name.range, replacement: $0)], isSafe: false)
    }
    let known = declared.isEmpty ? "no names are declared" : "declared are \(listed(declared))"
    report(
      Diagnostic(
        .unknownMedia, "no media is called '\(name.value)'", at: name.range,
        hint: near.map { "did you mean '\($0)'?" }
          ?? "add it under `media:`, or write a path with its extension; \(known)",
        fixes: fix.map { [$0] } ?? []))
  }

  /// The name that was meant, for as many names as there is time to compare.
  mutating func suggestion(for name: String, among known: [String]) -> String? {
    guard suggestionsLeft > 0 else { return nil }
    suggestionsLeft -= 1
    return Suggestion.best(for: name, among: known)
  }
}

/// The names in a sentence; of many only the first.
func listed(_ names: [String]) -> String {
  let most = 10
  let more = names.count > most ? " and \(names.count - most) more" : ""
  return names.prefix(most).joined(separator: ", ") + more
}
