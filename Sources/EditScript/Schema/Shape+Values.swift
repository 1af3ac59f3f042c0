import Diagnostics
import YAMLTree

// Shapes of single values.

extension Shape where Value: Hashable {
  /// A scalar of the value grammar; `noun` is more specific than the grammar's.
  @_semantics("optimize.sil.specialize.generic.never")
  static func value(_ grammar: ValueGrammar<Value>, noun: String? = nil) -> Shape {
    .scalar(ScalarForm(grammar, noun: noun)) { text, _, reading in reading.value(of: text, as: grammar) }
  }
}

extension ScalarForm {
  /// The form of a grammar's scalars.
  package init<Value>(_ grammar: ValueGrammar<Value>, noun: String? = nil) {
    self.init(
      noun: noun ?? grammar.noun, examples: grammar.examples, production: grammar.production,
      makePattern: { grammar.pattern }, spelling: grammar.spelling, plainProduction: grammar.plainProduction)
  }
}

extension Shape where Value: Hashable & CaseIterable & RawRepresentable<String> {
  /// One of a type's words; words that are not rendered yet are understood and then rejected.
  @_semantics("optimize.sil.specialize.generic.never")
  static func choice(_ type: Value.Type, _ noun: String, planned: Set<Value> = []) -> Shape {
    let grammar = ValueGrammar<Value>.choice(noun)
    let form = ScalarForm(
      grammar: grammar, words: Value.allCases.map(\.rawValue), planned: Set(planned.map(\.rawValue)))
    return .scalar(form) { text, subject, reading in
      guard let value = reading.word(of: text, as: grammar, form) else { return nil }
      if planned.contains(value) { reading.reportPlannedWord(value.rawValue, in: subject, form) }
      return value
    }
  }
}

extension Shape<String> {
  static var text: Shape { .value(.text) }

  /// A path, relative to the script's folder.
  static var path: Shape {
    let text = ValueGrammar<String>.text
    let form = ScalarForm(
      noun: "a path", examples: ["footage/beach.mp4"], production: text.production, naming: .naming(.file))
    return .scalar(form) { written, subject, reading in
      reading.nonEmpty(written, "a path", in: subject) ? reading.value(of: written, as: text) : nil
    }
  }

  /// The name of a file under `media`, or a path.
  static var mediaOrPath: Shape {
    let text = ValueGrammar<String>.text
    let form = ScalarForm(
      noun: "a media name or a path", examples: ["beach", "footage/beach.mp4"], production: text.production,
      naming: .naming(.media))
    return .scalar(form) { written, subject, reading in
      reading.nonEmpty(written, "a media name or a path", in: subject)
        ? reading.value(of: written, as: text) : nil
    }
  }

  /// One of the given words.
  static func word(_ noun: String, _ words: [String], planned: [String] = []) -> Shape {
    let grammar = ValueGrammar<String>.choice(noun, among: words + planned)
    let plannedWords = Set(planned)
    let form = ScalarForm(grammar: grammar, words: words + planned, planned: plannedWords)
    return .scalar(form) { text, subject, reading in
      guard let value = reading.word(of: text, as: grammar, form) else { return nil }
      if plannedWords.contains(value) { reading.reportPlannedWord(value, in: subject, form) }
      return value
    }
  }
}

extension Shape<[Located<String>]> {
  /// The path of a playlist, or a list of paths.
  static var playlists: Shape {
    Shape<String>.path.map { path, subject, _ in [Located(path, at: subject.node.range)] }
      .or(.list(of: .path))
  }
}

extension Shape<[Located<String>]> {
  /// A URL, or a list of URLs.
  static var urls: Shape {
    Shape<String>.value(.url).map { url, subject, _ in [Located(url, at: subject.node.range)] }
      .or(
        Shape<[Located<String>]>.list(of: .value(.url)).map { urls, subject, reading in
          guard urls.count > LanguageLimits.urlsOfFile else { return urls }
          reading.report(
            Diagnostic(
              .overLimit, "`from` has \(urls.count) URLs; the maximum is \(LanguageLimits.urlsOfFile)",
              at: subject.keyRange))
          return nil
        })
  }
}

extension Shape<LetterSize> {
  static var letterSize: Shape {
    .value(.letterSize).or(Shape<Animated<Length>>.animated(.length).map { size, _, _ in .written(size) })
  }
}

extension Shape<FontFeatures> {
  /// `tnum, smcp`, or a list.
  static var fontFeatures: Shape {
    .value(.fontFeatures).or(
      Shape<[Located<FontFeatures>]>.list(of: .value(.fontFeatures))
        .map { lists, _, _ in FontFeatures(lists.flatMap(\.value.list)) })
  }
}

extension Shape<Bool> {
  static var flag: Shape { .value(.flag) }
}

extension Shape<SoundChoice> {
  /// `on` or `off`; beside `angles` also the name of an angle.
  static var heardSound: Shape {
    .scalar(ScalarForm(ValueGrammar<SoundChoice>.soundChoice)) { text, _, reading in
      guard reading.itemKind != .angles else { return reading.value(of: text, as: .soundChoice) }
      return reading.value(of: text, as: ValueGrammar<Bool>.flag).map { $0 ? .on : .off }
    }
  }
}

extension ScalarForm {
  fileprivate init<Value>(grammar: ValueGrammar<Value>, words: [String], planned: Set<String>) {
    self.init(grammar)
    self.words = words.map { Word(text: $0, isRendered: !planned.contains($0)) }
  }
}

extension Shape<DurationExpression?> {
  /// An optional duration.
  static var writtenDuration: Shape {
    Shape<DurationExpression>.value(.duration).map { length, _, _ in .some(length) }
  }
}
