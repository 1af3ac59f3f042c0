import Basics

/// What an SVG contains, apart from its size in pixels.
package struct VectorFacts: Hashable, Sendable, Codable {
  /// Its own size, in CSS pixels.
  package var width: Double
  package var height: Double
  /// Everything in it that is not drawn.
  package var problems: [VectorProblem]
  package var texts: [VectorText]
  /// The names of `${name}` in its texts and attributes, in the order of first occurrence.
  package var variables: [String]

  package var hasText: Bool { !texts.isEmpty }

  package init(
    width: Double, height: Double, problems: [VectorProblem] = [], texts: [VectorText] = [],
    variables: [String] = []
  ) {
    self.width = width
    self.height = height
    self.problems = problems
    self.texts = texts
    self.variables = variables
  }
}

/// A part of an SVG that is not drawn.
package struct VectorProblem: Hashable, Sendable, Codable {
  package enum Kind: String, Hashable, Sendable, Codable {
    /// It refers to another file, or to something that the picture does not have.
    case reference
    case notDrawn
    /// A later version may draw it.
    case notYet
    case limit
  }

  package var kind: Kind
  /// The place in the SVG, from 1; the column counts bytes.
  package var line: Int
  package var column: Int
  /// A clause in lower case.
  package var message: String
  package var hint: String?
  /// The variables whose values may be the cause.
  package var names: [String]

  package init(
    _ kind: Kind, line: Int, column: Int, _ message: String, hint: String? = nil, names: [String] = []
  ) {
    self.kind = kind
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
    self.names = names
  }
}

/// Letters of an SVG, and one of the fonts in which it may draw them.
package struct VectorText: Hashable, Sendable, Codable {
  /// One or several families separated by commas.
  package var families: String
  /// Whether the SVG names the families.
  package var isNamed: Bool
  package var weight: Int
  package var isItalic: Bool
  package var words: String

  package init(families: String, isNamed: Bool, weight: Int, isItalic: Bool, words: String) {
    self.families = families
    self.isNamed = isNamed
    self.weight = weight
    self.isItalic = isItalic
    self.words = words
  }
}

/// How an SVG is drawn.
package struct VectorReading: Hashable, Sendable, Codable {
  /// The fonts of its texts.
  package var fonts: [FontReference]
  /// What its variables become, in the order of their names; nil if its text is taken literally.
  package var values: [VectorValue]?

  package init(fonts: [FontReference] = [], values: [VectorValue]? = nil) {
    self.fonts = fonts
    self.values = values
  }
}

/// What `${name}` becomes in an SVG.
package struct VectorValue: Hashable, Sendable, Codable {
  package var name: String
  package var text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

extension [VectorValue] {
  package var byName: [String: String] {
    Dictionary(map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
  }
}

extension MediaFacts {
  /// The facts of an SVG file.
  package init(_ vector: VectorFacts, byteCount: Int64) {
    let size = PixelSize(
      width: max(1, Int(vector.width.rounded())), height: max(1, Int(vector.height.rounded())))
    self.init(
      container: "svg", extent: .infinite,
      video: [
        VideoTrackFacts(
          streamIndex: 0, codec: "svg", storedSize: size, pixelFormat: "rgba", hasAlpha: true,
          color: ColorTags(
            primaries: "bt709", transfer: "iec61966-2-1", matrix: "gbr", isFullRange: true), isStill: true)
      ], byteCount: byteCount)
  }

  /// Whether the file is an SVG, which is drawn in any size.
  package var isVector: Bool { video.first?.codec == "svg" }
}
