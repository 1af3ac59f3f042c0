import Composition
import XMLTree

let svgNamespace = "http://www.w3.org/2000/svg"
private let includeNamespaces = ["http://www.w3.org/2001/XInclude", "http://www.w3.org/1999/xhtml"]

/// Walks the tree of an SVG, and reports everything that is not drawn.
struct SVGCheck {
  var problems: [VectorProblem] = []
  var texts: [VectorText] = []
  var size: (width: Double, height: Double) = (300, 150)
  let root: XMLElement
  var named: [String: XMLElement] = [:]
  /// The names inside of titles, descriptions and data of editors, which are no parts of the picture.
  var hidden: Set<String> = []
  /// The rules of style sheets by what their selectors end with, and whether that is all of the selector.
  private var rulesByKey: [String: [(rule: StyleRule, isWhole: Bool)]] = [:]
  var matches = 0
  var turned: [Int: XMLElement] = [:]
  var clips: Set<Int> = []
  var clipPaths: [XMLElement] = []
  private var gradients: [XMLElement] = []
  /// The names that each element uses, by the number of the element.
  var links: [Int: [String]] = [:]
  var allLinks: [Link] = []
  /// The elements that are drawn on a surface of their own.
  var surfaces: Set<Int> = []
  var filtered: [Int: XMLElement] = [:]
  /// The filters in use, and how many pixels of the picture's own size a unit of the element has, at most.
  private var filterUses: [(name: String, factor: Double)] = []
  /// The shortest period of dashes; nil if no line has any.
  var dashPeriod: Double?
  /// The outlines of elements, by their numbers.
  var outlines: [Int: Outline] = [:]
  /// The letters of texts, by their numbers.
  var letterCounts: [Int: Int] = [:]
  /// How much an element enlarges what it uses, at most, by its number.
  var enlargements: [Int: Double] = [:]
  var fonts = SVGFonts()
  /// The elements before variables became values, by their numbers, which have the places in the file; empty if the file
  /// is taken literally.
  private let templates: [XMLElement]
  /// The attribute that is being checked; nil outside of attributes.
  var attribute: String?

  /// - Parameter template: The same tree before variables became values.
  init(_ root: XMLElement, template: XMLElement? = nil) {
    self.root = root
    var templates: [XMLElement] = []
    var open = [template].compactMap(\.self)
    while let element = open.popLast() {
      templates.append(element)
      open += element.children.reversed()
    }
    self.templates = templates
  }

  mutating func run() {
    guard root.name.localName == "svg", root.namespace == svgNamespace else {
      report(
        .notDrawn, root, "the picture is no `<svg>` in the namespace of SVG",
        hint: "begin it with `<svg xmlns=\"\(svgNamespace)\">`")
      return
    }
    collectNames(root)
    measure()
    walk(root, Surroundings(factor: scale))
    for link in allLinks {
      attribute = link.attribute
      checkLink(to: link.name, from: link.element, link.targets)
    }
    attribute = nil
    for gradient in gradients { checkLength(of: gradient) }
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
    let width = root["width"].flatMap { readLength($0) }.flatMap { pixels($0) }
    let height = root["height"].flatMap { readLength($0) }.flatMap { pixels($0) }
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
    } else if min(size.width, size.height) < SVGLimits.leastSide {
      report(.limit, root, "the picture is smaller than a millionth of a pixel")
      size = (300, 150)
    } else if max(size.width, size.height) > SVGLimits.side {
      report(.limit, root, "the picture is larger than \(Int(SVGLimits.side)) pixels")
      size = (300, 150)
    }
  }

  /// How many pixels of its own size a unit of the picture has.
  var scale: Double {
    guard let box = root["viewBox"].flatMap({ readNumbers(trimmed($0)) }), box.count == 4, box[2] > 0,
      box[3] > 0
    else { return 1 }
    return max(size.width / box[2], size.height / box[3])
  }

  /// A length of the root. Its `em` are 16 pixels, as in browsers, if it has no size of text.
  mutating func pixels(_ length: SVGLength) -> Double? {
    guard length.unit == "em" else { return length.pixels }
    guard let size = properties(of: root).last(where: { $0.name == "font-size" }) else {
      return length.number * 16
    }
    return readLength(size.value)?.pixels.map { $0 * length.number }
  }

  /// Collects the names and the rules of what is drawn.
  private mutating func collectNames(_ element: XMLElement, isHidden: Bool = false) {
    let isForeign = element.namespace != svgNamespace
    let isHidden = isHidden || isForeign || kind(ofElement: element.name.localName) == .silent
    if let id = element["id"] {
      if isHidden { hidden.insert(id) } else if named[id] == nil { named[id] = element }
    }
    if !isForeign, element.name.localName == "style" {
      if isHidden {
        report(
          .notDrawn, element, "a style sheet inside of a title, a description or data is not drawn",
          hint: "move it out, or remove it")
      } else if case .success(let rules) = rules(element.text) {
        for rule in rules {
          for (key, isWhole) in rule.keys { rulesByKey[key, default: []].append((rule, isWhole)) }
        }
      }
    }
    for child in element.children { collectNames(child, isHidden: isHidden) }
  }

  struct Property {
    let name: String
    let value: String
    let isInRule: Bool
    /// Whether it certainly applies.
    let isCertain: Bool
  }

  /// The properties of an element in attributes, in rules that may apply, and in `style`.
  mutating func properties(of element: XMLElement) -> [Property] {
    var found = element.attributes.filter { $0.namespace == nil && svgProperties[$0.name] != nil }
      .map { Property(name: $0.name, value: trimmed($0.value), isInRule: false, isCertain: true) }
    if !rulesByKey.isEmpty {
      var keys = ["*", element.name.localName]
      keys += Set((element["class"] ?? "").split { $0.isWhitespace }).map { "." + $0 }
      if let id = element["id"] { keys.append("#" + id) }
      for (rule, isWhole) in keys.flatMap({ rulesByKey[$0] ?? [] }) {
        matches += 1
        guard matches <= SVGLimits.matches else { break }
        found += rule.declarations.map {
          Property(name: $0.name, value: trimmed($0.value), isInRule: true, isCertain: isWhole)
        }
      }
    }
    found += (declarations(element["style"] ?? "") ?? []).map {
      Property(name: $0.name, value: trimmed($0.value), isInRule: false, isCertain: true)
    }
    return found
  }

  // MARK: Elements

  struct Link {
    let name: String
    let element: XMLElement
    /// The elements to which it may lead; nil for any.
    let targets: Set<String>?
    /// The attribute that contains it; nil for one in a rule.
    let attribute: String?
  }

  /// What an element is in.
  struct Surroundings {
    /// How many pixels of the picture's own size a unit of the element has, at most.
    var factor: Double
    /// How far it is moved, in these pixels.
    var offset = 0.0
    var strokeWidth = 1.0
    var hasFontSize = false
    var isInText = false
    var isInClipPath = false
    var spacing = "0"
  }

  private mutating func walk(_ element: XMLElement, _ outer: Surroundings) {
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
      if name == "feDropShadow" {
        return report(
          .notDrawn, element, "the filter 'feDropShadow' is not drawn",
          hint: "use `feGaussianBlur` of `SourceAlpha`, `feOffset` and `feMerge`")
      }
      let isFilter = name.hasPrefix("fe") && name.dropFirst(2).first?.isUppercase == true
      return report(
        .notDrawn, element, "the \(isFilter ? "filter" : "element") '\(shortened(name))' is not drawn")
    case .drawn: break
    }
    if name == "svg", element["transform"] != nil {
      report(.notDrawn, element, "'transform' of 'svg' is not drawn", hint: "move it into a `<g>`")
    }
    var inner = outer
    let properties = properties(of: element)
    if matches > SVGLimits.matches {
      return report(.limit, root, "the rules of the style sheet apply to elements too often")
    }
    if name == "text" { inner.isInText = true }
    if name == "clipPath" {
      inner.isInClipPath = true
      clipPaths.append(element)
    }
    checkFontSize(properties, of: element, name, &inner)
    for property in properties { place(property, of: element, name, outer, &inner) }
    for attribute in element.attributes { check(attribute, of: element, name, &inner) }
    let widths = properties.filter { $0.name == "stroke-width" }.compactMap { readLength($0.value) }
    inner.strokeWidth = widths.map { strokeWidth($0) }.max() ?? outer.strokeWidth
    checkExtent(of: element, name, inner)
    for property in properties where property.name == "filter" {
      if let filter = link(in: property.value) { filterUses.append((filter, inner.factor)) }
    }
    if name == "style" { checkSheet(of: element) }
    if name == "filter" { checkParts(of: element) }
    if name == "symbol" { checkBox(of: element) }
    if name == "linearGradient" { gradients.append(element) }
    if name == "marker", element["orient"].map({ readNumber(trimmed($0)) != 0 }) ?? false {
      turned[element.index] = element
    }
    if name == "text" { checkLetters(of: element) }
    if inner.isInText, !inner.hasFontSize, element.text.contains(where: { !$0.isWhitespace }) {
      report(
        .notDrawn, element, "a text without a size is not drawn",
        hint: "write `font-size`, such as `font-size=\"16\"`")
    }
    for child in element.children { walk(child, inner) }
  }

  /// Without a size of text, librsvg takes 12 pixels, and browsers take 16.
  private mutating func checkFontSize(
    _ properties: [Property], of element: XMLElement, _ name: String, _ inner: inout Surroundings
  ) {
    let hadFontSize = inner.hasFontSize
    for property in properties where property.name == "font-size" || property.name == "font" {
      let isAbsolute = property.name == "font" || readLength(property.value)?.pixels != nil
      if isAbsolute || hadFontSize {
        if property.isCertain { inner.hasFontSize = true }
      } else if property.value != "inherit", property.name == "font-size", !shapes.contains(name),
        SVGValue.fontSize.holds(property.value)
      {
        report(
          .notDrawn, element,
          "'\(shortened(property.value))' of 'font-size' is not drawn: it is relative to nothing",
          hint: "write a size in pixels")
      }
    }
    guard !inner.hasFontSize else { return }
    let isRoot = element.index == root.index
    let lengths =
      element.attributes.filter {
        svgAttributes[$0.name] == .length && !(isRoot && ["width", "height"].contains($0.name))
      }.map { ($0.name, $0.value) }
      + properties.filter {
        ["stroke-width", "stroke-dasharray", "stroke-dashoffset", "letter-spacing"].contains($0.name)
      }.map { ($0.name, $0.value) }
    for (name, value) in lengths
    where parts(value).contains(where: { ["em", "ex"].contains(readLength($0)?.unit) }) {
      report(
        .notDrawn, element, "'\(shortened(value))' of '\(name)' is not drawn: its text has no size",
        hint: "write `font-size` on it, or a length in pixels")
    }
  }

  mutating func addLink(_ name: String, _ element: XMLElement, _ targets: Set<String>?) {
    allLinks.append(Link(name: name, element: element, targets: targets, attribute: attribute))
  }

  /// What a property changes that applies to an element, and whether it is drawn there.
  mutating func place(
    _ property: Property, of element: XMLElement, _ name: String, _ outer: Surroundings,
    _ inner: inout Surroundings
  ) {
    guard problems.count < SVGLimits.problems else { return }
    let value = property.value
    if let hint = misplaced(property, element, name, outer) {
      return report(
        .notDrawn, element, "'\(property.name)' of '\(name)' is not drawn", hint: hint)
    }
    if property.name == "letter-spacing" {
      let spacing = value == "normal" || readLength(value)?.number == 0 ? "0" : value
      if name == "tspan", value != "inherit", spacing != outer.spacing {
        report(
          .notDrawn, element, "another 'letter-spacing' inside of a text is not drawn",
          hint: "write one `text` for each spacing")
      }
      if value != "inherit" { inner.spacing = spacing }
    }
    if let target = link(in: value) {
      links[element.index, default: []].append(target)
      if property.isInRule { addLink(target, element, linkTargets[property.name]) }
      if property.name == "filter" { filtered[element.index] = element }
      if property.name == "mask" { surfaces.insert(element.index) }
      if property.name == "clip-path" { clips.insert(element.index) }
    }
    let isOpaque = property.name == "opacity" && (readNumber(value).map { $0 >= 1 } ?? false)
    if property.name == "opacity" && !isOpaque || property.name == "mix-blend-mode" && value != "normal"
      || property.name == "isolation" && value != "auto"
    {
      surfaces.insert(element.index)
    }
  }

  /// What to do if librsvg does not draw a property here; nil if it does.
  private func misplaced(
    _ property: Property, _ element: XMLElement, _ name: String, _ outer: Surroundings
  ) -> String? {
    let value = property.value
    if property.name == "display", value == "none", element.index == root.index {
      return "remove it: the whole picture would be empty"
    }
    if name == "symbol", property.name == "overflow" {
      return value == "hidden" || value == "scroll" ? nil : "remove it, and enlarge the `viewBox`"
    }
    let isPart = ["filter", "mask", "clip-path"].contains(property.name) && value != "none"
    if isPart, property.name == "clip-path", outer.isInClipPath || name == "clipPath" {
      return "write the shape that both clips have in common"
    }
    let isBlend =
      property.name == "opacity" && !(readNumber(value).map { $0 >= 1 } ?? false)
      || property.name == "mix-blend-mode" && value != "normal"
    guard isPart || isBlend else { return nil }
    switch name {
    case "symbol": return "write it on `use`, or on a `<g>` in the symbol"
    case "a" where outer.isInText: return "write it on `text`"
    case "tspan": return "write it on `text`"
    case "pattern", "mask": return "write it on a `<g>` in it"
    default: return nil
    }
  }

  /// Checks the coordinates of a shape.
  private mutating func checkExtent(of element: XMLElement, _ name: String, _ inner: Surroundings) {
    let (length, reach, points) = element.extent
    outlines[element.index] = Outline(
      length: length, shown: (length + 2 * points * inner.strokeWidth) * inner.factor,
      dashed: 2 * length * inner.strokeWidth * inner.factor)
    enlargements[element.index] = max(1, inner.factor / scale)
    let box = root["viewBox"].flatMap { readNumbers(trimmed($0)) } ?? []
    let start = box.count == 4 ? max(abs(box[0]), abs(box[1])) * scale : 0
    let side = max(size.width, size.height)
    if inner.offset + reach * inner.factor > SVGLimits.reach * side + start {
      report(
        .limit, element,
        "'\(name)' reaches more than \(Int(SVGLimits.reach)) widths or heights out of the picture",
        hint: "write smaller coordinates")
    }
  }

  /// The width of a line in units of the element, or more.
  private func strokeWidth(_ length: SVGLength) -> Double {
    length.pixels
      ?? (length.unit == "%" ? length.number * max(size.width, size.height) / 100 : length.number * 16)
  }

  /// All letters of a text are shaped together, in a time that grows with the square of their number.
  private mutating func checkLetters(of text: XMLElement) {
    let letters = letters(of: text)
    let count = letters.unicodeScalars.count
    letterCounts[text.index] = count
    guard count <= SVGLimits.lettersOfText else {
      return report(
        .limit, text, "a text has more than \(SVGLimits.lettersOfText) letters",
        hint: "write several texts, or convert it to paths")
    }
    fonts.add(letters)
  }

  func letters(of element: XMLElement) -> String {
    element.children.reduce(element.text) { $0 + letters(of: $1) }
  }

  // MARK: Reports

  mutating func report(
    _ kind: VectorProblem.Kind, _ element: XMLElement, _ message: String, hint: String? = nil
  ) {
    guard problems.count < SVGLimits.problems else { return }
    let template = templates.indices.contains(element.index) ? templates[element.index] : nil
    let place = template ?? element
    problems.append(
      VectorProblem(
        kind, line: place.line, column: place.column, message, hint: hint,
        names: template.map { names(in: $0) } ?? []))
  }

  /// The variables in the attribute that is being checked, or else in the whole element.
  private func names(in template: XMLElement) -> [String] {
    if let attribute { return variableNames(in: template[attribute] ?? "") }
    return (template.attributes.map(\.value) + [template.text]).flatMap { variableNames(in: $0) }
  }
}

func shortened(_ text: String) -> String {
  let plain = String(
    text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
  return plain.count > 60 ? plain.prefix(59) + "…" : plain
}

extension String {
  /// The name without its prefix.
  var localName: String {
    split(separator: ":", maxSplits: 1).last.map(String.init) ?? self
  }
}
