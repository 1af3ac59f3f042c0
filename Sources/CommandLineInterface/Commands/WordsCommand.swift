import Basics
import Composition
import ContentDigest
import Diagnostics
import EditScript
import Export
import LibAV
import Processes
import ScriptWriting
import Workspace

private let source = Argument.positional(
  .file("FILE", extensions: ["json", "srt", "vtt"]),
  "What a speech recogniser wrote (JSON), or subtitles (SRT, WebVTT); with --recognizer, the clip or sound.")
private let recording = Argument<String?>.option("of", .file("MEDIA"), "The clip or sound with these words.")
private let recognizerArgument = Argument<String?>.option(
  "recognizer", .text("NAME"),
  "Runs this speech recogniser, one of `recognizers` in your own editc.yaml, and writes its words beside the clip or "
    + "sound: `talk.json` for `talk.mp4`.", group: "Recogniser")
private let streamArgument = Argument<Int?>.option(
  "stream", .integer("N", 0...10_000),
  "The audio track with the words, by the number that `editc probe` prints.", group: "Recogniser")
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

      With `--recognizer`, FILE is the clip or sound itself. The recogniser gets its sound as a WAV file (16 kHz, \
      one channel) on standard input, and prints JSON with the times of words. Neither it nor the script replaces \
      a file without --force.

      Exits with 0 if the script is written, 65 or 66 if a file cannot be used, 69 if the recogniser fails, and \
      73 if the script or the file with the words already exists.
      """,
    arguments: [
      source, recording, recognizerArgument, streamArgument, proposing, output, forceArgument, cacheArgument,
      noCacheArgument, sandboxArgument,
    ],
    examples: [
      Example("words talk.json --of talk.mp4", "Writes film.edit."),
      Example("words talk.json --of talk.mp4 --propose en", "Marks `uh`, `um` and repeated words."),
      Example("words talk.srt --of talk.m4a -o -", "Prints the script instead of writing it."),
      Example("words talk.mp4 --recognizer whisper -o cut.edit", "Writes talk.json and cut.edit."),
    ]
  ) { values in
    let language = try values[proposing]
    let output = try values[output]
    let printsScript = output == "-"
    if !printsScript, !output.hasSuffix(".edit") {
      throw usage("--output: expected a file ending in .edit, found '\(output)'")
    }
    let named = try values[source]
    let recognizer = try values[recognizerArgument]
    let (path, mediaPath): (String, String)
    if recognizer != nil {
      guard try values[recording] == nil else {
        throw usage("use either --of or --recognizer, which runs on the clip or sound that is named first")
      }
      (path, mediaPath) = (RecognizedTranscript.path(beside: named), named)
    } else {
      guard let media = try values[recording] else {
        throw usage(
          "name the clip or sound with these words: --of MEDIA, or have a recogniser write them: --recognizer NAME"
        )
      }
      guard try values[streamArgument] == nil else { throw usage("--stream needs --recognizer") }
      (path, mediaPath) = (named, media)
    }
    let target = OutputTarget(path: output, replacesExisting: try values[forceArgument])
    if !printsScript {
      try target.check(sparing: [named, mediaPath].compactMap { FileIdentity(ofFileAt: $0) })
    }
    let folder = printsScript ? "." : Processes.folder(of: output)
    let workspace = try Workspace(values, root: nil)
    if let recognizer {
      guard let program = try recognizerProgram(named: recognizer, forScriptIn: folder) else {
        return .badData
      }
      try RecognizedTranscript(
        path: path, media: mediaPath, stream: try values[streamArgument], recognizer: program,
        replacesExisting: try values[forceArgument]
      ).write(workspace)
    }
    let file = try transcriptFile(at: path)
    let media = try probedDraftMedia([mediaPath], forScriptIn: folder, workspace).map(\.media)
    guard let one = media.first, one.hasSound else {
      throw CommandFailure(.badData, "\(mediaPath) has no sound, so no words")
    }
    try check(file.cues.spokenSentences, areIn: one, named: mediaPath, transcript: path)
    if recognizer == nil { try warn(ofOtherMediaThan: mediaPath, in: file, named: path, workspace) }
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

private func usage(_ sentence: String) -> UsageError { UsageError(.other(sentence), command: "words") }

/// A recogniser of the user's own settings; nil after errors in the settings, which are reported.
private func recognizerProgram(
  named name: String, forScriptIn folder: String
) throws -> RecognizerProgram? {
  let search = try SettingsSearch(from: folder)
  guard !RenderReporter(style: .auto).reportErrors(in: search) else { return nil }
  let settings = ChosenSettings(search)
  if let program = settings.recognizer(named: name) { return program }
  let names = settings.recognizerNames
  let near = Suggestion.best(for: name, among: names).map { "; did you mean \($0)?" }
  throw usage(
    "--recognizer: there is no recogniser \(name)"
      + (near
        ?? (names.isEmpty
          ? "; declare it under `recognizers` in your own configuration, `~/.config/editc/editc.yaml`"
          : "; known are \(names.sentenceList(" and "))"))
  )
}

/// Warns if a transcript was made of other bytes than those of the media.
private func warn(
  ofOtherMediaThan media: String, in file: SubtitleFile, named path: String, _ workspace: Workspace
) throws {
  guard let digest = file.mediaDigest, let there = try workspace.detectedMedia(at: [media]).first?.digest,
    there.hex != digest
  else { return }
  Console.complain(
    "warning: \(path) is the transcript of another version of \(media), so words and cuts can be at wrong times "
      + "[transcript-of-other-media]")
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
