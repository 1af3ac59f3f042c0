import Composition
import XMLTree

private let svgNamespace = "http://www.w3.org/2000/svg"
private let linkNamespace = "http://www.w3.org/1999/xlink"
private let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
private let includeNamespaces = ["http://www.w3.org/2001/XInclude", "http://www.w3.org/1999/xhtml"]

/// Walks the tree of an SVG, and reports everything that is not drawn.
struct SVGCheck {
  private(set) var problems: [VectorProblem] = []
  private(set) var texts: [VectorText] = []
  private(set) var size: (width: Double, height: Double) = (300, 150)
  private let root: XMLElement
  private var named: [String: XMLElement] = [:]
  /// The names that each element uses, by the number of the element.
  private var links: [Int: [String]] = [:]
  private var allLinks: [(name: String, element: XMLElement)] = []
  /// The elements that are drawn on a surface of their own.
  private var surfaces: Set<Int> = []
  private var filtered: [Int: XMLElement] = [:]
  /// The filters in use, and how many pixels of the picture's own size a unit of the element has, at most.
  private var filterUses: [(name: String, factor: Double)] = []
  /// The paints that rules of style sheets link to.
  private var ruleLinks: [(name: String, element: XMLElement)] = []
  /// The shortest period of dashes; nil if no line has any.
  private var dashPeriod: Double?
  /// The length of all outlines, or more.
  private var outlines = 0.0
  private var fonts = SVGFonts()

  init(_ root: XMLElement) {
    self.root = root
  }

  mutating func run() {
    guard root.name.localName == "svg", root.namespace == svgNamespace else {
      report(
        .notDrawn, root, "the picture is no `<svg>` in the namespace of SVG",
        hint: "begin it with `<svg xmlns=\"\(svgNamespace)\">`")
      return
    }
    measure()
    collectNames(root)
    walk(root, factor: scale)
    for (name, element) in allLinks where named[name] == nil {
      report(.reference, element, "the picture refers to '#\(shortened(name))', which it does not have")
    }
    for (name, element) in ruleLinks {
      guard let target = named[name], !target.name.localName.hasSuffix("Gradient") else { continue }
      report(
        .notDrawn, element, "rules of a style sheet that link to '\(shortened(target.name))' are not drawn",
        hint: "write the property as an attribute of the elements")
    }
    for (name, factor) in filterUses where problems.count < SVGLimits.problems {
      if let filter = named[name] { checkFilter(filter, factor) }
    }
    checkCounts()
    texts = fonts.texts
    if texts.count > SVGLimits.fonts {
      report(.limit, root, "the texts use more than \(SVGLimits.fonts) fonts")
      texts = []
    }
  }

  // MARK: Size

  private mutating func measure() {
    let box = root["viewBox"].flatMap { SVGValue.viewBox.holds($0) ? readNumbers(trimmed($0)) : nil }
    let width = root["width"].flatMap { readLength($0)?.pixels }
    let height = root["height"].flatMap { readLength($0)?.pixels }
    switch (width, height, box) {
    case (let width?, let height?, _): size = (width, height)
    case (let width?, nil, let box?): size = (width, width * box[3] / box[2])
    case (nil, let height?, let box?): size = (height * box[2] / box[3], height)
    case (nil, nil, let box?): size = (box[2], box[3])
    case (let width?, nil, nil): size = (width, 150)
    case (nil, let height?, nil): size = (300, height)
    case (nil, nil, nil): break
    }
    if size.width <= 0 || size.height <= 0 {
      report(.notDrawn, root, "the picture has no width or no height")
      size = (300, 150)
    } else if max(size.width, size.height) > SVGLimits.side {
      report(.limit, root, "the picture is larger than \(Int(SVGLimits.side)) pixels")
      size = (300, 150)
    }
  }

  /// How many pixels of its own size a unit of the picture has.
  private var scale: Double {
    guard let box = root["viewBox"].flatMap({ readNumbers(trimmed($0)) }), box.count == 4, box[2] > 0,
      box[3] > 0
    else { return 1 }
    return max(size.width / box[2], size.height / box[3])
  }

  private mutating func collectNames(_ element: XMLElement) {
    if let id = element["id"], named[id] == nil { named[id] = element }
    for child in element.children { collectNames(child) }
  }

  // MARK: Elements

  /// - Parameter factor: How many pixels of the picture's own size a unit of the element has, at most.
  private mutating func walk(_ element: XMLElement, factor: Double) {
    guard problems.count < SVGLimits.problems else { return }
    let name = element.name.localName
    guard element.namespace == svgNamespace else {
      // Editors keep their own data in the file.
      if element.namespace.map(includeNamespaces.contains) ?? true {
        report(.notDrawn, element, "the element '\(shortened(element.name))' is not drawn")
      }
      return
    }
    switch kind(ofElement: name) {
    case .silent: return
    case .animation:
      return report(
        .notYet, element, "'\(name)' moves a part of the picture; an SVG is a still picture",
        hint: "remove it, or render the animation to a film with alpha")
    case .notDrawn:
      let isFilter = name.hasPrefix("fe") && name.dropFirst(2).first?.isUppercase == true
      return report(
        .notDrawn, element, "the \(isFilter ? "filter" : "element") '\(shortened(name))' is not drawn")
    case .drawn: break
    }
    if name == "svg", element["transform"] != nil {
      report(.notDrawn, element, "'transform' of 'svg' is not drawn", hint: "move it into a `<g>`")
    }
    var factor = factor
    for attribute in element.attributes { check(attribute, of: element, name, &factor) }
    outlines += element.outline
    for name in element.filterNames { filterUses.append((name, factor)) }
    if name == "style" { checkSheet(of: element) }
    if name == "feDropShadow", element["dx"] == nil || element["dy"] == nil {
      report(.notDrawn, element, "'feDropShadow' without `dx` and `dy` is not drawn")
    }
    if name == "text" { fonts.add(letters(of: element)) }
    for child in element.children { walk(child, factor: factor) }
  }

  private func letters(of element: XMLElement) -> String {
    element.children.reduce(element.text) { $0 + letters(of: $1) }
  }

  private mutating func check(
    _ attribute: XMLAttribute, of element: XMLElement, _ name: String, _ factor: inout Double
  ) {
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
    if local.hasPrefix("data-") || local.hasPrefix("aria-") { return }
    if local == "style" {
      guard let declarations = declarations(value) else {
        return report(.notDrawn, element, "its `style` cannot be read")
      }
      for (property, value) in declarations { check(property, value, of: element) }
      return
    }
    if ["transform", "gradientTransform", "patternTransform"].contains(local) {
      factor *= max(1, enlargement(by: value))
    }
    if name == "text" || name == "tspan", ["x", "y", "dx", "dy"].contains(local), parts(value).count > 1 {
      return report(
        .notDrawn, element, "a place for each letter is not drawn",
        hint: "write one `tspan` for each place, or convert the text to paths")
    }
    if svgProperties[local] != nil { return check(local, value, of: element) }
    guard let kind = svgAttributes[local] else {
      return report(
        .notDrawn, element, "the attribute '\(shortened(local))' is not drawn")
    }
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
    case ("use", "width"), ("use", "height"): return "it has the size of what it uses"
    case ("symbol", "opacity"): return "write it on `use`"
    case ("mask", "transform"), ("clipPath", "clip-path"): return "write it on what is in it"
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

  private mutating func refuse(_ name: String, _ value: String, _ element: XMLElement) {
    report(.notDrawn, element, "'\(shortened(value))' of '\(name)' is not drawn")
  }

  /// Checks a property in an attribute, in `style` or in a rule.
  private mutating func check(
    _ property: String, _ value: String, of element: XMLElement, inRule: Bool = false
  ) {
    guard problems.count < SVGLimits.problems else { return }
    let value = trimmed(value)
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
        || property == "baseline-shift" && readLength(value) != nil
    else { return refuse(property, value, element) }
    if let name = link(in: value) {
      allLinks.append((name, element))
      if inRule {
        ruleLinks.append((name, element))
      } else {
        links[element.index, default: []].append(name)
        if property == "filter" { filtered[element.index] = element }
        if property == "mask" { surfaces.insert(element.index) }
      }
    }
    let isOpaque = property == "opacity" && (readNumber(value).map { $0 >= 1 } ?? false)
    if !inRule,
      property == "opacity" && !isOpaque || property == "mix-blend-mode" && value != "normal"
        || property == "isolation" && value != "auto"
    {
      surfaces.insert(element.index)
    }
    if property == "stroke-dasharray" {
      let period = parts(value).reduce(0) { $0 + (readLength($1)?.number ?? 0) }
      if period > 0 { dashPeriod = min(dashPeriod ?? period, period) }
    }
    fonts.add(property, value)
  }

  // MARK: Links

  private mutating func checkLink(_ value: String, of element: XMLElement, _ name: String) {
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
    links[element.index, default: []].append(String(value.dropFirst()))
    allLinks.append((String(value.dropFirst()), element))
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

  // MARK: Style sheets and filters

  private mutating func checkSheet(of element: XMLElement) {
    switch rules(element.text) {
    case .failure(let problem):
      report(problem.isReference ? .reference : .notDrawn, element, problem.words, hint: problem.hint)
    case .success(let rules):
      for rule in rules {
        for (property, value) in rule.declarations {
          check(property, value, of: element, inRule: true)
        }
      }
    }
  }

  private mutating func checkFilter(_ filter: XMLElement, _ factor: Double) {
    let isRelative = filter["primitiveUnits"].map(trimmed) == "objectBoundingBox"
    let unit = isRelative ? max(size.width, size.height) : factor
    for primitive in filter.children {
      guard let value = primitive["stdDeviation"], let deviations = deviations(trimmed(value)) else {
        continue
      }
      if (deviations.max() ?? 0) * unit > SVGLimits.blur {
        report(
          .limit, primitive, "a blur of more than \(Int(SVGLimits.blur)) pixels is not drawn",
          hint: "write a smaller `stdDeviation`")
      }
    }
    if filter.children.count > 32 { report(.limit, filter, "a filter has more than 32 parts") }
  }

  // MARK: Counts

  private struct Cost {
    var elements = 0
    var surfaces = 0
    var filters = 0

    mutating func add(_ other: Cost, times: Int = 1) {
      elements = min(1_000_000, elements + other.elements * times)
      surfaces = min(1_000_000, surfaces + other.surfaces * times)
      filters = min(1_000_000, filters + other.filters * times)
    }
  }

  /// Counts what is drawn, with everything that is used several times.
  private mutating func checkCounts() {
    guard problems.isEmpty else { return }
    var known: [Int: Cost] = [:]
    var open: Set<Int> = []
    var circle: XMLElement?
    func cost(_ element: XMLElement) -> Cost {
      if let cost = known[element.index] { return cost }
      guard open.insert(element.index).inserted else {
        circle = circle ?? element
        return Cost()
      }
      var sum = Cost(
        elements: 1, surfaces: surfaces.contains(element.index) ? 1 : 0,
        filters: filtered[element.index] == nil ? 0 : 1)
      for child in element.children { sum.add(cost(child)) }
      for name in links[element.index] ?? [] {
        guard let target = named[name], circle == nil else { continue }
        let isMarker = target.name.localName == "marker"
        sum.add(cost(target), times: isMarker ? max(1, element.vertices) : 1)
      }
      open.remove(element.index)
      known[element.index] = sum
      return sum
    }
    let sum = cost(root)
    if let dashPeriod, outlines / dashPeriod > Double(SVGLimits.dashes) {
      report(.limit, root, "the lines of the picture could have more than \(SVGLimits.dashes) dashes")
    }
    if let circle { return report(.notDrawn, circle, "the element '\(circle.name)' uses itself") }
    if sum.elements > SVGLimits.drawnElements {
      report(
        .limit, root,
        "more than \(SVGLimits.drawnElements) elements are drawn, counted as often as they are used")
    }
    if sum.surfaces > SVGLimits.surfaces {
      report(.limit, root, "more than \(SVGLimits.surfaces) elements have an opacity, a blend mode or a mask")
    }
    if sum.filters > SVGLimits.filteredElements {
      let element = filtered.keys.min().flatMap { filtered[$0] } ?? root
      report(.limit, element, "more than \(SVGLimits.filteredElements) elements have filters")
    }
  }

  // MARK: Reports

  private mutating func report(
    _ kind: VectorProblem.Kind, _ element: XMLElement, _ message: String, hint: String? = nil
  ) {
    guard problems.count < SVGLimits.problems else { return }
    problems.append(
      VectorProblem(kind, line: element.line, column: element.column, message, hint: hint))
  }
}

private func shortened(_ text: String) -> String {
  let plain = String(
    text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
  return plain.count > 60 ? plain.prefix(59) + "…" : plain
}

extension String {
  /// The name without its prefix.
  fileprivate var localName: String {
    split(separator: ":", maxSplits: 1).last.map(String.init) ?? self
  }
}

extension XMLElement {
  /// The length of its outline, or more, in its own units.
  fileprivate var outline: Double {
    if let numbers = self["d"] ?? self["points"] { return 2 * extent(ofPath: numbers) }
    let sides = ["x", "y", "width", "height", "r", "rx", "ry", "x1", "y1", "x2", "y2"]
    return sides.reduce(0) { $0 + 8 * abs(self[$1].flatMap { readLength($0)?.number } ?? 0) }
  }

  /// The filters that it links to.
  fileprivate var filterNames: [String] {
    let written = (declarations(self["style"] ?? "") ?? []).filter { $0.name == "filter" }.map(\.value)
    return ([self["filter"]].compactMap(\.self) + written).compactMap { link(in: $0) }
  }

  /// At most as many corners as its outline has.
  fileprivate var vertices: Int {
    guard let outline = self["d"] ?? self["points"] else { return 2 }
    return outline.utf8.count / 2 + 1
  }
}
