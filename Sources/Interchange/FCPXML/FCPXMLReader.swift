import Basics
import XMLTree

/// Reads Final Cut Pro XML.
func readFCPXML(_ document: XMLDocument, _ options: ReadingOptions) throws(InterchangeProblem)
  -> ImportedTimeline
{
  var reader = FCPXMLReader(document)
  return try reader.read(document.root, options)
}

/// The state of the reader: resources by id, and the timeline under construction.
struct FCPXMLReader {
  var ledger: ImportReportBuilder
  var timeline = InterchangeTimeline()
  private(set) var resources: [String: XMLElement] = [:]
  var mediaNumbers: [String: Int] = [:]
  /// The sequences of resources, by resource and, for a multicam clip, by angle.
  var sequenceNumbers: [String: Int] = [:]
  /// The sequences that are being read, to detect those that contain themselves.
  var openSequences: Set<String> = []

  init(_ document: XMLDocument) { ledger = ImportReportBuilder(document) }

  mutating func read(_ root: XMLElement, _ options: ReadingOptions) throws(InterchangeProblem)
    -> ImportedTimeline
  {
    guard root.name == "fcpxml" else {
      throw InterchangeProblem(
        "the outermost element is `\(root.name)`, expected `fcpxml`", at: InputPlace(root))
    }
    ledger.map(root, reading: ["version"])
    readVersion(root)
    for resource in root.first("resources")?.children ?? [] {
      if let id = resource["id"], resources.updateValue(resource, forKey: id) != nil {
        throw InterchangeProblem("the id `\(id)` appears twice", at: InputPlace(resource))
      }
    }
    if let element = root.first("resources") { ledger.map(element.index) }
    if let project = try chooseProject(root, options) {
      try readProject(project)
    } else {
      try readLooseClips(root)
    }
    for resource in root.first("resources")?.children ?? [] where !ledger.isSettled(resource.index) {
      ledger.drop(resource.index, "it is not used in the film", affecting: .neither)
    }
    return ImportedTimeline(timeline: timeline, report: ledger.report)
  }

  private mutating func readVersion(_ root: XMLElement) {
    let version = root["version"] ?? ""
    let parts = version.split(separator: ".").compactMap { Int($0) }
    if parts.count == 2, parts[0] == 1, (5...14).contains(parts[1]) { return }
    ledger.approximate(
      root.index, "version `\(version)` is not one of 1.5 to 1.14: it is read like these", affecting: .neither
    )
  }

  // MARK: The project

  private mutating func chooseProject(
    _ root: XMLElement, _ options: ReadingOptions
  ) throws(InterchangeProblem) -> XMLElement? {
    var projects: [(project: XMLElement, parents: [XMLElement])] = []
    func find(in element: XMLElement, _ parents: [XMLElement]) {
      for child in element.children {
        if child.name == "project" { projects.append((child, parents)) }
        if ["library", "event"].contains(child.name) { find(in: child, parents + [child]) }
      }
    }
    find(in: root, [])
    let wanted = options.project.map { name in projects.filter { $0.project["name"] == name } } ?? projects
    guard !projects.isEmpty else {
      if let name = options.project {
        throw InterchangeProblem(
          "the file has no project `\(name)`; it contains no projects", at: InputPlace(root))
      }
      return nil
    }
    guard wanted.count == 1, let chosen = wanted.first else {
      let names = projects.map { "`\($0.project["name"] ?? "")`" }.joined(separator: ", ")
      throw InterchangeProblem(
        options.project.map { "the file has \(wanted.count) projects `\($0)`" }
          ?? "the file has \(projects.count) projects", at: InputPlace(root),
        advice: "choose one of them: \(names)")
    }
    for parent in chosen.parents {
      ledger.map(parent, reading: ["name"], harmless: ["uid", "location", "colorProcessing"])
    }
    for (project, _) in projects where project.index != chosen.project.index {
      ledger.drop(project.index, "another project was selected", affecting: .neither)
    }
    return chosen.project
  }

  private mutating func readProject(_ project: XMLElement) throws(InterchangeProblem) {
    ledger.map(project, reading: ["name"], harmless: ["uid", "modDate", "id"])
    timeline.name = project["name"]
    guard let element = project.first("sequence") else {
      throw InterchangeProblem("the project has no `sequence`", at: InputPlace(project))
    }
    timeline.sequences = [InterchangeSequence()]
    timeline.sequences[0] = try sequence(element, isFilm: true, depth: 0)
  }

  /// Clips without a project play one after the other.
  private mutating func readLooseClips(_ root: XMLElement) throws(InterchangeProblem) {
    var clips: [XMLElement] = []
    func find(in element: XMLElement) {
      for child in element.children {
        if ["library", "event"].contains(child.name) {
          ledger.map(child, reading: ["name"], harmless: ["uid", "location", "colorProcessing"])
          find(in: child)
        } else if FCPXMLReader.storyNames.contains(child.name) {
          clips.append(child)
        }
      }
    }
    find(in: root)
    timeline.sequences = [InterchangeSequence()]
    var story = SequenceBuilder()
    for clip in clips {
      if clips.count > 1 {
        ledger.approximate(clip.index, "the file has no project: its clips play one after the other")
      }
      let end = try add(clip, at: story.end, lane: 0, to: &story, depth: 0)
      story.end = max(story.end, end)
    }
    timeline.sequences[0] = try finish(story, name: nil, at: InputPlace(root))
    let rates = timeline.media.compactMap(\.rate)
    timeline.canvas.rate = rates.first
    if let first = timeline.media.first(where: { $0.width != nil }) {
      (timeline.canvas.width, timeline.canvas.height) = (first.width, first.height)
    }
    timeline.name = clips.count == 1 ? clips.first?["name"] : nil
  }

  static let storyNames: Set<String> = [
    "asset-clip", "clip", "video", "audio", "title", "caption", "ref-clip", "sync-clip", "mc-clip",
    "audition", "gap",
    "spine",
  ]

  // MARK: Sequences

  mutating func sequence(
    _ element: XMLElement, isFilm: Bool, depth: Int
  ) throws(InterchangeProblem) -> InterchangeSequence {
    guard depth < 24 else {
      throw InterchangeProblem("sequences are nested more than 24 levels deep", at: InputPlace(element))
    }
    ledger.map(
      element, reading: ["format", "tcStart", "tcFormat", "duration", "audioLayout", "audioRate"],
      harmless: ["keywords", "renderFormat", "name", "id"])
    let start = try time(element, "tcStart") ?? .zero
    if let format = try resource(element["format"], "format", element) {
      ledger.map(
        format, reading: ["id", "name", "frameDuration", "width", "height"],
        harmless: ["colorSpace", "fieldOrder", "projection", "stereoscopic"])
      if isFilm {
        timeline.canvas.width = format["width"].flatMap { Int($0) } ?? namedSize(format)?.width
        timeline.canvas.height = format["height"].flatMap { Int($0) } ?? namedSize(format)?.height
        timeline.canvas.rate = try rate(of: format)
        timeline.canvas.start = start
        timeline.canvas.isDropFrame = element["tcFormat"] == "DF"
      }
    }
    var story = SequenceBuilder()
    for spine in element.all("spine") {
      ledger.map(spine.index)
      try addSpine(spine.children, base: .zero, origin: start, lane: 0, to: &story, depth: depth)
    }
    return try finish(story, name: element["name"], at: InputPlace(element))
  }

  mutating func finish(
    _ story: SequenceBuilder, name: String?, at place: InputPlace
  ) throws(InterchangeProblem) -> InterchangeSequence {
    var notes: [(InputPlace, String)] = []
    var tracks: [InterchangeTrack] = []
    for key in story.tracks.keys.sorted() {
      guard let builder = story.tracks[key] else { continue }
      let kind = key.kind
      tracks.append(
        try exactly(at: place) { () throws(TimeOverflow) in
          try builder.track(kind, name: key.name) { notes.append(($0, $1)) }
        })
    }
    for (place, words) in notes {
      if let index = story.places[place] { ledger.approximate(index, words) }
    }
    let markers = story.markers.sorted { $0.time < $1.time }
    return InterchangeSequence(name: name, tracks: tracks, markers: markers, captions: story.captions)
  }

  // MARK: Attributes

  /// The resource with this id; nil if `id` is nil.
  func resource(
    _ id: String?, _ kind: String, _ element: XMLElement
  ) throws(InterchangeProblem) -> XMLElement? {
    guard let id else { return nil }
    guard let found = resources[id] else {
      throw InterchangeProblem("no resource has the id `\(id)`", at: InputPlace(element))
    }
    guard found.name == kind || kind.isEmpty else {
      throw InterchangeProblem("`\(id)` is a `\(found.name)`, expected `\(kind)`", at: InputPlace(element))
    }
    return found
  }

  /// The time in an attribute, `5s` or `1001/30000s`; nil if it is missing.
  func time(_ element: XMLElement, _ attribute: String) throws(InterchangeProblem) -> RationalTime? {
    guard let text = element[attribute] else { return nil }
    guard let time = RationalTime(fcpxml: text) else {
      throw InterchangeProblem(
        "`\(attribute)` is `\(text)`, expected a time such as `5s` or `1001/30000s`", at: InputPlace(element))
    }
    return time
  }

  /// A time that must not be negative.
  func length(_ element: XMLElement, _ attribute: String) throws(InterchangeProblem) -> RationalTime? {
    guard let time = try time(element, attribute) else { return nil }
    guard !time.isNegative else {
      throw InterchangeProblem("`\(attribute)` is negative", at: InputPlace(element))
    }
    return time
  }

  /// The frame rate of a format, from its frame duration or its name.
  func rate(of format: XMLElement) throws(InterchangeProblem) -> FrameRate? {
    if let duration = try time(format, "frameDuration"), duration > .zero {
      return FrameRate(duration.timescale, per: duration.value)
    }
    let suffixes: [(String, FrameRate?)] = [
      ("p2398", FrameRate(24000, per: 1001)), ("p24", FrameRate(24)), ("p25", FrameRate(25)),
      ("p2997", FrameRate(30000, per: 1001)), ("p30", FrameRate(30)), ("p50", FrameRate(50)),
      ("p5994", FrameRate(60000, per: 1001)), ("p60", FrameRate(60)), ("i50", FrameRate(25)),
      ("i5994", FrameRate(30000, per: 1001)),
    ]
    guard let name = format["name"] else { return nil }
    return suffixes.first { name.hasSuffix($0.0) }?.1
  }

  /// The size in the name of a format, such as `FFVideoFormat1080p25`.
  private func namedSize(_ format: XMLElement) -> (width: Int, height: Int)? {
    let sizes = [("Format1080", (1920, 1080)), ("Format720", (1280, 720)), ("Format3840x2160", (3840, 2160))]
    return sizes.first { format["name"]?.contains($0.0) == true }.map { (width: $0.1.0, height: $0.1.1) }
  }
}

extension RationalTime {
  /// The time in Final Cut Pro's form `5s`, `1001/30000s` or `2.5s`; nil for other texts.
  init?(fcpxml text: String) {
    guard text.hasSuffix("s"), text.utf8.count <= 64 else { return nil }
    let parts = text.dropLast().split(separator: "/", omittingEmptySubsequences: false)
    switch parts.count {
    case 1: self.init(decimal: parts[0])
    case 2:
      guard let value = Int64(parts[0]), let timescale = Int64(parts[1]), timescale > 0 else { return nil }
      self.init(value, timescale)
    default: return nil
    }
  }
}
