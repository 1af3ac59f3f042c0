import Basics
import XMLTree

/// The part of an element that its clip plays, in the element's own time.
struct FCPXMLPart {
  let start: RationalTime
  let duration: RationalTime
  /// Whether only its sound is read.
  let isSound: Bool
}

extension FCPXMLReader {
  /// The value of an attribute, or of the parameter of that name that animates it; nil if neither exists.
  ///
  /// Times of key frames are in the element's time, like its `start`. `isHeard` is for sound levels, which
  /// Final Cut Pro interpolates linearly.
  mutating func curve(
    _ name: String, of element: XMLElement, _ part: FCPXMLPart, isHeard: Bool = false,
    numbers: (String, XMLElement) throws(InterchangeProblem) -> [Double]
  ) throws(InterchangeProblem) -> InterchangeCurve? {
    var curve = try element[name].map { text throws(InterchangeProblem) in
      InterchangeCurve(constant: try numbers(text, element))
    }
    for param in element.all("param") where param["name"] == name {
      if param["enabled"] == "0" {
        ledger.drop(param.index, "it is disabled", affecting: .neither)
        continue
      }
      ledger.map(param, reading: ["name", "value"], harmless: ["key", "enabled"])
      if let text = param["value"] { curve = InterchangeCurve(constant: try numbers(text, param)) }
      if let animation = param.first("keyframeAnimation"),
        let moving = try keyFrames(animation, part, isHeard: isHeard, numbers: numbers)
      {
        curve = moving
      }
    }
    return curve
  }

  private mutating func keyFrames(
    _ animation: XMLElement, _ part: FCPXMLPart, isHeard: Bool,
    numbers: (String, XMLElement) throws(InterchangeProblem) -> [Double]
  ) throws(InterchangeProblem) -> InterchangeCurve? {
    ledger.map(animation.index)
    var read: [(element: XMLElement, time: RationalTime, values: [Double])] = []
    for element in animation.all("keyframe") {
      let place = InputPlace(element)
      ledger.map(element, reading: ["time", "value", "interp", "curve"])
      guard let local = try time(element, "time"), let text = element["value"] else {
        throw InterchangeProblem("a key frame needs `time` and `value`", at: place)
      }
      let moment = try exactly(at: place) { () throws(TimeOverflow) in try local - part.start }
      read.append((element, moment, try numbers(text, element)))
    }
    let sorted = read.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    var keys: [InterchangeCurve.Key] = []
    for (index, entry) in sorted.enumerated() {
      guard index + 1 < sorted.count else {
        keys.append(InterchangeCurve.Key(time: entry.time, values: entry.values))
        continue
      }
      let next = sorted[index + 1]
      guard entry.time < next.time else {
        ledger.drop(entry.element.index, "there is another key frame at the same time", affecting: .neither)
        continue
      }
      let easing = InterchangeEasing(
        slowAtFirst: ["ease", "easeOut"].contains(entry.element["interp"]),
        slowAtLast: ["ease", "easeIn"].contains(next.element["interp"]))
      if easing != .linear {
        ledger.approximate(
          entry.element.index, "the easing to the next key frame is approximated with `\(easing.rawValue)`")
      }
      keys.append(InterchangeCurve.Key(time: entry.time, values: entry.values, easing: easing))
    }
    guard let curve = InterchangeCurve(keys) else { return nil }
    if !isHeard, sorted.contains(where: { $0.element["curve"] != "linear" }), curve.turns {
      ledger.approximate(
        animation.index, "values change linearly between key frames, without smoothing")
    }
    return curve
  }

  /// The fades of a level.
  mutating func fades(of element: XMLElement, _ part: FCPXMLPart) throws(InterchangeProblem)
    -> InterchangeFades
  {
    var fades = InterchangeFades()
    for fade in element.all("param").filter({ $0["enabled"] != "0" }).flatMap(\.children)
    where ["fadeIn", "fadeOut"].contains(fade.name) {
      ledger.map(fade, reading: ["duration", "type"])
      let shape = fade["type"] ?? (fade.name == "fadeIn" ? "easeIn" : "easeOut")
      if shape != "linear" { ledger.approximate(fade.index, "the fade is linear, not `\(shape)`") }
      guard let length = try length(fade, "duration"), length > .zero else { continue }
      let other = (fade.name == "fadeIn" ? fades.fadeOut : fades.fadeIn) ?? .zero
      let sum = try exactly(at: InputPlace(fade)) { () throws(TimeOverflow) in try length + other }
      guard sum <= part.duration else {
        ledger.drop(fade.index, "the clip is too short for the fade")
        continue
      }
      if fade.name == "fadeIn" { fades.fadeIn = length } else { fades.fadeOut = length }
    }
    return fades
  }
}

extension InterchangeCurve {
  /// Whether it changes direction at an inner key.
  fileprivate var turns: Bool {
    keys.indices.dropFirst().dropLast().contains { index in
      let (before, here, after) = (keys[index - 1], keys[index], keys[index + 1])
      guard let first = try? here.time - before.time, let second = try? after.time - here.time else {
        return true
      }
      return here.values.indices.contains { number in
        let slope = (here.values[number] - before.values[number]) / first.inSeconds
        let next = (after.values[number] - here.values[number]) / second.inSeconds
        return abs(slope - next) > 1e-6 * max(abs(slope), abs(next))
      }
    }
  }
}
