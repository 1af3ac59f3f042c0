import Basics
import XMLTree

/// How the time of a clip leads to the time of its source.
struct FCPXMLTimeMapping {
  let speed: PlaybackSpeed
  /// A time of the clip and the time of the source there.
  let clip: RationalTime
  let source: RationalTime

  static let identity = FCPXMLTimeMapping(speed: .normal, clip: .zero, source: .zero)

  func source(at time: RationalTime) throws(TimeOverflow) -> RationalTime {
    try source + speed.consumed(in: time - clip)
  }
}

extension FCPXMLReader {
  /// The time map of a clip: one speed, or the one between its first and last point.
  mutating func timeMapping(of element: XMLElement) throws(InterchangeProblem) -> FCPXMLTimeMapping {
    if let rate = element.first("conform-rate") {
      ledger.map(rate, reading: ["srcFrameRate", "scaleEnabled"], harmless: ["frameSampling"])
      if rate["scaleEnabled"] != "0" {
        ledger.approximate(rate.index, "frames of another rate are repeated or left out, the speed stays")
      }
    }
    guard let map = element.first("timeMap") else { return .identity }
    ledger.map(map, reading: [], harmless: ["frameSampling", "preservesPitch"])
    var points: [(time: RationalTime, value: RationalTime)] = []
    for point in map.all("timept") {
      ledger.map(point, reading: ["time", "value"], harmless: ["interp", "inTime", "outTime"])
      guard let moment = try time(point, "time"), let value = try time(point, "value") else {
        throw InterchangeProblem("a point of a time map needs `time` and `value`", at: InputPlace(point))
      }
      points.append((moment, value))
    }
    guard let first = points.first, let last = points.last, first.time < last.time else {
      throw InterchangeProblem("a time map needs two points, one after the other", at: InputPlace(map))
    }
    let factor = try exactly(at: InputPlace(map)) { () throws(TimeOverflow) in
      try (last.value - first.value).divided(by: last.time - first.time)
    }
    if points.count > 2 {
      ledger.approximate(
        map.index, "a speed that changes is read as one speed, from its first to its last point")
    }
    let speed = factor == .zero ? PlaybackSpeed.frozen : .factor(factor)
    return FCPXMLTimeMapping(speed: speed, clip: first.time, source: first.value)
  }

  /// Volume, opacity, fades and the place of the picture.
  mutating func adjust(
    _ clip: inout CutClip, by element: XMLElement, in part: FCPXMLPart
  ) throws(InterchangeProblem) {
    try stand(&clip, by: element, part)
    try adjustLevels(of: &clip, by: element, part)
    for child in element.children {
      switch child.name {
      case "adjust-colorConform" where child["conformType"] == "conformNone": ledger.map(child.index)
      case "adjust-colorConform": ledger.drop(child.index, "colours are converted by the tags of the media")
      case "audio-channel-source": ledger.drop(child.index, "channels of sound are not chosen")
      case "keyword", "rating", "note", "metadata": ledger.drop(child.index, "notes about the media")
      default: break
      }
    }
  }

  private mutating func adjustLevels(
    of clip: inout CutClip, by element: XMLElement, _ part: FCPXMLPart
  ) throws(InterchangeProblem) {
    var (seen, heard) = (FCPXMLFades(), FCPXMLFades())
    if let blend = element.first("adjust-blend") {
      ledger.map(blend, reading: ["amount"])
      let opacity = try curve("amount", of: blend, part) { (text, place) throws(InterchangeProblem) in
        [try fcpxmlNumber(text, 0...1, place)]
      }
      if let opacity {
        if opacity.isConstant { clip.opacity = opacity.first[0] } else { clip.motion.opacity = opacity }
      }
      seen = try fades(of: blend, part)
    }
    if let volume = element.first("adjust-volume") {
      ledger.map(volume, reading: ["amount"])
      let decibels = try curve("amount", of: volume, part, isHeard: true) {
        (text, place) throws(InterchangeProblem) in
        let digits = text.hasSuffix("dB") ? String(text.dropLast(2)) : text
        return [try fcpxmlNumber(digits, -200...60, place)]
      }
      if let decibels {
        if decibels.isConstant {
          clip.volume = .decibels(decibels.first[0])
        } else {
          clip.motion.volume = try exactly(at: InputPlace(volume)) { () throws(TimeOverflow) in
            try decibels.factorsOfDecibels()
          }
        }
      }
      heard = try fades(of: volume, part)
    }
    let isHeard = part.isSound || clip.playsSound
    if part.isSound || !isHeard || seen == heard {
      let fades = part.isSound ? heard : seen
      clip.fadeIn = fades.fadeIn ?? clip.fadeIn
      clip.fadeOut = fades.fadeOut ?? clip.fadeOut
      return
    }
    // A fade of a script is one of picture and sound; here they differ.
    let (picture, sound) = (clip.motion.opacity, clip.motion.volume)
    let opacity = picture ?? CutCurve(constant: [clip.opacity ?? 1])
    let volume = sound ?? CutCurve(constant: [(clip.volume ?? .factor(1)).factor])
    let length = part.duration
    (clip.motion.opacity, clip.motion.volume) = try exactly(at: InputPlace(element)) {
      () throws(TimeOverflow) in
      (
        seen == FCPXMLFades() ? picture : try opacity.multiplied(by: seen, lasting: length),
        heard == FCPXMLFades() ? sound : try volume.multiplied(by: heard, lasting: length)
      )
    }
  }
}
