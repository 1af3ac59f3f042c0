import Basics

extension Picture {
  /// The text of a drawn picture; empty for other pictures.
  package var drawnText: String {
    switch self {
    case .color(let color): "color \(color.text)"
    case .gradient(let gradient):
      "gradient \(gradient.colors.map(\.text).joined(separator: " ")) "
        + (gradient.circle.map { "around \($0.x),\($0.y) radius \($0.radius)" } ?? "at \(gradient.degrees)")
    case .bars(let bars): "bars \(bars.rawValue)"
    case .noise(let noise):
      "noise size \(noise.size) amount \(noise.amount)" + (noise.isColored ? " in colour" : "")
        + (noise.isStill ? " still" : "")
    case .shape(let shape): "shape \(shape.text)"
    case .text(let words): words.description
    case .credits(let credits): credits.text
    case .moving, .frozen, .film, .frozenFilm, .still, .subtitles: ""
    }
  }
}

extension CreditsPicture {
  fileprivate var text: String {
    let texts = texts.map { "at \($0.x),\($0.y) \($0.words.description)" }
    return (["credits \(motion.text)"] + texts).joined(separator: " | ")
  }
}

extension RollMotion {
  fileprivate var text: String {
    pixels == 0 ? "still" : "moves by \(pixels) in \(frames) from \(phase)"
  }
}

extension DrawnShape {
  fileprivate var text: String {
    let name =
      switch outline {
      case .rectangle(let radius): "rectangle radius \(radius)"
      case .ellipse: "ellipse"
      case .line: "line"
      case .polygon(let points): points.listing
      }
    return name + (fill.map { " fill \($0.text)" } ?? "")
      + (stroke.map { " stroke \($0.width) \($0.color.text)" } ?? "")
  }
}

extension [ShapePoint] {
  fileprivate var listing: String { "polygon " + map { "\($0.x),\($0.y)" }.joined(separator: " ") }
}

extension DrawnChanges {
  var text: String {
    let curves: [(String, Curve?)] = [
      ("degrees", degrees), ("centre x", circle?.x), ("centre y", circle?.y), ("circle", circle?.radius),
      ("amount", amount), ("stroke", strokeWidth), ("radius", radius), ("padding", boxPadding),
      ("side padding", boxSidePadding == boxPadding ? nil : boxSidePadding), ("shadow blur", shadowBlur),
    ]
    let colors: [(String, ColorCurves?)] =
      [
        ("color", color), ("stroke color", strokeColor), ("box color", boxColor),
        ("shadow color", shadowColor),
      ] + gradient.map { ("gradient", $0) }
    let words =
      colors.compactMap { name, color in color.map { "\(name) \($0.text)" } }
      + curves.compactMap { name, curve in curve.map { "\(name) \($0.text)" } }
    return words.joined(separator: " | ")
  }
}

extension ColorCurves {
  fileprivate var text: String { "\(red.text), \(green.text), \(blue.text), \(alpha.text)" }
}

extension Mask {
  var text: String {
    let name =
      switch source {
      case .image(let index, let stream): "media \(index) stream \(stream)"
      case .rectangle(let radius): "rectangle radius \(radius.text)"
      case .ellipse: "ellipse"
      case .polygon(let points): points.listing
      case .film(let film, let clock, let channel): "film \(film) \(clock.text) by \(channel.rawValue)"
      }
    return "\(name) \(layout.text) feather \(feather.text)" + (isInverted ? " inverted" : "")
  }
}

extension PictureLayout {
  var text: String {
    var words = [
      "in \(canvas.width)x\(canvas.height)",
      fillsCanvas ? fit.rawValue : "\(fit.rawValue) at \(naturalScale)",
      "place \(place.x.text), \(place.y.text) anchor \(place.partX.text), \(place.partY.text)",
    ]
    if let natural { words.append("natural \(natural)") }
    if let width { words.append("width \(width.text)") }
    if let height { words.append("height \(height.text)") }
    if scale != .constant(1) { words.append("scale \(scale.text)") }
    if rotation != .constant(0) { words.append("rotate \(rotation.text)") }
    if let skew { words.append("skew \(skew.x.text), \(skew.y.text)") }
    if let crop { words.append(crop.text) }
    if let focus { words.append("focus \(focus.x.text), \(focus.y.text)") }
    return words.joined(separator: " ")
  }
}

extension CropCurves {
  var text: String {
    "crop \(left.text) | \(top.text) | \(right.text) | \(bottom.text)"
      + (anchor == .keep ? " in its place" : "")
  }
}

extension PictureFilter {
  /// The filter with its curve, in the item's own time. Tables are named by their digests.
  package func text(_ tables: [LUT]) -> String {
    switch self {
    case .effect(let name, let curve): "\(name.rawValue) \(curve.text)"
    case .look(let index): "lut \(tables.indices.contains(index) ? tables[index].digest : "unknown")"
    case .ffmpeg(let filter): "ffmpeg \(filter)"
    }
  }
}

extension ChromaKey {
  /// With its curves in the item's own time.
  package var text: String {
    let distances = [
      tolerance.map { " tolerance \($0.text)" }, softness.map { " softness \($0.text)" },
      " spill \(spill.text)",
    ]
    let edge = [
      choke == .constant(0) ? nil : " choke \(choke.text)",
      feather == .constant(0) ? nil : " feather \(feather.text)",
    ]
    return color.text + (distances + edge).compactMap(\.self).joined()
  }
}

extension ShownWords {
  /// Everything that the picture of the text depends on, on one line; fonts are named by content.
  var description: String {
    var parts = ["text", text.isMarkup ? "markup" : nil, counter?.text ?? quoted(text.words)].compactMap(
      \.self)
    // A font file counts by its content, which comes first among the fonts.
    if case .family(let family) = text.font {
      parts.append("font \(quoted(family))")
    } else {
      parts.append("font file")
    }
    parts.append(
      "size \(text.size) weight \(text.weight) color \(text.color.text) \(text.alignment.rawValue)")
    if let width = text.width { parts.append("width \(width)") }
    if let height = text.height { parts.append("height \(height)") }
    if let factor = text.lineHeight { parts.append("line-height \(factor)") }
    if text.tracking != 0 { parts.append("tracking \(text.tracking)") }
    if !text.features.isEmpty { parts.append("features \(text.features.joined(separator: ","))") }
    if let outline = text.outline { parts.append("stroke \(outline.width) \(outline.color.text)") }
    if let shadow = text.shadow {
      parts.append("shadow \(shadow.color.text) \(shadow.x),\(shadow.y) blur \(shadow.blur)")
    }
    if let box = text.box {
      let sides = box.sidePadding == box.padding ? "" : " and \(box.sidePadding)"
      parts.append("box \(box.color.text) padding \(box.padding)\(sides) radius \(box.radius)")
    }
    if let letters { parts.append("letters \(letters.text)") }
    if let motion = text.motion, let motion = self.motion.map(motion.text) { parts.append(motion) }
    let edges = [reach.left, reach.top, reach.right, reach.bottom].map { "\($0)" }.joined(separator: " ")
    parts.append("drawn \(size) reach \(edges)")
    return (parts + fonts.map(\.digest)).joined(separator: " ")
  }
}

extension TextMotion {
  fileprivate func text(_ times: TextMotionTimes) -> String {
    let passages = [("appears", appearing, times.appearing), ("leaves", leaving, times.leaving)]
    let words = passages.compactMap { name, passage, clock in
      passage.flatMap { passage in
        clock.map { "\(name) \(passage.movement.text) \(passage.easing.text) \($0.text)" }
      }
    }
    let pace =
      "by \(unit.rawValue) \(order.rawValue) in \(times.length) each \(times.stagger) of \(times.total)"
    return ([pace] + words).joined(separator: " ")
  }
}

extension TextMovement {
  package var text: String {
    switch self {
    case .fade: "fade"
    case .typewriter: "typewriter"
    case .slide(let heading): "slide \(heading.rawValue)"
    case .rise: "rise"
    case .zoom(let share): "zoom \(share)"
    case .blur(let length): "blur \(length)"
    case .wipe(let heading): "wipe \(heading.rawValue)"
    }
  }
}

extension Counter {
  fileprivate var text: String {
    switch self {
    case .timecode(let rate): "counts timecode at \(rate.spelling)"
    case .frames(let digits): "counts frames in \(digits)"
    case .seconds(let rate, let digits): "counts seconds at \(rate.spelling) in \(digits)"
    case .number(let number):
      "counts from \(number.from) to \(number.to) in \(number.frameCount) \(number.easing.text) "
        + number.format.listing
    case .source(let reading): reading.listing
    }
  }
}

extension NumberFormat {
  fileprivate var listing: String {
    let groups = groups.map { "\($0.size) \(quoted($0.separator))" }
    return (["as \(quoted(before)) \(quoted(after)) with \(decimals) \(quoted(point))"] + groups)
      .joined(separator: " ")
  }
}

extension SourceReading {
  fileprivate var listing: String {
    let fields = fields.map { field in
      switch field {
      case .text(let text): quoted(text)
      case .timecode(let first, let rate, let isDropFrame):
        "\(isDropFrame ? "drop-frame " : "")timecode from \(first) at \(rate.spelling)"
      case .frame(let digits): "frame in \(digits)"
      }
    }
    return "reads " + fields.joined(separator: ", ") + " of \(pictures.listing)"
  }
}

extension SourcePictures {
  fileprivate var listing: String {
    "\(count) pictures at \(rate.spelling) from \(start.spelling) by \(clock.text) "
      + "at \(isEdge ? "edge " : "")\(moment.spelling) every \(filmRate.spelling)"
  }
}

/// The text in quotes, on one line, because it can contain anything.
private func quoted(_ text: String) -> String {
  "\""
    + text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\u{20}"..."\u{7E}": String(scalar)
      default: "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }.joined() + "\""
}
