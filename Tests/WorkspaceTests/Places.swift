import Compiler
import Composition
import Diagnostics
import FoundationEssentials
import Processes
import TestSupport
import Testing
import Workspace

/// A folder of its own with a script and what is beside it.
struct Place {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func path(_ name: String) -> String { folder.path(name) }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String { try folder.write(name, text) }

  func write(_ name: String, bytes: [UInt8]) throws {
    try makeFolder(Processes.folder(of: folder.path(name)))
    try AtomicFile.publish(bytes, at: folder.path(name))
  }

  func script(_ name: String = "film.edit") throws -> ScriptFile {
    try Workspace(inspector: .unconfined).script(at: path(name))
  }

  func compile(
    _ name: String = "film.edit", _ media: MediaUse = .content,
    in workspace: Workspace = Workspace(inspector: .unconfined)
  ) throws -> CompiledScript {
    try workspace.compile(workspace.script(at: path(name)), media: media)
  }

  @discardableResult
  func git(_ arguments: String...) throws -> ProgramResult {
    let settings = [
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "Ada",
      "GIT_AUTHOR_EMAIL": "ada@localhost", "GIT_COMMITTER_NAME": "Ada",
      "GIT_COMMITTER_EMAIL": "ada@localhost",
    ]
    let result = try run(["git"] + arguments, in: folder.root, environment: settings)
    try #require(result.exitCode == 0, "git \(arguments): \(result.errorText)")
    return result
  }

  func commit() throws {
    if !isThere(path(".git")) { try git("init", "--quiet", "--initial-branch", "main", ".") }
    try git("add", "--all")
    try git("commit", "--quiet", "--message", "as it is")
  }
}

extension CompiledScript {
  var messages: [String] { findings.flatMap(\.diagnostics).map { "\($0.id.name): \($0.message)" } }

  func ids() -> Set<String> { Set(findings.flatMap(\.diagnostics).map(\.id.name)) }

  var frameCount: Int64? { rows.first?.compilation.films.first?.composition?.frameCount }
}

/// A film of one colour for so many seconds.
func color(seconds: Int) -> String {
  """
  edit: 1
  canvas: {size: 64x36, rate: 10}
  timeline:
    - {color: teal, for: \(seconds)s}
  outputs: [{file: film.mp4}]

  """
}

/// A film of other scripts.
func playing(_ scripts: String...) -> String {
  """
  edit: 1
  canvas: {size: 64x36, rate: 10}
  timeline: [\(scripts.map { "{edit: \($0)}" }.joined(separator: ", "))]
  outputs: [{file: film.mp4}]

  """
}

/// A PNG of 4x4 pixels in one colour.
func smallPicture() throws -> [UInt8] {
  let text =
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAD0lEQVR42mM4gQQYiOMAAM9hJYEvFZ+yAAAAAElFTkSuQmCC"
  return Array(try #require(Data(base64Encoded: text)))
}

/// A film with a sound.
let withSound = """
  edit: 1
  canvas: {size: 64x36, rate: 10}
  timeline:
    - {color: teal, for: 1s}
  audio:
    - {clip: tone.wav, at: 0s}
  outputs: [{file: film.mp4}]

  """

/// A WAVE file of silence, one channel of 16 bits at 8000 samples per second.
func wave(milliseconds: Int) -> [UInt8] {
  let dataSize = 8 * milliseconds * 2
  func word(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 0xff) } }
  let format =
    word(16, 4) + word(1, 2) + word(1, 2) + word(8000, 4) + word(16000, 4) + word(2, 2) + word(16, 2)
  return Array("RIFF".utf8) + word(36 + dataSize, 4) + Array("WAVEfmt ".utf8) + format + Array("data".utf8)
    + word(dataSize, 4) + [UInt8](repeating: 0, count: dataSize)
}
