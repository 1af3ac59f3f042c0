import Processes
import SourceText

/// The text of a script, and the folder that its paths are relative to.
struct ScriptFile {
  /// `-` for standard input.
  let path: String
  let source: SourceText
  let folder: String

  init(path: String, source: SourceText, folder: String) {
    self.path = path
    self.source = source
    self.folder = folder
  }

  /// Reads a file, or standard input where the path is `-`.
  init(path: String) throws(CommandFailure) {
    self.path = path
    do throws(FileError) {
      // More than a script may have: then the finding about its size says what is wrong.
      let limit = 64 << 20
      if path == "-" {
        source = SourceText(name: "<stdin>", bytes: try readToEnd(of: 0, named: "<stdin>", limit: limit))
        folder = "."
      } else {
        source = SourceText(name: path, bytes: try readFile(path, limit: limit))
        folder = Processes.folder(of: path)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Where a path of the script is for this process.
  func path(of file: String) -> String {
    resolve(file, in: folder)
  }
}

/// Where a path leads from a folder.
func resolve(_ path: String, in folder: String) -> String {
  path.hasPrefix("/") || folder == "." ? path : folder + "/" + path
}
