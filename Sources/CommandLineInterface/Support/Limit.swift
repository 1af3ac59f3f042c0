import Basics
import EditScript
import Export
import LibAV
import Processes
import SVGTree
import Workspace
import YAMLTree

/// A limit and the consequence of exceeding it. The numbers are the constants that the code uses.
struct Limit {
  let name: String
  let value: Int
  let unit: String
  /// What is counted.
  let subject: String
  /// The effect of exceeding the limit.
  let consequence: String

  /// The limits by their subjects.
  static let groups: [(title: String, limits: [Limit])] = [
    ("Scripts", scripts), ("Values", values), ("Files of values", valueFiles), ("Media", media),
    ("Rendering", rendering),
  ]

  private init(_ name: String, _ value: Int, _ unit: String, _ subject: String, _ consequence: String) {
    self.name = name
    self.value = value
    self.unit = unit
    self.subject = subject
    self.consequence = consequence
  }

  private static var scripts: [Limit] {
    let limits = YAMLLimits.standard
    return [
      Limit("script-bytes", limits.fileBytes, "bytes", "the text", "it is not read: `too-large`"),
      Limit(
        "script-depth", limits.depth, "levels", "nested lists and mappings",
        "deeper levels are not read: `too-deep`"),
      Limit(
        "script-nodes", limits.nodes, "nodes", "keys, values, lists and mappings",
        "the rest is not read: `too-large`"),
      Limit("scalar-bytes", limits.scalarBytes, "bytes", "one key or value", "`too-large`"),
      Limit(
        "replaced-bytes", LanguageLimits.replacedBytes, "bytes",
        "all values with variables, after replacement",
        "the rest of them is not read: `too-large`"),
      Limit(
        "script-findings", limits.findings, "findings", "YAML errors in the text",
        "further findings are only counted"),
      Limit(
        "suggestions", LanguageLimits.suggestions, "words", "unknown words with a suggestion",
        "further findings have no suggestions"),
    ]
  }

  private static let values = [
    Limit(
      "canvas-side", LanguageLimits.canvasSide, "pixels", "each side of a canvas", "`size-out-of-range`"),
    Limit(
      "canvas-pixels", LanguageLimits.canvasPixels, "pixels", "a canvas", "`size-out-of-range`"),
    Limit(
      "frame-rate", Int(LanguageLimits.frameRate), "frames per second", "a rate", "`number-out-of-range`"),
    Limit(
      "key-frame-distance", Int(LanguageLimits.keyFrameDistance), "frames", "`keyframes` of an output",
      "`over-limit`"),
    Limit(
      "sample-rate", LanguageLimits.sampleRate, "samples per second", "`rate` of the mix",
      "`number-out-of-range`"),
    Limit("tag-bytes", LanguageLimits.tagBytes, "bytes", "one tag of a file", "`over-limit`"),
    Limit("chapters", LanguageLimits.chapters, "chapters", "the chapters of a film", "`over-limit`"),
    Limit(
      "chapter-name-bytes", LanguageLimits.chapterNameBytes, "bytes", "the name of a chapter",
      "`over-limit`"),
    Limit(
      "nested-films", LanguageLimits.nestedFilms, "levels", "nested sequences",
      "`over-limit`"),
    Limit(
      "images-in-sequence", LanguageLimits.imagesInSequence, "pictures",
      "an image sequence, missing pictures included", "`over-limit`"),
    Limit(
      "items-of-each", LanguageLimits.itemsOfEach, "items", "the items of an `each`", "`over-limit`"),
    Limit(
      "entries-of-credits", LanguageLimits.entriesOfCredits, "entries", "the entries of one `credits`",
      "`over-limit`"),
    Limit(
      "films-in-film", LanguageLimits.filmsInFilm, "films",
      "sequences and scripts, counted each time they are played",
      "`over-limit`"),
    Limit(
      "items-in-films", LanguageLimits.itemsInFilms, "items", "the items of these films", "`over-limit`"),
  ]

  private static var valueFiles: [Limit] {
    let limits = VariableFileLimits.standard
    return [
      Limit("values-bytes", limits.fileBytes, "bytes", "the text", "it is not read: `too-large`"),
      Limit("values-rows", limits.rows, "rows", "a table", "`too-large`, and nothing is rendered"),
      Limit("values-columns", limits.columns, "columns", "a table", "it is not read: `too-large`"),
      Limit(
        "values-findings", limits.findings, "findings", "errors in the file",
        "further findings are only counted"),
      Limit(
        "json-depth", JSONValue.depthLimit, "levels", "nested lists and objects", "`data-syntax`"),
    ]
  }

  private static var media: [Limit] {
    let limits = MediaLimits.standard
    return [
      Limit(
        "media-streams", limits.streams, "streams", "streams of a file", "it is rejected: `unreadable-file`"),
      Limit(
        "media-read-streams", limits.readStreams, "streams", "streams that are read",
        "the others are ignored"),
      Limit(
        "media-pixels", limits.pixels, "pixels", "one picture", "the file is rejected: `unreadable-file`"),
      Limit("svg-bytes", SVGLimits.bytes, "bytes", "an SVG", "it is rejected: `unreadable-file`"),
      Limit(
        "svg-elements", SVGLimits.elements, "elements", "an SVG", "it is rejected: `unreadable-file`"),
      Limit(
        "svg-depth", SVGLimits.depth, "levels", "nested elements of an SVG",
        "it is rejected: `unreadable-file`"),
      Limit(
        "svg-drawn-elements", SVGLimits.drawnElements, "elements",
        "elements of an SVG, counted each time they are used", "`over-limit`"),
      Limit(
        "svg-coordinate", Int(SVGLimits.number), "units", "a number in an SVG", "`svg-not-drawn`"),
      Limit(
        "svg-reach", Int(SVGLimits.reach), "times its larger side",
        "how far a part of an SVG reaches out of the picture", "`over-limit`"),
      Limit(
        "svg-outlines", Int(SVGLimits.outlines), "times its larger side",
        "the length of the outlines and strokes of an SVG",
        "`over-limit`"),
      Limit("svg-text", SVGLimits.lettersOfText, "letters", "one text of an SVG", "`over-limit`"),
      Limit(
        "svg-letters", SVGLimits.letters, "letters", "letters of an SVG, counted each time they are used",
        "`over-limit`"),
      Limit(
        "svg-surfaces", SVGLimits.surfaces, "elements",
        "elements of an SVG with an opacity, a blend mode or a mask", "`over-limit`"),
      Limit(
        "svg-filters", SVGLimits.filteredElements, "elements", "elements of an SVG with filters",
        "`over-limit`"),
      Limit(
        "svg-blur", Int(SVGLimits.blur), "pixels", "a blur in an SVG, as it is shown in its own size",
        "`over-limit`"),
      Limit(
        "svg-dashes", SVGLimits.dashes, "dashes", "the lines of an SVG, estimated", "`over-limit`"),
      Limit(
        "svg-seconds", Int(InspectionLimits.vectorTime.components.seconds), "seconds",
        "CPU time for reading and drawing an SVG once", "it is rejected: `unreadable-file`"),
      Limit(
        "media-packets", limits.packets, "packets", "packets of a file", "it is rejected: `unreadable-file`"),
      Limit(
        "probe-memory", InspectionLimits.memoryBytes, "bytes",
        "memory for probing a file, measuring text, or trying a filter", "it is rejected"),
      Limit(
        "probe-time", Int(InspectionLimits.time.components.seconds), "seconds",
        "CPU time for each of these, plus a second for each 100 MB of a file", "it is rejected"),
    ]
  }

  private static let rendering = [
    Limit("jobs", WorkerLimits.workers, "workers", "simultaneous workers", "`--jobs` rejects more"),
    Limit(
      "worker-memory", WorkerLimits.leastMemoryBytes, "bytes",
      "memory of a worker; more for large pictures", "it ends, and the render fails"),
    Limit(
      "worker-address-space", WorkerLimits.addressSpaceBytes, "bytes", "address space of a worker",
      "it ends, and the render fails"),
    Limit(
      "worker-file", WorkerLimits.fileBytes, "bytes", "a file that a worker writes",
      "writing fails, and the render fails"),
    Limit("plan-bytes", WorkerLimits.planBytes, "bytes", "a plan as workers read it", "the render fails"),
    Limit(
      "worker-silence", Int(WorkerLimits.patience.longest.components.seconds), "seconds",
      "time without a report from a worker", "it is stopped, and the render fails"),
  ]
}

extension Limit {
  static var text: String {
    let widest = groups.flatMap(\.limits).map(\.name.count).max() ?? 0
    return groups.map { title, limits in
      "\(title):\n"
        + limits.map { limit in
          let name = limit.name + String(repeating: " ", count: widest - limit.name.count)
          return "  \(name)  \(limit.amount): \(limit.subject)\n"
            + String(repeating: " ", count: widest + 4) + "more: \(limit.consequence)\n"
        }.joined()
    }.joined(separator: "\n")
  }

  static var json: JSONValue {
    .members([
      "limits": .array(
        groups.flatMap { title, limits in
          limits.map { limit in
            .members([
              "name": .string(limit.name), "value": .integer(Int64(limit.value)), "unit": .string(limit.unit),
              "holdsFor": .string(title.lowercased()), "subject": .string(limit.subject),
              "consequence": .string(limit.consequence),
            ])
          }
        })
    ])
  }

  /// `1 MiB (1048576 bytes)`, `64 levels`
  private var amount: String {
    let plain = "\(value) \(unit)"
    guard unit == "bytes" else { return plain }
    for (size, name) in [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")] where value % size == 0 {
      return "\(value / size) \(name) (\(plain))"
    }
    return plain
  }
}
