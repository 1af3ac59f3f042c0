import Basics
import Composition
import Diagnostics
import EditScript

extension SoundBuilding {
  /// Adds the sound of an item that plays something.
  mutating func buildSound(ofItemAt index: Int, on canvas: ResolvedCanvas) {
    let rate = rate
    reachForCuts(ofItemAt: index, rate: rate)
    let placed = items[index]
    let item = placed.heardItem
    guard let length = placed.heardLength, checkReach(ofAnglesAt: index) else { return }
    heard[index].gain = attempt { phase in
      phase.curve(
        item.volume, initial: 1, itemLength: length, rate: rate, number: { $0.factor })
    }
    let gain = heard[index].gain ?? .constant(1)
    let pan = curve(item.pan, initial: 0, itemLength: length, rate: rate, number: { $0 })
    reportPanWithoutSides(placed, canvas)
    let filters = soundFilters(ofItemAt: index, length: length, rate: rate, mix: canvas.mix)
    do throws(TimeOverflow) {
      // An item without a place or without media has a finding already.
      guard let range = try soundRange(ofItemAt: index), let content = try content(ofItemAt: index) else {
        return
      }
      let offset = try .zero - heard[index].entryReach
      var sound = Sound(
        label: placed.heardLabel, name: item.name?.value, timelineRange: range, content: content,
        pitch: placed.heardPitch, gain: try gain.shifted(by: offset),
        pan: try pan.shifted(by: offset),
        filters: try filters.map { filter throws(TimeOverflow) in try filter.shifted(by: offset) },
        language: placed.heardTrack?.language)
      sound.channels = channels(of: placed, in: canvas.mix)
      sound.loudness = loudness(of: item, lasting: try range.duration())
      sound.fadesIn = [placed.entry.fade].compactMap(\.self)
      sound.fadesOut = [lastPart(ofItemAt: index).exit.fade].compactMap(\.self)
      addFades(ofItemAt: index, to: &sound, lasting: try range.duration(), rate: rate)
      heard[index].sound = sounds.count
      sounds.append(sound)
    } catch { reportOverflow(at: placed.item.kindRange) }
  }

  /// In LUFS; nil if none is set, or if the sound is too short to measure.
  private mutating func loudness(of item: Item, lasting length: RationalTime) -> Double? {
    guard let written = item.loudness else { return nil }
    if let block = RationalTime(2, 5), length < block {
      report(.tooShortToMeasure(length, at: written.range))
      return nil
    }
    return written.value.lufs
  }

  /// Checks curves against their items, even without a canvas and its sounds.
  mutating func checkCurves() {
    for index in items.indices {
      let item = items[index].heardItem
      guard let length = items[index].heardLength else { continue }
      _ = curve(item.volume, initial: 1, itemLength: length, rate: rate, number: { $0.factor })
      _ = curve(item.pan, initial: 0, itemLength: length, rate: rate, number: { $0 })
      _ = fadeLengths(of: item, in: length, rate: rate)
      _ = soundFilters(ofItemAt: index, length: length, rate: rate, mix: nil)
    }
  }

  private func content(ofItemAt index: Int) throws(TimeOverflow) -> SoundContent? {
    let placed = items[index]
    if let sound = placed.matched.angleSound {
      let clock = try sound.clock.shifted(by: heard[index].entryReach)
      return sound.source.medium.map { .media($0, stream: sound.track.streamIndex, clock: clock) }
    }
    switch placed.item.kind {
    case .tone(let tone):
      return .tone(
        Tone(
          waveform: tone.waveform,
          frequency: tone.frequency?.value.hertz ?? Tone.usualFrequency))
    case .clip, .sequence, .edit:
      guard let clock = try placed.playing?.clock.shifted(by: heard[index].entryReach) else { return nil }
      if let film = placed.source.film { return .film(film, clock: clock) }
      guard let medium = placed.source.medium, let track = placed.matched.soundTrack else { return nil }
      return .media(medium, stream: track.streamIndex, clock: clock)
    default: return nil
    }
  }

  /// Whether it plays sound.
  func isHeard(_ placed: TimedItem) -> Bool {
    if placed.matched.angleSound != nil { return true }
    guard placed.item.sound?.value != .off, !placed.isFrozen else { return false }
    if case .tone = placed.item.kind { return true }
    return placed.source.film.map { media.films[$0].hasSound } ?? (placed.matched.soundTrack != nil)
  }

  /// Reports panning in a mono mix.
  private mutating func reportPanWithoutSides(_ placed: TimedItem, _ canvas: ResolvedCanvas) {
    guard canvas.mix.channelCount == 1, let pan = placed.heardItem.pan else { return }
    report(
      .panWithoutSides(at: pan.range))
  }

  // MARK: Lead and lag

  /// Lets the sound begin before its picture and end after it, as far as media and film permit.
  private mutating func reachForCuts(ofItemAt index: Int, rate: FrameRate?) {
    guard case .chosen(let sound)? = items[index].item.sound?.value else { return }
    if let lead = sound.lead { reach(ofItemAt: index, by: lead, isLead: true, rate: rate) }
    if let lag = sound.lag { reach(ofItemAt: index, by: lag, isLead: false, rate: rate) }
  }

  private mutating func reach(
    ofItemAt index: Int, by written: Located<DurationExpression>, isLead: Bool, rate: FrameRate?
  ) {
    let placed = items[index]
    let word = isLead ? "lead" : "lag"
    guard placed.list != .audio else {
      report(
        .reachWithoutPicture(word, at: written.range))
      return
    }
    guard (isLead ? placed.entry : placed.exit).fade == nil else {
      report(
        .reachAndTransition(word, at: written.range))
      return
    }
    guard let length = wayLength(written, rate: rate) else { return }
    do throws(TimeOverflow) {
      if let (room, wanted) = try beyond(index, length, isLead: isLead), wanted > room {
        let shortage = try wanted - room
        report(
          .soundHandlesAreMissing(word, wanted, room: room, shortage, isLead: isLead, at: written.range))
        return
      }
      if isLead {
        heard[index].entryReach = try heard[index].entryReach - length
      } else {
        heard[index].exitReach = try heard[index].exitReach + length
      }
      try reportSoundOutsideFilm(ofItemAt: index, isLead, written)
    } catch { reportOverflow(at: written.range) }
  }

  private mutating func reportSoundOutsideFilm(
    ofItemAt index: Int, _ isLead: Bool, _ written: Located<DurationExpression>
  ) throws(TimeOverflow) {
    guard let range = try soundRange(ofItemAt: index), let timelineEnd else { return }
    guard isLead ? range.start.isNegative : range.end > timelineEnd else { return }
    let beyond = isLead ? try .zero - range.start : try range.end - timelineEnd
    report(
      .soundOutsideFilm(by: beyond, isLead: isLead, at: written.range))
  }

  /// The media available beyond an end of the item, and how much of them `length` of its time requires; nil
  /// if unknown, or if the media loop.
  private func beyond(
    _ index: Int, _ length: RationalTime, isLead: Bool
  ) throws(TimeOverflow) -> (room: RationalTime, wanted: RationalTime)? {
    let placed = items[index]
    guard let clock = placed.playing?.clock, clock.pass == nil, let end = contentEnd(of: placed),
      let own = placed.ownLength
    else { return nil }
    let cut = try clock.mediaTime(at: isLead ? .zero : own)
    let far = try clock.mediaTime(at: isLead ? .zero - length : own + length)
    return far < cut ? (cut, try cut - far) : (try end - cut, try far - cut)
  }

  private func contentEnd(of placed: TimedItem) -> RationalTime? {
    if let film = placed.source.film { return media.films[film].duration }
    return placed.source.medium.flatMap { media.references[$0].facts.extent.finite }
  }
}

extension Tone {
  /// The line-up tone of broadcast programmes.
  fileprivate static let usualFrequency = 1000.0
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func panWithoutSides(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "`pan` has no effect: the mix has one channel",
      at: place, hint: "remove `pan`, or write `mix: {channels: stereo}`")
  }

  fileprivate static func tooShortToMeasure(_ length: RationalTime, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect,
      "`loudness` has no effect: it needs at least 0.4s of sound, and this lasts \(length)",
      at: place, hint: "set `volume` instead")
  }

  fileprivate static func reachWithoutPicture(_ word: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .keyOfAnotherKind, "`\(word)` shifts sound against its picture, but this item has no picture",
      at: place, hint: "use `at` and `take` to set when the sound is heard and which part")
  }

  fileprivate static func reachAndTransition(_ word: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .competingKeys, "`\(word)` and the transition here both set how the sound changes",
      at: place, hint: "remove `\(word)`, or write `audio: cut` in the transition")
  }

  fileprivate static func soundHandlesAreMissing(
    _ word: String, _ wanted: RationalTime, room: RationalTime, _ shortage: RationalTime, isLead: Bool,
    at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .missingHandles,
      "`\(word)` needs \(wanted) of sound \(isLead ? "before" : "after") the take, but the media has"
        + " only \(room) there: \(shortage) missing",
      at: place, hint: "shorten `\(word)`, or the take")
  }

  fileprivate static func soundOutsideFilm(by beyond: RationalTime, isLead: Bool, at place: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .overlayOutsideTimeline,
      isLead
        ? "the sound would start \(beyond) before the film"
        : "the sound would end \(beyond) after the film",
      at: place, hint: "shorten `\(isLead ? "lead" : "lag")`")
  }
}
