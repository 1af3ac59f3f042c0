import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering
import MediaFacts
import Vocabulary

extension DiagnosticID {
  package static let tagLost = DiagnosticID(
    "tag-lost", .warning, "The file cannot hold a tag",
    explanation: """
      Kinds of file differ in the tags that they can hold: WAV and QuickTime have no description, Opus and FLAC one \
      place for comment and description together. A file without sound has no spoken language. What cannot be \
      held is left out and reported. Leave the tag out for this output (`metadata: {description: ""}`), or make \
      another kind of file.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 10s}
        audio:
          - {tone: sine, for: 2s}
        metadata: {title: Night, description: A dark blue night.}
        outputs:
          - {file: night.mp4}
          - {file: night.wav}
        """,
        gives: ["a .wav file has no place for `description`: the tag is left out"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 10s}
        audio:
          - {tone: sine, for: 2s}
        metadata: {title: Night, description: A dark blue night.}
        outputs:
          - {file: night.mp4}
          - {file: night.wav, metadata: {description: ""}}
        """,
        remark: "An empty text takes a tag away from one output."),
    ])
}

extension DiagnosticID {
  package static let keptTagLost = DiagnosticID(
    "kept-tag-lost", .information, "A media tag is not kept",
    explanation: """
      `keep` asks for tags of the media to survive, and this kind of file has no place for some of them: MP4 has a \
      list of names of its own, and QuickTime and WAV a shorter one; MP3, Opus and FLAC take any name. The rest \
      of the tags is kept.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mov
        metadata: {keep: all}
        outputs:
          - {file: film.mp4}
        """,
        media: "beach.mov  video 1280x720 25 12s  tag title Beach  tag com.android.version 13",
        gives: ["a .mp4 file has no place for this tag of 'beach.mov': com.android.version"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mov
        metadata: {keep: sharing}
        outputs:
          - {file: film.mp4}
        """,
        media: "beach.mov  video 1280x720 25 12s  tag title Beach  tag com.android.version 13"),
    ])
}

extension Rule {
  static let tagLost = Rule.film(.tagLost, reach: .film) { film in
    guard let settings = film.settings, let output = film.film.output else { return [] }
    let kind = settings.container.rawValue
    var findings = film.film.tags(in: settings.container).compactMap { tag -> Diagnostic? in
      guard case .script(let place) = tag.source, !tag.isHeld else { return nil }
      let reason =
        settings.container.holds(tag.tag)
        ? "a .\(kind) file has one place for `comment` and `description`: the comment is left out"
        : "a .\(kind) file has no place for `\(tag.tag.name)`: the tag is left out"
      return Diagnostic(
        .tagLost, reason, at: place,
        hint: "write `metadata: {\(tag.tag.name): \"\"}` in the output, or make another kind of file")
    }
    if let language = film.film.spokenLanguage, settings.audio == nil {
      findings.append(
        Diagnostic(
          .tagLost, "'\(output.file.value)' has no sound, and so no language that is spoken",
          at: language.range,
          hint: "leave `language` out, or let the output have sound"))
    }
    return findings
  }

  static let keptTagLost = Rule.film(.keptTagLost, reach: .film) { film in
    guard let settings = film.settings else { return [] }
    var names: [Int: [String]] = [:]
    for tag in film.film.tags(in: settings.container) where !tag.isHeld {
      if case .medium(let index, _) = tag.source { names[index, default: []].append(tag.tag.name) }
    }
    return names.sorted { $0.key < $1.key }.map { index, names in
      let these = names.count == 1 ? "this tag" : "these tags"
      return Diagnostic(
        .keptTagLost,
        "a .\(settings.container.rawValue) file has no place for \(these) of"
          + " '\(film.film.media[index].reference.spelling)': \(enumeration(of: names))",
        at: film.film.keep?.range,
        hint: "write what matters of it under `metadata`, or make another kind of file")
    }
  }
}

/// The first of many names.
func enumeration(of names: [String]) -> String {
  let most = 6
  let shown = names.prefix(most).joined(separator: ", ")
  return names.count > most ? shown + " and \(names.count - most) more" : shown
}
