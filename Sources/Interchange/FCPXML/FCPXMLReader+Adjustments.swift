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
  mutating func adjust(_ clip: inout CutClip, by element: XMLElement) throws(InterchangeProblem) {
    for child in element.children {
      switch child.name {
      case "adjust-volume": try adjustVolume(&clip, child)
      case "adjust-blend":
        ledger.map(child, reading: ["amount"])
        if let amount = child["amount"] {
          clip.opacity = try number(amount, 0...1, child)
        }
      case "adjust-conform":
        ledger.map(child, reading: ["type"])
        clip.fit = ["fit": "contain", "fill": "cover", "none": "none"][child["type"] ?? "fit"]
      case "adjust-transform": try adjustTransform(&clip, child)
      case "adjust-colorConform" where child["conformType"] == "conformNone": ledger.map(child.index)
      case "adjust-colorConform": ledger.drop(child.index, "colours are converted by the tags of the media")
      case "audio-channel-source": ledger.drop(child.index, "channels of sound are not chosen")
      case "keyword", "rating", "note", "metadata": ledger.drop(child.index, "notes about the media")
      default: break
      }
    }
  }

  private mutating func adjustVolume(_ clip: inout CutClip, _ element: XMLElement) throws(InterchangeProblem)
  {
    ledger.map(element, reading: ["amount"])
    if let amount = element["amount"] {
      let digits = amount.hasSuffix("dB") ? String(amount.dropLast(2)) : amount
      clip.volume = .decibels(try number(digits, -200...60, element))
    }
    for param in element.all("param") {
      ledger.map(param, reading: ["name"], harmless: ["key", "value", "enabled"])
      for fade in param.children {
        switch fade.name {
        case "fadeIn", "fadeOut":
          ledger.map(fade, reading: ["duration"], harmless: ["type"])
          if fade["type"] != nil, fade["type"] != "linear" {
            ledger.approximate(fade.index, "the curve is linear")
          }
          let length = try length(fade, "duration")
          if fade.name == "fadeIn" { clip.fadeIn = length } else { clip.fadeOut = length }
        case "keyframeAnimation": ledger.drop(fade.index, "key frames of the volume are not read")
        default: break
        }
      }
    }
  }

  private mutating func adjustTransform(_ clip: inout CutClip, _ element: XMLElement)
    throws(InterchangeProblem)
  {
    ledger.map(element, reading: ["position", "scale", "rotation"], harmless: ["enabled"])
    if element["enabled"] == "0" { return }
    var layout = CutLayout()
    if let scale = element["scale"] {
      let factors = try pair(scale, element)
      layout.scale = factors.0 == 1 ? nil : factors.0
      if factors.0 != factors.1 { ledger.approximate(element.index, "the height is scaled as the width is") }
      if !(0...1000).contains(factors.0) {
        ledger.approximate(element.index, "left out: a scale of \(factors.0)")
        layout.scale = nil
      }
    }
    if let rotation = element["rotation"] {
      let degrees = try number(rotation, -1e6...1e6, element)
      layout.rotation = degrees == 0 ? nil : -degrees
    }
    if let position = element["position"], try pair(position, element) != (0, 0) {
      // Both numbers are percent of the height of the canvas, upwards and to the right from its middle.
      if let width = cut.canvas.width, let height = cut.canvas.height, width > 0 {
        let (x, y) = try pair(position, element)
        layout.x = 50 + x * Double(height) / Double(width)
        layout.y = 50 - y
      } else {
        ledger.approximate(
          element.index, "left out: the position, because the size of the canvas is not known")
      }
    }
    if layout != CutLayout() { clip.layout = layout }
  }

  private func pair(_ text: String, _ element: XMLElement) throws(InterchangeProblem) -> (Double, Double) {
    let parts = text.split(separator: " ")
    guard parts.count == 2 else {
      throw InterchangeProblem("expected two numbers instead of `\(text)`", at: InputPlace(element))
    }
    return (
      try number(String(parts[0]), -1e6...1e6, element), try number(String(parts[1]), -1e6...1e6, element)
    )
  }

  private func number(
    _ text: String, _ range: ClosedRange<Double>, _ element: XMLElement
  ) throws(InterchangeProblem) -> Double {
    guard text.utf8.count <= 64, let number = Double(text), range.contains(number) else {
      throw InterchangeProblem(
        "`\(text)` is no number from \(range.lowerBound) to \(range.upperBound)", at: InputPlace(element))
    }
    return number
  }
}
