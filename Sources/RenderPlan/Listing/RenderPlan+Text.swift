package import Basics
import Composition
import ContentDigest

extension RenderPlan {
  /// The plan with exact times, as `editc dump --stage plan` prints it.
  package var text: String { text([], .exact) }

  /// The plan for people, as `editc plan` prints it, with lines below the first one.
  package func text(with estimates: [String]) -> String { text(estimates, .people) }

  private func text(_ estimates: [String], _ style: ListingStyle) -> String {
    var lines = [headline(style)] + estimates.map { "  \($0)" } + smartLines(style)
    for segment in segments {
      lines.append(
        "  segment \(segment.index + 1): \(stretch(segment.frames, style))  \(segment.state): \(reason(segment, style))"
      )
      lines.append("    key \(segment.key.hex.prefix(16))")
      lines += segment.layers.map { "    shows \(composition.layers[$0].line(in: segment.frames, style))" }
      if segment.layers.isEmpty { lines.append("    shows the background") }
    }
    if let soundTrack {
      let (samples, rate) =
        soundTrack.copied.map { ($0.samples, $0.sampleRate) }
        ?? (soundTrack.samples, composition.mix.sampleRate)
      lines.append(
        "  sound\(trackText(0)): \(style.text(of: samples, "sample"))"
          + " at \(rate) Hz  \(soundTrack.state): \(reason(soundTrack))")
      lines.append("    key \(soundTrack.key.hex.prefix(16))")
      lines += composition.mix(ofTrack: 0).sounds.map { "    hears \($0.line(style))" }
    }
    for (index, other) in otherTracks.enumerated() {
      let title =
        if let copied = other.track.copied {
          "audio stream \(copied.stream)" + (other.language.map { " in \($0)" } ?? "")
        } else if let copied = other.pictures {
          "video stream \(copied.stream)"
        } else if settings.tracks == nil {
          "track '\(other.name ?? "")'"
        } else {
          "sound\(trackText(index + 1))"
        }
      let state = other.pictures != nil && !other.track.isInStore ? "copied" : other.track.state
      lines.append("  \(title)  \(state): \(reason(other, style))")
      lines.append("    key \(other.track.key.hex.prefix(16))")
      if case .mix(let mix) = other.content {
        lines += composition.mix(ofTrack: mix).sounds.map { "    hears \($0.line(style))" }
      }
    }
    if let coverPicture {
      let frame = coverPicture.frames.lowerBound
      lines.append(
        "  cover: frame \(frame) (\(clock(frame)))  \(coverPicture.state): \(reason(coverPicture.isInStore))")
      lines.append("    key \(coverPicture.key.hex.prefix(16))")
    }
    for stream in composition.subtitles {
      let language = stream.language.map { " in \($0)" } ?? ""
      let count = counted(stream.cues.count, "cue")
      lines.append("  subtitles\(language): \(count) of \(stream.label)")
    }
    for sidecar in composition.sidecars {
      let count = counted(sidecar.subtitles.cues.count, "cue")
      let place = settings.container.isText ? "text" : "beside the film"
      lines.append("  \(place) .\(sidecar.format.rawValue): \(count) of \(sidecar.subtitles.label)")
    }
    return (lines + labelLines(style)).joined(separator: "\n") + "\n"
  }

  /// ` 'Deutsch' in deu, aac, 2 channels, default` for a track that the script lists, or nothing.
  private func trackText(_ index: Int) -> String {
    guard let tracks = settings.tracks, tracks.indices.contains(index) else { return "" }
    let track = tracks[index]
    let count = composition.mix(ofTrack: index).mix.channelCount
    return (track.name.map { " '\($0)'" } ?? " \(index + 1)") + (track.language.map { " in \($0)" } ?? "")
      + ", \(track.audio.codec.rawValue), \(counted(count, "channel"))"
      + (track.isDefault ? ", default" : "")
  }

  /// The metadata of the file.
  private func labelLines(_ style: ListingStyle) -> [String] {
    let tags =
      settings.labels.tags + settings.labels.keyTags
      + (settings.labels.language.map { [MediaTag(name: "language", value: $0)] } ?? [])
    return (fragmentLength.map { ["  fragments of \(style.text(of: $0))"] } ?? [])
      + (firstTimecode.map { ["  timecode \($0)"] } ?? [])
      + tags.map { "  tag \($0.name) \(firstWords(of: $0.value))" }
      + chapters.map { "  chapter at \(clockReading($0.start)) \(firstWords(of: $0.name))" }
  }

  private func clockReading(_ milliseconds: Int64) -> String {
    RationalTime(milliseconds, 1000)?.clockReading ?? "?"
  }

  /// As a JSON string, truncated if it is long.
  private func firstWords(of text: String) -> String {
    JSONValue.string(text.count > 80 ? text.prefix(80) + "…" : text).compactText
  }

  private func headline(_ style: ListingStyle) -> String {
    let canvas = composition.canvas
    if settings.container.isText { return "\(settings.file): text, \(length(frames, style))" }
    guard canvas.hasPicture else { return "\(settings.file): sound alone, \(length(frames, style))" }
    let missing = segments.filter { !$0.isInStore }.count
    return
      "\(settings.file): \(canvas.size) at \(style.text(of: canvas.rate)) per second, \(style.text(of: frameCount, "frame")),"
      + " \(length(frames, style)) (\(missing) of \(style.text(of: Int64(segments.count), "segment")) to \(making)\(passText))"
  }

  private var making: String {
    isJoinedOfCopies ? "copy or encode" : settings.copied.pictures ? "copy" : "encode"
  }

  /// The copied part of a film, and why the rest is encoded.
  private func smartLines(_ style: ListingStyle) -> [String] {
    guard let smart else { return [] }
    let share = Double(smart.copiedFrames) / Double(max(1, frameCount)) * 100
    let head =
      "  pictures: \(smart.copiedFrames) of \(frameCount) frames are copied (\((share * 10).rounded(.down) / 10) %)"
    return [head]
      + smart.stretches.map { stretch in
        "    \(self.stretch(stretch.frames, style))  \(words(of: stretch, style))"
      }
  }

  private func words(of stretch: SmartFilm.Stretch, _ style: ListingStyle) -> String {
    if let copied = stretch.copied { return "copied: " + pictures(of: copied, style) }
    guard let reason = stretch.reason else { return "encoded" }
    return "encoded: \(name(of: reason.subject)) \(reason.reason)" + (reason.hint.map { " (\($0))" } ?? "")
  }

  private func pictures(of copied: CopiedPictures, _ style: ListingStyle) -> String {
    style.text(of: copied.pictures, "picture")
      + " of \(composition.media[copied.media].spelling) as they are" + (copied.held?.inWords ?? "")
  }

  private var passText: String {
    switch pass {
    case 1?: " in two passes"
    case 2?: " in the second of two passes"
    default: ""
    }
  }

  private func reason(_ segment: Segment, _ style: ListingStyle) -> String {
    guard let copied = segment.copied, !segment.isInStore else { return reason(segment.isInStore) }
    return pictures(of: copied, style)
  }

  private func reason(_ soundTrack: SoundTrack) -> String {
    guard let copied = soundTrack.copied, !soundTrack.isInStore else { return reason(soundTrack.isInStore) }
    return "packets of \(composition.media[copied.media].spelling) as they are"
  }

  private func reason(_ other: OtherTrack, _ style: ListingStyle) -> String {
    guard let copied = other.pictures, !other.track.isInStore else { return reason(other.track) }
    return pictures(of: copied, style)
  }

  private func reason(_ isInStore: Bool) -> String {
    isInStore ? "the store has it" : "the store does not have it"
  }

  /// `frames 0 to 49 (50 frames), 00:00:00.000 for 2s`
  private func stretch(_ frames: Range<Int64>, _ style: ListingStyle) -> String {
    let time = "\(clock(frames.lowerBound)) for \(length(frames, style))"
    let text = style.text(of: frames, "frame")
    return style == .exact ? "\(text) (\(time))" : "\(text), \(time)"
  }

  private func clock(_ frame: Int64) -> String {
    (try? composition.canvas.rate.start(ofFrame: frame).clockReading) ?? "?"
  }

  private func length(_ frames: Range<Int64>, _ style: ListingStyle) -> String {
    (try? composition.canvas.rate.start(ofFrame: Int64(frames.count))).map(style.text) ?? "?"
  }
}

extension RenderPlan {
  /// The plan for programs; `docs/json.md` describes the members.
  package var json: JSONValue {
    let canvas = composition.canvas
    return .membersPresent([
      "file": .string(settings.file),
      "canvas": !canvas.hasPicture
        ? nil
        : .members([
          "width": .integer(Int64(canvas.size.width)), "height": .integer(Int64(canvas.size.height)),
          "rate": .string(canvas.rate.spelling), "background": .string(canvas.background.text),
        ]),
      "frames": canvas.hasPicture ? .integer(frameCount) : nil,
      "firstFrame": canvas.hasPicture ? .integer(frames.lowerBound) : nil,
      "duration": .string(length(frames, .exact)),
      "segments": .array(segments.map(json(of:))),
      "copied": smart.map { .integer($0.copiedFrames) },
      "stretches": smart.map { .array($0.stretches.map(json(of:))) },
      "sound": soundTrack.map { json(of: $0, composition.mix(ofTrack: 0)) },
      "tracks": settings.tracks.map { tracks in
        .array(
          zip(tracks, soundTracks).enumerated().map { index, pair in
            json(of: pair.0, pair.1, composition.mix(ofTrack: index))
          })
      },
      "cover": coverPicture.map {
        .members([
          "frame": .integer($0.frames.lowerBound), "key": .string($0.key.hex), "action": .string($0.action),
        ])
      },
      "tags": settings.labels.tags.isEmpty
        ? nil
        : .object(settings.labels.tags.map { JSONValue.Member(name: $0.name, value: .string($0.value)) }),
      "timecode": firstTimecode.map { .string("\($0)") },
      "chapters": chapters.isEmpty
        ? nil
        : .array(
          chapters.map {
            .members([
              "start": .string(RationalTime($0.start, 1000)?.spelling ?? "?"), "title": .string($0.name),
            ])
          }),
    ])
  }

  private func json(of stretch: SmartFilm.Stretch) -> JSONValue {
    .membersPresent([
      "firstFrame": .integer(stretch.frames.lowerBound),
      "frames": .integer(Int64(stretch.frames.count)),
      "start": .string(
        (try? composition.canvas.rate.start(ofFrame: stretch.frames.lowerBound).spelling) ?? "?"),
      "duration": .string(length(stretch.frames, .exact)),
      "action": .string(stretch.copied == nil ? "encode" : "copy"),
      "media": stretch.copied.map { .string(composition.media[$0.media].spelling) },
      "firstPicture": stretch.copied.map { .integer($0.pictures.lowerBound) },
      "item": stretch.layer.map { .string(composition.layers[$0].label) },
      "reason": stretch.reason.map { .string("\(name(of: $0.subject)) \($0.reason)") },
      "hint": stretch.reason?.hint.map { .string($0) },
    ])
  }

  private func json(of segment: Segment) -> JSONValue {
    .membersPresent([
      "index": .integer(Int64(segment.index)),
      "firstFrame": .integer(segment.frames.lowerBound),
      "frames": .integer(Int64(segment.frames.count)),
      "key": .string(segment.key.hex),
      "action": .string(segment.action),
      "pass": segment.pass.map { $0 == .first ? .integer(1) : .integer(2) },
      "reason": .string(reason(segment, .exact)),
      "layers": .array(segment.layers.map { .string(composition.layers[$0].label) }),
    ])
  }

  private func json(of settings: TrackSettings, _ track: SoundTrack, _ film: Composition) -> JSONValue {
    .membersPresent([
      "name": settings.name.map { .string($0) },
      "language": settings.language.map { .string($0) },
      "default": .bool(settings.isDefault),
      "codec": .string(settings.audio.codec.rawValue),
      "channels": .integer(Int64(film.mix.channelCount)),
      "key": .string(track.key.hex),
      "action": .string(track.action),
      "sounds": .array(film.sounds.map { .string($0.label) }),
    ])
  }

  private func json(of soundTrack: SoundTrack, _ film: Composition) -> JSONValue {
    .members([
      "firstSample": .integer(soundTrack.copied?.samples.lowerBound ?? soundTrack.samples.lowerBound),
      "samples": .integer(Int64(soundTrack.copied?.samples.count ?? soundTrack.samples.count)),
      "sampleRate": .integer(Int64(soundTrack.copied?.sampleRate ?? composition.mix.sampleRate)),
      "key": .string(soundTrack.key.hex),
      "action": .string(soundTrack.action),
      "sounds": .array(film.sounds.map { .string($0.label) }),
    ])
  }
}

extension Layer {
  /// One line in a listing; the frames are the film's.
  fileprivate func line(in frames: Range<Int64>, _ style: ListingStyle) -> String {
    let shown = self.frames.clamped(to: frames)
    let part = shown == frames ? "" : ", \(style.text(of: shown, "frame"))"
    let opacityText = opacity.constantValue == 1 ? "" : ", opacity \(opacity.text(times: style.text))"
    return "\(label): \(visibleBox)\(part)\(opacityText)"
  }
}

extension Sound {
  fileprivate func line(_ style: ListingStyle) -> String {
    let gainText = gain.constantValue == 1 ? "" : ", volume \(gain.text(times: style.text))"
    let place = "\(label): \(style.text(of: timelineRange.start))..\(style.text(of: timelineRange.end))"
    guard case .media(_, _, let clock) = content else { return place + gainText }
    return "\(place), media \(clock.text(times: style.text))\(gainText)"
  }
}

/// How a listing writes numbers.
private enum ListingStyle {
  /// Exact times, and ranges as programs write them: `0s..1001/30000s`, `frames 0..<50`.
  case exact
  /// `0s..0.033s`, `frames 0 to 49 (50 frames)`.
  case people

  func text(of time: RationalTime) -> String {
    switch self {
    case .exact: time.spelling
    case .people: time.description
    }
  }

  /// `30000/1001 frames`
  func text(of rate: FrameRate) -> String {
    switch self {
    case .exact: rate.spelling + " frames"
    case .people: rate.spellingForPeople + (rate == FrameRate(1) ? " frame" : " frames")
    }
  }

  func text(of count: Int64, _ noun: String) -> String {
    switch self {
    case .exact: "\(count) \(noun)s"
    case .people: counted(count, noun)
    }
  }

  func text(of range: Range<Int64>, _ noun: String) -> String {
    switch self {
    case .exact: "\(noun)s \(range.lowerBound)..<\(range.upperBound)"
    case .people:
      range.count == 1
        ? "\(noun) \(range.lowerBound)"
        : "\(noun)s \(range.lowerBound) to \(range.upperBound - 1) (\(counted(range.count, noun)))"
    }
  }
}

extension HeldPictures {
  fileprivate var inWords: String {
    let which = [before > 0 ? "first" : nil, after > 0 ? "last" : nil].compactMap(\.self)
    return ", the \(which.joined(separator: " and the ")) shown longer"
  }
}
