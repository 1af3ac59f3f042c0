import Basics

/// Reads an edit decision list in CMX3600 format.
///
/// A list does not contain its frame rate, so the caller must pass it.
func readEDL(_ text: String, _ options: ReadingOptions) throws(InterchangeProblem) -> ImportedTimeline {
  let lines = inputLines(text)
  guard let rate = options.rate else {
    throw InterchangeProblem(
      "an edit decision list does not contain its frame rate",
      at: lines.first?.place ?? InputPlace(line: 1, column: 1),
      advice: "pass the rate, such as `--rate 25`")
  }
  var reader = EDLReader(rate: rate)
  for line in lines { try reader.read(EDLLine(line.text), at: line.place) }
  return try reader.finish()
}

private struct EDLReader {
  /// An event with the information in the lines below it.
  struct Entry {
    let event: EDLEvent
    let node: Int
    let place: InputPlace
    let sourceStart: Int64
    let sourceEnd: Int64
    let recordStart: Int64
    let recordEnd: Int64
    let isSourceDropFrame: Bool
    var name: String?
    var path: String?
    var framesPerSecond: PlainNumber?
    var channels: [String]
  }

  let rate: FrameRate
  private var ledger = ImportReportBuilder()
  private var entries: [Entry] = []
  private var title: String?
  private var recordMode: Bool?
  private var sourceMode = false
  private var locators: [(timecode: String, name: String, node: Int)] = []

  init(rate: FrameRate) { self.rate = rate }

  // MARK: Lines

  mutating func read(_ line: EDLLine, at place: InputPlace) throws(InterchangeProblem) {
    let node = ledger.add(line.kind, at: place, in: nil)
    switch line {
    case .title(let text):
      title = title ?? text
      ledger.map(node)
    case .frameCodeMode(let isDropFrame):
      // The first line applies to the list, later ones to the sources below them.
      recordMode = recordMode ?? isDropFrame
      sourceMode = isDropFrame
      ledger.map(node)
    case .event(let event):
      if !Self.channels(event.channels).contains(where: { $0.hasPrefix("V") }) {
        ledger.put(node, in: .sound)
      }
      try add(event, node, place)
    case .speed(let reel, let framesPerSecond):
      guard let index = owner(ofReel: reel) else {
        return ledger.drop(node, "no event above it has this reel")
      }
      entries[index].framesPerSecond = framesPerSecond
      ledger.map(node)
    case .channels(let words):
      guard !entries.isEmpty else { return ledger.drop(node, "there is no event above it") }
      entries[entries.count - 1].channels += words.split(separator: " ").map { "A\($0)" }
      ledger.map(node)
    case .comment(let comment): add(comment, node)
    case .unknown: ledger.drop(node, "it is not a line of a CMX3600 list", affecting: .neither)
    }
  }

  private func owner(ofReel reel: String) -> Int? {
    guard let number = entries.last?.event.number else { return nil }
    let last = entries.indices.suffix(2).filter { entries[$0].event.number == number }
    return last.last { entries[$0].event.reel == reel } ?? last.last
  }

  private mutating func add(_ comment: EDLComment, _ node: Int) {
    guard let last = entries.indices.last else {
      return ledger.drop(node, "a comment without an event above it", affecting: .neither)
    }
    let isTransition = if case .transition = entries[last].event.kind { true } else { false }
    switch comment {
    case .fromClip(let name):
      let isPair = last > 0 && entries[last - 1].event.number == entries[last].event.number
      if isTransition, isPair {
        entries[last - 1].name = entries[last - 1].name ?? name
      } else if !isTransition || entries[last].name == nil {
        entries[last].name = name
      }
      ledger.map(node)
    case .toClip(let name):
      guard isTransition else {
        return ledger.drop(
          node, "it names the clip of the next event, which contains the name itself", affecting: .neither)
      }
      entries[last].name = name
      ledger.map(node)
    case .file(let path):
      entries[last].path = path
      ledger.map(node)
    case .locator(let timecode, let name):
      locators.append((timecode, name, node))
    case .repeated: ledger.map(node)
    case .other: ledger.drop(node, "a comment", affecting: .neither)
    }
  }

  private mutating func add(_ event: EDLEvent, _ node: Int, _ place: InputPlace) throws(InterchangeProblem) {
    let record = recordMode ?? false
    let numbers = (
      try frame(event.times[0], isDropFrame: sourceMode, place),
      try frame(event.times[1], isDropFrame: sourceMode, place),
      try frame(event.times[2], isDropFrame: record, place),
      try frame(event.times[3], isDropFrame: record, place)
    )
    guard numbers.0 <= numbers.1 || numbers.2 == numbers.3, numbers.2 <= numbers.3 else {
      throw InterchangeProblem("the event ends before it starts", at: place)
    }
    if case .transition(_, let frames, _) = event.kind, frames > numbers.3 - numbers.2 {
      throw InterchangeProblem(
        "the transition lasts \(frames) frames, but its event only \(numbers.3 - numbers.2)", at: place)
    }
    entries.append(
      Entry(
        event: event, node: node, place: place, sourceStart: numbers.0, sourceEnd: numbers.1,
        recordStart: numbers.2,
        recordEnd: numbers.3, isSourceDropFrame: sourceMode || event.times[0].contains(";"),
        channels: Self.channels(event.channels)))
    ledger.map(node)
  }

  private func frame(_ text: String, isDropFrame: Bool, _ place: InputPlace) throws(InterchangeProblem)
    -> Int64
  {
    guard let timecode = Timecode(written: text, isDropFrame: isDropFrame) else {
      throw InterchangeProblem("`\(text)` is not a timecode", at: place, advice: "expected `01:02:03:04`")
    }
    do throws(Timecode.Problem) { return try timecode.frameNumber(at: rate) } catch {
      let reason =
        switch error {
        case .fieldOutOfRange: "has a number that is too large at \(rate.spellingForPeople) frames per second"
        case .rateHasNoDropFrame:
          "is drop-frame, which does not exist at \(rate.spellingForPeople) frames per second"
        case .droppedNumber: "is one of the numbers that drop-frame skips"
        }
      throw InterchangeProblem(
        "`\(text)` \(reason)", at: place, advice: "pass the rate of the list, such as `--rate 29.97`")
    }
  }

  /// The track names of `V`, `A2`, `AA/V` or `B`.
  private static func channels(_ word: String) -> [String] {
    switch word {
    case "B": ["V", "A1"]
    case "NONE": []
    default:
      word.split(separator: "/").flatMap { part -> [String] in
        switch part {
        case "A": ["A1"]
        case "AA": ["A1", "A2"]
        default: [String(part)]
        }
      }
    }
  }

  // MARK: The timeline

  mutating func finish() throws(InterchangeProblem) -> ImportedTimeline {
    let start = entries.map(\.recordStart).min() ?? 0
    var timeline = InterchangeTimeline(name: title?.isEmpty == false ? title : nil)
    timeline.canvas.rate = rate
    timeline.canvas.isDropFrame = recordMode ?? entries.contains { $0.event.times[2].contains(";") }
    timeline.canvas.start = try time(start, InputPlace(line: 1, column: 1))
    var names: [String: Int] = [:]
    var tracks: [String: TrackBuilder] = [:]
    for (index, entry) in entries.enumerated() {
      let isBlack = ["BL", "BLACK", "BLK"].contains(entry.event.reel.uppercased())
      try addTransition(entry, index, start, to: &tracks)
      if case .key = entry.event.kind {
        ledger.drop(entry.node, "a key: pictures over others have no equivalent here")
        continue
      }
      guard entry.recordEnd > entry.recordStart else {
        if !isHalfOfTransition(index) { ledger.drop(entry.node, "the event has no duration") }
        continue
      }
      guard !isBlack else { continue }
      let media = self.media(of: entry, &names, &timeline)
      for channel in played(entry) {
        var clip = try clip(entry, media)
        clip.playsSound = channel == "V" && entry.channels.contains { $0.hasPrefix("A") }
        tracks[channel, default: TrackBuilder()].add(
          clip, at: try time(entry.recordStart - start, entry.place),
          for: try time(entry.recordEnd - entry.recordStart, entry.place))
      }
    }
    var sequence = InterchangeSequence(name: timeline.name)
    let order = tracks.keys.sorted { NaturalOrder($0) < NaturalOrder($1) }
    for name in order.filter({ $0.hasPrefix("V") }) + order.filter({ !$0.hasPrefix("V") }) {
      guard let builder = tracks[name] else { continue }
      var notes: [(InputPlace, String)] = []
      let track = try exactly(at: InputPlace(line: 1, column: 1)) { () throws(TimeOverflow) in
        try builder.track(name.hasPrefix("V") ? InterchangeTrack.Kind.picture : .sound, name: name) {
          notes.append(($0, $1))
        }
      }
      for (place, words) in notes {
        if let entry = entries.first(where: { $0.place == place }) { ledger.approximate(entry.node, words) }
      }
      sequence.tracks.append(track)
    }
    for (timecode, name, node) in locators {
      let place = ledger.place(of: node)
      let moment = try frame(timecode, isDropFrame: timeline.canvas.isDropFrame, place) - start
      sequence.markers.append(
        InterchangeMarker(name: name.isEmpty ? "marker" : name, time: try time(moment, place), place: place))
      ledger.map(node)
    }
    timeline.sequences = [sequence]
    return ImportedTimeline(timeline: timeline, report: ledger.report)
  }

  private func isHalfOfTransition(_ index: Int) -> Bool {
    guard index + 1 < entries.count, entries[index + 1].event.number == entries[index].event.number,
      case .transition = entries[index + 1].event.kind
    else { return false }
    return true
  }

  /// The tracks that an event plays on; one with picture and sound is a single item.
  private func played(_ entry: Entry) -> [String] {
    entry.channels.contains("V") ? entry.channels.filter { !$0.hasPrefix("A") } : entry.channels
  }

  private mutating func addTransition(
    _ entry: Entry, _ index: Int, _ start: Int64, to tracks: inout [String: TrackBuilder]
  ) throws(InterchangeProblem) {
    guard case .transition(let kind, let frames, let note) = entry.event.kind, frames > 0 else { return }
    if let note { ledger.approximate(entry.node, note) }
    for channel in played(entry) {
      let transition = InterchangeTransition(
        kind: kind, before: .zero, after: try time(frames, entry.place), place: entry.place)
      tracks[channel, default: TrackBuilder()].add(
        transition, atCut: try time(entry.recordStart - start, entry.place))
    }
  }

  private func media(of entry: Entry, _ names: inout [String: Int], _ timeline: inout InterchangeTimeline)
    -> Int
  {
    let name = entry.name ?? entry.event.reel
    let key = "\(entry.path ?? "")\n\(name)\n\(entry.event.reel)\n\(entry.isSourceDropFrame)"
    if let known = names[key] { return known }
    let isHeardOnly = !entry.channels.contains("V")
    timeline.media.append(
      InterchangeMedia(
        name: name, path: entry.path,
        timing: .timecode(rate: rate, isDropFrame: entry.isSourceDropFrame), hasPicture: !isHeardOnly,
        place: entry.place))
    names[key] = timeline.media.count - 1
    return timeline.media.count - 1
  }

  private mutating func clip(_ entry: Entry, _ media: Int) throws(InterchangeProblem) -> InterchangeClip {
    let duration = try time(entry.recordEnd - entry.recordStart, entry.place)
    var start = try time(entry.sourceStart, entry.place)
    var speed = PlaybackSpeed.normal
    if let framesPerSecond = entry.framesPerSecond {
      if framesPerSecond == .zero {
        speed = .frozen
      } else {
        let factor = try exactly(at: entry.place) { () throws(TimeOverflow) in
          try framesPerSecond.scaled(by: 1, over: rate.nominal)
        }
        speed = .factor(factor)
        if factor.isNegative {
          start = try exactly(at: entry.place) { () throws(TimeOverflow) in
            try start - speed.consumed(in: duration)
          }
        }
      }
    } else if entry.sourceEnd - entry.sourceStart != entry.recordEnd - entry.recordStart {
      ledger.approximate(
        entry.node,
        "\(entry.sourceEnd - entry.sourceStart) source frames fill \(entry.recordEnd - entry.recordStart) frames, without an M2 line: it plays at its own speed"
      )
    }
    return InterchangeClip(
      name: entry.name, source: .media(media), start: start, duration: duration, speed: speed,
      place: entry.place)
  }

  private func time(_ frames: Int64, _ place: InputPlace) throws(InterchangeProblem) -> RationalTime {
    try exactly(at: place) { () throws(TimeOverflow) in try rate.start(ofFrame: frames) }
  }
}

extension Timecode {
  /// The timecode in a text with at least two digits between `:`, `;`, `.` or `,`; nil for other texts.
  init?(written text: String, isDropFrame: Bool) {
    let parts = text.split(omittingEmptySubsequences: false) { ":;.,".contains($0) }
    let numbers = parts.compactMap {
      $0.utf8.count <= 4 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64($0) : nil
    }
    guard parts.count == 4, numbers.count == 4 else { return nil }
    let isMarked = text.contains(";") || text.contains(",")
    self.init(
      hours: numbers[0], minutes: numbers[1], seconds: numbers[2], frames: numbers[3],
      isDropFrame: isDropFrame || isMarked)
  }
}
