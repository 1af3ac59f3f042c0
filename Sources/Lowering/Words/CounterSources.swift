import Basics
import Composition
import EditScript

/// A part of a counter of other items: the frames in which it shows one of them.
struct CounterPart {
  /// The index of the item whose source it shows.
  let source: Int
  let frames: Range<Int64>
  let range: TimeRange
  let reading: SourceReading

  /// Nil for a text that does not change.
  var counter: Counter? { reading.fields.allSatisfy(\.isText) ? nil : .source(reading) }
  /// The text of its first frame, which is as wide as any.
  var sample: String { reading.text(ofPicture: 0) }
}

/// The sources of counters.
struct CounterSources {
  let items: [TimedItem]
  let media: FilmMedia
  let rate: FrameRate
  private let named: ItemNames

  init(_ items: [TimedItem], _ media: FilmMedia, rate: FrameRate) {
    (self.items, self.media, self.rate) = (items, media, rate)
    named = ItemNames(items, written: [Item]())
  }

  /// What a counter shows over its time, in order; none for other items, and where a place is unknown.
  func parts(ofItemAt index: Int) -> [CounterPart] {
    guard let settings = items[index].item.sourceCounter, let name = settings.source?.value,
      let own = try? items[index].pictureRange(), let ownFrames = rate.frames(of: own)
    else { return [] }
    let shown = (settings.shown?.value ?? .timecode).parts
    return spans(of: name, besides: index).compactMap { source, frames in
      let common = frames.clamped(to: ownFrames)
      guard !common.isEmpty, let reading = reading(shown, ofItemAt: source, from: common.lowerBound),
        let range = range(common, of: own, ownFrames)
      else { return nil }
      return CounterPart(source: source, frames: common, range: range, reading: reading)
    }
  }

  /// The items that a name means; nil for an unknown one.
  func items(_ name: String) -> [Int]? {
    if let group = named.group(name) { return Array(group) }
    if let index = named[name] { return [index] }
    return name == ItemDuck.story ? items.indices.filter { items[$0].list == .timeline } : nil
  }

  /// The frames in which each of the named items is the newest one of its list: a transition leads to the next.
  private func spans(of name: String, besides index: Int) -> [(source: Int, frames: Range<Int64>)] {
    let found = (items(name) ?? []).filter { $0 != index }
    let seen = found.compactMap { source -> (source: Int, frames: Range<Int64>)? in
      (try? items[source].pictureRange()).flatMap { rate.frames(of: $0) }.map { (source, $0) }
    }
    return seen.enumerated().map { place, span in
      let next = place + 1 < seen.count && isOnTimeline(span.source) ? seen[place + 1].frames.lowerBound : nil
      return (span.source, span.frames.clamped(to: .min..<(next ?? .max)))
    }
  }

  private func isOnTimeline(_ source: Int) -> Bool { items[source].list == .timeline }

  /// Frames of an item as a range of its time.
  private func range(_ frames: Range<Int64>, of own: TimeRange, _ ownFrames: Range<Int64>) -> TimeRange? {
    let start =
      frames.lowerBound == ownFrames.lowerBound ? own.start : try? rate.start(ofFrame: frames.lowerBound)
    let end =
      frames.upperBound == ownFrames.upperBound ? own.end : try? rate.start(ofFrame: frames.upperBound)
    return start.flatMap { start in end.flatMap { TimeRange(start: start, end: $0) } }
  }

  // MARK: What an item shows

  /// Nil for an item without a picture, and if it is unknown.
  private func reading(_ shown: [CounterText.Part], ofItemAt index: Int, from frame: Int64) -> SourceReading?
  {
    guard let played = played(byItemAt: index, from: frame) else { return nil }
    let fields = shown.map { part -> SourceReading.Field in
      switch part {
      case .text(let text): .text(text)
      case .field(.timecode):
        .timecode(first: played.first, played.pictures.rate, isDropFrame: played.isDropFrame)
      case .field(.frame): .frame(digits: String(max(0, played.pictures.count - 1)).utf8.count)
      case .field(.file): .text(file(ofItemAt: index) ?? Self.none)
      case .field(.name): .text(items[index].item.name?.value ?? Self.none)
      case .field(.date): .text(date(ofItemAt: index) ?? Self.none)
      }
    }
    let reading = SourceReading(fields: fields, pictures: played.pictures)
    guard let moment = items[index].playing?.frozenAt else { return reading }
    let number = played.pictures.number(shownAt: moment)
    return SourceReading(fields: [.text(reading.text(ofPicture: number))], pictures: played.pictures)
  }

  /// What stands for a missing name, file or date.
  private static let none = "-"

  /// The pictures that an item plays, and how their timecode counts.
  private struct NumberedPictures {
    var pictures: SourcePictures
    var first: Int64 = 0
    var isDropFrame: Bool

    init(_ pictures: SourcePictures) {
      self.pictures = pictures
      isDropFrame = pictures.rate.droppedPerMinute != nil
    }
  }

  private func played(byItemAt index: Int, from frame: Int64) -> NumberedPictures? {
    let placed = items[index]
    guard let range = try? placed.pictureRange(),
      let clock = try? placed.clock.shifted(by: placed.entry.pictureReach)
    else { return nil }
    let isEdge = placed.item.between.map { $0.value != .repeated } ?? false
    guard let moment = moment(of: frame, isEdge: isEdge, clock, from: range.start) else { return nil }
    func pictures(_ rate: FrameRate, from start: RationalTime = .zero, count: Int64) -> SourcePictures {
      SourcePictures(
        clock: clock, moment: moment, filmRate: self.rate, rate: rate, start: start, count: count,
        isEdge: isEdge)
    }
    switch placed.item.kind {
    case .clip, .sequence, .edit:
      guard placed.playing != nil else { return nil }
      if let film = placed.source.film {
        let film = media.films[film]
        guard film.hasPicture, let duration = film.duration, let rate = film.rate,
          let count = rate.frame(at: duration)
        else { return nil }
        return NumberedPictures(pictures(rate, count: count.value))
      }
      guard let track = placed.source.medium.flatMap({ media.references[$0].facts.mainVideo }) else {
        return nil
      }
      return played(track) { pictures($0, from: $1, count: $2) }
    case .image, .color, .gradient, .bars, .noise, .shape, .text, .credits, .counter:
      guard let frames = self.rate.frames(of: range) else { return nil }
      return NumberedPictures(pictures(self.rate, count: Int64(frames.count)))
    case .gap, .tone, .silence, .transition, .each, .angles, .unsupported: return nil
    }
  }

  /// Pictures at a variable rate count at the film's.
  private func played(
    _ track: VideoTrackFacts,
    _ pictures: (FrameRate, RationalTime, Int64) -> SourcePictures
  ) -> NumberedPictures? {
    let start = track.mediaRange.start
    guard let rate = track.rate else {
      guard let length = try? track.mediaRange.duration(), let count = self.rate.frame(at: length) else {
        return nil
      }
      return NumberedPictures(pictures(self.rate, start, count.value))
    }
    var played = NumberedPictures(pictures(rate, start, track.frameCount))
    if let start = track.startTimecode {
      (played.first, played.isDropFrame) = (start.number, start.timecode.isDropFrame)
    }
    return played
  }

  /// The time of an item that decides what a frame of the film shows: its middle, or the edge at which it begins
  /// in the item's direction.
  private func moment(
    of frame: Int64, isEdge: Bool, _ clock: MediaClock, from start: RationalTime
  ) -> RationalTime? {
    do throws(TimeOverflow) {
      guard isEdge else { return try rate.middle(ofFrame: frame) - start }
      return try rate.start(ofFrame: clock.isBackwards ? frame + 1 : frame) - start
    } catch { return nil }
  }

  /// Whether an item is media whose timecode is counted from zero.
  func countsFromZero(_ index: Int) -> Bool {
    switch items[index].item.kind {
    case .sequence, .edit: false
    default: items[index].source.medium.flatMap { media.references[$0].facts.mainVideo?.startTimecode } == nil
    }
  }

  private func file(ofItemAt index: Int) -> String? {
    let path: String? =
      switch items[index].item.kind {
      case .edit(let path): path.value
      case .clip(let name), .image(let name):
        items[index].source.medium.map { media.references[$0].path }
          ?? items[index].source.film.map { media.films[$0].name } ?? name.value
      default: nil
      }
    return path?.split(separator: "/").last.map(String.init)
  }

  /// The day that the media name in a tag: as it is written, and without the time.
  private func date(ofItemAt index: Int) -> String? {
    let tags = items[index].source.medium.map { media.references[$0].facts.tags } ?? []
    let value = Self.dates.lazy.compactMap { name in tags.first { $0.name.lowercased() == name }?.value }
      .first
    guard let value, let first = value.split(separator: " ").first else { return nil }
    return String(first.prefix { $0 != "T" })
  }

  private static let dates = ["date", "com.apple.quicktime.creationdate", "creation_time", "creation_date"]
}

extension Item {
  /// The settings of a counter of other items; nil for other items.
  var sourceCounter: CounterSettings? {
    guard case .counter(let counter) = kind, case .settings(let settings) = counter.value,
      settings.source != nil
    else { return nil }
    return settings
  }
}
