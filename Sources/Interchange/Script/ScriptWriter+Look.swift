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
        item.set("opacity", try text(of: curve, length, usual: "1") { writtenNumber(min(max($0[0], 0), 1)) })
      } else if let opacity = clip.opacity, opacity != 1 {
        item.set("opacity", writtenNumber(opacity))
      }
    }
    if clip.playsSound || isSound, clip.speed != .frozen {
      if let curve = clip.motion.volume {
        item.set("volume", try text(of: curve, length, usual: "1") { level($0[0]) })
      } else if let volume = clip.volume {
        switch volume {
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

  /// A factor in its usual form: `0.5`, or decibels if they are rounder.
  private func level(_ factor: Double) -> String? {
    let decibels = decibelsOfFactor(factor)
    let isRound = { (number: Double) in abs(number * 1000 - (number * 1000).rounded()) < 1e-3 }
    if factor > 0, !isRound(factor), isRound(decibels) { return writtenNumber(decibels).map { $0 + "dB" } }
    return writtenNumber(factor, decimals: 6)
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
        try text(of: place, length, usual: "50%, 50%") { values in
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
      item.set("width", try text(of: size, length) { percent($0[0]) })
      item.set("height", try text(of: size, length) { percent($0[1]) })
    } else if hasSize {
      item.set("width", layout.width.flatMap(percent))
      item.set("height", layout.height.flatMap(percent))
    }
    if let scale = motion.scale {
      item.set("scale", try text(of: scale, length, usual: "1") { writtenNumber($0[0], decimals: 6) })
    } else if hasSize {
      item.set("scale", layout.scale.flatMap { writtenNumber($0, decimals: 6) })
    }
    if let rotation = motion.rotation {
      item.set(
        "rotate", try text(of: rotation, length, usual: "0deg") { writtenNumber($0[0]).map { $0 + "deg" } })
    } else {
      item.set("rotate", layout.rotation.flatMap { writtenNumber($0) }.map { $0 + "deg" })
    }
  }

  private mutating func addCrop(
    to item: inout ScriptItem, _ crop: InterchangeCrop, _ length: RationalTime?
  ) throws(TimeOverflow) {
    let part = try text(of: crop.sides, length) { sides in
      let written = sides.compactMap { writtenNumber($0) }
      return written.count == 4 ? written.map { $0 + "%" }.joined(separator: " ") : nil
    }
    item.set("crop", part.map { crop.staysInPlace ? "{part: \($0), anchor: keep}" : $0 })
  }

  /// A curve in the form of a script: one value, a ramp, or key frames. Nil if it is always `usual`, or a
  /// number is too large for a script.
  private func text(
    of curve: InterchangeCurve, _ length: RationalTime?, usual: String? = nil, _ value: ([Double]) -> String?
  ) throws(TimeOverflow) -> String? {
    let curve = try (length.map { length throws(TimeOverflow) in try curve.within(length) } ?? curve)
      .simplified(1e-5)
    var keys = zip(curve.keys, curve.keys.map { value($0.values) })
      .compactMap { key, word in word.map { (key: key, word: $0) } }
    guard keys.count == curve.keys.count else { return nil }
    // A constant value needs no key at its start or end.
    while keys.count > 1, keys[keys.count - 1].word == keys[keys.count - 2].word { keys.removeLast() }
    while keys.count > 1, keys[0].word == keys[1].word { keys.removeFirst() }
    let quoted = { (text: String) in text.contains(",") ? "\"\(text)\"" : text }
    if keys.count == 1 { return keys[0].word == usual ? nil : quoted(keys[0].word) }
    let easing = { (key: InterchangeCurve.Key) in key.easing == .linear ? "" : " " + key.easing.rawValue }
    if keys.count == 2 {
      let (start, end) = (keys[0], keys[1])
      let isWhole = start.key.time == .zero && end.key.time == length
      let range = isWhole ? "" : " over \(times.range(start.key.time, end.key.time))"
      return quoted("\(start.word) -> \(end.word)\(range)\(easing(start.key))")
    }
    let frames = keys.map { "\(times.text($0.key.time)): " + quoted($0.word + easing($0.key)) }
    return "{\(frames.joined(separator: ", "))}"
  }
}
