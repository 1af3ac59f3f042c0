/// The options for writing a timeline as a script.
package struct ScriptOptions: Sendable {
  /// The name of the input file, for the comment at the top.
  package var source: String?
  /// The folder of the script; paths in it become relative. Nil if paths stay unchanged.
  package var folder: String?
  /// The file of the output.
  package var output: String?
  /// The paths of media, by their `InterchangeTimeline.mediaNames`; others keep the timeline's paths.
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
