package import Basics
import ScriptWriting

/// One thing that can be written at a place.
package struct CompletionItem: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case key
    case word
    case name
    case file
    case folder
    case color
    case unit
    case variable
    case function
  }

  /// What a list shows.
  package var label: String
  package var kind: Kind
  /// A few words beside the label.
  package var detail = ""
  /// Markdown; empty if there is nothing to say.
  package var documentation = ""
  /// What is replaced; it holds the place and stays in its line.
  package var range: SourceRange
  package var newText: String
  /// What an editor compares with what stands in the range.
  package var filter: String

  init(
    _ label: String, _ kind: Kind, detail: String = "", documentation: String = "",
    replacing range: SourceRange,
    with newText: String, filter: String? = nil
  ) {
    self.label = label
    self.kind = kind
    self.detail = detail
    self.documentation = documentation
    self.range = range
    self.newText = newText
    self.filter = filter ?? label
  }
}

/// What can be written at a place, in the order in which it is usual.
package struct CompletionAnswer: Sendable {
  package var items: [CompletionItem] = []
  /// A folder whose files belong there, too, by its path from the script; nil if none do.
  package var files: WantedFiles?
  /// Whether more could be said by who knows FFmpeg's filters.
  package var wantsFFmpeg = false
  /// Whether more could be said by who knows the fonts of this machine.
  package var wantsFonts = false

  package struct WantedFiles: Hashable, Sendable {
    /// With its slash; empty for the folder of the script.
    package let folder: String
    /// What is replaced, and whether it stands between quotes.
    package let range: SourceRange
    package let quote: Character?
    /// The endings that belong there; empty for any.
    package let endings: [String]

    /// A path as the script has to write it.
    package func written(_ path: String) -> String {
      switch quote {
      case "'"? where !path.contains("'"): "'\(path)'"
      case nil: writtenScalar(path)
      default: JSONValue.string(path).compactText
      }
    }

    /// What an editor compares with what stands in the range.
    package func filter(_ path: String) -> String { quote.map { "\($0)\(path)" } ?? path }
  }
}

/// What FFmpeg has on this machine: names of filters, each with its options.
package struct FFmpegWords: Sendable {
  package let filters: [(name: String, options: [String])]

  package init(filters: [(name: String, options: [String])]) {
    self.filters = filters
  }
}
