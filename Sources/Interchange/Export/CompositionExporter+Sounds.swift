import Basics
import Composition

extension CompositionExporter {
  /// The levels of a sound, in the terms of a timeline.
  private struct HeardLevels {
    var volume: InterchangeLevel?
    var fadeIn: RationalTime?
    var fadeOut: RationalTime?
    /// The volume over time, from the start of the clip; nil if constant.
    var changes: InterchangeCurve?
  }

  // MARK: Sounds of pictures

  /// Finds the sound of a layer, and makes the layer's clip play it.
  mutating func linkSound(to layer: inout WrittenLayer) throws(TimeOverflow) {
    let shown = film.layers[layer.index]
    guard let clock = clock(of: shown.picture) else { return }
    for index in joints.sounds(near: shown.timelineRange.start, rate) where !linkedSounds.contains(index) {
      let sound = film.sounds[index]
      guard try belongs(sound, to: shown, clock) else { continue }
      let entry = joints.into[layer.index].map { film.transitions[$0] }
      let exit = joints.outOf[layer.index].map { film.transitions[$0] }
      let fadesIn = try fades(sound.fadesIn, without: entry)
      let fadesOut = try fades(sound.fadesOut, without: exit)
      let first = longest(fadesIn)
      let last = longest(fadesOut)
      guard first?.length == layer.clip.fadeIn, last?.length == layer.clip.fadeOut else { continue }
      linkedSounds.insert(index)
      if entry != nil, first != nil {
        losses.approximate(
          layer.place, SoundProperty.fadesIn,
          "the sound fades in from the cut, not from the start of the transition")
      }
      if exit != nil, last != nil {
        losses.approximate(
          layer.place, SoundProperty.fadesOut,
          "the sound fades out until the cut, not until the end of the transition")
      }
      let heard = try report(
        sound, from: rate.start(ofFrame: layer.frames.lowerBound), layer.place, fadesIn: fadesIn,
        fadesOut: fadesOut)
      layer.clip.playsSound = true
      layer.clip.volume = heard.volume
      layer.clip.motion.volume = heard.changes
      let isLate = sound.timelineRange.start != shown.timelineRange.start
      let isLong = sound.timelineRange.end != shown.timelineRange.end
      if isLate || isLong {
        losses.approximate(
          layer.place, SoundProperty.timelineRange,
          "its sound starts and ends with its picture, not at \(sound.timelineRange.start) and \(sound.timelineRange.end)"
        )
      } else if let start = rate.frame(at: sound.timelineRange.start),
        let end = rate.frame(at: sound.timelineRange.end),
        start.wasRounded || end.wasRounded
      {
        losses.approximate(
          layer.place, SoundProperty.timelineRange, "its sound starts and ends on a frame")
      }
      return
    }
  }

  private func clock(of picture: Picture) -> MediaClock? {
    switch picture {
    case .moving(_, _, let clock), .film(_, let clock): clock
    case .frozen, .frozenFilm, .still, .color, .gradient, .bars, .noise, .shape, .text, .credits, .subtitles:
      nil
    }
  }

  /// Whether a sound plays the media of a layer, at the same times to within half a frame.
  private func belongs(
    _ sound: Sound, to layer: Layer, _ clock: MediaClock
  ) throws(TimeOverflow) -> Bool {
    switch (sound.content, layer.picture) {
    case (.media(let heard, _, _), .moving(let shown, _, _)): guard heard == shown else { return false }
    case (.film(let heard, _), .film(let shown, _)): guard heard == shown else { return false }
    case (.media, _), (.film, _), (.tone, _): return false
    }
    if sound.timelineRange == layer.timelineRange { return sound.content.clock == clock }
    let half = try rate.frameLength().scaled(by: 1, over: 2)
    let offset = try sound.timelineRange.start - layer.timelineRange.start
    let rest = try sound.timelineRange.end - layer.timelineRange.end
    guard -half.inSeconds < offset.inSeconds, offset < half, -half.inSeconds < rest.inSeconds, rest < half
    else {
      return false
    }
    return try sound.content.clock == clock.shifted(by: offset)
  }

  /// The fades of a sound, without that of a transition, which the timeline's transition implies.
  private func fades(
    _ fades: [SoundFade], without transition: Transition?
  ) throws(TimeOverflow) -> [SoundFade] {
    guard let transition, let first = fades.first else { return fades }
    return try first.length == transition.timelineRange.duration() ? Array(fades.dropFirst()) : fades
  }

  private func longest(_ fades: [SoundFade]) -> SoundFade? {
    fades.filter { !isShort($0) }.max { $0.length < $1.length }
  }

  /// Whether a fade is too short to have a frame.
  private func isShort(_ fade: SoundFade) -> Bool {
    fade.length.inSeconds < 0.5 * Double(rate.seconds) / Double(rate.frames)
  }

  // MARK: Other sounds

  /// The sounds without a picture, in as few tracks as possible.
  mutating func soundTracks() throws(TimeOverflow) -> [InterchangeTrack] {
    var tracks: [TrackDraft] = []
    let rest = film.sounds.indices.filter { !linkedSounds.contains($0) }
    let order = rest.sorted {
      (film.sounds[$0].timelineRange.start, $0) < (film.sounds[$1].timelineRange.start, $1)
    }
    for index in order {
      let sound = film.sounds[index]
      let place = place(sound.label, sound.timelineRange.start) + " (sound)"
      let heard = try report(
        sound, from: sound.timelineRange.start, place, fadesIn: sound.fadesIn, fadesOut: sound.fadesOut,
        ownsFades: sound.content.clock?.pass == nil)
      var clip = InterchangeClip(source: .bars, duration: nil, place: InputPlace(item: place))
      guard let pieces = try content(of: sound, place, in: &clip) else { continue }
      clip.name = sound.name
      (clip.volume, clip.fadeIn, clip.fadeOut) = (heard.volume, heard.fadeIn, heard.fadeOut)
      clip.motion.volume = heard.changes
      let number = tracks.firstIndex { $0.end <= sound.timelineRange.start } ?? tracks.count
      if number == tracks.count { tracks.append(TrackDraft()) }
      try tracks[number].add(pieces, as: clip, from: sound.timelineRange.start)
    }
    var written: [InterchangeTrack] = []
    for (number, track) in tracks.enumerated() {
      written.append(try track.track(.sound, name: "A\(number + 1)"))
    }
    return written
  }

  private mutating func content(
    of sound: Sound, _ place: String, in clip: inout InterchangeClip
  ) throws(TimeOverflow) -> [PlayedPiece]? {
    let property = SoundProperty.content
    let range = sound.timelineRange
    guard !range.isEmpty, !range.start.isNegative else {
      losses.drop(place, property, "it starts before the film, or has no duration")
      return nil
    }
    switch sound.content {
    case .media(let number, let stream, let clock):
      guard let file = file(number) else {
        losses.drop(place, property, "its file is unknown")
        return nil
      }
      clip.source = .media(file)
      if film.media.indices.contains(number), let main = film.media[number].facts.mainAudio,
        main.streamIndex != stream
      {
        losses.approximate(
          place, property, "other programs play the first sound of the file, not stream \(stream)")
      }
      return try pieces(clock, range, range, end: files[file].duration, place, property)
    case .film(let number, let clock):
      guard sequences.indices.contains(number) else {
        losses.drop(place, property, "its film is unknown")
        return nil
      }
      clip.source = .sequence(sequences[number])
      return try pieces(clock, range, range, end: film.films[number].composition.length, place, property)
    case .tone(let tone):
      losses.drop(place, property, "the tone of \(shortNumber(tone.frequency)) Hz is not exported")
      return nil
    }
  }

  // MARK: Levels

  /// `ownsFades` is true if the clip has only the fades of its sound.
  private mutating func report(
    _ sound: Sound, from start: RationalTime, _ place: String, fadesIn: [SoundFade], fadesOut: [SoundFade],
    ownsFades: Bool = false
  ) throws(TimeOverflow) -> HeardLevels {
    var heard = HeardLevels()
    for property in SoundProperty.allCases {
      switch property {
      case .label, .name, .timelineRange, .content: break
      case .pitch:
        if sound.pitch == .follow, let clock = sound.content.clock, clock.constantSpeed != .normalSpeed {
          losses.drop(place, property, "the pitch of the sound does not change")
        }
      case .gain:
        let steady = SteadyCurve(sound.gain, length: try sound.timelineRange.duration())
        if steady.value != 1 { heard.volume = .factor(steady.value) }
        let hasFades = steady.fadeIn != nil || steady.fadeOut != nil
        if steady.isExact, hasFades, ownsFades, fadesIn.isEmpty, fadesOut.isEmpty {
          // A ramp from or to silence is a fade in all formats that have fades.
          (heard.fadeIn, heard.fadeOut) = (steady.fadeIn, steady.fadeOut)
        } else if !steady.isExact || hasFades {
          losses.approximate(
            place, property, "it changes over time; the constant \(shortNumber(steady.value)) is exported",
            heldBy: formatsWithKeyFrames)
          heard.changes = try volume(of: sound, from: start, place)
        }
      case .fadesIn:
        heard.fadeIn = longest(fadesIn)?.length ?? heard.fadeIn
        report(fadesIn, place, property)
      case .fadesOut:
        heard.fadeOut = longest(fadesOut)?.length ?? heard.fadeOut
        report(fadesOut, place, property)
      case .pan:
        if sound.pan.constantValue != 0 { losses.drop(place, property, "panning is not exported") }
      case .filters:
        if !sound.filters.isEmpty {
          let names = sound.filters.map { step in
            switch step {
            case .own(let filter): filter.name.rawValue
            case .ffmpeg(let filter): "FFmpeg's \(filter.name)"
            }
          }
          losses.drop(place, property, names.joined(separator: ", "))
        }
      case .channels:
        if sound.channels != nil {
          losses.drop(place, property, "channel selection is not exported")
        }
      case .loudness:
        if let loudness = sound.loudness {
          losses.drop(place, property, "normalisation to \(shortNumber(loudness)) LUFS is not exported")
        }
      case .duck:
        if sound.duck != nil { losses.drop(place, property, "ducking is not exported") }
      case .language:
        // The language of the file is in the file.
        if let language = sound.language, language != languageOfFile(sound) {
          losses.drop(place, property, "the language `\(language)` is not exported")
        }
      }
    }
    return heard
  }

  private mutating func report(_ fades: [SoundFade], _ place: String, _ property: SoundProperty) {
    shortFades += fades.count(where: isShort)
    let long = fades.filter { !isShort($0) }
    if long.count > 1 {
      losses.approximate(place, property, "only the longest of \(long.count) fades is exported")
    }
    if let shape = longest(fades)?.shape, shape != .linear {
      losses.approximate(place, property, "the fade is linear, not `\(shape.rawValue)`")
    }
  }

  private func languageOfFile(_ sound: Sound) -> String? {
    guard case .media(let number, let stream, _) = sound.content, film.media.indices.contains(number) else {
      return nil
    }
    return film.media[number].facts.audio.first { $0.streamIndex == stream }?.language
  }
}

extension FrameRate {
  fileprivate func frameLength() throws(TimeOverflow) -> RationalTime { try start(ofFrame: 1) }
}
