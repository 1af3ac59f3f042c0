import Basics
import ContentDigest
import Export
import FoundationEssentials
import Processes

/// The result of compiling the script of a preview, which the compiler passes to the server.
struct PreviewVersion: Codable {
  /// Increases with each compilation.
  let number: Int
  /// Nil if the script has errors; the previous films then remain.
  var films: [Film]?
  /// The findings as JSON.
  var findings = "[]"
  /// The digest of the script's file; nil if it was not read, or is a media file.
  var text: ContentDigest?
  /// The repairs of this text, by the keys in the findings.
  var repairs: [String: PreviewRepair] = [:]
  /// The reason why the script could not be compiled.
  var problem: String?
  /// The files that films and findings depend on.
  var watched: [String] = []

  struct Film: Codable {
    let name: String
    let row: Int?
    /// The audio track that is heard; nil if there is only one.
    let track: Track?
    let rate: FrameRate
    let width: Int
    let height: Int
    /// The facts for pages as JSON, without those that change while cells are rendered.
    let facts: String
    /// The media files in which cuts and silences can still be looked for.
    let undetected: [String]
    var plan: PreviewFilm
    struct Track: Codable {
      let name: String
      /// The index of the film with the first track of the same output.
      let film: Int

      var json: JSONValue {
        .members(["name": .string(name), "film": .integer(Int64(film))])
      }
    }
  }
}

/// The folders for files of the compiler and the workers of a preview.
struct PreviewFolder {
  let path: String

  /// The output of workers.
  var made: String { path + "/made" }
  /// Plans, which workers only read.
  var films: String { path + "/films" }
  func version(_ number: Int) -> String { "\(path)/version-\(number).json" }
  /// What the version is compared with.
  func base(_ number: Int) -> String { "\(path)/base-\(number).json" }
  func baseFilm(_ index: Int, ofVersion number: Int) -> String { "\(films)/base-\(number)-\(index)" }
  func film(_ index: Int, ofVersion number: Int) -> String { "\(films)/\(number)-\(index)" }
}

extension PreviewVersion {
  func write(to path: String) throws {
    guard let data = try? JSONEncoder().encode(self) else {
      throw CommandFailure(.internalError, "a version of the preview cannot be written")
    }
    try AtomicFile.publish(Array(data), at: path, syncing: false)
  }

  init?(at path: String) {
    guard let bytes = try? readFile(path, limit: WorkerLimits.planBytes),
      let version = try? JSONDecoder().decode(PreviewVersion.self, from: Data(bytes))
    else { return nil }
    self = version
  }
}
