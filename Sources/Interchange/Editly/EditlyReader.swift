import Basics

/// Reads an edit of editly: clips one after the other, each of layers.
func readEditly(_ text: String, _ options: ReadingOptions) throws(InterchangeProblem) -> ImportedCut {
  let root = try JSONNode.parse(text)
  var reader = EditlyReader(root, options)
  return try reader.read(root)
}

/// The settings that clips and layers start from.
private struct EditlyDefaults {
  var duration = RationalTime(seconds: 4)
  var transition: JSONNode?
  var hasNoTransition = false
  var layer: JSONNode?
  var layerType: JSONNode?
}

private struct EditlyReader {
  private var ledger: NodeLedger
  private let options: ReadingOptions
  private var cut = Cut()
  private var defaults = EditlyDefaults()
  private var mediaNumbers: [String: Int] = [:]
  private var keepsSound = false
  private var story = LaneStory()

  init(_ root: JSONNode, _ options: ReadingOptions) {
    self.options = options
    ledger = NodeLedger(root) {
      $0["clips"] != nil ? "edit" : $0["layers"] != nil ? "clip" : $0["type"]?.string
    }
  }

  // MARK: The edit

  mutating func read(_ root: JSONNode) throws(InterchangeProblem) -> ImportedCut {
    ledger.map(
      root,
      reading: [
        "width", "height", "fps", "outPath", "clips", "keepSourceAudio", "audioFilePath", "audioTracks",
        "enableFfmpegLog", "verbose", "fast", "allowRemoteRequests", "defaults", "clipsAudioVolume",
      ])
    cut.canvas.width = root["width"]?.number.flatMap { $0.timescale == 1 ? Int(exactly: $0.value) : nil }
    cut.canvas.height = root["height"]?.number.flatMap { $0.timescale == 1 ? Int(exactly: $0.value) : nil }
    cut.canvas.rate = root["fps"]?.digits.flatMap(snappedRate).flatMap { FrameRate($0) } ?? options.rate
    keepsSound = root["keepSourceAudio"]?.bool ?? false
    if let path = root["outPath"]?.string { cut.name = Self.stem(of: path) }
    try readDefaults(root["defaults"])
    guard let clips = root["clips"]?.elements, !clips.isEmpty else {
      throw InterchangeProblem("the edit has no `clips`", at: root.place)
    }
    var cursor = RationalTime.zero
    for (index, clip) in clips.enumerated() {
      guard clip.isObject else { throw InterchangeProblem("a clip is no object", at: clip.place) }
      cursor = try addClip(clip, at: cursor, isLast: index == clips.count - 1)
    }
    if let path = root["audioFilePath"]?.string {
      addSound(path, from: .zero, at: .zero, volume: nil, root)
      if root["loopAudio"]?.bool == true { ledger.approximate(root, "the music is not repeated") }
    }
    for track in root["audioTracks"]?.elements ?? [] {
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
    var sequence = CutSequence()
    for key in story.tracks.keys.sorted() {
      guard let builder = story.tracks[key] else { continue }
      sequence.tracks.append(
        try exactly(at: root.place) { () throws(TimeOverflow) in
          try builder.track(key.kind) { notes.append(($0, $1)) }
        })
    }
    for (place, words) in notes { if let index = story.places[place] { ledger.approximate(index, words) } }
    sequence.tracks += openSounds.map { CutTrack(kind: .sound, items: $0) }
    cut.sequences = [sequence]
    return ImportedCut(cut: cut, report: ledger.report)
  }

  /// Sounds without a known end, each in a track of its own.
  private var openSounds: [[CutItem]] = []

  private static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
  }

  private mutating func readDefaults(_ node: JSONNode?) throws(InterchangeProblem) {
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

  /// Adds a clip and returns when the next one begins.
  private mutating func addClip(
    _ node: JSONNode, at start: RationalTime, isLast: Bool
  ) throws(InterchangeProblem) -> RationalTime {
    ledger.map(node, reading: ["duration", "layers", "transition"])
    let layers = node["layers"]?.elements ?? node["layers"].map { [$0] } ?? []
    guard !layers.isEmpty, layers.allSatisfy(\.isObject) else {
      throw InterchangeProblem("the clip has no `layers`", at: node.place)
    }
    let written = try time(node, "duration")
    let duration = try duration(of: layers, written, node)
    guard duration > .zero else { throw InterchangeProblem("the clip lasts no time", at: node.place) }
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
        CutTransition(
          kind: transition.kind, before: .zero, after: overlap, place: transition.node?.place ?? node.place),
        atCut: next, lane: 0, from: node.index ?? 0)
    }
    return next
  }

  private func duration(
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
    guard let end = try time(film, "cutTo") ?? film["path"]?.string.flatMap(options.duration) else {
      throw InterchangeProblem(
        "the clip plays the film `\(film["path"]?.string ?? "")` to its end, and nothing says how long it is",
        at: film.place,
        advice: "put the media where the edit names them, or write `cutTo`")
    }
    guard from <= end else { throw InterchangeProblem("`cutTo` is before `cutFrom`", at: film.place) }
    return try exactly(at: film.place) { () throws(TimeOverflow) in try end - from }
  }

  private mutating func transition(
    of node: JSONNode, isLast: Bool
  ) throws(InterchangeProblem) -> (kind: CutTransition.Kind, length: RationalTime, node: JSONNode?)? {
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
      let words = "the transition `\(name)` is read as a dissolve"
      if let index = own?.index { ledger.approximate(index, words) } else { ledger.approximate(node, words) }
    }
    return (kind.map { $0 == "dissolve" ? .dissolve : .named($0) } ?? .dissolve, length, own)
  }

  /// Transitions that scripts have, too.
  private static let kinds = [
    "fade": "dissolve", "crossfade": "dissolve", "dissolve": "dissolve", "directional-left": "push left",
    "directional-right": "push right",
    "directional-up": "push up", "directional-down": "push down", "wipeleft": "wipe left",
    "wiperight": "wipe right", "wipeup": "wipe up", "wipedown": "wipe down", "circleopen": "circle open",
    "pixelize": "pixelate", "fadecolor": "fade through black",
  ]

  // MARK: Layers

  /// Adds a layer; false if it has no picture.
  private mutating func addLayer(
    _ layer: JSONNode, at clipStart: RationalTime, _ clipDuration: RationalTime, isFitted: Bool, lane: Int,
    overlap: RationalTime
  ) throws(InterchangeProblem) -> Bool {
    let type = layer["type"]?.string ?? ""
    let from = try time(layer, "start") ?? .zero
    let stop = min(try time(layer, "stop") ?? clipDuration, clipDuration)
    if type == "detached-audio" || type == "audio" {
      ledger.map(layer, reading: ["type", "path", "cutFrom", "cutTo", "start", "mixVolume"])
      guard let path = layer["path"]?.string else {
        throw InterchangeProblem("the sound has no `path`", at: layer.place)
      }
      let cutFrom = try time(layer, "cutFrom") ?? .zero
      var length = try time(layer, "cutTo").flatMap { try? $0 - cutFrom }
      if type == "audio" {
        length = length.map { min($0, clipDuration) } ?? clipDuration
        if isFitted { ledger.approximate(layer, "the sound is not stretched to the clip") }
      }
      let start = try exactly(at: layer.place) { () throws(TimeOverflow) in try clipStart + from }
      addSound(path, from: cutFrom, at: start, volume: layer["mixVolume"], layer, duration: length)
      return false
    }
    guard from < stop, !from.isNegative else {
      ledger.drop(layer, "the layer is never shown")
      return false
    }
    guard var clip = try picture(layer, type, clipDuration, isFitted: isFitted) else { return false }
    let shown = try exactly(at: layer.place) { () throws(TimeOverflow) in
      (start: try clipStart + from, duration: try stop - from - (lane == 0 ? overlap : .zero))
    }
    guard shown.duration > .zero else {
      ledger.drop(layer, "the layer is covered by the transition")
      return false
    }
    clip.duration = shown.duration
    let item = clip
    try exactly(at: layer.place) { () throws(TimeOverflow) in
      try story.add(
        item, at: shown.start, for: shown.duration, lane: lane, isSound: false, from: layer.index ?? 0)
    }
    return true
  }

  private mutating func picture(
    _ layer: JSONNode, _ type: String, _ clipDuration: RationalTime, isFitted: Bool
  ) throws(InterchangeProblem) -> CutClip? {
    var clip = CutClip(source: .color("black"), duration: nil, place: layer.place)
    switch type {
    case "video":
      ledger.map(
        layer,
        reading: [
          "type", "path", "cutFrom", "cutTo", "resizeMode", "start", "stop", "mixVolume", "width", "height",
          "left", "top",
          "originX", "originY",
        ])
      let path = layer["path"]?.string ?? ""
      let from = try time(layer, "cutFrom") ?? .zero
      let end = try time(layer, "cutTo") ?? options.duration(path)
      clip.source = .media(media(path, layer, .film))
      clip.start = from
      clip.playsSound = keepsSound
      if isFitted, let end, from < end {
        let speed = try exactly(at: layer.place) { () throws(TimeOverflow) in
          try (end - from).divided(by: clipDuration)
        }
        if speed != .one { clip.speed = .factor(speed) }
      } else if isFitted {
        ledger.approximate(layer, "the length of the film is not known: it plays at its own speed")
      }
      clip.fit = fit(layer)
      clip.layout = try layout(layer)
      if let volume = layer["mixVolume"]?.double, (0...1000).contains(volume) {
        clip.volume = .factor(volume)
      }
    case "image", "image-overlay":
      ledger.map(
        layer,
        reading: [
          "type", "path", "resizeMode", "start", "stop", "duration", "width", "height", "position",
          "zoomDirection",
        ])
      clip.source = .media(media(layer["path"]?.string ?? "", layer, .still))
      if type == "image" {
        clip.fit = fit(layer)
        if layer["zoomDirection"]?.isNull != true { ledger.approximate(layer, "the picture does not move") }
      } else {
        clip.layout = try layout(layer)
        if let position = layer["position"], let index = position.index { ledger.map(index) }
      }
    case "title", "subtitle", "news-title", "slide-in-text", "title-background":
      return try title(layer, type)
    case "fill-color", "pause":
      ledger.map(layer, reading: ["type", "color", "start", "stop"])
      clip.source = .color(colour(layer["color"] ?? byType(type)?["color"]) ?? "black")
      if layer["color"] == nil, byType(type)?["color"] == nil {
        ledger.approximate(layer, "the random colour is black")
      }
    case "linear-gradient", "radial-gradient", "rainbow-colors":
      ledger.map(layer, reading: ["type", "colors", "start", "stop"])
      let colors = layer["colors"]?.elements?.compactMap(colour) ?? []
      clip.source = .gradient(
        (colors.count >= 2 ? colors : ["#02aab0", "#00cdac"]).joined(separator: " -> "))
      if type != "linear-gradient" {
        ledger.approximate(layer, "`\(type)` is read as a gradient that does not move")
      }
    default:
      ledger.drop(layer, "a layer of the kind `\(type)` has no equivalent")
      return nil
    }
    return clip
  }

  private mutating func title(_ layer: JSONNode, _ type: String) throws(InterchangeProblem) -> CutClip {
    ledger.map(layer, reading: ["type", "text", "textColor", "position", "start", "stop", "fontPath"])
    ledger.approximate(layer, "the look and the movement of `\(type)` are read as plain words")
    if let position = layer["position"], let index = position.index { ledger.map(index) }
    if let background = layer["background"] { ledger.drop(background, "the background of the words") }
    var title = CutTitle(text: layer["text"]?.string ?? "")
    title.font = layer["fontPath"]?.string ?? defaults.layer?["fontPath"]?.string
    title.color = colour(layer["textColor"])
    var clip = CutClip(source: .color("black"), duration: nil, place: layer.place)
    if type == "title-background" {
      // Words over a background: the words stand in the middle of the picture, which is black around them.
      clip.remarks.append("the background of the words is black")
    }
    title.isAtBottom = type == "subtitle" || type == "news-title" || layer["position"]?.string == "bottom"
    clip.source = title.text.isEmpty ? .color("black") : .title(title)
    return clip
  }

  private func byType(_ type: String) -> JSONNode? { defaults.layerType?[type] }

  private func fit(_ layer: JSONNode) -> String? {
    switch layer["resizeMode"]?.string {
    case "contain"?: "contain"
    case "contain-blur"?, nil: "blur"
    case "cover"?: "cover"
    case "stretch"?: "fill"
    default: nil
    }
  }

  /// Numbers from 0 to 1 as percent of the canvas.
  private func layout(_ layer: JSONNode) throws(InterchangeProblem) -> CutLayout? {
    func share(_ node: JSONNode?) throws(InterchangeProblem) -> Double? {
      guard let node, !node.isNull else { return nil }
      guard let number = node.double, (-100...100).contains(number) else {
        throw InterchangeProblem("expected a number from -100 to 100", at: node.place)
      }
      return number * 100
    }
    var layout = CutLayout()
    layout.width = try share(layer["width"])
    layout.height = try share(layer["height"])
    let position = layer["position"]
    if let word = position?.string {
      let places: [String: (CutLayout.Anchor, Double, Double)] = [
        "top": (.top, 50, 5), "bottom": (.bottom, 50, 95), "top-left": (.topLeft, 5, 5),
        "top-right": (.topRight, 95, 5),
        "bottom-left": (.bottomLeft, 5, 95), "bottom-right": (.bottomRight, 95, 95),
        "center": (.center, 50, 50),
        "center-left": (.left, 5, 50), "center-right": (.right, 95, 50),
      ]
      if let (anchor, x, y) = places[word] { (layout.anchor, layout.x, layout.y) = (anchor, x, y) }
      return layout
    }
    let node = position?.isObject == true ? position : layer
    let x = try share(node?["x"] ?? node?["left"])
    let y = try share(node?["y"] ?? node?["top"])
    guard x != nil || y != nil else { return layout.width == nil && layout.height == nil ? nil : layout }
    layout.x = x ?? 0
    layout.y = y ?? 0
    let across = node?["originX"]?.string ?? "left"
    let down = node?["originY"]?.string ?? "top"
    let word = [down == "center" ? "" : down, across == "center" ? "" : across].filter { !$0.isEmpty }.joined(
      separator: " ")
    layout.anchor = word.isEmpty ? .center : CutLayout.Anchor(rawValue: word) ?? .topLeft
    return layout
  }

  /// A colour that scripts read: a name in lower case or hexadecimal digits.
  private func colour(_ node: JSONNode?) -> String? {
    guard let text = node?.string else { return nil }
    if text.hasPrefix("#"), [4, 7, 9].contains(text.utf8.count), text.dropFirst().allSatisfy(\.isHexDigit) {
      return text.lowercased()
    }
    let known: Set<String> = [
      "black", "white", "red", "green", "blue", "yellow", "gray", "grey", "orange", "purple", "navy", "teal",
    ]
    return known.contains(text.lowercased()) ? text.lowercased() : nil
  }

  // MARK: Media and sound

  private mutating func media(_ path: String, _ node: JSONNode, _ kind: CutMedia.Kind) -> Int {
    if let known = mediaNumbers[path] { return known }
    cut.media.append(
      CutMedia(
        name: path, path: path, kind: kind, duration: kind == .film ? options.duration(path) : nil,
        place: node.place))
    mediaNumbers[path] = cut.media.count - 1
    return cut.media.count - 1
  }

  private mutating func addSound(
    _ path: String, from: RationalTime, at start: RationalTime, volume: JSONNode?, _ node: JSONNode,
    duration: RationalTime? = nil
  ) {
    var clip = CutClip(
      source: .media(media(path, node, .film)), start: from, duration: duration, place: node.place)
    if let factor = volume?.double {
      if (0...1).contains(factor) {
        clip.volume = .factor(factor)
      } else {
        ledger.approximate(node, "left out: `mixVolume`, which is relative to the other sounds")
      }
    }
    guard !start.isNegative, duration.map({ $0 > .zero }) ?? true else {
      return ledger.drop(node, "the sound is never heard")
    }
    let gap = start > .zero ? [CutItem.gap(CutGap(duration: start, place: node.place))] : []
    openSounds.append(gap + [.clip(clip)])
  }

  /// The seconds of a member; nil without it.
  private func time(_ node: JSONNode, _ name: String) throws(InterchangeProblem) -> RationalTime? {
    guard let value = node[name], !value.isNull else { return nil }
    guard let number = value.digits.flatMap(nearNumber) else {
      throw InterchangeProblem("`\(name)` is no number of seconds", at: value.place)
    }
    return number
  }
}
