// What is drawn: elements, attributes and properties. Everything else is reported.

/// The elements of SVG.
enum SVGElement: Hashable {
  /// Drawn, or used by what is drawn.
  case drawn
  /// It has no picture of its own.
  case silent
  case animation
  case notDrawn
}

func kind(ofElement name: String) -> SVGElement {
  if drawnElements.contains(name) { return .drawn }
  if silentElements.contains(name) { return .silent }
  if animations.contains(name) { return .animation }
  return .notDrawn
}

private let drawnElements: Set<String> = [
  "svg", "g", "defs", "symbol", "use", "a", "clipPath", "mask", "pattern", "marker", "linearGradient",
  "radialGradient", "stop", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
  "tspan", "image", "style", "filter", "feGaussianBlur", "feOffset", "feColorMatrix",
  "feComponentTransfer", "feFuncR", "feFuncG", "feFuncB", "feFuncA", "feMerge", "feMergeNode", "feFlood",
  "feComposite", "feBlend",
]

private let silentElements: Set<String> = ["title", "desc", "metadata", "view"]

private let animations: Set<String> = [
  "animate", "animateColor", "animateMotion", "animateTransform", "set", "mpath", "discard",
]

/// The values of an attribute or a property.
enum SVGValue: Equatable {
  /// It has no effect on the picture.
  case ignored
  case words([String])
  case number
  /// At least 1.
  case miter
  /// One of the words, or a length of zero.
  case zeroLength([String])
  case numbers
  case length
  case opacity
  case color
  case paint
  /// `url(#id)`, or `none`.
  case link
  case transform
  case path
  case points
  case viewBox
  case fontFamily
  case fontWeight
  case fontSize
  case font
  case angle
  case aspect
  case paintOrder
  case blur
  case filterInput
  case anyName
  case enableBackground
  case matrix
  case dashes
}

/// The properties that may be attributes, parts of `style`, and rules of a style sheet.
let svgProperties: [String: SVGValue] = [
  "alignment-baseline": .words(["auto", "baseline", "alphabetic"]),
  "baseline-shift": .zeroLength(["baseline"]),
  "block-progression": .words(["tb"]),
  "clip-path": .link,
  "clip-rule": .words(["nonzero", "evenodd"]),
  "color": .color,
  "color-interpolation": .words(["auto", "sRGB"]),
  "color-interpolation-filters": .words(["auto", "sRGB", "linearRGB"]),
  "color-rendering": .ignored,
  "cursor": .ignored,
  "direction": .words(["ltr", "rtl"]),
  "display": .words([
    "inline", "block", "list-item", "run-in", "compact", "marker", "table", "inline-table", "none",
  ]),
  "dominant-baseline": .words(["auto", "alphabetic"]),
  "enable-background": .enableBackground,
  "fill": .paint,
  "fill-opacity": .opacity,
  "fill-rule": .words(["nonzero", "evenodd"]),
  "filter": .link,
  "flood-color": .color,
  "flood-opacity": .opacity,
  "font": .font,
  "font-family": .fontFamily,
  "font-feature-settings": .words(["normal"]),
  "font-kerning": .words(["auto", "normal"]),
  "font-size": .fontSize,
  "font-size-adjust": .words(["none"]),
  "font-stretch": .words(["normal"]),
  "font-style": .words(["normal", "italic", "oblique"]),
  "font-variant": .words(["normal"]),
  "font-variant-alternates": .words(["normal"]),
  "font-variant-caps": .words(["normal"]),
  "font-variant-east-asian": .words(["normal"]),
  "font-variant-ligatures": .words(["normal"]),
  "font-variant-numeric": .words(["normal"]),
  "font-variant-position": .words(["normal"]),
  "font-variation-settings": .words(["normal"]),
  "font-weight": .fontWeight,
  "glyph-orientation-horizontal": .words(["0", "0deg"]),
  "glyph-orientation-vertical": .words(["auto", "0", "0deg"]),
  "image-rendering": .words(["auto", "optimizeQuality", "smooth", "high-quality"]),
  "inline-size": .zeroLength(["auto"]),
  "isolation": .words(["auto", "isolate"]),
  "kerning": .words(["auto"]),
  "letter-spacing": .words(["normal"]),
  "line-height": .ignored,
  "marker": .link,
  "marker-end": .link,
  "marker-mid": .link,
  "marker-start": .link,
  "mask": .link,
  "mask-type": .words(["luminance", "alpha"]),
  "mix-blend-mode": .words([
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
    "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
  ]),
  "opacity": .opacity,
  "overflow": .words(["visible", "hidden", "scroll", "auto"]),
  "paint-order": .paintOrder,
  "pointer-events": .ignored,
  "shape-inside": .words(["none", "auto"]),
  "shape-margin": .ignored,
  "shape-padding": .ignored,
  "shape-rendering": .words(["auto", "optimizeSpeed", "crispEdges", "geometricPrecision"]),
  "shape-subtract": .words(["none"]),
  "solid-color": .ignored,
  "solid-opacity": .ignored,
  "stop-color": .color,
  "stop-opacity": .opacity,
  "stroke": .paint,
  "stroke-dasharray": .dashes,
  "stroke-dashoffset": .length,
  "stroke-linecap": .words(["butt", "round", "square"]),
  "stroke-linejoin": .words(["miter", "round", "bevel"]),
  "stroke-miterlimit": .miter,
  "stroke-opacity": .opacity,
  "stroke-width": .length,
  "text-align": .ignored,
  "text-anchor": .words(["start", "middle", "end"]),
  "text-decoration": .words(["none", "underline", "line-through"]),
  "text-decoration-color": .ignored,
  "text-decoration-line": .words(["none"]),
  "text-decoration-style": .words(["solid"]),
  "text-indent": .ignored,
  "text-orientation": .words(["mixed"]),
  "text-overflow": .words(["clip"]),
  "text-rendering": .words(["auto", "optimizeSpeed", "optimizeLegibility", "geometricPrecision"]),
  "text-transform": .words(["none"]),
  "unicode-bidi": .words(["normal", "embed", "bidi-override"]),
  "user-select": .ignored,
  "vector-effect": .words(["none"]),
  "visibility": .words(["visible", "hidden", "collapse"]),
  "white-space": .words(["normal"]),
  "word-spacing": .zeroLength(["normal"]),
  "writing-mode": .words(["lr-tb", "lr", "horizontal-tb"]),
]

/// The attributes that are no properties.
let svgAttributes: [String: SVGValue] = [
  "id": .ignored, "class": .ignored, "lang": .ignored, "role": .ignored, "tabindex": .ignored,
  "focusable": .ignored, "version": .ignored, "baseProfile": .ignored, "contentScriptType": .ignored,
  "contentStyleType": .ignored, "zoomAndPan": .ignored, "media": .words(["all", "screen"]),
  "title": .ignored, "target": .ignored, "rel": .ignored, "download": .ignored, "viewTarget": .ignored,
  "x": .length, "y": .length, "width": .length, "height": .length, "cx": .length, "cy": .length,
  "r": .length, "rx": .length, "ry": .length, "fx": .length, "fy": .length, "fr": .length, "x1": .length,
  "y1": .length, "x2": .length, "y2": .length, "dx": .length, "dy": .length, "refX": .length,
  "refY": .length, "markerWidth": .length, "markerHeight": .length, "offset": .opacity,
  "transform": .transform, "gradientTransform": .transform, "patternTransform": .transform, "d": .path,
  "points": .points, "viewBox": .viewBox, "preserveAspectRatio": .aspect, "orient": .angle,
  "markerUnits": units, "clipPathUnits": units, "maskUnits": units,
  "maskContentUnits": units, "gradientUnits": units, "patternUnits": units, "patternContentUnits": units,
  "filterUnits": units, "primitiveUnits": units, "spreadMethod": .words(["pad", "reflect", "repeat"]),
  "stdDeviation": .blur, "in": .filterInput, "in2": .filterInput, "result": .anyName,
  "mode": svgProperties["mix-blend-mode"] ?? .words([]),
  "operator": .words(["over", "in", "out", "atop", "xor", "arithmetic"]),
  "k1": .number, "k2": .number, "k3": .number, "k4": .number, "values": .matrix,
  "tableValues": .numbers, "slope": .number, "intercept": .number, "amplitude": .number,
  "exponent": .number,
  "type": .words([
    "matrix", "saturate", "hueRotate", "luminanceToAlpha", "identity", "table", "discrete", "linear",
    "gamma", "text/css",
  ]),
]

/// The attributes that SVG defines, and that are not drawn. Those that it does not define mean nothing.
let otherAttributes: Set<String> = Set(
  """
  accumulate additive attributeName azimuth baseFrequency begin bias by calcMode clip color-profile crossorigin \
  decoding diffuseConstant divisor dur edgeMode elevation end externalResourcesRequired filterRes from \
  fetchpriority flow-into flow-from glyph-name hatchContentUnits hatchUnits kernelMatrix kernelUnitLength \
  keyPoints keySplines keyTimes lengthAdjust lighting-color limitingConeAngle mask-border mask-clip \
  mask-composite mask-image mask-mode mask-origin mask-position mask-repeat mask-size max method min \
  numOctaves order origin path pathLength perspective pitch pointsAtX pointsAtY pointsAtZ position \
  preserveAlpha radius repeatCount repeatDur requiredExtensions requiredFeatures requiredFonts \
  requiredFormats restart rotate scale seed side spacing specularConstant specularExponent src srcset \
  startOffset stitchTiles surfaceScale systemLanguage targetX targetY text-underline-position textLength \
  to transform-box transform-origin translate unicode-range xChannelSelector yChannelSelector z
  """.split { $0.isWhitespace }.map(String.init))

/// All attributes of SVG in small letters: one with other letters is a slip.
let lowercasedAttributes = Set(
  (Array(svgAttributes.keys) + Array(svgProperties.keys) + Array(otherAttributes)).map { $0.lowercased() })

/// The properties of text, which mean nothing on shapes.
let textProperties: Set<String> = [
  "alignment-baseline", "baseline-shift", "direction", "dominant-baseline", "font", "font-family",
  "font-feature-settings", "font-kerning", "font-size", "font-size-adjust", "font-stretch", "font-style",
  "font-variant", "font-variant-alternates", "font-variant-caps", "font-variant-east-asian",
  "font-variant-ligatures", "font-variant-numeric", "font-variant-position", "font-variation-settings",
  "font-weight", "glyph-orientation-horizontal", "glyph-orientation-vertical", "inline-size", "kerning",
  "letter-spacing", "line-height", "shape-inside", "shape-margin", "shape-padding", "shape-subtract",
  "text-align", "text-anchor", "text-decoration", "text-decoration-line", "text-decoration-style",
  "text-indent", "text-orientation", "text-overflow", "text-rendering", "text-transform", "unicode-bidi",
  "white-space", "word-spacing", "writing-mode",
]

/// The elements that a link of a property or an element may lead to.
let linkTargets: [String: Set<String>] = [
  "fill": ["linearGradient", "radialGradient", "pattern"],
  "stroke": ["linearGradient", "radialGradient", "pattern"],
  "clip-path": ["clipPath"], "mask": ["mask"], "filter": ["filter"], "marker": ["marker"],
  "marker-start": ["marker"], "marker-mid": ["marker"], "marker-end": ["marker"],
  "linearGradient": ["linearGradient", "radialGradient"],
  "radialGradient": ["linearGradient", "radialGradient"], "pattern": ["pattern"],
  "use": shapes.union(["g", "svg", "symbol", "use", "a", "text", "image"]),
]

let shapes: Set<String> = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"]

private let units = SVGValue.words(["userSpaceOnUse", "objectBoundingBox", "strokeWidth"])

/// The names of colours.
let svgColors: Set<String> = Set(
  """
  aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown \
  burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan \
  darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid \
  darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet \
  deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro \
  ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki \
  lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow \
  lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray \
  lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine \
  mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise \
  mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab \
  orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru \
  pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown \
  seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan \
  teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen transparent currentcolor
  """.split { $0.isWhitespace }.map(String.init))
