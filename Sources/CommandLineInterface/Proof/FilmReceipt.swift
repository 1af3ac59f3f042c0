import Basics
import Composition
import ContentDigest
import FoundationEssentials

/// What a film was made of, and how: an in-toto statement beside the film.
struct FilmReceipt: Hashable {
  /// A file by its bytes.
  struct File: Hashable {
    /// From the folder of the script; nil for a file elsewhere.
    var name: String?
    var digest: ContentDigest
  }

  struct Segment: Hashable {
    var key: ContentDigest
    var frames: Int64
  }

  /// What the caller of the render chose.
  struct Choice: Hashable {
    var script: String
    /// The output, by its name or file; nil for one that the command line names.
    var output: String?
    /// The file that the command line names; nil for that of the script.
    var file: String?
    var variables: [String: String] = [:]
    var variableFile: String?
    var row: Int?
    var range: String?
    var isDraft = false
  }

  /// The film, and the files beside it.
  var subjects: [File]
  var choice: Choice
  var inputs: [File]
  var engine: [String]
  var segments: [Segment]
  /// With the first bytes of each digest.
  var content: FilmContent
  /// The digest of all digests of each track.
  var trackDigests: [ContentDigest]

  static let buildType = "urn:editc:render:v1"
  static let markLength = 4

  static func path(besideFilm film: String) -> String { film + ".intoto.json" }
}

extension FilmReceipt {
  /// Canonical JSON: one line, members in the order of their names.
  var text: String { json.sorted.compactText + "\n" }

  private var json: JSONValue {
    .members([
      "_type": "https://in-toto.io/Statement/v1",
      "subject": .array(subjects.map(\.json)),
      "predicateType": "https://slsa.dev/provenance/v1",
      "predicate": .members([
        "buildDefinition": .members([
          "buildType": .string(Self.buildType),
          "externalParameters": choice.json,
          "internalParameters": .members([
            "engine": .array(engine.map { .string($0) }),
            "segments": .array(
              segments.map { .members(["frames": .integer($0.frames), "key": .string($0.key.hex)]) }),
            "film": filmJSON,
          ]),
          "resolvedDependencies": .array(inputs.map(\.json)),
        ]),
        "runDetails": .members([
          "builder": .members(["id": .string("urn:editc")])
        ]),
      ]),
    ])
  }

  private var filmJSON: JSONValue {
    let facts = ((try? FactsText(content.facts).text()) ?? "").split(separator: "\n").map {
      JSONValue.string(String($0))
    }
    return .members([
      "facts": .array(facts),
      "tracks": .array(zip(content.tracks, trackDigests).map { $0.json(digest: $1) }),
      "captions": .array(content.subtitles.map(\.json)),
    ])
  }
}

extension FilmReceipt.File {
  fileprivate var json: JSONValue {
    .membersPresent([
      "name": name.map { .string($0) }, "digest": .members(["sha256": .string(digest.hex)]),
    ])
  }
}

extension FilmReceipt.Choice {
  fileprivate var json: JSONValue {
    .membersPresent([
      "script": .string(script), "output": output.map { .string($0) }, "file": file.map { .string($0) },
      "set": variables.isEmpty
        ? nil
        : .object(variables.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: .string($0.value)) }),
      "vars": variableFile.map { .string($0) }, "row": row.map { .integer(Int64($0)) },
      "range": range.map { .string($0) }, "draft": isDraft ? .bool(true) : nil,
    ])
  }
}

extension PacketMarks {
  fileprivate func json(digest: ContentDigest) -> JSONValue {
    .members([
      "kind": .string(kind.rawValue), "stream": .integer(Int64(streamIndex)), "count": .integer(Int64(count)),
      "sha256": .string(digest.hex), "marks": .string(Data(digests.bytes).base64EncodedString()),
      "rounding": .integer(rounding), "setup": .string(setup), "times": times.json,
      "keys": keys.count == count ? "all" : .array(keys.map { .integer(Int64($0)) }),
    ])
  }
}

extension CompactNumbers {
  /// Two numbers if the times between are evenly spaced but for rounding; otherwise the first, and the steps.
  fileprivate var json: JSONValue {
    guard let first, let last, count > 2 else { return .members(["at": .array(map { .integer($0) })]) }
    if isEven { return .members(["first": .integer(first), "last": .integer(last)]) }
    return .members([
      "first": .integer(first), "steps": .array(zip(self, dropFirst()).map { .integer($1 - $0) }),
    ])
  }

  private var isEven: Bool {
    zip(self, Self.even(first: self[0], last: self[count - 1], count: count)).allSatisfy {
      ($0 - $1).magnitude <= 1
    }
  }

  static func even(first: Int64, last: Int64, count: Int) -> CompactNumbers {
    CompactNumbers(
      (0..<count).lazy.map { index in
        first + Int64((Int128(last - first) * Int128(index) + Int128(count - 1) / 2) / Int128(count - 1))
      })
  }
}

extension CodedSubtitles {
  fileprivate var json: JSONValue {
    .members([
      "stream": .integer(Int64(streamIndex)), "header": .string(header),
      "lines": .array(lines.map { .array([.string($0.range.spelling), .string($0.fields)]) }),
    ])
  }
}

extension JSONValue {
  /// With the members of each object in the order of their names.
  fileprivate var sorted: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let members):
      .object(members.map { Member(name: $0.name, value: $0.value.sorted) }.sorted { $0.name < $1.name })
    default: self
    }
  }
}
