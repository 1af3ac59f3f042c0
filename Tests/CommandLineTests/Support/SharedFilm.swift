import Basics
import FoundationEssentials
import Processes
import TestSupport
import Testing

/// A server in Python, which prints its port. Its argument is a folder.
final class PythonServer {
  let folder: TemporaryFolder
  private(set) var port = 0
  private let loop = EventLoop(signals: nil)
  private let server: EventLoop.ChildID

  init(_ name: String) throws {
    folder = try TemporaryFolder()
    server = try loop.start(
      ChildCommand(
        "/usr/bin/python3", [packageRoot + "/Tests/CommandLineTests/Judges/" + name, folder.root]))
    port = try #require(Int(nextLine()))
  }

  private func nextLine() throws -> String {
    while let event = try loop.next() {
      if case .line(server, let line) = event { return line }
      if case .ended(_, let status, let text) = event { Issue.record("\(status) \(text)") }
    }
    return ""
  }

  /// What it prints after a line of its standard input.
  func ask() throws -> String {
    loop.send("", to: server)
    return try nextLine()
  }

  func kill() { loop.endChildren() }

  var url: String { "http://127.0.0.1:\(port)" }
}

/// What `segment_server.py` has in its folder.
extension PythonServer {
  func set(mode: String) throws { try Data(mode.utf8).write(to: URL(filePath: folder.path("mode"))) }

  func text(_ name: String) -> String {
    (try? Data(contentsOf: URL(filePath: folder.path(name)))).map { String(decoding: $0, as: UTF8.self) }
      ?? ""
  }

  /// The requests since the last call.
  func takeRequests() throws -> [Substring] {
    let lines = text("log").split(separator: "\n")
    try? FileManager.default.removeItem(atPath: folder.path("log"))
    return lines
  }

  func names(_ kind: String) throws -> [String] { try listFolder(folder.path(kind)).sorted() }
}

/// Machines that share the segments of a film by a server: each machine is a cache folder.
struct SharedFilm {
  let place: Workplace
  let cache: PythonServer

  /// A film of four segments and a sound.
  init() throws {
    place = try Workplace.oddlyNamed()
    cache = try PythonServer("segment_server.py")
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 10}
      timeline: [{clip: \(Footage.busy), take: ..18s}]
      audio: [{clip: \(Footage.tone), take: ..18s}]
      outputs: [{file: film.mp4}]

      """)
  }

  func own(_ cache: String) throws {
    try place.write("config/editc/editc.yaml", "settings: 1\ncache: \(cache)\n")
  }

  func render(
    on machine: String, _ words: [String] = [], trace: [String] = [], _ more: [String: String] = [:]
  ) throws -> ProgramResult {
    let environment = place.environment.merging([
      "XDG_CACHE_HOME": place.path(machine), "http_proxy": "", "https_proxy": "", "HOME": place.root,
      "CI": "",
      "EDITC_CACHE_KEY": "", "EDITC_CACHE_TOKEN": "", "no_proxy": "*",
    ]) { $1 }
    return try run(
      trace + [builtEditc, "render", "film.edit", "--force"] + words, in: place.root,
      environment: environment.merging(more) { $1 })
  }

  /// Renders with a machine that sends its segments, and returns the digest of the film.
  func fill(_ more: [String: String] = [:]) throws -> String {
    try own("{remote: \(cache.url), write: always}")
    let result = try render(on: "first", [], more)
    try #require(result.exitCode == 0, "\(result.errorText)")
    try own("{remote: \(cache.url)}")
    _ = try cache.takeRequests()
    return try place.digest("film.mp4")
  }

  /// Renders on a machine with an empty cache.
  func film(_ words: [String] = [], _ more: [String: String] = [:]) throws -> (String, ProgramResult) {
    try place.shell("rm -rf second film.mp4").check()
    let result = try render(on: "second", words, more)
    #expect(result.exitCode == 0, "\(result.errorText)")
    return (try place.digest("film.mp4"), result)
  }

  /// The frames that each event of a render's progress counts as done.
  func framesDone(_ result: ProgramResult) -> [Int64] {
    result.errorText.split(separator: "\n").compactMap { line in
      let event = try? JSONValue.parse(String(line))
      return event?["event"]?.stringValue == "progress" ? event?["framesDone"]?.integerValue : nil
    }
  }
}
