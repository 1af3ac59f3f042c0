/// How a timeline becomes a script.
package struct ScriptOptions: Sendable {
  /// The name of the file that was read, for the comment at the top.
  package var source: String?
  /// The folder of the script; files in it are named relative to it. Nil if every path stays as it is.
  package var folder: String?
  /// The file to make.
  package var output: String?
  /// Where media are, by what the timeline calls them (`InterchangeTimeline.mediaNames`); others are where it says.
  package var places: [String: String]

  package init(
    source: String? = nil, folder: String? = nil, output: String? = nil,
    places: [String: String] = [:]
  ) {
    self.source = source
    self.folder = folder
    self.output = output
    self.places = places
  }
}
