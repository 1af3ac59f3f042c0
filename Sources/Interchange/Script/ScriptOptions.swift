/// How a cut becomes a script.
package struct ScriptOptions: Sendable {
  /// The name of the file that was read, for the comment at the top.
  package var source: String?
  /// The folder of the script; files in it are named relative to it. Nil if every path stays as it is.
  package var folder: String?
  /// The file to make.
  package var output: String?
  /// A path for a name or a path of the input; nil if that stays as it is.
  package var relink: @Sendable (_ nameOrPath: String) -> String?

  package init(
    source: String? = nil, folder: String? = nil, output: String? = nil,
    relink: @escaping @Sendable (_ nameOrPath: String) -> String? = { _ in nil }
  ) {
    self.source = source
    self.folder = folder
    self.output = output
    self.relink = relink
  }
}
