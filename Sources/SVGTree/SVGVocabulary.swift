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
  "feComposite", "feBlend", "feDropShadow",
]

private let silentElements: Set<String> = ["title", "desc", "metadata", "view"]

private let animations: Set<String> = [
  "animate", "animateColor", "animateMotion", "animateTransform", "set", "mpath", "discard",
]

/// The values of an attribute or a property.
enum SVGValue {
  /// It has no effect on the picture.
  case ignored
  case words([String])
  case number
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
  "baseline-shift": .words(["baseline", "sub", "super", "0"]),
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
  "font-kerning": .words(["auto", "normal"]),
  "font-size": .fontSize,
  "font-size-adjust": .words(["none"]),
  "font-stretch": .words(["normal"]),
  "font-style": .words(["normal", "italic", "oblique"]),
  "font-variant": .words(["normal", "small-caps"]),
  "font-weight": .fontWeight,
  "glyph-orientation-horizontal": .words(["0", "0deg"]),
  "glyph-orientation-vertical": .words(["auto", "0", "0deg"]),
  "image-rendering": .words(["auto", "optimizeQuality", "smooth", "high-quality"]),
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
  "shape-rendering": .words(["auto", "optimizeSpeed", "crispEdges", "geometricPrecision"]),
  "stop-color": .color,
  "stop-opacity": .opacity,
  "stroke": .paint,
  "stroke-dasharray": .dashes,
  "stroke-dashoffset": .length,
  "stroke-linecap": .words(["butt", "round", "square"]),
  "stroke-linejoin": .words(["miter", "round", "bevel"]),
  "stroke-miterlimit": .number,
  "stroke-opacity": .opacity,
  "stroke-width": .length,
  "text-anchor": .words(["start", "middle", "end"]),
  "text-decoration": .words(["none", "underline", "line-through"]),
  "text-rendering": .words(["auto", "optimizeSpeed", "optimizeLegibility", "geometricPrecision"]),
  "unicode-bidi": .words(["normal", "embed", "bidi-override"]),
  "visibility": .words(["visible", "hidden", "collapse"]),
  "white-space": .words(["normal"]),
  "word-spacing": .words(["normal", "0"]),
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
  "points": .points, "viewBox": .viewBox, "preserveAspectRatio": .aspect, "pathLength": .ignored,
  "orient": .angle, "markerUnits": units, "clipPathUnits": units, "maskUnits": units,
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
