import Composition
import Diagnostics
import EditScript
import EditTime
import MediaFacts
import SourceText

extension Lowering {
  /// A sound for every placed item that is heard.
  mutating func buildSounds() {
    guard let canvas else { return }
    for index in items.indices where isHeard(items[index]) {
      reachForCuts(ofItemAt: index, rate: canvas.rate)
      let placed = items[index]
      guard let length = placed.length else { continue }
      let findings = diagnostics.count
      let gain = curve(
        placed.item.volume, initial: 1, itemLength: length, rate: canvas.rate, number: { $0.factor })
      let pan = curve(placed.item.pan, initial: 0, itemLength: length, rate: canvas.rate, number: { $0 })
      if diagnostics.count == findings { items[index].gain = gain }
      reportPanWithoutSides(placed, canvas)
      let filters = soundFilters(of: placed, length: length, rate: canvas.rate, mix: canvas.mix)
      do throws(TimeOverflow) {
        // An item without a place, and one without its media, has its finding already.
        guard let range = try placed.soundRange(), let content = try content(of: placed) else { continue }
        let offset = try .zero - placed.entry.soundReach
        var sound = Sound(
          label: placed.label, timelineRange: range, content: content,
          pitch: placed.item.pitch?.value == .follow ? .following : .kept, gain: try gain.shifted(by: offset),
          pan: try pan.shifted(by: offset),
          filters: try filters.map { filter throws(TimeOverflow) in try filter.shifted(by: offset) },
          language: placed.soundTrack?.language)
        sound.fadesIn = [placed.entry.fade].compactMap(\.self)
        sound.fadesOut = [placed.exit.fade].compactMap(\.self)
        addFades(of: placed, to: &sound, lasting: try range.duration(), rate: canvas.rate)
        items[index].sound = sounds.count
        sounds.append(sound)
      } catch { reportOverflow(at: placed.item.kindRange) }
    }
  }

  /// Without a canvas there are no sounds, but what moves is held against its item all the same.
  mutating func checkSound(of placed: PlacedItem, length: RationalTime) {
    _ = curve(placed.item.volume, initial: 1, itemLength: length, rate: rate, number: { $0.factor })
    _ = curve(placed.item.pan, initial: 0, itemLength: length, rate: rate, number: { $0 })
    _ = fadeLengths(of: placed, in: length, rate: rate)
    _ = soundFilters(of: placed, length: length, rate: rate, mix: nil)
  }

  private func content(of placed: PlacedItem) throws(TimeOverflow) -> SoundContent? {
    switch placed.item.kind {
    case .tone(let tone):
      return .tone(
        Tone(
          waveform: Tone.Waveform(tone.waveform),
          frequency: tone.frequency?.value.hertz ?? Tone.usualFrequency))
    case .clip, .sequence, .edit:
      let clock = try placed.clock.shifted(by: placed.entry.soundReach)
      if let film = placed.film { return .film(film, clock: clock) }
      guard let media = placed.reference, let track = placed.soundTrack else { return nil }
      return .media(media, stream: track.streamIndex, clock: clock)
    default: return nil
    }
  }

  /// Whether it plays something.
  private func isHeard(_ placed: PlacedItem) -> Bool {
    guard placed.item.sound?.value != .off, placed.frozenAt == nil else { return false }
    if case .tone = placed.item.kind { return true }
    return placed.film.map { films[$0].hasSound } ?? (placed.soundTrack != nil)
  }

  /// One speaker has no sides.
  private mutating func reportPanWithoutSides(_ placed: PlacedItem, _ canvas: ResolvedCanvas) {
    guard canvas.mix.channelCount == 1, let pan = placed.item.pan else { return }
    report(
      Diagnostic(
        .conflictingKeys, severity: .warning, "`pan` changes nothing: the mix has one channel",
        at: pan.range, hint: "remove `pan`, or write `mix: {channels: stereo}`"))
  }

  // MARK: Cuts of sound beside cuts of picture

  /// Lets the sound begin before its picture and go on after it, as far as there are media and film.
  private mutating func reachForCuts(ofItemAt index: Int, rate: FrameRate) {
    guard case .chosen(let sound)? = items[index].item.sound?.value else { return }
    if let lead = sound.lead { reach(ofItemAt: index, by: lead, isLead: true, rate: rate) }
    if let lag = sound.lag { reach(ofItemAt: index, by: lag, isLead: false, rate: rate) }
  }

  private mutating func reach(
    ofItemAt index: Int, by written: Located<DurationExpression>, isLead: Bool, rate: FrameRate
  ) {
    let placed = items[index]
    let word = isLead ? "lead" : "lag"
    guard placed.lane != .sound else {
      report(
        Diagnostic(
          .conflictingKeys, "`\(word)` shifts sound against its picture, and this item shows none",
          at: written.range, hint: "say with `at` and `take` when the sound is heard and which part"))
      return
    }
    guard (isLead ? placed.entry : placed.exit).fade == nil else {
      report(
        Diagnostic(
          .conflictingKeys, "`\(word)` and the transition here both say how the sound changes over",
          at: written.range, hint: "remove `\(word)`, or write `audio: cut` in the transition"))
      return
    }
    guard let length = wayLength(written, rate: rate) else { return }
    do throws(TimeOverflow) {
      if let (room, wanted) = try beyond(index, length, isLead: isLead), wanted > room {
        let shortage = try wanted - room
        report(
          Diagnostic(
            .missingHandles,
            "`\(word)` takes \(wanted) of sound \(isLead ? "before" : "after") the take, but the media have"
              + " only \(room) there: \(shortage) missing",
            at: written.range, hint: "shorten `\(word)`, or the take"))
        return
      }
      if isLead {
        items[index].entry.soundReach = try placed.entry.soundReach - length
      } else {
        items[index].exit.soundReach = try placed.exit.soundReach + length
      }
      try reportSoundOutsideFilm(ofItemAt: index, isLead, written)
    } catch { reportOverflow(at: written.range) }
  }

  private mutating func reportSoundOutsideFilm(
    ofItemAt index: Int, _ isLead: Bool, _ written: Located<DurationExpression>
  ) throws(TimeOverflow) {
    guard let range = try items[index].soundRange(), let storyEnd else { return }
    guard isLead ? range.start.isNegative : range.end > storyEnd else { return }
    let beyond = isLead ? try .zero - range.start : try range.end - storyEnd
    report(
      Diagnostic(
        .overlayOutsideTimeline,
        isLead
          ? "the sound would begin \(beyond) before the film"
          : "the sound would end \(beyond) after the film",
        at: written.range, hint: "shorten `\(isLead ? "lead" : "lag")`"))
  }

  /// What there is to hear beyond an end of the item, and what `length` of its time asks for; nil where nobody knows, or
  /// where the media begin anew.
  private func beyond(
    _ index: Int, _ length: RationalTime, isLead: Bool
  ) throws(TimeOverflow) -> (room: RationalTime, wanted: RationalTime)? {
    let placed = items[index]
    guard placed.clock.pass == nil, let end = contentEnd(of: placed), let own = placed.ownLength else {
      return nil
    }
    let cut = try placed.clock.mediaTime(at: isLead ? .zero : own)
    let far = try placed.clock.mediaTime(at: isLead ? .zero - length : own + length)
    return far < cut ? (cut, try cut - far) : (try end - cut, try far - cut)
  }

  private func contentEnd(of placed: PlacedItem) -> RationalTime? {
    if let film = placed.film { return films[film].duration }
    return placed.reference.flatMap { references[$0].facts.extent.finite }
  }
}

extension Lowering {
  /// A written length that may be nothing; reports what is wrong with it.
  mutating func wayLength(_ written: Located<DurationExpression>, rate: FrameRate?) -> RationalTime? {
    do throws(TimeProblem) {
      let length = try written.value.resolved(at: rate)
      guard !length.isNegative else {
        report(
          Diagnostic(.valueOutOfRange, "a length of \(length) is less than nothing", at: written.range))
        return nil
      }
      return length
    } catch {
      if let diagnostic = error.diagnostic(at: written.range) { report(diagnostic) }
      return nil
    }
  }

  /// How long a silence lasts: its own value, or `for`.
  mutating func silenceLength(
    _ written: Located<DurationExpression>?, ofItemAt index: Int, rate: FrameRate?
  ) -> RationalTime? {
    let item = items[index].item
    if let written, let other = item.duration {
      report(
        Diagnostic(
          .conflictingKeys, "`silence` says already how long it lasts", at: other.range,
          notes: [Diagnostic.Note("its length stands here", at: written.range)], hint: "remove `for`"))
    }
    guard let length = written ?? item.duration else {
      report(
        Diagnostic(
          .missingKey, "this item does not say how long it lasts", at: item.kindRange,
          hint: "write `silence: 2s`"))
      return nil
    }
    return duration(length, ofItemAt: index, rate: rate)
  }
}

extension Tone {
  /// What is heard in broadcast before a programme.
  fileprivate static let usualFrequency = 1000.0
}

extension Tone.Waveform {
  fileprivate init(_ waveform: Waveform) {
    self =
      switch waveform {
      case .sine: .sine
      case .square: .square
      case .triangle: .triangle
      case .sawtooth: .sawtooth
      }
  }
}
