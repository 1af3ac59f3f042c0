import SourceText

extension ScriptFile {
  /// The same file with another text.
  func with(_ source: SourceText) -> ScriptFile {
    ScriptFile(path: path, source: source, folder: folder)
  }
}
