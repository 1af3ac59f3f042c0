import Composition
import XMLTree

/// What elements refer to.
extension SVGCheck {
  mutating func checkLink(to name: String, from element: XMLElement, _ targets: Set<String>?) {
    guard !hidden.contains(name) else {
      return report(
        .reference, element,
        "the picture refers to '#\(shortened(name))' inside of a title, a description or data",
        hint: "move that part out of it")
    }
    guard let target = named[name] else {
      return report(
        .reference, element, "the picture refers to '#\(shortened(name))', which it does not have")
    }
    let kind = target.name.localName
    if let targets, !targets.contains(kind) {
      return report(
        .notDrawn, element, "a link to '#\(shortened(name))', which is a '\(kind)', is not drawn here")
    }
    guard element.name.localName == "use", element["width"] != nil || element["height"] != nil,
      kind == "svg" || kind == "symbol" && target["viewBox"] == nil
    else { return }
    report(
      .notDrawn, element, "'width' and 'height' of 'use' are not drawn here",
      hint: "use a `symbol` with a `viewBox`")
  }

  /// A symbol is cut off at its box, but not by librsvg: no shape may reach out of it. Those with a transform
  /// are not measured.
  mutating func checkBox(of symbol: XMLElement) {
    let hint = "make its `viewBox` as large as what is in it"
    if symbol["preserveAspectRatio"]?.contains("slice") == true {
      return report(.notDrawn, symbol, "'slice' of 'symbol' is not drawn", hint: "remove it")
    }
    let box = symbol["viewBox"].flatMap { readNumbers(trimmed($0)) } ?? [0, 0, 1e9, 1e9]
    guard box.count == 4 else { return }
    let margin = symbol["viewBox"] == nil ? 0.01 : max(box[2], box[3]) / 200
    var open = symbol.children
    while let element = open.popLast() {
      guard element["transform"] == nil else { continue }
      if ["g", "a"].contains(element.name.localName) { open += element.children }
      guard let (low, high) = element.corners else { continue }
      if low.x < box[0] - margin || low.y < box[1] - margin || high.x > box[0] + box[2] + margin
        || high.y > box[1] + box[3] + margin
      {
        return report(.notDrawn, element, "a part of a symbol outside of its box is not drawn", hint: hint)
      }
    }
  }

  /// Browsers fill with the last colour of a gradient without a length.
  mutating func checkLength(of gradient: XMLElement) {
    func value(_ name: String, _ other: String) -> SVGLength? {
      var element = gradient
      for _ in 0..<8 {
        if let value = element[name] { return readLength(value) }
        guard let link = (element["href"] ?? element["xlink:href"]).map({ trimmed($0) }),
          let next = named[String(link.dropFirst())]
        else { break }
        element = next
      }
      return readLength(other)
    }
    func isSame(_ first: SVGLength?, _ second: SVGLength?) -> Bool {
      guard let first, let second else { return false }
      let numbers = [first, second].map { $0.unit == "%" ? $0.number / 100 : $0.number }
      let units = Set([first, second].map { $0.unit == "%" ? "" : $0.unit })
      return numbers[0] == numbers[1] && (units.count == 1 || numbers[0] == 0)
    }
    if isSame(value("x1", "0%"), value("x2", "100%")), isSame(value("y1", "0%"), value("y2", "0%")) {
      report(
        .notDrawn, gradient, "a gradient without a length is not drawn", hint: "write one colour instead")
    }
  }

  mutating func checkLink(_ value: String, of element: XMLElement, _ name: String) {
    let value = trimmed(value)
    // A link for readers of a page.
    if name == "a" { return }
    if name == "image" { return checkPicture(value, of: element) }
    guard value.hasPrefix("#"), value.count > 1 else {
      return report(
        .reference, element,
        "the picture refers to '\(shortened(value))'; an SVG reads no other file",
        hint: "embed it, or place it as an item")
    }
    if name == "filter" {
      return report(.notDrawn, element, "'href' of 'filter' is not drawn", hint: "copy its parts")
    }
    links[element.index, default: []].append(String(value.dropFirst()))
    addLink(String(value.dropFirst()), element, linkTargets[name])
  }

  private mutating func checkPicture(_ value: String, of element: XMLElement) {
    guard value.hasPrefix("data:") else {
      return report(
        .reference, element,
        "the picture refers to '\(shortened(value))'; an SVG reads no other file",
        hint: "place it as an item")
    }
    report(
      .notYet, element, "embedded pictures are not drawn yet",
      hint: "place the picture as an item above or below the SVG")
  }
}
