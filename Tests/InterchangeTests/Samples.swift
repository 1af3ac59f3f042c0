import Basics
import FoundationEssentials
import Interchange
import TestSupport
import Testing
import XMLTree

/// The folder of files that other programs wrote, beside that of the real clips, which not every machine has.
enum OtherProgramsFiles {
  static let folder: String? = RealMedia.folder.map { $0 + "/../interchange" }.flatMap {
    FileManager.default.fileExists(atPath: $0 + "/README.md") ? $0 : nil
  }

  static var isPresent: Bool { folder != nil }

  /// The files with these endings, by name.
  static func files(_ endings: String...) -> [String] {
    guard let folder, let media = RealMedia.folder else { return [] }
    let folders = ["fcpxml", "otio", "losslesscut", "editly"].map { folder + "/" + $0 } + [media]
    return folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        .filter { name in endings.contains { name.hasSuffix("." + $0) } }.map { folder + "/" + $0 }
    }
  }
}

/// A file of another program and what has to be said to read it.
struct OtherProgramsFile: Sendable, CustomTestStringConvertible {
  let path: String
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  var testDescription: String { name }

  static let all: [OtherProgramsFile] = OtherProgramsFiles.files(
    "edl", "otio", "fcpxml", "xml", "csv", "json5", "llc"
  ).map { OtherProgramsFile(path: $0) }

  var bytes: [UInt8] { FileManager.default.contents(atPath: path).map(Array.init) ?? [] }

  var options: ReadingOptions {
    let media = ImportedTimeline.possibleMedia(in: bytes, name: name).union(["film.mp4"])
    var options = ReadingOptions(
      rate: FrameRate(25), media: "film.mp4",
      lengths: Dictionary(uniqueKeysWithValues: media.map { ($0, RationalTime(seconds: 3600)) }))
    switch name {
    case "edl_25fps.edl": options.rate = FrameRate(25)
    case "cmx3600.edl", "cmx3600_5994.edl": options.rate = FrameRate(60000, per: 1001)
    case "file32.edl", "12_16_TL01_MUSIC.edl", "070816_EG101_HEISTS_ROUGH_CUT_SOURCES_PART_1.edl":
      options.rate = FrameRate(30000, per: 1001)
    case "fcpx_example.fcpxml": options.project = "OpenTimeline_Project"
    case "Structure.fcpxml": options.project = "Test Project"
    default: if name.hasSuffix(".edl") { options.rate = FrameRate(24) }
    }
    return options
  }

  func read() throws -> ImportedTimeline { try ImportedTimeline.read(bytes, name: name, options) }
}

/// Reads a text as a file with this name.
func reading(_ text: String, _ name: String, _ options: ReadingOptions = ReadingOptions()) throws
  -> ImportedTimeline
{
  try ImportedTimeline.read(Array(text.utf8), name: name, options)
}

/// The words of the problem that a text has.
func refusal(_ text: String, _ name: String, _ options: ReadingOptions = ReadingOptions()) -> String? {
  do throws(InterchangeProblem) {
    _ = try ImportedTimeline.read(Array(text.utf8), name: name, options)
    return nil
  } catch {
    return error.description
  }
}

/// The items of a track in words: `clip 0s..2s from 5s`, `gap 1s`, `dissolve 0s+1s`.
func words(_ track: InterchangeTrack) throws -> [String] {
  try track.placed().map { placed in
    switch placed.item {
    case .clip(let clip):
      let end = try clip.duration.map { try placed.start + $0 }
      return "clip \(placed.start.spelling)..\(end.map(\.spelling) ?? "") from \(clip.start.spelling)"
    case .gap(let gap): return "gap \(gap.duration.spelling)"
    case .transition(let transition):
      return "dissolve \(transition.before.spelling)+\(transition.after.spelling)"
    }
  }
}
