import Basics

extension EditlyReader {
  /// Adds a layer; false if it has no picture.
  mutating func addLayer(
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
        if isFitted { ledger.approximate(layer, "the sound is not stretched to the clip", affecting: .sound) }
      }
      let start = try exactly(at: layer.place) { () throws(TimeOverflow) in try clipStart + from }
      addSound(path, from: cutFrom, at: start, volume: layer["mixVolume"], layer, duration: length)
      return false
    }
    guard from < stop, !from.isNegative else {
      ledger.drop(layer, "the layer is never shown", affecting: .neither)
      return false
    }
    guard var clip = try picture(layer, type, clipDuration, isFitted: isFitted) else { return false }
    let shown = try exactly(at: layer.place) { () throws(TimeOverflow) in
      (start: try clipStart + from, duration: try stop - from - (lane == 0 ? overlap : .zero))
    }
    guard shown.duration > .zero else {
      ledger.drop(layer, "the layer is covered by the transition", affecting: .neither)
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

  mutating func picture(
    _ layer: JSONNode, _ type: String, _ clipDuration: RationalTime, isFitted: Bool
  ) throws(InterchangeProblem) -> InterchangeClip? {
    var clip = InterchangeClip(source: .color("black"), duration: nil, place: layer.place)
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
      let end = try time(layer, "cutTo") ?? options.lengths[path]
      clip.source = .media(media(path, layer, .film))
      clip.start = from
      clip.playsSound = keepsSound
      if isFitted, let end, from < end {
        let speed = try exactly(at: layer.place) { () throws(TimeOverflow) in
          try (end - from).divided(by: clipDuration)
        }
        if speed != .one { clip.speed = .factor(speed) }
      } else if isFitted {
        ledger.approximate(layer, "the length of the media is unknown: it plays at its own speed")
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
        ledger.approximate(layer, "the random colour is replaced with black")
      }
    case "linear-gradient", "radial-gradient", "rainbow-colors":
      ledger.map(layer, reading: ["type", "colors", "start", "stop"])
      let colors = layer["colors"]?.elements?.compactMap(colour) ?? []
      clip.source = .gradient(
        (colors.count >= 2 ? colors : ["#02aab0", "#00cdac"]).joined(separator: " -> "))
      if type != "linear-gradient" {
        ledger.approximate(layer, "`\(type)` is imported as a static gradient")
      }
    default:
      ledger.drop(layer, "layers of the kind `\(type)` have no equivalent")
      return nil
    }
    return clip
  }

  mutating func title(_ layer: JSONNode, _ type: String) throws(InterchangeProblem) -> InterchangeClip {
    ledger.map(layer, reading: ["type", "text", "textColor", "position", "start", "stop", "fontPath"])
    ledger.approximate(layer, "`\(type)` is imported as plain text, without look and movement")
    if let position = layer["position"], let index = position.index { ledger.map(index) }
    if let background = layer["background"] { ledger.drop(background, "the background of the text") }
    var title = InterchangeTitle(text: layer["text"]?.string ?? "")
    title.font = layer["fontPath"]?.string ?? defaults.layer?["fontPath"]?.string
    title.color = colour(layer["textColor"])
    var clip = InterchangeClip(source: .color("black"), duration: nil, place: layer.place)
    if type == "title-background" {
      // Text over a background: it is centred, on black.
      clip.remarks.append("the background of the text is black")
    }
    title.isAtBottom = type == "subtitle" || type == "news-title" || layer["position"]?.string == "bottom"
    clip.source = title.text.isEmpty ? .color("black") : .title(title)
    return clip
  }

  func byType(_ type: String) -> JSONNode? { defaults.layerType?[type] }

  func fit(_ layer: JSONNode) -> String? {
    switch layer["resizeMode"]?.string {
    case "contain"?: "contain"
    case "contain-blur"?, nil: "blur"
    case "cover"?: "cover"
    case "stretch"?: "fill"
    default: nil
    }
  }

  /// Numbers from 0 to 1 as percentages of the canvas.
  func layout(_ layer: JSONNode) throws(InterchangeProblem) -> InterchangeLayout? {
    func share(_ node: JSONNode?) throws(InterchangeProblem) -> Double? {
      guard let node, !node.isNull else { return nil }
      guard let number = node.double, (-100...100).contains(number) else {
        throw InterchangeProblem("expected a number from -100 to 100", at: node.place)
      }
      return number * 100
    }
    var layout = InterchangeLayout()
    layout.width = try share(layer["width"])
    layout.height = try share(layer["height"])
    let position = layer["position"]
    if let word = position?.string {
      let places: [String: (InterchangeLayout.Anchor, Double, Double)] = [
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
    layout.anchor = word.isEmpty ? .center : InterchangeLayout.Anchor(rawValue: word) ?? .topLeft
    return layout
  }

  /// A colour that scripts can contain: a lower-case name or hexadecimal digits.
  func colour(_ node: JSONNode?) -> String? {
    guard let text = node?.string else { return nil }
    if text.hasPrefix("#"), [4, 7, 9].contains(text.utf8.count), text.dropFirst().allSatisfy(\.isHexDigit) {
      return text.lowercased()
    }
    let known: Set<String> = [
      "black", "white", "red", "green", "blue", "yellow", "gray", "grey", "orange", "purple", "navy", "teal",
    ]
    return known.contains(text.lowercased()) ? text.lowercased() : nil
  }
}
