import Basics
import XMLTree

extension XMEMLReader {
  // MARK: Clips

  mutating func clip(
    _ element: XMLElement, _ kind: InterchangeTrack.Kind, _ sequenceRate: FrameRate, _ duration: RationalTime,
    hidden: RationalTime, depth: Int
  ) throws(InterchangeProblem) -> InterchangeClip {
    let place = InputPlace(element)
    ledger.map(element, reading: ["id"], harmless: ["frameBlend", "premiereChannelType", "explodedTracks"])
    mapTexts(
      element, ["name", "enabled", "duration", "start", "end", "in", "out", "masterclipid", "alphatype"])
    let rate = element.first("rate") == nil ? sequenceRate : try rate(of: element)
    var clip = InterchangeClip(
      name: element.first("name")?.trimmedText, source: .color("black"), duration: duration,
      isEnabled: element.first("enabled")?.trimmedText.uppercased() != "FALSE", place: place)
    for link in element.all("link") { mapAll(link) }
    if let source = element.first("sourcetrack") { mapAll(source) }
    let start = try frames(element, "in", rate)
    clip.start = try exactly(at: place) { () throws(TimeOverflow) in try start + hidden }
    if clip.start.isNegative { throw InterchangeProblem("the item starts before its source", at: place) }
    if element.name == "generatoritem" {
      ledger.approximate(element.index, "the generator is replaced with black")
      clip.start = .zero
    } else if let sequence = element.first("sequence") {
      clip.source = .sequence(try nested(sequence, depth: depth))
      clip.playsSound = false
    } else if let file = element.first("file") {
      clip.source = .media(try media(file, kind, sequenceRate, name: clip.name))
    } else {
      ledger.approximate(element.index, "it names no file: it is replaced with black")
      clip.start = .zero
    }
    try readFilters(element, rate, &clip)
    return clip
  }

  mutating func readFilters(
    _ element: XMLElement, _ rate: FrameRate, _ clip: inout InterchangeClip
  ) throws(InterchangeProblem) {
    for filter in element.all("filter") {
      guard let effect = filter.first("effect") else { continue }
      let values = effect.all("parameter").reduce(into: [String: String]()) { values, parameter in
        values[parameter.first("parameterid")?.trimmedText ?? ""] =
          parameter.first("value")?.trimmedText ?? ""
      }
      let enabled = filter.first("enabled")?.trimmedText.uppercased() != "FALSE"
      switch effect.first("effectid")?.trimmedText {
      case "audiolevels"?:
        if let level = values["level"].flatMap(Double.init), (0...1000).contains(level) {
          if enabled { clip.volume = .factor(level) }
          mapAll(filter)
        }
      case "opacity"?:
        if let opacity = values["opacity"].flatMap(Double.init), (0...100).contains(opacity) {
          if enabled { clip.opacity = opacity / 100 }
          mapAll(filter)
        }
      case "timeremap"?:
        try readSpeed(filter, effect, values, rate, isEnabled: enabled, &clip)
      default: break
      }
    }
  }

  mutating func media(
    _ reference: XMLElement, _ kind: InterchangeTrack.Kind, _ sequenceRate: FrameRate, name: String?
  ) throws(InterchangeProblem) -> Int {
    ledger.map(reference, reading: ["id"])
    let key = reference["id"] ?? "at \(reference.index)"
    if let known = mediaNumbers[key] {
      if kind == .picture { timeline.media[known].hasPicture = true }
      return known
    }
    let file = reference["id"].flatMap { files[$0] } ?? reference
    let path = file.first("pathurl")?.trimmedText
    mapTexts(file, ["name", "pathurl", "duration", "width", "height"])
    let rate = file.first("rate") == nil ? sequenceRate : try rate(of: file)
    var media = InterchangeMedia(
      name: file.first("name")?.trimmedText ?? name ?? key, path: path?.isEmpty == false ? path : nil,
      rate: rate,
      hasPicture: kind == .picture, place: InputPlace(file))
    if media.path == nil { ledger.approximate(reference.index, "it names no path: its name is used instead") }
    let duration = file.first("duration") == nil ? .zero : try frames(file, "duration", rate)
    if duration > .zero { media.duration = duration }
    if let timecode = file.first("timecode") {
      media.timing = .fromStart(timecode: try readTimecode(timecode, rate).time)
    }
    if let parts = file.first("media") {
      ledger.map(parts.index)
      media.hasSound = parts.first("audio") != nil
      if let picture = parts.first("video") {
        media.hasPicture = true
        ledger.map(picture.index)
        mapTexts(picture, ["duration"])
        if let sizes = picture.first("samplecharacteristics") {
          ledger.map(sizes.index)
          mapTexts(sizes, ["width", "height"])
          if sizes.first("rate") != nil { _ = try self.rate(of: sizes) }
          media.width = sizes.first("width").flatMap { Int($0.trimmedText) }
          media.height = sizes.first("height").flatMap { Int($0.trimmedText) }
        }
      }
      if let sound = parts.first("audio") { mapAll(sound) }
    }
    timeline.media.append(media)
    mediaNumbers[key] = timeline.media.count - 1
    return timeline.media.count - 1
  }

  mutating func nested(_ reference: XMLElement, depth: Int) throws(InterchangeProblem) -> Int {
    let key = reference["id"] ?? "at \(reference.index)"
    if !ledger.isSettled(reference.index) { ledger.map(reference.index) }
    if let known = sequenceNumbers[key] { return known }
    let element = reference["id"].flatMap { sequences[$0] } ?? reference
    guard openSequences.insert(key).inserted else {
      throw InterchangeProblem("the sequence contains itself", at: InputPlace(reference))
    }
    let number = timeline.sequences.count
    timeline.sequences.append(InterchangeSequence())
    timeline.sequences[number] = try sequence(element, isFilm: false, depth: depth + 1)
    openSequences.remove(key)
    sequenceNumbers[key] = number
    return number
  }

  // MARK: Markers

  mutating func addMarkers(
    of element: XMLElement, _ clip: InterchangeClip, _ start: RationalTime, _ duration: RationalTime,
    _ markers: inout [InterchangeMarker]
  ) throws(InterchangeProblem) {
    guard
      let rate = element.first("rate").flatMap({ _ in try? self.rate(of: element) }) ?? timeline.canvas.rate
    else { return }
    for marker in element.all("marker") {
      let shift = try exactly(at: InputPlace(marker)) { () throws(TimeOverflow) in try start - clip.start }
      let end = try exactly(at: InputPlace(marker)) { () throws(TimeOverflow) in try start + duration }
      if let read = try self.marker(marker, rate, shift: shift, within: TimeRange(start: start, end: end)) {
        markers.append(read)
      }
    }
  }

  mutating func marker(
    _ element: XMLElement, _ rate: FrameRate, shift: RationalTime, within range: TimeRange?
  ) throws(InterchangeProblem) -> InterchangeMarker? {
    ledger.map(element.index)
    mapTexts(element, ["name", "comment", "in", "out"])
    let local = try frames(element, "in", rate)
    let time = try exactly(at: InputPlace(element)) { () throws(TimeOverflow) in try local + shift }
    guard range?.contains(time) ?? !time.isNegative else {
      ledger.drop(element.index, "the marker is outside the part that is shown", affecting: .neither)
      return nil
    }
    let name = element.first("name")?.trimmedText ?? ""
    let comment = element.first("comment")?.trimmedText ?? ""
    return InterchangeMarker(
      name: name.isEmpty ? "marker" : name, note: comment.isEmpty ? nil : comment, time: time,
      place: InputPlace(element))
  }
}
