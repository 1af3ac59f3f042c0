package import Basics
package import Composition
package import Diagnostics
package import EditScript

/// The subtitles in a media file that a track of the script selects.
package struct SubtitleChoice {
  /// Nil if there are none, or none that the script selects.
  package let track: OtherTrackFacts?
  private let written: SubtitleTrack
  private let medium: String
  private let all: [OtherTrackFacts]

  package init(_ written: SubtitleTrack, of medium: String, _ facts: MediaFacts) {
    (self.written, self.medium) = (written, medium)
    all = facts.otherTracks.filter { $0.kind == "subtitle" }
    let texts = all.filter(\.isSubtitleText)
    if let number = written.stream?.value {
      let chosen = all.indices.contains(number) ? all[number] : nil
      track = chosen?.isSubtitleText == true ? chosen : nil
      return
    }
    let language = written.language?.value
    let spoken = texts.filter { track in
      language.map { wanted in track.language.map { isSameLanguage($0, wanted) } ?? false }
        ?? (track.language == nil)
    }
    if language != nil, spoken.count == 1 {
      track = spoken[0]
    } else {
      // The language of a single track may be missing in the file.
      track = texts.count == 1 && (language == nil || texts[0].language == nil) ? texts[0] : nil
    }
  }

  /// Why there is no track.
  package func problem(at place: SourceRange) -> Diagnostic {
    let known = all.enumerated().map { number, track in
      "\(number)" + (track.language.map { " (\($0))" } ?? "") + (track.isSubtitleText ? "" : ", of pictures")
    }.joined(separator: "; ")
    guard !all.isEmpty else {
      return Diagnostic(
        .unknownStream, "'\(medium)' contains no subtitles", at: place,
        hint: "write `file` with a subtitle file, or `cues`")
    }
    if let number = written.stream?.value {
      return all.indices.contains(number)
        ? Diagnostic(
          .unknownStream,
          "the subtitles \(number) of '\(medium)' are pictures (\(all[number].codec)), not text",
          at: place, hint: "it has: \(known)")
        : Diagnostic(
          .unknownStream, "'\(medium)' has no subtitle stream \(number)", at: place,
          hint: "it has: \(known)")
    }
    let texts = all.filter(\.isSubtitleText)
    guard !texts.isEmpty else {
      return Diagnostic(
        .unknownStream, "the subtitles in '\(medium)' are pictures (\(all[0].codec)), not text", at: place,
        hint: "write `file` with a subtitle file")
    }
    let language = written.language.map { " in '\($0.value)'" } ?? ""
    let count = written.language.map { wanted in texts.count { $0.language == wanted.value } } ?? texts.count
    return Diagnostic(
      .unknownStream,
      "'\(medium)' has \(count == 0 ? "no" : "\(count)") subtitle streams\(language)"
        + (count > 1 ? ", but only one can be used" : ""),
      at: place, hint: "write `stream` with one of these numbers: \(known)")
  }
}

// MARK: - Messages

extension Diagnostic {
  static func streamOfOwnSubtitles(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "`stream` has no effect: the subtitles are not from a media file", at: place,
      hint: "remove `stream`, or write `of` instead of `file` and `cues`")
  }

  static func subtitlesOfUnusedMedia(_ medium: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "the subtitles in '\(medium)' are never shown: no item of the timeline plays it", at: place,
      hint: "play it, or write `file` with a subtitle file")
  }

  static func unreadableSubtitles(of medium: String, _ reason: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .unreadableFile, "the subtitles in '\(medium)' cannot be read: \(reason)", at: place,
      hint: "export them to a separate file, and name it with `file`")
  }
}
