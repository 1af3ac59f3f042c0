package import Basics
import ScriptWriting

/// A suggestion for the text at a place.
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

  /// The text in the list.
  package var label: String
  package var kind: Kind
  /// A short text next to the label.
  package var detail = ""
  /// Markdown; may be empty.
  package var documentation = ""
  /// The text to replace; it contains the place and stays on its line.
  package var range: SourceRange
  package var newText: String
  /// The text that an editor compares with the text in the range.
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

/// The suggestions at a place, in the usual order.
package struct CompletionAnswer: Sendable {
  package var items: [CompletionItem] = []
  /// A folder whose files are suggested too, relative to the script; nil if there is none.
  package var files: WantedFiles?
  /// Whether FFmpeg's filters would add suggestions.
  package var wantsFFmpeg = false
  /// Whether the fonts of this machine would add suggestions.
  package var wantsFonts = false

  package struct WantedFiles: Hashable, Sendable {
    /// Ends with a slash; empty for the script's folder.
    package let folder: String
    /// The text to replace, and its quotes if it has any.
    package let range: SourceRange
    package let quote: Character?
    /// The suggested extensions; empty for any.
    package let endings: [String]

    /// A path as the script must write it.
    package func written(_ path: String) -> String {
      switch quote {
      case "'"? where !path.contains("'"): "'\(path)'"
      case nil: writtenScalar(path)
      default: JSONValue.string(path).compactText
      }
    }

    /// The text that an editor compares with the text in the range.
    package func filter(_ path: String) -> String { quote.map { "\($0)\(path)" } ?? path }
  }
}

/// FFmpeg's filters on this machine: their names, each with its options.
package struct FFmpegWords: Sendable {
  package let filters: [(name: String, options: [String])]

  package init(filters: [(name: String, options: [String])]) {
    self.filters = filters
  }
}
