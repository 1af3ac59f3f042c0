import FoundationEssentials
import Glibc
import LibAV
import MediaFacts
import Processes
import ScriptWriting

let draftMediaArgument = Argument.positionals(
  .file("MEDIA"),
  "Clips, pictures and sounds, in the order of the film; `--` before names that begin with `-`.")

/// Looks at the media files that something is drafted for; each path comes out as a script in `folder` spells it.
///
/// Every file that cannot be used is complained about before the first one fails the command.
func draftMedia(_ paths: [String], forScriptIn folder: String) throws(CommandFailure) -> [DraftMedia] {
  let results = MediaProbe.facts(ofFilesAt: paths)
  var failures: [CommandFailure] = []
  var media: [DraftMedia] = []
  for (path, result) in zip(paths, results) {
    switch result {
    case .success(let facts):
      let one = DraftMedia(path: relativePath(from: folder, to: path), facts: facts)
      if one.kind == nil {
        failures.append(CommandFailure(.badData, "\(path) has neither picture nor sound"))
      }
      media.append(one)
    case .failure(let error):
      let isMissing = if case .input = error.cause { true } else { false }
      failures.append(CommandFailure(isMissing ? .inputMissing : .badData, "\(path): \(error.reason)"))
    }
  }
  if let first = failures.first {
    for failure in failures.dropLast() { Console.complain(failure.message) }
    throw CommandFailure(first.code, failures.last?.message ?? first.message)
  }
  return media
}

/// How a file is called in a script that lies in a folder. What is in or below the folder the caller stands in keeps
/// the name it was given, links included.
func relativePath(from folder: String, to path: String) -> String {
  let here = FileManager.default.currentDirectoryPath
  if folder == ".", !path.hasPrefix("/") { return withoutDots(path) }
  guard let start = resolved(folder, here), let end = resolved(Processes.folder(of: path), here) else {
    return path
  }
  let from = start.split(separator: "/")
  let to = end.split(separator: "/")
  let common = zip(from, to).prefix { $0 == $1 }.count
  let steps = from.dropFirst(common).map { _ in ".." } + to.dropFirst(common).map(String.init)
  return (steps + [lastComponent(of: path)]).joined(separator: "/")
}

/// `./a//b` is `a/b`; `..` stays, because what it leaves may be a link.
private func withoutDots(_ path: String) -> String {
  path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
}

/// A folder without links, as far as it exists; the rest of it is still to be made.
private func resolved(_ folder: String, _ here: String) -> String? {
  let absolute = folder.hasPrefix("/") ? folder : here + "/" + folder
  if let real = realpath(absolute, nil) {
    defer { free(real) }
    return String(cString: real)
  }
  let parent = Processes.folder(of: absolute)
  guard parent != absolute, lastComponent(of: absolute) != ".." else { return nil }
  return resolved(parent, here).map { $0 + "/" + lastComponent(of: absolute) }
}
