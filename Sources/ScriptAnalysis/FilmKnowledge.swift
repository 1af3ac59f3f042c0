package import Basics
package import Compiler
package import Composition
package import Detection
import EditScript
package import Lowering

/// The compiler's last results for a script, perhaps for an earlier text.
package struct FilmKnowledge: Sendable {
  package let compilation: Compilation
  /// One for each output, in order; one without an output if the script has none.
  package let films: [LoweredFilm]
  /// What was detected in media files, by their spelling in the script.
  package var detected: [String: [Found]] = [:]

  package init(_ compilation: Compilation, films: [LoweredFilm]) {
    self.compilation = compilation
    self.films = films
  }

  package var source: SourceText { compilation.source }
  var media: MediaTable { compilation.media }
  /// The film that hints describe: that of the first output.
  var film: LoweredFilm? { films.first }

  /// The spellings of the media files that the script names.
  package var mediaFiles: [String] { media.states.keys.sorted() }

  /// The known facts of a file, by its spelling in the script; nil if there are none.
  package func facts(of file: String) -> MediaFacts? {
    switch media.states[file] {
    case .known(let facts, _)?, .recorded(let facts, _)?: facts
    case .failed?, .unchecked?, nil: nil
    }
  }
}

extension FilmKnowledge {
  /// The file of an item that plays recorded pictures or sound; nil for other items.
  func recording(of item: ResolvedItem) -> String? {
    guard case .clip = item.item.kind, let medium = item.medium, let film,
      film.media.indices.contains(medium)
    else { return nil }
    return film.media[medium].reference.spelling
  }

  /// The file of the clip with a name; nil if there is none.
  func file(ofItemNamed name: String) -> String? {
    film?.items.first { $0.item.name?.value == name }.flatMap { recording(of: $0) }
  }

  /// What was detected in the file of an item; nil if detection was not run.
  func detected(in item: ResolvedItem) -> [Found]? { recording(of: item).flatMap { detected[$0] } }
}

/// Maps places of an earlier text to a later one: text before the first difference and after the last one has
/// moved, text between them is unknown.
package struct MovedText: Sendable {
  private let prefix: Int
  private let oldEnd: Int
  private let newEnd: Int

  package init(from old: SourceText, to new: SourceText) {
    let (a, b) = (old.bytes, new.bytes)
    let most = min(a.count, b.count)
    var prefix = 0
    while prefix < most, a[prefix] == b[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < most - prefix, a[a.count - suffix - 1] == b[b.count - suffix - 1] { suffix += 1 }
    self.prefix = prefix
    oldEnd = a.count - suffix
    newEnd = b.count - suffix
  }

  /// Whether both texts are equal.
  package var isSame: Bool { prefix == oldEnd && prefix == newEnd }

  /// The new place of a range of the old text; nil if the range was changed.
  package func new(_ range: SourceRange) -> SourceRange? {
    if range.end <= prefix { return range }
    guard range.start >= oldEnd else { return isSame ? range : nil }
    return SourceRange(range.start - oldEnd + newEnd, range.end - oldEnd + newEnd)
  }

  /// The same for a range that may have been changed inside, from its ends.
  package func around(_ range: SourceRange) -> SourceRange? {
    if let moved = new(range) { return moved }
    guard range.start <= prefix, range.end >= oldEnd else { return nil }
    return SourceRange(range.start, range.end - oldEnd + newEnd)
  }
}

extension MovedText {
  /// The range in which the texts differ; nil if they do not.
  var difference: (start: Int, oldEnd: Int, newEnd: Int)? {
    isSame ? nil : (prefix, oldEnd, newEnd)
  }
}
