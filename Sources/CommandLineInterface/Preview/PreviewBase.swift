import Basics
import Compiler
import ContentDigest
import Export
import FilmComparison
import FoundationEssentials
import Lowering
import Processes
import Workspace

/// The films of the last commit, for a comparison with those that are shown.
struct PreviewBase: Codable {
  /// The version that it is compared with.
  let version: Int
  /// The digest of the commit; nil if it was not found.
  var commit: String?
  /// The reason why there is nothing to compare with.
  var problem: String?
  var films: [Film] = []

  /// The film of an output as it was.
  struct Film: Codable {
    /// The index of the film that is shown.
    let film: Int
    let plan: PreviewFilm
    let spans: [Span]
  }

  /// Frames of both films in which the same item plays.
  struct Span: Codable {
    let first: Int64
    let frames: Int64
    let baseFirst: Int64
    let baseFrames: Int64
  }
}

extension PreviewBase {
  func write(to path: String) throws {
    guard let data = try? JSONEncoder().encode(self) else {
      throw CommandFailure(.internalError, "the films of the last commit cannot be written")
    }
    try AtomicFile.publish(Array(data), at: path, syncing: false)
  }

  init?(at path: String) {
    guard let bytes = try? readFile(path, limit: WorkerLimits.planBytes),
      let base = try? JSONDecoder().decode(PreviewBase.self, from: Data(bytes))
    else { return nil }
    self = base
  }

  /// For pages: without what only workers need.
  var json: JSONValue {
    let films = films.map { film in
      let spans = film.spans.map { span in
        JSONValue.members([
          "first": .integer(span.first), "frames": .integer(span.frames),
          "baseFirst": .integer(span.baseFirst), "baseFrames": .integer(span.baseFrames),
        ])
      }
      return JSONValue.members([
        "film": .integer(Int64(film.film)), "frames": .integer(film.plan.frameCount), "spans": .array(spans),
      ])
    }
    return .members([
      "version": .integer(Int64(version)), "commit": commit.map(JSONValue.string) ?? .null,
      "problem": problem.map(JSONValue.string) ?? .null, "films": .array(films),
    ])
  }
}

extension PreviewBase.Span {
  /// The frames of all items that two films share.
  static func all(from old: FilmVersion, to new: FilmVersion) -> [PreviewBase.Span] {
    guard let oldRate = old.film.rate, let newRate = new.film.rate else { return [] }
    func frames(_ range: TimeRange, _ rate: FrameRate) -> Range<Int64>? {
      guard let first = Lowering.frameNumber(at: range.start, rate: rate),
        let end = Lowering.frameNumber(at: range.end, rate: rate), first < end
      else { return nil }
      return first..<end
    }
    return sharedItems(old, new).compactMap { pair in
      guard let now = frames(pair.new, newRate), let before = frames(pair.old, oldRate) else { return nil }
      return PreviewBase.Span(
        first: now.lowerBound, frames: Int64(now.count), baseFirst: before.lowerBound,
        baseFrames: Int64(before.count))
    }
  }
}

extension FilmVersion {
  /// The film of an output, for finding its items in another version.
  init(_ film: LoweredFilm, of script: CompiledScript) {
    self.init(source: script.file.source, film: film, folder: script.file.folder)
  }
}

/// What the compiler of a preview keeps between its orders.
final class PreviewHistory {
  /// The newest version without errors.
  var shown: (number: Int, script: CompiledScript)?
  /// The last commit: keeps its media, some of which are temporary files.
  var base: CompiledScript?
  /// What was found in media of which every track was looked at.
  var detections: [ContentDigest: CachedDetection] = [:]
}
