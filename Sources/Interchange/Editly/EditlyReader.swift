import Basics

/// Reads an editly project: consecutive clips, each with layers.
func readEditly(_ text: String, _ options: ReadingOptions) throws(InterchangeProblem) -> ImportedTimeline {
  let root = try JSONNode.parse(text)
  var reader = EditlyReader(root, options)
  return try reader.read(root)
}

/// The defaults of clips and layers.
struct EditlyDefaults {
  var duration = RationalTime(seconds: 4)
  var transition: JSONNode?
  var hasNoTransition = false
  var layer: JSONNode?
  var layerType: JSONNode?
}

struct EditlyReader {
  var ledger: ImportReportBuilder
  let options: ReadingOptions
  var timeline = InterchangeTimeline()
  var defaults = EditlyDefaults()
  var mediaNumbers: [String: Int] = [:]
  var keepsSound = false
  var story = SequenceBuilder()

  init(_ root: JSONNode, _ options: ReadingOptions) {
    self.options = options
    ledger = ImportReportBuilder(root) {
      $0["clips"] != nil ? "edit" : $0["layers"] != nil ? "clip" : $0["type"]?.string
    }
  }

  // MARK: The edit

  mutating func read(_ root: JSONNode) throws(InterchangeProblem) -> ImportedTimeline {
    ledger.map(
      root,
      reading: [
        "width", "height", "fps", "outPath", "clips", "keepSourceAudio", "audioFilePath", "audioTracks",
        "enableFfmpegLog", "verbose", "fast", "allowRemoteRequests", "defaults", "clipsAudioVolume",
      ])
    timeline.canvas.width = root["width"]?.number.flatMap { $0.timescale == 1 ? Int(exactly: $0.value) : nil }
    timeline.canvas.height = root["height"]?.number.flatMap {
      $0.timescale == 1 ? Int(exactly: $0.value) : nil
    }
    timeline.canvas.rate = root["fps"]?.digits.flatMap(snappedRate).flatMap { FrameRate($0) } ?? options.rate
    keepsSound = root["keepSourceAudio"]?.bool ?? false
    if let path = root["outPath"]?.string { timeline.name = Self.stem(of: path) }
    try readDefaults(root["defaults"])
    guard let clips = root["clips"]?.elements, !clips.isEmpty else {
      throw InterchangeProblem("the edit has no `clips`", at: root.place)
    }
    var cursor = RationalTime.zero
    for (index, clip) in clips.enumerated() {
      guard clip.isObject else { throw InterchangeProblem("a clip is not an object", at: clip.place) }
      cursor = try addClip(clip, at: cursor, isLast: index == clips.count - 1)
    }
    if let path = root["audioFilePath"]?.string {
      addSound(path, from: .zero, at: .zero, volume: nil, root)
      if root["loopAudio"]?.bool == true {
        ledger.approximate(root, "the music is not repeated", affecting: .sound)
      }
    }
    for track in root["audioTracks"]?.elements ?? [] {
      ledger.put(track, in: .sound)
      ledger.map(track, reading: ["path", "cutFrom", "cutTo", "start", "mixVolume"])
      guard let path = track["path"]?.string else {
        throw InterchangeProblem("the sound has no `path`", at: track.place)
      }
      let from = try time(track, "cutFrom") ?? .zero
      let end = try time(track, "cutTo")
      addSound(
        path, from: from, at: try time(track, "start") ?? .zero, volume: track["mixVolume"], track,
        duration: end.flatMap { try? $0 - from })
    }
    var notes: [(InputPlace, String)] = []
    var sequence = InterchangeSequence()
    for key in story.tracks.keys.sorted() {
      guard let builder = story.tracks[key] else { continue }
      sequence.tracks.append(
        try exactly(at: root.place) { () throws(TimeOverflow) in
          try builder.track(key.kind) { notes.append(($0, $1)) }
        })
    }
    for (place, words) in notes { if let index = story.places[place] { ledger.approximate(index, words) } }
    sequence.tracks += openSounds.map { InterchangeTrack(kind: .sound, items: $0) }
    timeline.sequences = [sequence]
    return ImportedTimeline(timeline: timeline, report: ledger.report)
  }

  /// Sounds without a known end, each in a separate track.
  var openSounds: [[InterchangeItem]] = []

  static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
  }

  mutating func readDefaults(_ node: JSONNode?) throws(InterchangeProblem) {
    guard let node, node.isObject else { return }
    ledger.map(node, reading: ["duration", "transition", "layer", "layerType"])
    if let duration = try time(node, "duration") { defaults.duration = duration }
    if let transition = node["transition"] {
      defaults.hasNoTransition = transition.isNull
      defaults.transition = transition.isObject ? transition : nil
      if let index = transition.index { ledger.map(index) }
    }
    defaults.layer = node["layer"]
    if let index = node["layer"]?.index { ledger.map(index) }
    defaults.layerType = node["layerType"]
    if let types = node["layerType"] {
      if let index = types.index { ledger.map(index) }
      for member in types.members { if let index = member.node.index { ledger.map(index) } }
    }
  }

  // MARK: Clips

  /// Adds a clip and returns the start of the next one.
  mutating func addClip(
    _ node: JSONNode, at start: RationalTime, isLast: Bool
  ) throws(InterchangeProblem) -> RationalTime {
    ledger.map(node, reading: ["duration", "layers", "transition"])
    let layers = node["layers"]?.elements ?? node["layers"].map { [$0] } ?? []
    guard !layers.isEmpty, layers.allSatisfy(\.isObject) else {
      throw InterchangeProblem("the clip has no `layers`", at: node.place)
    }
    let written = try time(node, "duration")
    let duration = try duration(of: layers, written, node)
    guard duration > .zero else { throw InterchangeProblem("the clip has no duration", at: node.place) }
    let transition = try transition(of: node, isLast: isLast)
    let overlap = min(transition?.length ?? .zero, duration)
    let next = try exactly(at: node.place) { () throws(TimeOverflow) in try start + duration - overlap }
    var lane = 0
    for layer in layers {
      guard try addLayer(layer, at: start, duration, isFitted: written != nil, lane: lane, overlap: overlap)
      else { continue }
      lane += 1
    }
    if let transition, overlap > .zero {
      story.add(
        InterchangeTransition(
          kind: transition.kind, before: .zero, after: overlap, place: transition.node?.place ?? node.place),
        atCut: next, lane: 0, from: node.index ?? 0)
    }
    return next
  }

  func duration(
    of layers: [JSONNode], _ written: RationalTime?, _ node: JSONNode
  ) throws(InterchangeProblem) -> RationalTime {
    if let written { return written }
    guard let film = layers.first(where: { $0["type"]?.string == "video" }) else {
      guard let sound = layers.first(where: { $0["type"]?.string == "audio" }),
        let end = try time(sound, "cutTo")
      else {
        return defaults.duration
      }
      let from = try time(sound, "cutFrom") ?? .zero
      return try exactly(at: sound.place) { () throws(TimeOverflow) in try end - from }
    }
    let from = try time(film, "cutFrom") ?? .zero
    guard let end = try time(film, "cutTo") ?? film["path"]?.string.flatMap({ options.lengths[$0] }) else {
      throw InterchangeProblem(
        "the clip plays the film `\(film["path"]?.string ?? "")` to its end, but its length is unknown",
        at: film.place,
        advice: "put the media where the edit refers to them, or write `cutTo`")
    }
    guard from <= end else { throw InterchangeProblem("`cutTo` is before `cutFrom`", at: film.place) }
    return try exactly(at: film.place) { () throws(TimeOverflow) in try end - from }
  }

  mutating func transition(
    of node: JSONNode, isLast: Bool
  ) throws(InterchangeProblem) -> (kind: InterchangeTransition.Kind, length: RationalTime, node: JSONNode?)? {
    let own = node["transition"]
    if let own, own.isObject { ledger.map(own, reading: ["name", "duration"]) }
    if isLast || own?.isNull == true || (own == nil && defaults.hasNoTransition) { return nil }
    let half = RationalTime(1, 2) ?? .one
    var length = half
    if let other = defaults.transition { length = try time(other, "duration") ?? half }
    if let own, let time = try time(own, "duration") { length = time }
    guard !length.isNegative else {
      throw InterchangeProblem("the transition has a negative duration", at: own?.place ?? node.place)
    }
    let name = own?["name"]?.string ?? defaults.transition?["name"]?.string ?? "random"
    let kind = Self.kinds[name.lowercased()]
    if kind == nil {
      let words = "the transition `\(name)` is imported as a dissolve"
      if let index = own?.index { ledger.approximate(index, words) } else { ledger.approximate(node, words) }
    }
    return (kind.map { $0 == "dissolve" ? .dissolve : .named($0) } ?? .dissolve, length, own)
  }

  /// The transitions that scripts also have.
  static let kinds = [
    "fade": "dissolve", "crossfade": "dissolve", "dissolve": "dissolve", "directional-left": "push left",
    "directional-right": "push right",
    "directional-up": "push up", "directional-down": "push down", "wipeleft": "wipe left",
    "wiperight": "wipe right", "wipeup": "wipe up", "wipedown": "wipe down", "circleopen": "circle open",
    "pixelize": "pixelate", "fadecolor": "fade through black",
  ]

  // MARK: Media and sound

  mutating func media(_ path: String, _ node: JSONNode, _ kind: InterchangeMedia.Kind) -> Int {
    if let known = mediaNumbers[path] { return known }
    timeline.media.append(
      InterchangeMedia(
        name: path, path: path, kind: kind, duration: kind == .film ? options.lengths[path] : nil,
        place: node.place))
    mediaNumbers[path] = timeline.media.count - 1
    return timeline.media.count - 1
  }

  mutating func addSound(
    _ path: String, from: RationalTime, at start: RationalTime, volume: JSONNode?, _ node: JSONNode,
    duration: RationalTime? = nil
  ) {
    var clip = InterchangeClip(
      source: .media(media(path, node, .film)), start: from, duration: duration, place: node.place)
    if let factor = volume?.double {
      if (0...1).contains(factor) {
        clip.volume = .factor(factor)
      } else {
        ledger.approximate(
          node, "omitted: `mixVolume`, which is relative to the other sounds", affecting: .sound)
      }
    }
    guard !start.isNegative, duration.map({ $0 > .zero }) ?? true else {
      return ledger.drop(node, "the sound is never heard", affecting: .neither)
    }
    let gap = start > .zero ? [InterchangeItem.gap(InterchangeGap(duration: start, place: node.place))] : []
    openSounds.append(gap + [.clip(clip)])
  }

  /// The seconds in a member; nil if it is missing.
  func time(_ node: JSONNode, _ name: String) throws(InterchangeProblem) -> RationalTime? {
    guard let value = node[name], !value.isNull else { return nil }
    guard let number = value.digits.flatMap(nearNumber) else {
      throw InterchangeProblem("`\(name)` is not a number of seconds", at: value.place)
    }
    return number
  }
}
