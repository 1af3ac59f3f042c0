import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let tagLost = DiagnosticID(
    "tag-lost", .warning, "The file cannot store a tag",
    explanation: """
      The container cannot store a tag, so the tag is omitted. WAV and QuickTime have no description, Opus \
      and FLAC have one field for comment and description, only mp4, mov, m4v, mkv, webm and m4a have \
      track titles, .ts and .mxf files have no tags at all, and .mxf no languages. Tags under `quicktime` \
      are for .mov, those under `id3` for .mp3 and .aiff, those under `vorbis` for .opus, .ogg and .flac, \
      those under `matroska` for .mkv, .mka and .webm. A file \
      without sound has no spoken language. Remove the tag for this output (`metadata: {description: \
      ""}`), or choose another container.
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
        gives: [".wav files cannot store `description`: the tag is omitted"]),
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
        remark: "An empty text removes a tag from one output."),
    ])
}

extension DiagnosticID {
  package static let keptTagLost = DiagnosticID(
    "kept-tag-lost", .note, "A media tag is not kept",
    explanation: """
      `keep` copies tags of the media, and the container of the output cannot store some of them: MP4, \
      QuickTime and WAV have fixed lists of names; MP3, Opus and FLAC store any name. The other tags are \
      kept.
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
        gives: [".mp4 files cannot store this tag of 'beach.mov': com.android.version"]),
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
    // Subtitles and lists of chapters have no tags, as authors expect.
    guard let settings = film.settings, !settings.container.isText, let output = film.film.output else {
      return []
    }
    let kind = settings.container.rawValue
    var findings = film.film.tags(in: settings.container).compactMap { tag -> Diagnostic? in
      guard case .script(let place) = tag.source, !tag.isHeld else { return nil }
      let key = TagName(rawValue: tag.tag.name)?.key ?? tag.tag.name
      let reason =
        settings.container.holds(tag.tag)
        ? ".\(kind) files have one field for `comment` and `description`: the comment is omitted"
        : ".\(kind) files cannot store `\(key)`: the tag is omitted"
      return Diagnostic(
        .tagLost, reason, at: place,
        hint: "write `metadata: {\(key): \"\"}` in the output, or choose another container")
    }
    for space in KeySpace.allCases where space != settings.container.declaration.keySpace {
      guard let tag = output.metadata.keys[space]?.first else { continue }
      findings.append(
        Diagnostic(
          .tagLost, ".\(kind) files cannot store `\(space.rawValue)` tags: they are omitted",
          at: tag.name.range,
          hint: "write them under the script's `metadata` for outputs that support them, or remove them"))
    }
    for space in KeySpace.allCases {
      let containers = film.film.script.outputs.compactMap { Container(ofFile: $0.file.value) }
      guard let tag = film.film.script.metadata.keys[space]?.first,
        !containers.contains(where: { $0.declaration.keySpace == space })
      else { continue }
      findings.append(
        Diagnostic(
          .tagLost, "no output supports `\(space.rawValue)` tags: they are omitted", at: tag.name.range,
          hint: "remove them, or choose another container"))
    }
    if let cover = output.metadata.cover ?? film.film.script.metadata.cover,
      !settings.container.declaration.holdsCover
    {
      findings.append(
        Diagnostic(
          .tagLost, ".\(kind) files cannot store a cover: it is omitted", at: cover.range,
          hint:
            "write `cover` only in \(Container.allCases.filter(\.declaration.holdsCover).map { ".\($0.rawValue)" }.sentenceList(" and ")) outputs"
        ))
    }
    if settings.isSeries,
      let track = film.film.script.subtitles.first(where: { $0.mode?.value == .sidecar })
    {
      findings.append(
        Diagnostic(
          .tagLost, "image sequences have no file name for sidecar subtitles: they are omitted",
          at: track.mode?.range ?? track.place,
          hint: "write `mode: burn` to draw the subtitles, or add an output that is a single file"))
    }
    if settings.subtitleForm == nil, !isToldBesideFilm(output, film.film.script),
      let track = film.film.script.subtitles.first(where: { $0.mode?.value == .stream })
    {
      findings.append(
        Diagnostic(
          .tagLost,
          "\(settings.fragmentFrames == nil ? "" : "fragmented ").\(kind) files cannot store subtitle streams: they are omitted",
          at: track.mode?.range ?? track.place,
          hint: "write `mode: sidecar` for a separate file, or choose another container"))
    }
    for title in [output.video.title, output.audio.title].compactMap(\.self)
    where !settings.container.namesTracks {
      findings.append(
        Diagnostic(
          .tagLost, "tracks of .\(kind) files have no names: the title is omitted", at: title.range,
          hint: "write `metadata: {title: ...}`, the title of the file, or choose another container"))
    }
    if settings.container.holdsTracks, !settings.container.namesTracks,
      let name = output.tracks.compactMap(\.name).first
    {
      findings.append(
        Diagnostic(
          .tagLost, "tracks of .\(kind) files have no names: the audio track names are omitted",
          at: name.range,
          hint: "remove `name`, or choose another container"))
    }
    if !settings.container.holdsLanguage, settings.audio != nil {
      for language in output.tracks.compactMap(\.language).prefix(1)
        + [film.film.spokenLanguage].compactMap(\.self)
      {
        findings.append(
          Diagnostic(
            .tagLost, ".\(kind) files cannot store the language of their sound: it is omitted",
            at: language.range, hint: "remove `language`, or choose another container"))
      }
    }
    if let language = film.film.spokenLanguage, settings.audio == nil {
      findings.append(
        Diagnostic(
          .tagLost, "'\(output.file.value)' has no sound, so it has no spoken language",
          at: language.range,
          hint: "remove `language`, or write the output with sound"))
    }
    // Tags of the whole film are not expected in a single picture of it.
    guard settings.isStill else { return findings }
    return findings.filter { finding in
      finding.range.map { output.range.start <= $0.start && $0.end <= output.range.end } ?? false
    }
  }

  /// Whether a playlist contains the output together with subtitles.
  private static func isToldBesideFilm(_ output: Output, _ script: EditScript) -> Bool {
    let playlists = Set(output.playlist?.value.map(\.value) ?? [])
    return script.outputs.contains { other in
      Container(ofFile: other.file.value) == .vtt
        && other.playlist?.value.contains { playlists.contains($0.value) } == true
    }
  }

  static let keptTagLost = Rule.film(.keptTagLost, reach: .film) { film in
    guard let settings = film.settings, !settings.container.isText else { return [] }
    var names: [Int: [String]] = [:]
    for tag in film.film.tags(in: settings.container) where !tag.isHeld {
      if case .medium(let index, _) = tag.source { names[index, default: []].append(tag.tag.name) }
    }
    return names.sorted { $0.key < $1.key }.map { index, names in
      let these = names.count == 1 ? "this tag" : "these tags"
      return Diagnostic(
        .keptTagLost,
        ".\(settings.container.rawValue) files cannot store \(these) of"
          + " '\(film.film.media[index].reference.spelling)': \(enumeration(of: names))",
        at: film.film.keep?.range,
        hint: "write the important ones under `metadata`, or choose another container")
    }
  }
}

/// The first of many names.
func enumeration(of names: [String]) -> String {
  let most = 6
  let shown = names.prefix(most).joined(separator: ", ")
  return names.count > most ? shown + " and \(names.count - most) more" : shown
}
