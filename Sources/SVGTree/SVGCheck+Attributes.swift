import Composition
import XMLTree

private let linkNamespace = "http://www.w3.org/1999/xlink"
private let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// The attributes of elements, and their properties.

extension SVGCheck {
  mutating func check(
    _ attribute: XMLAttribute, of element: XMLElement, _ name: String, _ inner: inout Surroundings
  ) {
    self.attribute = attribute.name
    defer { self.attribute = nil }
    let local = attribute.name.localName
    let value = attribute.value
    switch attribute.namespace {
    case nil: break
    case linkNamespace?:
      if local == "href" { checkLink(value, of: element, name) }
      return
    case xmlNamespace?:
      if local == "base" { report(.reference, element, "'xml:base' is not read") }
      return
    default: return
    }
    if local == "href" { return checkLink(value, of: element, name) }
    if let problem = otherwiseDrawn(local, value, name) {
      return report(.notDrawn, element, "'\(local)' of '\(name)' is not drawn: \(problem)")
    }
    if local.hasPrefix("on") {
      return report(.notDrawn, element, "scripts such as '\(shortened(local))' are not run")
    }
    if local == "style" {
      guard let declarations = declarations(value) else {
        return report(.notDrawn, element, "its `style` cannot be read")
      }
      for (property, value) in declarations { check(property, value, of: element, name) }
      return
    }
    if ["transform", "gradientTransform", "patternTransform"].contains(local) {
      inner.offset += distance(by: value) * inner.factor
      inner.factor *= max(1, enlargement(by: value))
      if local != "gradientTransform", turns(value) { turned[element.index] = element }
    }
    if local == "font" {
      return report(
        .notDrawn, element, "'font' as an attribute is not drawn", hint: "write it in `style`")
    }
    if name == "text" || name == "tspan", ["x", "y", "dx", "dy"].contains(local), parts(value).count > 1 {
      return report(
        .notDrawn, element, "a place for each letter is not drawn",
        hint: "write one `tspan` for each place, or convert the text to paths")
    }
    if svgProperties[local] != nil { return check(local, value, of: element, name) }
    guard let kind = svgAttributes[local] else {
      // What SVG does not define means nothing; other letters are a slip.
      if otherAttributes.contains(local) || lowercasedAttributes.contains(local.lowercased()) {
        report(.notDrawn, element, "the attribute '\(shortened(local))' is not drawn")
      }
      return
    }
    if local == "type", name == "a" { return }
    if name == "stop" || name.hasPrefix("feFunc"), local == "offset" {
      guard SVGValue.opacity.holds(value) else { return refuse(local, value, element) }
      return
    }
    // `auto` is a size without a value.
    if ["width", "height", "rx", "ry"].contains(local), trimmed(value) == "auto" { return }
    guard kind.holds(value) else { return refuse(local, value, element) }
    if ["width", "height", "r", "rx", "ry"].contains(local), (readLength(value)?.number ?? 0) < 0 {
      return refuse(local, value, element)
    }
  }

  /// Why librsvg draws an attribute otherwise than SVG defines it; nil if it does not.
  private func otherwiseDrawn(_ attribute: String, _ value: String, _ name: String) -> String? {
    let isShare = value.contains("%")
    switch (name, attribute) {
    case ("symbol", "x"), ("symbol", "y"), ("symbol", "width"), ("symbol", "height"), ("symbol", "refX"),
      ("symbol", "refY"), ("symbol", "transform"):
      return "write it on `use`"
    case ("mask", "transform"): return "write it on what is in it"
    case ("marker", "markerWidth"), ("marker", "markerHeight"): return isShare ? "write numbers" : nil
    case ("radialGradient", "r"):
      return readLength(value).map { $0.number > 0 } ?? true ? nil : "a gradient needs a radius"
    case (_, "gradientTransform"):
      return enlargement(by: value) > 0 ? nil : "it shrinks the gradient to nothing"
    case (let name, "dx"), (let name, "dy"):
      return name.hasPrefix("fe") && isShare ? "write numbers" : nil
    case (let name, "x"), (let name, "y"), (let name, "width"), (let name, "height"):
      return name.hasPrefix("fe") ? "write the region on `filter`" : nil
    default: return nil
    }
  }

  mutating func refuse(_ name: String, _ value: String, _ element: XMLElement) {
    let isLarge = value.split { !("0"..."9").contains($0) && !".eE+".contains($0) }.contains {
      abs(Double($0) ?? 0) > SVGLimits.number
    }
    report(
      .notDrawn, element, "'\(shortened(value))' of '\(name)' is not drawn",
      hint: isLarge ? "write numbers up to \(Int(SVGLimits.number))" : nil)
  }

  /// Checks a property in an attribute, in `style` or in a rule.
  mutating func check(
    _ property: String, _ value: String, of element: XMLElement, _ name: String, inRule: Bool = false
  ) {
    guard problems.count < SVGLimits.problems else { return }
    let value = trimmed(value)
    if !inRule, shapes.contains(name), textProperties.contains(property) { return }
    if property == "white-space", value == "pre", name == "text" || name == "tspan", keepsBlanks(element) {
      return
    }
    guard let kind = svgProperties[property] else {
      // Properties of editors, and of other programs.
      if property.hasPrefix("-inkscape-") || property.hasPrefix("-webkit-") || property.hasPrefix("-moz-") {
        return
      }
      return report(.notDrawn, element, "the property '\(shortened(property))' is not drawn")
    }
    let hasLink = value.lowercased().contains("url(")
    if hasLink, link(in: value) == nil {
      return report(
        .reference, element, "the picture refers to '\(shortened(value))'; an SVG reads no other file",
        hint: "embed it, or place it as an item")
    }
    if value.isEmpty || value.contains("\\") { return refuse(property, value, element) }
    if value == "inherit" { return }
    guard
      kind.holds(value) || property == "letter-spacing" && readLength(value) != nil
    else { return refuse(property, value, element) }
    if let name = link(in: value) { addLink(name, element, linkTargets[property]) }
    if property == "stroke-dasharray" {
      let period = parts(value).reduce(0) { $0 + (readLength($1)?.number ?? 0) }
      if period > 0 { dashPeriod = min(dashPeriod ?? period, period) }
    }
    fonts.add(property, value)
  }

  /// Whether a text with `white-space: pre` has no blanks that would be drawn otherwise.
  private func keepsBlanks(_ element: XMLElement) -> Bool {
    let text = letters(of: element)
    guard !text.contains(where: { $0.isNewline || $0 == "\t" }) else { return false }
    return element["xml:space"] == "preserve" || text.split { $0 == " " }.joined(separator: " ") == text
  }
}
