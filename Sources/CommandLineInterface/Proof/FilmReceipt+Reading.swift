import Basics
import Composition
import ContentDigest
import FoundationEssentials

extension FilmReceipt {
  /// Why a text is no receipt, as a clause about it.
  struct Flaw: Error, Hashable {
    let clause: String

    init(_ clause: String) { self.clause = clause }
  }

  /// The packets of all films of a receipt that is read.
  static let mostBytes = 256 << 20

  init(_ bytes: [UInt8]) throws(Flaw) {
    let json: JSONValue
    do throws(JSONProblem) { json = try JSONValue.parse(bytes: bytes) } catch {
      throw Flaw("is not JSON: \(error)")
    }
    guard json["_type"]?.stringValue == "https://in-toto.io/Statement/v1",
      let build = json["predicate"]?["buildDefinition"]
    else { throw Flaw("is not an in-toto statement with provenance") }
    guard build["buildType"]?.stringValue == Self.buildType else {
      throw Flaw("is the statement of another program, or of another version of editc")
    }
    let internals = build["internalParameters"]
    subjects = try (json["subject"]?.elements).needed("subject").map(File.init)
    inputs = try (build["resolvedDependencies"]?.elements).needed("resolvedDependencies").map(File.init)
    choice = try Choice(build["externalParameters"].needed("externalParameters"))
    engine = try (internals?["engine"]?.elements).needed("engine").compactMap(\.stringValue)
    segments = try (internals?["segments"]?.elements).needed("segments").map(Segment.init)
    let film = try (internals?["film"]).needed("film")
    let lines = try (film["facts"]?.elements).needed("facts").compactMap(\.stringValue)
    guard let facts = FactsText(Array(lines.map { $0 + "\n" }.joined().utf8))?.facts else {
      throw Flaw("has facts of its film that were changed")
    }
    let tracks = try (film["tracks"]?.elements).needed("tracks")
    content = FilmContent(
      facts: facts, tracks: try tracks.map(PacketMarks.init),
      subtitles: try (film["captions"]?.elements).needed("captions").map(CodedSubtitles.init))
    trackDigests = try tracks.map { track throws(Flaw) in try digest(track["sha256"]) }
    guard subjects.allSatisfy({ $0.name != nil }), !subjects.isEmpty else { throw Flaw("names no film") }
  }
}

private func digest(_ value: JSONValue?) throws(FilmReceipt.Flaw) -> ContentDigest {
  guard let digest = value?.stringValue.flatMap(ContentDigest.init(hex:)) else {
    throw FilmReceipt.Flaw("has no SHA-256 where one is needed")
  }
  return digest
}

extension Optional {
  fileprivate func needed(_ name: String) throws(FilmReceipt.Flaw) -> Wrapped {
    guard let self else { throw FilmReceipt.Flaw("has no `\(name)`") }
    return self
  }
}

extension FilmReceipt.File {
  fileprivate init(_ json: JSONValue) throws(FilmReceipt.Flaw) {
    let name = json["name"]?.stringValue
    // A receipt comes from anyone: its names stay in the folder.
    if let name, !isInside(name) { throw FilmReceipt.Flaw("names a file outside of its folder: '\(name)'") }
    self.init(name: name, digest: try CommandLineInterface.digest(json["digest"]?["sha256"]))
  }
}

private func isInside(_ path: String) -> Bool {
  !path.isEmpty && !path.hasPrefix("/") && !path.contains("\0")
    && !path.split(separator: "/", omittingEmptySubsequences: false).contains {
      $0.isEmpty || $0 == ".." || $0 == "."
    }
}

extension FilmReceipt.Segment {
  fileprivate init(_ json: JSONValue) throws(FilmReceipt.Flaw) {
    self.init(key: try digest(json["key"]), frames: try json["frames"]?.integerValue.needed("frames") ?? 0)
  }
}

extension FilmReceipt.Choice {
  fileprivate init(_ json: JSONValue) throws(FilmReceipt.Flaw) {
    let script = try (json["script"]?.stringValue).needed("script")
    guard isInside(script) else { throw FilmReceipt.Flaw("names a script outside of its folder") }
    let variables = (json["set"]?.members ?? []).compactMap { member in
      member.value.stringValue.map { (member.name, $0) }
    }
    self.init(
      script: script, output: json["output"]?.stringValue, file: json["file"]?.stringValue,
      variables: Dictionary(variables, uniquingKeysWith: { _, last in last }),
      variableFile: json["vars"]?.stringValue, row: json["row"]?.integerValue.map { Int(clamping: $0) },
      range: json["range"]?.stringValue, isDraft: json["draft"] == .bool(true))
    if let file = [file, variableFile].compactMap(\.self).first(where: { !isInside($0) }) {
      throw FilmReceipt.Flaw("names a file outside of its folder: '\(file)'")
    }
  }
}

extension PacketMarks {
  fileprivate init(_ json: JSONValue) throws(FilmReceipt.Flaw) {
    guard let kind = json["kind"]?.stringValue.flatMap(Kind.init(rawValue:)),
      let stream = json["stream"]?.integerValue, let count = json["count"]?.integerValue,
      let marks = json["marks"]?.stringValue.flatMap({ Data(base64Encoded: $0) }),
      let rounding = json["rounding"]?.integerValue, let setup = json["setup"]?.stringValue,
      marks.count.isMultiple(of: FilmReceipt.markLength),
      count == Int64(marks.count / FilmReceipt.markLength),
      let times = CompactNumbers(times: json["times"], count: count)
    else { throw FilmReceipt.Flaw("has a track whose marks do not fit together") }
    self.init(
      kind: kind, streamIndex: Int(clamping: stream), times: times,
      digests: MarkDigests(length: FilmReceipt.markLength, bytes: Array(marks)),
      keys: json["keys"]?.stringValue == "all"
        ? Array(0..<Int(count))
        : (json["keys"]?.elements ?? []).compactMap { $0.integerValue.map { Int(clamping: $0) } },
      rounding: max(2, min(rounding, 1_000_000_000)), setup: setup)
  }
}

extension CompactNumbers {
  /// Nil unless there are as many as stated, ascending.
  fileprivate init?(times json: JSONValue?, count: Int64) {
    let most: Int64 = 100_000_000
    guard (0...most).contains(count) else { return nil }
    if let exact = json?["at"]?.elements {
      self.init(exact.compactMap(\.integerValue))
    } else if let first = json?["first"]?.integerValue, let last = json?["last"]?.integerValue, count > 2,
      first.magnitude < 1 << 60, last.magnitude < 1 << 60
    {
      self = Self.even(first: first, last: last, count: Int(count))
    } else if let first = json?["first"]?.integerValue, let steps = json?["steps"]?.elements,
      first.magnitude < 1 << 60
    {
      self.init(CollectionOfOne(first))
      for step in steps.compactMap(\.integerValue) {
        let (next, overflow) = self[self.count - 1].addingReportingOverflow(step)
        guard !overflow else { return nil }
        append(next)
      }
    } else {
      return nil
    }
    guard Int64(self.count) == count, zip(self, dropFirst()).allSatisfy({ $0 <= $1 }) else { return nil }
  }
}

extension CodedSubtitles {
  fileprivate init(_ json: JSONValue) throws(FilmReceipt.Flaw) {
    let lines = try (json["lines"]?.elements).needed("lines").map { line throws(FilmReceipt.Flaw) in
      guard let pair = line.elements, pair.count == 2,
        let range = pair[0].stringValue.flatMap(TimeRange.init(spelling:)),
        let fields = pair[1].stringValue
      else { throw FilmReceipt.Flaw("has a caption without times") }
      return Line(range: range, fields: fields)
    }
    self.init(
      streamIndex: Int(clamping: json["stream"]?.integerValue ?? 0),
      header: json["header"]?.stringValue ?? "",
      lines: lines)
  }
}
