import Composition
import Lowering

/// Fonts with simple metrics, for examples that must be the same on every machine.
///
/// The families of the generic names are there. Every letter is six tenths of the size wide, every line twelve tenths high, and there
/// are letters for the scripts of Europe and its neighbours, but no ideographs and no emoji. Families have bold letters,
/// files do not.
struct PlainFonts {
  let files: Set<String>

  private static let families: Set<String> = [
    "sans-serif", "serif", "monospace", "inter", "noto serif", "noto sans mono",
  ]

  func state(of text: TextPicture) -> TextState {
    if case .file(let file) = text.font, !files.contains(file) { return .failed(.noSuchFontFile) }
    guard let words = plain(text) else { return .failed(.markup("Error on line 1: a tag is not closed")) }
    let shown = words.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" }
    let (padding, sidePadding) = (text.box?.padding ?? 0, text.box?.sidePadding ?? 0)
    let lines = self.lines(of: String(String.UnicodeScalarView(shown)), in: text, sidePadding)
    let width = Double(lines.map(\.count).max() ?? 0) * 0.6 * text.size
    let height = Double(lines.count) * (text.lineHeight ?? 1.2) * text.size
    guard width < 16384, height < 16384 else { return .failed(.tooLarge) }
    var facts = TextFacts(
      size: PixelSize(
        width: whole(text.width ?? width + 2 * sidePadding),
        height: whole(text.height ?? height + 2 * padding)),
      baseline: padding + 0.95 * text.size, wordsWidth: width, wordsHeight: height,
      lineCount: lines.count, letterCount: words.count,
      unitCount: units(of: words, lines.count, by: text.motion?.unit),
      family: "Inter",
      weight: text.weight >= 600 && !isFile(text.font) ? 700 : 400)
    facts.fonts = [FontReference(path: "/fonts/Inter.otf", digest: "plain")]
    facts.hasFamily = hasFamily(text.font)
    facts.ink = ink(text, facts, width, height)
    let spill = max(0, Int((facts.ink.map { Double($0.width) } ?? 0) - Double(facts.size.width)))
    facts.reach = PixelInsets(left: 0, top: 0, right: spill, bottom: 0)
    facts.missing = distinct(words, where: Self.lacks)
    facts.controls = distinct(words) { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }
    return .measured(facts)
  }

  private func units(of words: String, _ lines: Int, by unit: TextUnit?) -> Int {
    switch unit {
    case nil: 0
    case .all: 1
    case .line: lines
    case .word: words.split(whereSeparator: \.isWhitespace).count
    case .letter: words.filter { !$0.isWhitespace }.count
    }
  }

  func state(of letters: SubtitleLetters) -> SubtitleFontState {
    if let missing = letters.fontFiles.firstIndex(where: { !files.contains($0) }) {
      return .failed(.fontFile(missing, .noSuchFontFile))
    }
    let own = letters.fontFiles.indices.map(SubtitleLetters.family)
    let families = letters.families.keys.sorted().map {
      ChosenFamily(asked: $0, family: "Inter", substitutes: [])
    }
    let missing = Set(letters.families.values.joined().filter { Self.lacks($0.value) })
    let colored = missing.filter { Self.emoji.contains($0.value) }
    let fonts = SubtitlePicture.Fonts(
      choice: SubtitleFonts(standard: "Inter", families: families),
      files: [.init(path: "/fonts/Inter.otf", digest: "plain")], libraries: "plain",
      pictures: colored.isEmpty
        ? nil
        : .init(
          file: .init(path: "/fonts/NotoColorEmoji.ttf", digest: "plain"),
          characters: colored.map(\.value).sorted()))
    let substitutions = letters.asked.sorted { $0.family < $1.family }.compactMap { asked in
      Self.families.contains(asked.family.lowercased()) || own.contains(asked.family.lowercased())
        ? nil : FontSubstitution.family(asked: asked.family, drawn: "Inter")
    }
    return .found(
      fonts, missing: missing.subtracting(colored), colored: colored, substitutions: substitutions)
  }

  /// The characters for which fonts have only coloured pictures.
  private static let emoji: ClosedRange<UInt32> = 0x1F300...0x1FAFF

  /// Whether none of the fonts has a letter for a character.
  static func lacks(_ character: UInt32) -> Bool { character >= 0x2E80 }

  private func isFile(_ font: FontChoice) -> Bool {
    if case .file = font { true } else { false }
  }

  private func hasFamily(_ font: FontChoice) -> Bool {
    guard case .family(let families) = font else { return true }
    return families.split(separator: ",").contains { part in
      Self.families.contains(String(part.drop { $0 == " " }).lowercased())
    }
  }

  /// The text without tags; nil if one is not closed.
  private func plain(_ text: TextPicture) -> String? {
    guard text.isMarkup else { return text.words }
    var words = ""
    var isInTag = false
    for character in text.words {
      if character == "<" { isInTag = true }
      if !isInTag { words.append(character) }
      if character == ">" { isInTag = false }
    }
    return isInTag ? nil : words
  }

  private func lines(of words: String, in text: TextPicture, _ padding: Double) -> [String] {
    let room = text.width.map { Int(min(max(($0 - 2 * padding) / (0.6 * text.size), 1), 10_000)) } ?? Int.max
    return words.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      var lines = [""]
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        let last = lines[lines.count - 1]
        if last.isEmpty {
          lines[lines.count - 1] = String(word)
        } else if last.count + 1 + word.count <= room {
          lines[lines.count - 1] = last + " " + word
        } else {
          lines.append(String(word))
        }
      }
      return lines
    }
  }

  private func ink(
    _ text: TextPicture, _ facts: TextFacts, _ width: Double, _ height: Double
  ) -> PixelBox? {
    guard width > 0 else { return nil }
    let free = (Double(facts.size.width) - width) / 2
    let left = text.alignment == .center ? free : text.box?.sidePadding ?? 0
    return PixelBox(
      x: Int(left.rounded(.down)), y: Int(((Double(facts.size.height) - height) / 2).rounded(.down)),
      width: whole(width), height: whole(height))
  }

  private func distinct(_ words: String, where isMeant: (UInt32) -> Bool) -> [UInt32] {
    var found: [UInt32] = []
    for scalar in words.unicodeScalars where isMeant(scalar.value) && !found.contains(scalar.value) {
      found.append(scalar.value)
    }
    return found
  }

  private func whole(_ length: Double) -> Int { max(1, Int(min(length, 16384).rounded(.up))) }
}
