import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Glibc
import LibAV
import Lowering
import Rendering

/// Renders and discards every frame of a script's film, to measure the cost of a render without its encoder.
///
/// usage: FrameBenchmark SCRIPT
///
/// The script must name its media by path, and must not draw text. Prints the number of frames and the CPU
/// time of all threads from the first frame to the last one, in seconds, without probing media and planning.
func frameBenchmark(_ path: String) throws -> String {
  let bytes = try bytes(ofFileAt: path)
  let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  let reading = ParsedScript(SourceText(name: path, bytes: bytes))
  var states: [String: MediaState] = [:]
  for file in Set(reading.script.allItems.compactMap(\.mediaName?.value)) {
    let place = file.hasPrefix("/") || folder.isEmpty ? file : folder + "/" + file
    if let facts = try? MediaProbe.facts(ofFileAt: place) { states[file] = .known(facts, path: place) }
  }
  let compilation = compile(reading, media: MediaTable(states))
  guard let film = compilation.films.first?.composition else {
    throw NoFilm(findings: compilation.diagnostics.map(\.message))
  }
  let renderer = FrameRenderer(film)
  let layers = Array(film.layers.indices)
  let start = processorSeconds()
  for number in 0..<film.frameCount { _ = try renderer.frame(number, among: layers) }
  return "\(film.frameCount) frames, \(processorSeconds() - start) s"
}

/// The CPU time of all threads of this process, in user and in kernel mode.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func bytes(ofFileAt path: String) throws -> [UInt8] {
  guard let file = fopen(path, "rb") else { throw NoFilm(findings: ["cannot read \(path)"]) }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = fread(&bytes, 1, bytes.count, file)
  return Array(bytes.prefix(count))
}

struct NoFilm: Error {
  let findings: [String]
}

guard CommandLine.arguments.count == 2 else {
  print("usage: FrameBenchmark SCRIPT")
  exit(2)
}
do {
  print(try frameBenchmark(CommandLine.arguments[1]))
} catch {
  print("\(error)")
  exit(1)
}
