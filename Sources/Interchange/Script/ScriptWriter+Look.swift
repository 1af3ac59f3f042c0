import Basics
import ScriptWriting

extension ScriptWriter {
  /// Adds the placement of an item, its crop, opacity and levels.
  mutating func addLook(to item: inout ScriptItem, _ clip: InterchangeClip, isSound: Bool)
    throws(TimeOverflow)
  {
    let missing = try missingEnd(of: clip) ?? .zero
    let length = try timeline.playedDuration(of: clip).map { length throws(TimeOverflow) in
      try length - missing
    }
    if !isSound {
      if case .title = clip.source {} else { item.set("fit", clip.fit) }
      try addPlace(to: &item, clip, length)
      if let crop = clip.crop { try addCrop(to: &item, crop, length) }
      if let curve = clip.motion.opacity {
        item.set(
          "opacity", try text(of: curve, length, opacity, usual: "1") { writtenNumber(min(max($0[0], 0), 1)) }
        )
      } else if let opacity = clip.opacity, opacity != 1 {
        item.set("opacity", writtenNumber(opacity))
      }
    }
    if clip.playsSound || isSound, clip.speed != .frozen {
      if let curve = clip.motion.volume {
        item.set("volume", try text(of: curve, length, .levels, usual: "1") { writtenLevel($0[0]) })
      } else if let volume = clip.volume {
        switch volume {
        case .decibels(let level) where level <= silentDecibels: item.set("volume", "0")
        case .decibels(let level):
          if level != 0 { item.set("volume", writtenNumber(level).map { $0 + "dB" }) }
        case .factor(let factor): if factor != 1 { item.set("volume", writtenNumber(factor)) }
        }
      }
    }
    switch (clip.fadeIn, clip.fadeOut) {
    case (let first?, let last?): item.set("fade", "{in: \(times.text(first)), out: \(times.text(last))}")
    case (let first?, nil): item.set("fade", "{in: \(times.text(first)), out: 0s}")
    case (nil, let last?): item.set("fade", "{in: 0s, out: \(times.text(last))}")
    case (nil, nil): break
    }
  }

  private mutating func addPlace(
    to item: inout ScriptItem, _ clip: InterchangeClip, _ length: RationalTime?
  ) throws(TimeOverflow) {
    let layout = clip.layout ?? InterchangeLayout()
    let motion = clip.motion
    let percent = { (number: Double) in writtenNumber(number).map { $0 + "%" } }
    let hasSize = [layout.width, layout.height, layout.scale].allSatisfy { $0.map { $0 > 0 } ?? true }
    if !hasSize {
      lose(clip.place, .dropped(reason: "its size is not above 0: the default size is used"))
    }
    if let place = motion.place {
      item.set(
        "place",
        try text(of: place, length, self.place, usual: "50%, 50%") { values in
          percent(values[0]).flatMap { x in percent(values[1]).map { "\(x), \($0)" } }
        })
    } else if layout.anchor != .center || layout.x != 50 || layout.y != 50, let x = writtenNumber(layout.x),
      let y = writtenNumber(layout.y)
    {
      item.set(
        "place",
        "\"\(x)%, \(y)%" + (layout.anchor == .center ? "" : ", anchor \(layout.anchor.rawValue)") + "\"")
    }
    if let size = motion.size {
      item.set("width", try text(of: size, length, self.place) { percent($0[0]) })
      item.set("height", try text(of: size, length, self.place) { percent($0[1]) })
    } else if hasSize {
      item.set("width", layout.width.flatMap(percent))
      item.set("height", layout.height.flatMap(percent))
    }
    if let scale = motion.scale {
      item.set(
        "scale", try text(of: scale, length, self.scale, usual: "1") { writtenNumber($0[0], decimals: 6) })
    } else if hasSize {
      item.set("scale", layout.scale.flatMap { writtenNumber($0, decimals: 6) })
    }
    if let rotation = motion.rotation {
      item.set(
        "rotate",
        try text(of: rotation, length, turn, usual: "0deg") { writtenNumber($0[0]).map { $0 + "deg" } })
    } else {
      item.set("rotate", layout.rotation.flatMap { writtenNumber($0) }.map { $0 + "deg" })
    }
  }

  private mutating func addCrop(
    to item: inout ScriptItem, _ crop: InterchangeCrop, _ length: RationalTime?
  ) throws(TimeOverflow) {
    let part = try text(of: crop.sides, length, sides) { sides in
      let written = sides.compactMap { writtenNumber($0) }
      return written.count == 4 ? written.map { $0 + "%" }.joined(separator: " ") : nil
    }
    item.set("crop", part.map { crop.staysInPlace ? "{part: \($0), anchor: keep}" : $0 })
  }

  /// A curve in the form of a script: one value, a ramp, or key frames. Nil if it is always `usual`, or a
  /// number is too large for a script.
  private mutating func text(
    of curve: InterchangeCurve, _ length: RationalTime?, _ tolerance: CurveTolerance, usual: String? = nil,
    _ value: ([Double]) -> String?
  ) throws(TimeOverflow) -> String? {
    let whole = try length.map { length throws(TimeOverflow) in try curve.within(length) } ?? curve
    let short = whole.simplified(1e-5)
    guard var keys = try keys(of: short, tolerance, value) else { return nil }
    // A constant start or end may be part of a longer line.
    let long = whole.withoutStraightKeys(1e-5)
    if long.keys.count > short.keys.count, keys.count > 2,
      let other = try self.keys(of: long, tolerance, value), other.count < keys.count
    {
      keys = other
    }
    let quoted = { (text: String) in text.contains(",") ? "\"\(text)\"" : text }
    if keys.count == 1 { return keys[0].word == usual ? nil : quoted(keys[0].word) }
    let easing = { (key: CurveThinning.Key) in key.easing.written.map { " " + $0 } ?? "" }
    if keys.count == 2 {
      let (start, end) = (keys[0], keys[1])
      let isWhole = start.key.time == .zero && end.key.time == length
      let range = isWhole ? "" : " over \(times.range(start.key.time, end.key.time))"
      return quoted("\(start.word) -> \(end.word)\(range)\(easing(start.key))")
    }
    let last = keys.count - 1
    let frames = keys.enumerated().map { number, entry in
      "\(times.text(entry.key.time)): " + quoted(entry.word + (number == last ? "" : easing(entry.key)))
    }
    return "{\(frames.joined(separator: ", "))}"
  }

  /// The key frames that a script needs, with their words; nil if a number is too large for a script.
  private mutating func keys(
    of curve: InterchangeCurve, _ tolerance: CurveTolerance, _ value: ([Double]) -> String?
  ) throws(TimeOverflow) -> [(key: CurveThinning.Key, word: String)]? {
    let searchesOfOne = min(120, searches)
    var thinning = CurveThinning(
      tolerance, frame: timeline.canvas.rate?.frameDuration, searches: searchesOfOne)
    let thinned = try thinning.keys(of: curve)
    searches -= searchesOfOne - thinning.searches
    var keys = zip(thinned, thinned.map { value($0.values) })
      .compactMap { key, word in word.map { (key: key, word: $0) } }
    guard keys.count == thinned.count else { return nil }
    // A constant value needs no key at its start or end.
    while keys.count > 1, keys[keys.count - 1].word == keys[keys.count - 2].word { keys.removeLast() }
    while keys.count > 1, keys[0].word == keys[1].word { keys.removeFirst() }
    return keys
  }

  // MARK: How far a written curve may be from the original

  /// A quarter of a pixel of the canvas in percent of its width and height.
  private var place: CurveTolerance {
    .distances([25 / Double(timeline.canvas.width ?? 1920), 25 / Double(timeline.canvas.height ?? 1080)])
  }

  private var sides: CurveTolerance {
    guard case .distances(let both) = place else { return place }
    return .distances(both + both)
  }

  /// Moves the edges of a picture as large as the canvas by a quarter of a pixel.
  private var scale: CurveTolerance {
    .distances([0.5 / Double(max(timeline.canvas.width ?? 1920, timeline.canvas.height ?? 1080))])
  }

  /// Moves a corner of the canvas by a quarter of a pixel.
  private var turn: CurveTolerance {
    let (width, height) = (Double(timeline.canvas.width ?? 1920), Double(timeline.canvas.height ?? 1080))
    return .distances([0.5 / (width * width + height * height).squareRoot() * 180 / Double.pi])
  }

  /// Half of a code of eight bits.
  private var opacity: CurveTolerance { .distances([0.002]) }
}

/// A factor in its usual form: `0.5`, or decibels if they are rounder.
private func writtenLevel(_ factor: Double) -> String? {
  let decibels = decibelsOfFactor(factor)
  let isRound = { (number: Double) in abs(number * 1000 - (number * 1000).rounded()) < 1e-3 }
  if factor > 0, !isRound(factor), isRound(decibels) { return writtenNumber(decibels).map { $0 + "dB" } }
  return writtenNumber(factor, decimals: 6)
}
