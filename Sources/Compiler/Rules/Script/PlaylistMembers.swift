import Basics
import Composition
package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let playlistMembers = DiagnosticID(
    "playlist-members", .error, "Files do not fit one playlist",
    explanation: """
      A playlist names files for players on the web, which choose the pictures that suit the connection \
      and add sound. So the files with pictures need fragments of the same length and the same part of the \
      film, and the sound must be either in these files or in files of its own; DASH requires files of its \
      own. The files cannot contain chapters, timecode or several audio tracks. Write subtitles with \
      `mode: sidecar` and `format: vtt`, and the playlist names them.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 60s}
        audio:
          - {tone: sine}
        subtitles:
          - cues: [{at: 1s..3s, text: Hello}]
        outputs:
          - file: large.mp4
            playlist: film.m3u8
          - file: small.mp4
            size: 640x360
            fragment: 2s
            playlist: film.m3u8
          - file: sound.m4a
            playlist: film.m3u8
          - file: whole.mp4
            playlist: whole.mpd
          - file: words.vtt
            playlist: words.m3u8
        """,
        gives: [
          "'large.mp4' and 'sound.m4a' both contain sound",
          "'small.mp4' and 'sound.m4a' both contain sound",
          "the fragments of 'small.mp4' and 'large.mp4' have different lengths",
          "'whole.mp4' has pictures and sound, which DASH requires in separate files",
          "the playlist contains only subtitles",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 60s}
        audio:
          - {tone: sine}
        outputs:
          - file: large.mp4
            audio: {codec: none}
            playlist: [film.m3u8, film.mpd]
          - file: small.mp4
            size: 640x360
            audio: {codec: none}
            playlist: [film.m3u8, film.mpd]
          - file: sound.m4a
            playlist: [film.m3u8, film.mpd]
        """),
    ])
}

extension Rule {
  static let playlistMembers = Rule.script(.playlistMembers) { script, _ in
    var lists: [(path: Located<String>, members: [Output])] = []
    for output in script.outputs {
      for path in output.playlist?.value ?? [] {
        if let known = lists.firstIndex(where: { WrittenPath($0.path.value) == WrittenPath(path.value) }) {
          lists[known].members.append(output)
        } else {
          lists.append((path, [output]))
        }
      }
    }
    return lists.flatMap { path, members in
      PlaylistKind(ofFile: path.value).map { problems(of: members, $0) } ?? []
    } + script.outputs.flatMap { output in output.playlist == nil ? [] : problems(of: output) }
  }

  private static func problems(of members: [Output], _ kind: PlaylistKind) -> [Diagnostic] {
    let pictures = members.filter(\.hasPicture)
    let sounds = members.filter { !$0.hasPicture && $0.hasSound }
    guard !pictures.isEmpty || !sounds.isEmpty else {
      return members.prefix(1).map { .noFilm(at: $0.playlist?.range ?? $0.range) }
    }
    var problems: [Diagnostic] = []
    for output in pictures where output.hasSound {
      if let sound = sounds.first {
        problems.append(.soundTwice(output.file, sound.file))
      } else if kind == .dash {
        problems.append(.bothInOne(output.file))
      }
    }
    for output in pictures.dropFirst() {
      let first = pictures[0]
      if output.fragment?.value != first.fragment?.value {
        problems.append(.otherFragments(output.file, first.file, at: output.fragment?.range))
      }
    }
    if pictures.count > 1 {
      problems += pictures.filter(\.copiesPicture).map { .copiedVariant($0.file) }
    }
    for output in members.dropFirst() where output.part?.value != members[0].part?.value {
      problems.append(.otherPart(output.file, members[0].file, at: output.part?.range))
    }
    var titles: [String: Output] = [:]
    for output in sounds {
      let title = output.soundTitle
      if let first = titles.updateValue(output, forKey: title) {
        problems.append(.titleTwice(title, output, first))
      }
    }
    return problems
  }

  /// Reports keys that no file of a playlist can have.
  private static func problems(of output: Output) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if let keep = output.kept(.chapters) {
      problems.append(.inNoMember("chapters", at: keep.range, "remove `chapters` from `keep`"))
    }
    if let keep = output.kept(.tracks) {
      problems.append(
        .inNoMember("several audio tracks", at: keep.range, "remove `tracks` from `keep`"))
    }
    if let chapters = output.hasChapters, chapters.value {
      problems.append(.inNoMember("chapters", at: chapters.range, "remove `chapters`"))
    }
    if let stems = output.hasStems, stems.value {
      problems.append(
        .inNoMember("several audio tracks", at: stems.range, "write an output for each track"))
    }
    if let timecode = output.timecode {
      problems.append(.inNoMember("timecode", at: timecode.range, "remove `timecode`"))
    }
    if output.tracks.count > 1 {
      problems.append(
        .inNoMember(
          "several audio tracks", at: output.playlist?.range ?? output.range,
          "write an output for each track"))
    }
    for title in [output.audio.title].compactMap(\.self) where title.value.contains("\"") {
      problems.append(.quoteInTitle(at: title.range))
    }
    let lists = output.playlist?.value.filter { PlaylistKind(ofFile: $0.value) == .hls } ?? []
    for list in lists.dropFirst() { problems.append(.inTwoLists(output.file, at: list.range)) }
    return problems
  }
}

extension Output {
  fileprivate var container: Container? { Container(ofFile: file.value) }
  fileprivate var hasPicture: Bool { video.codec?.value != "none" && container?.isSoundOnly == false }
  fileprivate var hasSound: Bool {
    audio.codec?.value != "none" && container?.declaration.sound.isEmpty == false
  }

  /// The title that players show for its sound: from the script, or the name of the file.
  fileprivate var soundTitle: String {
    let name = file.value.split(separator: "/").last ?? ""
    return audio.title?.value ?? name.split(separator: ".").dropLast().joined(separator: ".")
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func soundTwice(_ file: Located<String>, _ sound: Located<String>) -> Diagnostic {
    Diagnostic(
      .playlistMembers, "'\(file.value)' and '\(sound.value)' both contain sound", at: file.range,
      notes: [Diagnostic.Note("the separate sound", at: sound.range)],
      hint: "write `audio: {codec: none}` in the output with the picture")
  }

  fileprivate static func noFilm(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .playlistMembers, "the playlist contains only subtitles", at: place,
      hint: "write the same `playlist` in the film's outputs")
  }

  fileprivate static func bothInOne(_ file: Located<String>) -> Diagnostic {
    Diagnostic(
      .playlistMembers, "'\(file.value)' has pictures and sound, which DASH requires in separate files",
      at: file.range,
      hint:
        "write `audio: {codec: none}` here, and add an output `file: sound.m4a` with the same playlist")
  }

  fileprivate static func otherFragments(
    _ file: Located<String>, _ first: Located<String>, at place: SourceRange?
  ) -> Diagnostic {
    Diagnostic(
      .playlistMembers, "the fragments of '\(file.value)' and '\(first.value)' have different lengths",
      at: place ?? file.range,
      hint: "write the same `fragment` in both: players switch between files at fragments")
  }

  fileprivate static func otherPart(
    _ file: Located<String>, _ first: Located<String>, at place: SourceRange?
  ) -> Diagnostic {
    Diagnostic(
      .playlistMembers, "'\(file.value)' and '\(first.value)' contain different parts of the film",
      at: place ?? file.range, hint: "write the same `range` in both")
  }

  fileprivate static func copiedVariant(_ file: Located<String>) -> Diagnostic {
    Diagnostic(
      .playlistMembers,
      "the pictures of '\(file.value)' are copied, so their key frames cannot be aligned",
      at: file.range, hint: "encode them: players switch between the files of a playlist at common key frames"
    )
  }

  fileprivate static func titleTwice(_ title: String, _ output: Output, _ first: Output) -> Diagnostic {
    Diagnostic(
      .playlistMembers, "two audio tracks of the playlist are named '\(title)'",
      at: (output.audio.title ?? output.file).range,
      notes: [Diagnostic.Note("the first one", at: (first.audio.title ?? first.file).range)],
      hint: "write a different `audio: {title: …}`")
  }

  fileprivate static func inNoMember(_ what: String, at place: SourceRange, _ hint: String) -> Diagnostic {
    Diagnostic(.playlistMembers, "files of a playlist cannot contain \(what)", at: place, hint: hint)
  }

  fileprivate static func quoteInTitle(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .playlistMembers, "a title in a playlist cannot contain a quotation mark", at: place,
      hint: "remove the mark, or write ' or “ instead")
  }

  fileprivate static func inTwoLists(_ file: Located<String>, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .playlistMembers, "'\(file.value)' is already in an HLS playlist", at: place,
      hint: "write one .m3u8 file, and optionally one .mpd file")
  }
}
