import Basics
import Composition
import Diagnostics
import Export
import LibAV
import Processes
import ScriptWriting
import Workspace

private let transcript = Argument.positional(
  .file("TRANSCRIPT", extensions: ["json", "srt", "vtt"]),
  "What a speech recogniser wrote (JSON), or subtitles (SRT, WebVTT).")
private let recording = Argument<String?>.option("of", .file("MEDIA"), "The clip or sound with these words.")
private let proposing = Argument<FillerLanguage?>.option(
  "propose", .word("LANGUAGE", of: FillerLanguage.self),
  "Marks fillers of this language, and words that are soon repeated, in comments.")
private let output = Argument.option(
  "output", short: "o", .file("FILE", extensions: ["edit"]),
  "The script to write; `-` prints it.", default: "film.edit", shown: "film.edit")

extension Command {
  static let spokenWords = Command(
    "words", "Writes a script with a line for each spoken sentence.",
    details: """
      Together, the lines play the whole recording, with its pauses as lines of their own. Delete a line, or \
      words in its `says`, and the film is cut there; the subtitles follow. No cut is within a word. If the \
      file has no times of words, only whole lines can be deleted.

      A sentence ends with a full stop, a question mark or the like, or before a pause of half a second. A \
      pause of 0.7 s or more becomes a line; the sentences keep 0.12 s of it. See `docs/words.md`.

      With `--propose`, lines with fillers such as `uh` name them in a comment, and so do those whose words \
      are repeated within 30 s, four or more of them. Nothing is cut.

      Exits with 0 if the script is written, 65 or 66 if a file cannot be used, and 73 if the script already \
      exists.
      """,
    arguments: [transcript, recording, proposing, output, forceArgument, sandboxArgument],
    examples: [
      Example("words talk.json --of talk.mp4", "Writes film.edit."),
      Example("words talk.json --of talk.mp4 --propose en", "Marks `uh`, `um` and repeated words."),
      Example("words talk.srt --of talk.m4a -o -", "Prints the script instead of writing it."),
    ]
  ) { values in
    let path = try values[transcript]
    guard let mediaPath = try values[recording] else {
      throw UsageError(.other("name the clip or sound with these words: --of MEDIA"), command: "words")
    }
    let language = try values[proposing]
    let output = try values[output]
    let printsScript = output == "-"
    if !printsScript, !output.hasSuffix(".edit") {
      throw UsageError(
        .other("--output: expected a file ending in .edit, found '\(output)'"), command: "words")
    }
    let target = OutputTarget(path: output, replacesExisting: try values[forceArgument])
    if !printsScript {
      try target.check(sparing: [path, mediaPath].compactMap { FileIdentity(ofFileAt: $0) })
    }
    let folder = printsScript ? "." : Processes.folder(of: output)
    let file = try transcriptFile(at: path)
    let media = try draftMedia([mediaPath], forScriptIn: folder, try confinedInspector(values))
    guard let one = media.first, one.hasSound else {
      throw CommandFailure(.badData, "\(mediaPath) has no sound, so no words")
    }
    try check(file.cues.spokenSentences, areIn: one, named: mediaPath, transcript: path)
    let spelling = relativePath(from: folder, to: path)
    let name = printsScript ? "film.edit" : output
    let script = SpokenScript(named: name, of: one, transcript: spelling, file, proposing: language)
    if language != nil, !script.hasWords {
      throw CommandFailure(.badData, "\(path) has no times of words, so --propose has nothing to mark")
    }
    if printsScript { try Console.print(script.text) } else { try target.publish(Array(script.text.utf8)) }
    reportFindings(inDraft: SourceText(name: name, script.text), media, subtitles: [spelling: file])
    return .done
  }
}

/// Refuses the transcript of another recording.
private func check(
  _ sentences: [SpokenSentence], areIn media: DraftMedia, named path: String, transcript: String
) throws {
  // Recognisers end a last word up to a second late.
  guard let end = media.length, let latest = try? end + RationalTime(seconds: 1),
    let stray = sentences.first(where: { $0.range.start >= end || $0.range.end > latest })
  else { return }
  throw CommandFailure(
    .badData,
    "\(transcript): its words at \(stray.range.start) to \(stray.range.end) do not fit \(path), which ends at "
      + "\(end); use the transcript of this recording")
}

/// A file without a mistake: what was not understood would be missing from the script.
private func transcriptFile(at path: String) throws -> SubtitleFile {
  let bytes: [UInt8]
  do throws(FileError) {
    bytes = try FilesOnDisk().bytes(ofFileAt: path, limit: SubtitleLimits.bytes)
  } catch { throw CommandFailure(.inputMissing, "\(path): \(error.reason)") }
  let file = SubtitleFile(bytes, name: path)
  let mistakes = file.problems.filter { $0.gravity == .mistake }
  for mistake in mistakes.dropLast() { Console.complain(message(mistake, in: path)) }
  if let last = mistakes.last { throw CommandFailure(.badData, message(last, in: path)) }
  return file
}

private func message(_ mistake: SubtitleProblem, in path: String) -> String {
  "\(path):\(mistake.line):\(mistake.column): \(mistake.message)"
}
