import Basics
import Compiler
import Composition
import ContentDigest
import EditScript
import Lowering
import RenderPlan
import Workspace

/// The facts of a film for pages.
struct PreviewFacts {
  let film: PreviewedFilm
  let plan: RenderPlan
  /// By the index of the sound in the composition; empty without sound.
  let waveforms: [ContentDigest]
  let source: SourceText
  /// The media file that is played instead of a script; nil for a script.
  let media: ProbedMedia?
  let detection: PreviewDetection

  init(
    _ film: PreviewedFilm, _ plan: RenderPlan, waveforms: [ContentDigest], _ source: SourceText,
    media: ProbedMedia?, detection: PreviewDetection
  ) {
    self.detection = detection
    self.film = film
    self.plan = plan
    self.waveforms = waveforms
    self.source = source
    self.media = media
  }

  var json: JSONValue {
    let composition = film.composition
    let lanes = PreviewLanes(
      film, waveforms: waveforms, media == nil ? source : nil, detection: detection)
    return .members([
      "name": .string(film.name), "width": integer(composition.canvas.size.width),
      "height": integer(composition.canvas.size.height), "rate": rate,
      "frames": .integer(composition.frameCount), "timecode": timecode, "picture": picture, "sound": sound,
      "markers": .array(markers), "chapters": .array(chapters), "transitions": .array(transitions),
      "items": .array(lanes.items), "cues": .array(lanes.cues), "subtitles": .array(subtitles),
      "media": mediaFile, "canDetect": .bool(!detection.undetected.isEmpty),
    ])
  }

  /// The subtitle streams that a player can choose.
  private var subtitles: [JSONValue] {
    film.composition.subtitles.enumerated().map { number, stream in
      .members([
        "name": .string(stream.title ?? stream.language ?? "subtitles \(number + 1)"),
        "language": stream.language.map(JSONValue.string) ?? .null,
        "cues": .array(
          stream.cues.map { cue in
            .members([
              "start": .number(cue.timelineRange.start.inSeconds),
              "end": .number(cue.timelineRange.end.inSeconds), "text": .string(cue.text.plain),
            ])
          }),
      ])
    }
  }

  private func integer(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  private var rate: JSONValue {
    let rate = film.composition.canvas.rate
    return .members(["frames": .integer(rate.frames), "seconds": .integer(rate.seconds)])
  }

  private var timecode: JSONValue {
    guard let timecode = film.film?.settings?.timecode else { return .null }
    return .members(["frame": .integer(timecode.frame), "isDropFrame": .bool(timecode.isDropFrame)])
  }

  private var picture: JSONValue {
    guard let size = plan.settings.video?.size else { return .null }
    return .members([
      "width": integer(size.width), "height": integer(size.height), "codec": .string("avc1.42c028"),
    ])
  }

  private var markers: [JSONValue] {
    (film.film?.markers ?? []).filter { !$0.isChapter }.map { named($0.name, $0.time) }
  }

  /// Those of the film, or of the media file that is played instead of a script.
  private var chapters: [JSONValue] {
    film.composition.chapters.map { named($0.name, $0.start) }
      + (media?.facts.chapters ?? []).enumerated().compactMap { number, chapter in
        // The middle of a frame determines what it shows: the nearest frame is the first one of the chapter,
        // also if its time is rounded to milliseconds, as most containers do.
        guard let frame = film.composition.canvas.rate.frame(at: chapter.range.start)?.value,
          (0..<film.composition.frameCount).contains(frame)
        else { return nil }
        return .members([
          "name": .string(chapter.name.map(oneLine) ?? "chapter \(number + 1)"), "frame": .integer(frame),
        ])
      }
  }

  /// The lines of `editc probe`, and the exact duration, beyond which no take may end.
  private var mediaFile: JSONValue {
    guard let media else { return .null }
    let report = media.report
    return .members([
      "summary": .string(report.summary),
      "duration": media.facts.extent.finite.map(\.json) ?? .null,
      "tracks": .array(
        report.tracks.map { track in
          .members([
            "title": .string(track.title), "details": .array(track.details.map(JSONValue.string)),
          ])
        }),
      "tags": .array(
        report.tags.map { .members(["name": .string($0.name), "value": .string($0.value)]) }),
      "notes": .array(report.notes.map(JSONValue.string)),
      "shots": detection.shots(of: media.facts), "heard": detection.partsWithSound(of: media.facts),
    ])
  }

  private var transitions: [JSONValue] {
    film.composition.transitions.map { transition in
      .members([
        "name": .string(transition.label), "first": .integer(transition.frames.lowerBound),
        "frames": integer(transition.frames.count),
      ])
    }
  }

  private var sound: JSONValue {
    guard let track = plan.soundTrack else { return .null }
    let isMastered = film.composition.mix.isMastered
    let rate = Int64(plan.composition.mix.sampleRate)
    return .members([
      "key": .string(track.key.hex), "codec": .string("flac"), "sampleRate": .integer(rate),
      "samples": .integer(Int64(track.samples.count)), "chunkSamples": .integer(rate),
      "note": isMastered
        ? .string("Loudness and peak levels of the whole film are applied only by a render.") : .null,
    ])
  }

  private func named(_ name: String, _ time: RationalTime) -> JSONValue {
    .members(["name": .string(name), "frame": .integer(frame(at: time))])
  }

  private func frame(at time: RationalTime) -> Int64 { film.composition.frame(at: time) }
}

extension Composition {
  /// The frame on screen at a time of the film.
  func frame(at time: RationalTime) -> Int64 {
    let frame = Lowering.frameNumber(at: time, rate: canvas.rate) ?? 0
    return min(max(0, frame), max(0, frameCount - 1))
  }
}
