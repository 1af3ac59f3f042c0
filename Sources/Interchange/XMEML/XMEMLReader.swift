import Basics
import XMLTree

/// Reads Final Cut Pro 7 XML, which Premiere and others write.
func readXMEML(_ document: XMLDocument, _ options: ReadingOptions) throws(InterchangeProblem)
  -> ImportedTimeline
{
  var reader = XMEMLReader(document)
  return try reader.read(document.root, options)
}

struct XMEMLReader {
  var ledger: ImportReportBuilder
  var timeline = InterchangeTimeline()
  /// The first element with an id has the details; later ones refer to it.
  var files: [String: XMLElement] = [:]
  var sequences: [String: XMLElement] = [:]
  var mediaNumbers: [String: Int] = [:]
  var sequenceNumbers: [String: Int] = [:]
  var openSequences: Set<String> = []

  init(_ document: XMLDocument) { ledger = ImportReportBuilder(document) }

  mutating func read(_ root: XMLElement, _ options: ReadingOptions) throws(InterchangeProblem)
    -> ImportedTimeline
  {
    ledger.map(root, reading: ["version"])
    var found: [XMLElement] = []
    collect(root, &found, inSequence: false)
    let wanted =
      options.project.map { name in found.filter { $0.first("name")?.trimmedText == name } } ?? found
    guard wanted.count == 1, let film = wanted.first else {
      let names = found.map { "`\($0.first("name")?.trimmedText ?? "")`" }.joined(separator: ", ")
      throw InterchangeProblem(
        found.isEmpty ? "the file has no `sequence`" : "the file has \(found.count) sequences",
        at: InputPlace(root),
        advice: found.isEmpty ? nil : "choose one of them: \(names)")
    }
    for other in found where other.index != film.index {
      ledger.drop(other.index, "another sequence was selected", affecting: .neither)
    }
    timeline.sequences = [InterchangeSequence()]
    timeline.sequences[0] = try sequence(film, isFilm: true, depth: 0)
    timeline.name = film.first("name")?.trimmedText
    return ImportedTimeline(timeline: timeline, report: ledger.report)
  }

  /// Finds the outermost sequences, and all elements with an id.
  mutating func collect(_ element: XMLElement, _ found: inout [XMLElement], inSequence: Bool) {
    for child in element.children {
      if child.name == "file", let id = child["id"], !child.children.isEmpty, files[id] == nil {
        files[id] = child
      }
      if child.name == "sequence", !child.children.isEmpty {
        if let id = child["id"], sequences[id] == nil { sequences[id] = child }
        if !inSequence { found.append(child) }
      }
      collect(child, &found, inSequence: inSequence || child.name == "sequence")
    }
  }

  // MARK: Sequences

  mutating func sequence(
    _ element: XMLElement, isFilm: Bool, depth: Int
  ) throws(InterchangeProblem) -> InterchangeSequence {
    guard depth < 24 else {
      throw InterchangeProblem("sequences are nested more than 24 levels deep", at: InputPlace(element))
    }
    ledger.map(element.index)
    let rate = try rate(of: element)
    mapTexts(element, ["name", "duration"])
    if let timecode = element.first("timecode") {
      let start = try readTimecode(timecode, rate)
      if isFilm { (timeline.canvas.start, timeline.canvas.isDropFrame) = (start.time, start.isDropFrame) }
    }
    if isFilm { timeline.canvas.rate = rate }
    var result = InterchangeSequence(name: element.first("name")?.trimmedText)
    guard let media = element.first("media") else { return result }
    ledger.map(media.index)
    for (name, kind) in [("video", InterchangeTrack.Kind.picture), ("audio", .sound)] {
      guard let group = media.first(name) else { continue }
      ledger.map(group.index)
      if let format = group.first("format") { try readFormat(format, isFilm: isFilm && kind == .picture) }
      for element in group.all("track") {
        result.tracks.append(try track(element, kind, rate, &result.markers, depth: depth))
      }
    }
    for marker in element.all("marker") {
      if let read = try self.marker(marker, rate, shift: .zero, within: nil) { result.markers.append(read) }
    }
    return result
  }

  mutating func readFormat(_ format: XMLElement, isFilm: Bool) throws(InterchangeProblem) {
    ledger.map(format.index)
    guard let picture = format.first("samplecharacteristics") else { return }
    ledger.map(picture.index)
    mapTexts(picture, ["width", "height"])
    if picture.first("rate") != nil { _ = try rate(of: picture) }
    guard isFilm else { return }
    timeline.canvas.width = picture.first("width").flatMap { Int($0.trimmedText) }
    timeline.canvas.height = picture.first("height").flatMap { Int($0.trimmedText) }
  }

  mutating func track(
    _ element: XMLElement, _ kind: InterchangeTrack.Kind, _ rate: FrameRate,
    _ markers: inout [InterchangeMarker], depth: Int
  ) throws(InterchangeProblem) -> InterchangeTrack {
    ledger.map(element.index)
    mapTexts(element, ["enabled", "name"])
    var builder = TrackBuilder()
    var places: [InputPlace: Int] = [:]
    let items = element.children.filter { ["clipitem", "generatoritem", "transitionitem"].contains($0.name) }
    for (index, item) in items.enumerated() {
      let place = InputPlace(item)
      places[place] = item.index
      let before = index > 0 && items[index - 1].name == "transitionitem" ? items[index - 1] : nil
      let after =
        index + 1 < items.count && items[index + 1].name == "transitionitem" ? items[index + 1] : nil
      if item.name == "transitionitem" {
        try addTransition(item, rate, to: &builder)
        continue
      }
      // A clip beside a transition may have -1: it starts or ends with the transition.
      let written = (try frames(item, "start", rate), try frames(item, "end", rate))
      let first = try before.map { element throws(InterchangeProblem) in try span(of: element, rate) }
      let last = try after.map { element throws(InterchangeProblem) in try span(of: element, rate) }
      guard
        let (start, end, hidden) = try exactly(
          at: place,
          { () throws(TimeOverflow) -> (RationalTime, RationalTime, RationalTime)? in
            let start = written.0.isNegative ? first?.cut : written.0
            let end = written.1.isNegative ? last?.cut : written.1
            guard let start, let end else { return nil }
            let hidden =
              if written.0.isNegative, let first { try first.cut - first.start } else { RationalTime.zero }
            return (start, end, hidden)
          })
      else {
        throw InterchangeProblem(
          "the item has -1 as its start or end, but there is no transition", at: place)
      }
      guard start <= end else { throw InterchangeProblem("the item ends before it starts", at: place) }
      let duration = try exactly(at: place) { () throws(TimeOverflow) in try end - start }
      guard duration > .zero else {
        ledger.drop(item.index, "it has no duration")
        continue
      }
      let clip = try clip(item, kind, rate, duration, hidden: hidden, depth: depth)
      try addMarkers(of: item, clip, start, duration, &markers)
      builder.add(clip, at: start, for: duration)
    }
    var notes: [(InputPlace, String)] = []
    var track = try exactly(at: InputPlace(element)) { () throws(TimeOverflow) in
      try builder.track(kind, name: element.first("name")?.trimmedText) { notes.append(($0, $1)) }
    }
    for (place, words) in notes { if let index = places[place] { ledger.approximate(index, words) } }
    track.isEnabled = element.first("enabled")?.trimmedText.uppercased() != "FALSE"
    return track
  }

  // MARK: Transitions

  func span(
    of element: XMLElement, _ rate: FrameRate
  ) throws(InterchangeProblem) -> (start: RationalTime, cut: RationalTime, end: RationalTime) {
    let start = try frames(element, "start", rate)
    let end = try frames(element, "end", rate)
    guard !start.isNegative, start <= end else {
      throw InterchangeProblem("the transition ends before it starts", at: InputPlace(element))
    }
    let cut: RationalTime =
      switch element.first("alignment")?.trimmedText {
      case "start"?, "start-black"?: start
      case "end"?, "end-black"?: end
      default:
        // The cut is between two frames; if their number is odd, the larger part comes after it.
        try exactly(at: InputPlace(element)) { () throws(TimeOverflow) in
          let length = rate.frame(at: try end - start)?.value ?? 0
          return try start + rate.start(ofFrame: length / 2)
        }
      }
    return (start, cut, end)
  }

  mutating func addTransition(
    _ element: XMLElement, _ rate: FrameRate, to builder: inout TrackBuilder
  ) throws(InterchangeProblem) {
    let place = InputPlace(element)
    ledger.map(element.index)
    mapTexts(element, ["start", "end", "alignment"])
    if element.first("rate") != nil { _ = try self.rate(of: element) }
    let span = try span(of: element, rate)
    let effect = element.first("effect")
    if let effect {
      ledger.map(effect.index)
      mapTexts(effect, ["name", "effectid", "effectcategory", "effecttype", "mediatype"])
    }
    let name = effect?.first("effectid")?.trimmedText ?? ""
    if !["Cross Dissolve", "Cross Fade ( 0dB)", "Cross Fade (+3dB)", ""].contains(name) {
      ledger.approximate(element.index, "the transition `\(name)` is imported as a dissolve")
    }
    let transition = try exactly(at: place) { () throws(TimeOverflow) in
      InterchangeTransition(
        kind: .dissolve, before: try span.cut - span.start, after: try span.end - span.cut, place: place)
    }
    builder.add(transition, atCut: span.cut)
  }

  // MARK: Numbers

  /// The rate of an element: a whole number of frames, slowed by 1000/1001 for NTSC.
  mutating func rate(of element: XMLElement) throws(InterchangeProblem) -> FrameRate {
    guard let rate = element.first("rate") else {
      throw InterchangeProblem("`\(element.name)` has no `rate`", at: InputPlace(element))
    }
    mapAll(rate)
    let base = rate.first("timebase")?.trimmedText ?? ""
    let isNTSC = rate.first("ntsc")?.trimmedText.uppercased() == "TRUE"
    guard let frames = Int64(base), (1...1000).contains(frames),
      let result = isNTSC ? FrameRate(frames * 1000, per: 1001) : FrameRate(frames)
    else { throw InterchangeProblem("`\(base)` is not a `timebase`", at: InputPlace(rate)) }
    return result
  }

  func frames(_ element: XMLElement, _ name: String, _ rate: FrameRate) throws(InterchangeProblem)
    -> RationalTime
  {
    guard let child = element.first(name) else {
      throw InterchangeProblem("`\(element.name)` has no `\(name)`", at: InputPlace(element))
    }
    guard let number = RationalTime(decimal: child.trimmedText) else {
      throw InterchangeProblem("`\(name)` is not a number of frames", at: InputPlace(child))
    }
    return try exactly(at: InputPlace(child)) { () throws(TimeOverflow) in
      try number.scaled(by: rate.seconds, over: rate.frames)
    }
  }

  mutating func readTimecode(
    _ element: XMLElement, _ rate: FrameRate
  ) throws(InterchangeProblem) -> (time: RationalTime?, isDropFrame: Bool) {
    ledger.map(element.index)
    mapTexts(element, ["frame", "displayformat", "string"])
    let own = element.first("rate") == nil ? rate : try self.rate(of: element)
    let isDropFrame = element.first("displayformat")?.trimmedText == "DF"
    if element.first("frame") != nil { return (try frames(element, "frame", own), isDropFrame) }
    guard let text = element.first("string")?.trimmedText,
      let timecode = Timecode(written: text, isDropFrame: isDropFrame),
      let frame = try? timecode.frameNumber(at: own)
    else { return (nil, isDropFrame) }
    return (try? own.start(ofFrame: frame), isDropFrame)
  }

  // MARK: The report

  mutating func mapTexts(_ element: XMLElement, _ names: Set<String>) {
    for child in element.children where names.contains(child.name) { ledger.map(child.index) }
  }

  mutating func mapAll(_ element: XMLElement) {
    ledger.map(element.index)
    for child in element.children { mapAll(child) }
  }
}
