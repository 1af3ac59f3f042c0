import Composition
import Lowering

/// Measures text with this machine's fonts before a script is lowered.
///
/// Answers are cached, because rows of a table mostly have the same texts.
struct MachineFonts {
  /// Font files in a script are relative to this folder.
  let folder: String
  private let reach: ScriptReach
  private var texts: [TextPicture: TextState] = [:]
  private var subtitles: [SubtitleLetters: SubtitleFontState] = [:]

  init(folder: String, reach: ScriptReach) {
    self.folder = folder
    self.reach = reach
  }

  /// Adds the answers to a table.
  mutating func answer(
    _ wanted: WantedFonts, in table: inout MediaTable, asking inspector: Inspector
  ) throws(WorkspaceError) {
    var newTexts: [TextPicture] = []
    for text in wanted.texts where texts[text] == nil {
      if isRefused(text) { texts[text] = .failed(.refused) } else { newTexts.append(text) }
    }
    let sizes = try answers(to: newTexts.map { TextQuestion($0, folder: folder) }, from: inspector)
    for (text, answer) in zip(newTexts, sizes) {
      if case .success(.failure(let failure)) = answer, let fault = machineFault(failure, of: text) {
        throw .fonts(reason: fault)
      }
      texts[text] = TextState(answer)
    }
    for text in wanted.texts { table.texts.states[text] = texts[text] }

    var newLetters: [SubtitleLetters] = []
    for letters in wanted.subtitles where subtitles[letters] == nil {
      if let refused = letters.fontFiles.firstIndex(where: { reach.of($0) == .refused }) {
        subtitles[letters] = .failed(.fontFile(refused, .refused))
      } else {
        newLetters.append(letters)
      }
    }
    let fonts = try answers(
      to: newLetters.map { SubtitleFontsQuestion($0, folder: folder) }, from: inspector)
    for (letters, answer) in zip(newLetters, fonts) { subtitles[letters] = SubtitleFontState(answer) }
    for letters in wanted.subtitles { table.subtitleFonts[letters] = subtitles[letters] }
  }

  /// Why the machine cannot measure a text, if the script is not to blame.
  private func machineFault(_ failure: TextFailure, of text: TextPicture) -> String? {
    switch failure {
    case .notAFont, .library:
      if let shortage = InspectionLimits.shortage { return shortage }
      if failure == .notAFont, case .family = text.font {
        return "a font file of this machine cannot be read"
      }
      return nil
    case .noFonts: return InspectionLimits.shortage
    case .noSuchFontFile, .refused, .markup, .fontChanged, .tooLarge: return nil
    }
  }

  private func isRefused(_ text: TextPicture) -> Bool {
    guard case .file(let file) = text.font else { return false }
    return reach.of(file) == .refused
  }
}

extension TextState {
  fileprivate init(_ answer: Result<TextQuestion.Answer, InspectionFailure>) {
    switch answer {
    case .success(.value(let facts)): self = .measured(facts)
    case .success(.failure(let failure)): self = .failed(failure)
    case .failure(let failure): self = .failed(.library("\(failure)"))
    }
  }
}

extension SubtitleFontState {
  fileprivate init(_ answer: Result<SubtitleFontsQuestion.Answer, InspectionFailure>) {
    switch answer {
    case .success(.value(let found)):
      self = .found(
        found.fonts, missing: found.missing, colored: found.colored, substitutions: found.substitutions)
    case .success(.failure(let failure)): self = .failed(failure)
    case .failure: self = .failed(.noList)
    }
  }
}
