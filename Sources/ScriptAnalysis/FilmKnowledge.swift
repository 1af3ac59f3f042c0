package import Basics
package import Compiler
import Composition
package import Lowering

/// What the compiler found out about a script when it was last asked, perhaps of an earlier text.
package struct FilmKnowledge: Sendable {
  package let compilation: Compilation
  /// One for each output, in their order; one without an output if the script names none.
  package let films: [LoweredFilm]

  package init(_ compilation: Compilation, films: [LoweredFilm]) {
    self.compilation = compilation
    self.films = films
  }

  package var source: SourceText { compilation.source }
  var media: MediaTable { compilation.media }
  /// The film that hints are about: that of the first output.
  var film: LoweredFilm? { films.first }

  /// What is known of a file, by its spelling in the script; nil if nothing is.
  func facts(of file: String) -> MediaFacts? {
    switch media.states[file] {
    case .known(let facts, _)?, .recorded(let facts, _)?: facts
    case .failed?, .unchecked?, nil: nil
    }
  }
}

/// The places of an earlier text in a later one: what stands before the first and behind the last difference has moved,
/// what stands between is not known any more.
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

  /// Whether nothing is different.
  package var isSame: Bool { prefix == oldEnd && prefix == newEnd }

  /// Where something of the old text is now; nil if it was changed.
  package func new(_ range: SourceRange) -> SourceRange? {
    if range.end <= prefix { return range }
    guard range.start >= oldEnd else { return isSame ? range : nil }
    return SourceRange(range.start - oldEnd + newEnd, range.end - oldEnd + newEnd)
  }

  /// The same of what may have been changed inside: its ends.
  package func around(_ range: SourceRange) -> SourceRange? {
    if let moved = new(range) { return moved }
    guard range.start <= prefix, range.end >= oldEnd else { return nil }
    return SourceRange(range.start, range.end - oldEnd + newEnd)
  }
}

extension MovedText {
  /// Where the texts differ; nil if they do not.
  var difference: (start: Int, oldEnd: Int, newEnd: Int)? {
    isSame ? nil : (prefix, oldEnd, newEnd)
  }
}
