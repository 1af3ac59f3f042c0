import Basics
import Export
import FoundationEssentials
import Processes

/// What a compilation of the script of a preview came to, as its compiler hands it to the server.
struct PreviewVersion: Codable {
  /// Rises with each compilation.
  let number: Int
  /// Nil if the script has errors: the films of the version before stay.
  var films: [Film]?
  /// The findings as JSON.
  var findings = "[]"
  /// What kept the script from being compiled.
  var problem: String?
  /// Why the timeline is not drawn; nil if it is.
  var drawingProblem: String?
  /// The files that films and findings depend on.
  var watched: [String] = []

  struct Film: Codable {
    let name: String
    let row: Int?
    let width: Int
    let height: Int
    /// The facts that pages are told, as JSON without what changes while cells are made.
    let facts: String
    var plan: PreviewFilm
    /// The folder of its drawings.
    let drawings: String
  }
}

/// Where the compiler and the workers of a preview put their files.
struct PreviewFolder {
  let path: String

  /// Of what workers make.
  var made: String { path + "/made" }
  /// Of plans and drawings. Workers only read it.
  var films: String { path + "/films" }
  func version(_ number: Int) -> String { "\(path)/version-\(number).json" }
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
