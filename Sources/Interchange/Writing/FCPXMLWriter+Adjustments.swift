import Basics
import XMLTree

extension FCPXMLWriter {
  /// The adjustments of a clip, in the order of the DTD. `localStart` is the clip's own time at its start.
  mutating func adjustments(
    of clip: InterchangeClip, isSound: Bool, hasSound: Bool, _ localStart: RationalTime
  ) throws(TimeOverflow) -> [XMLElement] {
    var elements: [XMLElement] = []
    if !isSound {
      let motion = clip.motion
      let curves = [
        motion.opacity, motion.place, motion.size, motion.scale, motion.rotation, clip.crop?.sides,
      ]
      if curves.contains(where: { $0?.keys.contains { $0.easing != .linear } == true }) {
        losses.approximate(clip.place, "easing follows the curves of Final Cut Pro")
      }
      if let crop = clip.crop { elements += try self.crop(crop, of: clip, localStart).map { [$0] } ?? [] }
      let transform = try self.transform(of: clip, localStart)
      let isMedia = hasSound || isStill(clip.source)
      if transform == nil, isMedia,
        let fit = clip.fit.flatMap({ ["contain": "fit", "cover": "fill", "none": "none"][$0] })
      {
        elements.append(XMLElement("adjust-conform", [XMLAttribute("type", fit)]))
      }
      if let transform { elements.append(transform) }
      let opacity = motion.opacity ?? InterchangeCurve(constant: [clip.opacity ?? 1])
      let fades = motion.opacity == nil ? (clip.fadeIn, clip.fadeOut) : (nil, nil)
      elements += try level(
        "adjust-blend", opacity, usual: "1", fades: fades, localStart, { writtenNumber($0[0], decimals: 6) })
    }
    guard hasSound, isSound || clip.playsSound else { return elements }
    let decibels =
      try clip.motion.volume?.decibelsOfFactors()
      ?? InterchangeCurve(constant: [max(clip.volume?.decibels ?? 0, silentDecibels)])
    return elements
      + (try level(
        "adjust-volume", decibels, usual: "0dB", fades: (clip.fadeIn, clip.fadeOut), localStart,
        { writtenNumber($0[0], decimals: 6).map { $0 + "dB" } }))
  }

  private func isStill(_ source: InterchangeClip.Source) -> Bool {
    if case .media(let number) = source { timeline.media[number].kind == .still } else { false }
  }

  // MARK: Levels

  /// An element with an amount, fades and key frames; none if it changes nothing.
  private func level(
    _ name: String, _ curve: InterchangeCurve, usual: String, fades: (RationalTime?, RationalTime?),
    _ localStart: RationalTime,
    _ word: ([Double]) -> String?
  ) throws(TimeOverflow) -> [XMLElement] {
    guard let amount = word(curve.first) else { return [] }
    var parts: [XMLElement] = []
    for (name, length) in [("fadeIn", fades.0), ("fadeOut", fades.1)] {
      guard let length, length > .zero else { continue }
      parts.append(
        XMLElement(name, [XMLAttribute("type", "linear"), XMLAttribute("duration", text(length))]))
    }
    if !curve.isConstant { parts.append(try animation(of: curve, localStart, word)) }
    guard amount != usual || !parts.isEmpty else { return [] }
    let param = XMLElement("param", [XMLAttribute("name", "amount")], parts)
    return [XMLElement(name, [XMLAttribute("amount", amount)], parts.isEmpty ? [] : [param])]
  }

  /// Key frames with linear or eased intervals.
  private func animation(
    of curve: InterchangeCurve, _ localStart: RationalTime, _ word: ([Double]) -> String?
  ) throws(TimeOverflow) -> XMLElement {
    var frames: [XMLElement] = []
    for (index, key) in curve.keys.enumerated() {
      guard let value = word(key.values) else { continue }
      // A key frame of Final Cut Pro defines the interpolation before and after it.
      let comesSlowly = index > 0 && curve.keys[index - 1].easing.isSlowAtLast
      let interpolation =
        switch (comesSlowly, key.easing.isSlowAtFirst && index + 1 < curve.keys.count) {
        case (true, true): "ease"
        case (true, false): "easeIn"
        case (false, true): "easeOut"
        case (false, false): "linear"
        }
      frames.append(
        XMLElement(
          "keyframe",
          [
            XMLAttribute("time", text(try localStart + key.time)), XMLAttribute("value", value),
            XMLAttribute("interp", interpolation), XMLAttribute("curve", "linear"),
          ]))
    }
    return XMLElement("keyframeAnimation", [], frames)
  }

  /// Adds an attribute if the curve is constant and not `usual`, or a parameter with key frames.
  private func add(
    _ name: String, _ curve: InterchangeCurve, usual: [Double], _ localStart: RationalTime,
    to attributes: inout [XMLAttribute], _ params: inout [XMLElement]
  ) throws(TimeOverflow) {
    let word = { (values: [Double]) in
      let words = values.compactMap { writtenNumber($0, decimals: 6) }
      return words.count == values.count ? words.joined(separator: " ") : nil
    }
    guard !curve.isConstant else {
      if curve.first != usual, let text = word(curve.first) { attributes.append(XMLAttribute(name, text)) }
      return
    }
    params.append(
      XMLElement("param", [XMLAttribute("name", name)], [try animation(of: curve, localStart, word)]))
  }

  // MARK: The place of the picture

  private var canvasSize: (width: Double, height: Double)? {
    guard let width = timeline.canvas.width, let height = timeline.canvas.height, width > 0, height > 0 else {
      return nil
    }
    return (Double(width), Double(height))
  }

  /// The natural size of a picture; colours and sequences have that of the canvas. Nil if unknown.
  private func naturalSize(of source: InterchangeClip.Source) -> (width: Double, height: Double)? {
    guard case .media(let number) = source else { return canvasSize }
    guard let width = timeline.media[number].width, let height = timeline.media[number].height, width > 0,
      height > 0
    else { return nil }
    return (Double(width), Double(height))
  }

  /// Nil if the picture is at Final Cut Pro's default place.
  private mutating func transform(
    of clip: InterchangeClip, _ localStart: RationalTime
  ) throws(TimeOverflow) -> XMLElement? {
    let motion = clip.motion
    let moves = motion.place != nil || motion.size != nil || motion.scale != nil || motion.rotation != nil
    guard clip.layout != nil || clip.fit == "fill" || moves else { return nil }
    guard let canvas = canvasSize, let picture = naturalSize(of: clip.source) else {
      losses.approximate(clip.place, "omitted: place, because the size of the picture is unknown")
      return nil
    }
    let layout = clip.layout ?? InterchangeLayout()
    // The size of the whole picture as fitted by Final Cut Pro, in percent of the canvas.
    let factor = min(canvas.width / picture.width, canvas.height / picture.height)
    let fitted = (
      width: picture.width * factor / canvas.width * 100,
      height: picture.height * factor / canvas.height * 100
    )
    var scale = motion.scale.map { curve in curve.map { [$0[0], $0[0]] } }
    if let size = motion.size {
      scale = size.map { [$0[0] / fitted.width, $0[1] / fitted.height] }
    } else if scale == nil, layout.width != nil || layout.height != nil {
      let across = layout.width.map { $0 / fitted.width }
      let down = layout.height.map { $0 / fitted.height }
      scale = InterchangeCurve(constant: [across ?? down ?? 1, down ?? across ?? 1])
    } else if scale == nil, clip.fit == "fill", layout.scale == nil {
      scale = InterchangeCurve(constant: [100 / fitted.width, 100 / fitted.height])
    }
    let even = scale ?? InterchangeCurve(constant: [layout.scale ?? 1, layout.scale ?? 1])
    let rotation = motion.rotation ?? InterchangeCurve(constant: [layout.rotation ?? 0])
    var place = motion.place ?? InterchangeCurve(constant: [layout.x, layout.y])
    if motion.place == nil, layout.anchor != .center {
      let part = layout.anchor.part
      place = InterchangeCurve(constant: [
        layout.x + (0.5 - part.x) * even.first[0] * fitted.width,
        layout.y + (0.5 - part.y) * even.first[1] * fitted.height,
      ])
    }
    var attributes: [XMLAttribute] = []
    var params: [XMLElement] = []
    // Both numbers are percentages of the canvas height, from its centre to the right and up.
    let position = place.map { [($0[0] - 50) * canvas.width / canvas.height, 50 - $0[1]] }
    try add("position", position, usual: [0, 0], localStart, to: &attributes, &params)
    try add("scale", even.rounded(6), usual: [1, 1], localStart, to: &attributes, &params)
    // Final Cut Pro rotates counterclockwise.
    try add("rotation", rotation.map { [-$0[0]] }, usual: [0], localStart, to: &attributes, &params)
    return attributes.isEmpty && params.isEmpty ? nil : XMLElement("adjust-transform", attributes, params)
  }

  private mutating func crop(
    _ crop: InterchangeCrop, of clip: InterchangeClip, _ localStart: RationalTime
  ) throws(TimeOverflow) -> XMLElement? {
    guard let picture = naturalSize(of: clip.source) else {
      losses.approximate(clip.place, "omitted: crop, because the size of the picture is unknown")
      return nil
    }
    let ratio = picture.width / picture.height
    var attributes: [XMLAttribute] = []
    var params: [XMLElement] = []
    for (number, name) in ["left", "top", "right", "bottom"].enumerated() {
      // All sides are percentages of the picture's height.
      let side = crop.sides.map { [number % 2 == 0 ? $0[number] * ratio : $0[number]] }
      try add(name, side, usual: [0], localStart, to: &attributes, &params)
    }
    let mode = crop.staysInPlace ? "trim" : "crop"
    return XMLElement(
      "adjust-crop", [XMLAttribute("mode", mode)], [XMLElement(mode + "-rect", attributes, params)])
  }
}

extension InterchangeCurve {
  /// The numbers rounded to `decimals` places.
  fileprivate func rounded(_ decimals: Int) -> InterchangeCurve {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return map { $0.map { ($0 * scale).rounded() / scale } }
  }
}

extension InterchangeLayout.Anchor {
  /// The place of the anchor as shares of the picture's width and height.
  fileprivate var part: (x: Double, y: Double) {
    switch self {
    case .topLeft: (0, 0)
    case .top: (0.5, 0)
    case .topRight: (1, 0)
    case .left: (0, 0.5)
    case .center: (0.5, 0.5)
    case .right: (1, 0.5)
    case .bottomLeft: (0, 1)
    case .bottom: (0.5, 1)
    case .bottomRight: (1, 1)
    }
  }
}
