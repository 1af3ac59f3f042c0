import Composition
import Diagnostics
import EditScript
import MediaFacts
import SourceText

extension Lowering {
  /// Ties each item to the facts of its file, reporting each file that cannot be used once.
  mutating func findMedia() {
    let declared = script.declaredFiles
    let settings = script.declaredSettings
    var indices: [FileUse: Int?] = [:]
    for index in items.indices {
      findOwnMedia(ofItemAt: index, declared, settings, &indices)
      if case .image(let name) = items[index].item.mask?.value.source {
        items[index].maskReference = find(name, declared, settings, &indices)
        checkMask(of: items[index], name)
      }
    }
    for index in transitions.indices {
      guard let name = transitions[index].transition.picture else { continue }
      transitions[index].reference = find(name, declared, settings, &indices)
      checkStill(transitions[index].reference, named: name, "the picture of a `luma`")
    }
    for file in script.subtitles.compactMap(\.file) where !file.value.isURL {
      let use = FileUse(file: file.value, name: nil)
      if indices[use] == nil { indices[use] = .some(reference(to: file, MediaSettings())) }
    }
  }

  private mutating func findOwnMedia(
    ofItemAt index: Int, _ declared: [String: Located<String>], _ settings: [String: MediaSettings],
    _ indices: inout [FileUse: Int?]
  ) {
    guard let name = items[index].mediaName else { return }
    if let file = declared[name.value] ?? (name.value.looksLikePath ? name : nil), !file.value.isURL,
      let pattern = ImagePattern(file.value)
    {
      items[index].film = imageFilm(
        pattern, file, settings[name.value] ?? MediaSettings(), playedBy: items[index])
      return
    }
    items[index].reference = find(name, declared, settings, &indices)
    checkTracks(of: items[index])
  }

  /// The file's place in the references; nil after a finding.
  private mutating func find(
    _ name: Located<String>, _ declared: [String: Located<String>], _ settings: [String: MediaSettings],
    _ indices: inout [FileUse: Int?]
  ) -> Int? {
    guard let file = declared[name.value] ?? (name.value.looksLikePath ? name : nil) else {
      reportUnknownMedia(name, declared: script.media.map(\.name.value))
      return nil
    }
    // Has its finding already, from the rule that refuses URLs.
    if file.value.isURL { return nil }
    guard ImagePattern(file.value) == nil else {
      report(
        Diagnostic(
          .noPicture, "a still picture is needed, which the image sequence '\(file.value)' is not",
          at: name.range, hint: "name one of its pictures"))
      return nil
    }
    let use = FileUse(file: file.value, name: settings[name.value] == nil ? nil : name.value)
    if let known = indices[use] { return known }
    let reference = reference(to: file, settings[name.value] ?? MediaSettings())
    indices[use] = .some(reference)
    return reference
  }

  /// Adds the file to the film's references, or reports why it cannot be there.
  private mutating func reference(to file: Located<String>, _ settings: MediaSettings) -> Int? {
    reportDifference(from: table.lock, of: file)
    guard checkDigest(of: file, settings) else { return nil }
    switch table[file.value] {
    case .known(let facts, let path):
      reportSpelling(of: file)
      return add(file, facts, at: path, settings)
    case .recorded(let facts, let path):
      recordedFiles.append(file)
      return add(file, facts, at: path, settings)
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

  private mutating func add(
    _ file: Located<String>, _ facts: MediaFacts, at path: String, _ settings: MediaSettings
  ) -> Int? {
    guard let facts = chosenStreams(of: facts, file, settings.streams)?.read(as: settings) else { return nil }
    references.append(
      MediaReference(spelling: file.value, path: path, facts: facts, reading: MediaReading(settings, facts)))
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
      if !video.isStill {
        report(
          Diagnostic(
            .wrongType, "'\(file)' is a moving picture, not a still one", at: placed.item.kindRange,
            hint: "use `clip: \(name.value)`"))
      }
    default: break
    }
  }

  private mutating func checkMask(of placed: PlacedItem, _ name: Located<String>) {
    checkStill(placed.maskReference, named: name, "a mask", ", or use `shape:`")
  }

  /// What tells places of the canvas apart by its brightness must not change over time.
  private mutating func checkStill(
    _ reference: Int?, named name: Located<String>, _ use: String, _ otherwise: String = ""
  ) {
    guard let reference else { return }
    let facts = references[reference].facts
    guard let track = facts.mainVideo ?? facts.video.first, track.isStill else {
      return report(
        Diagnostic(
          .noPicture, "\(use) is a still picture, which '\(references[reference].spelling)' is not",
          at: name.range, hint: "name a PNG or another picture\(otherwise)"))
    }
  }
}

/// A file as one of its names reads it; names that say nothing about it share it.
private struct FileUse: Hashable {
  let file: String
  let name: String?
}

extension Lowering {
  mutating func reportUnknownMedia(_ name: Located<String>, declared: [String]) {
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

/// A name of a length that people read.
private func shortened(_ name: String) -> String {
  name.utf8.count > 80 ? name.prefix(60) + "…" : name
}

/// The names in a sentence; of many only the first.
func listed(_ names: [String]) -> String {
  let most = 10
  let more = names.count > most ? " and \(names.count - most) more" : ""
  return names.prefix(most).map(shortened).joined(separator: ", ") + more
}
