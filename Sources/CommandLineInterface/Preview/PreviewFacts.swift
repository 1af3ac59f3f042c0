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

  init(_ film: PreviewedFilm, _ plan: RenderPlan, waveforms: [ContentDigest], _ source: SourceText) {
    self.film = film
    self.plan = plan
    self.waveforms = waveforms
    self.source = source
  }

  var json: JSONValue {
    let composition = film.composition
    let lanes = PreviewLanes(film, waveforms: waveforms, source)
    return .members([
      "name": .string(film.name), "width": integer(composition.canvas.size.width),
      "height": integer(composition.canvas.size.height), "rate": rate,
      "frames": .integer(composition.frameCount), "timecode": timecode, "picture": picture, "sound": sound,
      "markers": .array(markers), "chapters": .array(chapters), "transitions": .array(transitions),
      "items": .array(lanes.items), "cues": .array(lanes.cues), "subtitles": .array(subtitles),
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

  private var chapters: [JSONValue] { film.composition.chapters.map { named($0.name, $0.start) } }

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
