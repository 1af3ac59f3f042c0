import Basics
import Compiler
import FoundationEssentials
import Lowering
import ScriptAnalysis
import TestSupport

/// A script in which `‸` marks a place.
struct Marked {
  let script: ScriptText
  let offset: Int

  init(_ text: String) {
    let parts = text.split(separator: "‸", maxSplits: 1, omittingEmptySubsequences: false)
    offset = parts[0].utf8.count
    script = ScriptText(SourceText(name: "film.edit", parts.joined()))
  }

  /// What is offered, by label.
  func labels(film: FilmKnowledge? = nil, ffmpeg: FFmpegWords? = nil) -> [String] {
    script.completions(at: offset, film: film, ffmpeg: ffmpeg).items.map(\.label)
  }

  /// The text after the item with this label was taken; nil if it is not offered.
  func accepting(_ label: String) -> String? {
    let item = script.completions(at: offset).items.first { $0.label == label }
    return item.flatMap { script.source.applying([TextEdit(range: $0.range, replacement: $0.newText)]) }
  }
}

/// What is known of a script with the media of a listing.
func knowledge(
  _ text: String, media: String = "", playing played: [String: String] = [:]
) throws -> FilmKnowledge {
  var table = try MediaListing(media).table
  let source = SourceText(name: "film.edit", text)
  let reading = ParsedScript(source)
  for call in reading.script.calls {
    guard let text = played[call.path] else { continue }
    table.scripts[call] = PlayedText(SourceText(name: call.path, text)).played(by: call)
  }
  let lowered = LoweredOutputs(reading, media: table)
  return FilmKnowledge(lowered.checked(), films: lowered.films)
}

/// The scripts of `examples`.
let examples: [(name: String, text: String)] = {
  let folder = packageRoot + "/examples"
  let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
    $0.hasSuffix(".edit")
  }
  return names.sorted().compactMap { name in
    FileManager.default.contents(atPath: folder + "/" + name).map {
      (name, String(decoding: $0, as: UTF8.self))
    }
  }
}()
