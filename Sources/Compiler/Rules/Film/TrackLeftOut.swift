import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let trackLeftOut = DiagnosticID(
    "track-left-out", .note, "Media tracks are left out",
    explanation: """
      A film contains the picture and the sound that its items select, the subtitles that the script \
      names, and the chapters of its markers. Other tracks of the media are left out: additional audio and \
      video tracks, embedded subtitles, chapters, timecode and data. This is a warning if the output \
      copies, because a copy is expected to be complete. `audio: {stream: N}` selects another audio \
      stream, `subtitles: [{of: FILE, stream: N, mode: stream}]` keeps subtitles of the media, and \
      `keep` in an output keeps their `chapters`, `subtitles`, `timecode` and, in a copy, all `tracks` of sound and \
      moving pictures. \
      `metadata: {keep: ...}` keeps their tags; data tracks cannot be kept, because FFmpeg does not write them.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 24}
        timeline:
          - {clip: disc.mkv, take: ..1m}
        """,
        media: """
          disc.mkv  video 1920x1080 24 90m  audio 48000 stereo language eng  audio 48000 stereo language deu  \
          subtitle subrip  chapters 20
          """,
        gives: [
          "not in the film from 'disc.mkv': 1 audio track (deu), 1 subtitle track (subrip), 20 chapters"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 24}
        timeline:
          - {clip: disc.mkv, take: ..1m}
        audio:
          - {clip: disc.mkv, at: 0s, take: ..1m, audio: {stream: 1}}
        """,
        media: """
          disc.mkv  video 1920x1080 24 90m  audio 48000 stereo language eng  audio 48000 stereo language deu
          """,
        remark: "Both sounds are heard."),
    ])
}

extension Rule {
  /// Once for each file. Tracks that items deliberately leave out are not reported.
  static let trackLeftOut = Rule.film(.trackLeftOut, reach: .everywhere) { film in
    var reported: Set<String> = []
    return film.film.items.compactMap { item in
      guard case .clip = item.item.kind, let medium = film.medium(of: item),
        reported.insert(medium.reference.spelling).inserted
      else { return nil }
      let items = film.film.items.filter { $0.medium == item.medium }
      let lost = leftOut(
        of: medium.reference.facts, by: items,
        keeping: keptSubtitles(of: medium.reference, in: film.film.script),
        output: film.film.output)
      guard !lost.isEmpty else { return nil }
      let copies = film.settings.map { $0.copied != CopiedTracks() } ?? false
      let all = "`keep: [tracks, chapters, subtitles, timecode]` in the output keeps what it names"
      return Diagnostic(
        .trackLeftOut, severity: copies ? .warning : .note,
        "not in the film from '\(medium.reference.spelling)': \(lost.joined(separator: ", "))",
        at: medium.place,
        hint: copies
          ? all + "; add other tracks with another tool"
          : "no change is needed if this is intended")
    }
  }

  /// The subtitle streams of a file that the script uses.
  private static func keptSubtitles(of medium: MediaReference, in script: EditScript) -> Set<Int> {
    Set(
      script.subtitles.compactMap { track in
        guard case .ofMedium = track.content, script.words(of: track) == nil, let name = track.medium,
          (script.declaredFiles[name.value]?.value ?? name.value) == medium.spelling
        else { return nil }
        return SubtitleChoice(track, of: medium.spelling, medium.facts).track?.streamIndex
      })
  }

  private static func leftOut(
    of facts: MediaFacts, by items: [ResolvedItem], keeping kept: Set<Int>, output: Output?
  ) -> [String] {
    var lost: [String] = []
    let heard = Set(items.compactMap(\.soundTrack?.streamIndex))
    if !heard.isEmpty, output?.kept(.tracks) == nil {
      let sounds = facts.audio.filter { !heard.contains($0.streamIndex) }
      lost += described(sounds.map { $0.language ?? "" }, "audio track", "audio tracks")
    }
    // An audio item needs only sound.
    guard items.contains(where: { $0.list != .audio }) else { return lost }
    if output?.kept(.tracks) == nil || output?.copiesPicture == false {
      let pictures = facts.video.filter { !$0.isAttachedPicture && !$0.isStill && $0 != facts.mainVideo }
      lost += described(pictures.map(\.codec), "video track", "video tracks")
    }
    let subtitles = facts.otherTracks.filter {
      $0.kind == "subtitle" && !kept.contains($0.streamIndex) && output?.kept(.subtitles) == nil
    }
    lost += described(
      subtitles.map { track in [track.codec, track.language].compactMap(\.self).joined(separator: " ") },
      "subtitle track", "subtitle tracks")
    if facts.video.contains(where: { $0.timecode != nil }), output?.kept(.timecode) == nil {
      lost.append("the timecode")
    }
    lost += described(facts.dataTracks.map { _ in "" }, "data track", "data tracks")
    if facts.chapterCount > 0, output?.keepsChapters != true {
      lost.append(counted(Int64(facts.chapterCount), "chapter"))
    }
    return lost
  }

  /// `2 tracks of sound (eng, deu)`
  private static func described(_ details: [String], _ one: String, _ several: String) -> [String] {
    guard !details.isEmpty else { return [] }
    let named = details.filter { !$0.isEmpty }
    return [
      "\(details.count) \(details.count == 1 ? one : several)"
        + (named.isEmpty ? "" : " (\(enumeration(of: named)))")
    ]
  }
}
