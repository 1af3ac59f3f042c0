import Basics
import Composition
import ContentDigest
import Export
import Processes
import Workspace

/// The file with the words of a recording that a recogniser writes down.
struct RecognizedTranscript {
  let path: String
  let media: String
  /// Nil for the main audio track.
  let stream: Int?
  let recognizer: RecognizerProgram
  let replacesExisting: Bool

  /// `talk.json` for `talk.mp4`.
  static func path(beside media: String) -> String {
    let name = lastComponent(of: media)
    let stem = name.lastIndex(of: ".").map { name[..<$0] }.flatMap { $0.isEmpty ? nil : $0 } ?? name[...]
    return media.dropLast(name.count) + stem + ".json"
  }

  func write(_ workspace: Workspace) throws {
    let target = OutputTarget(path: path, replacesExisting: replacesExisting)
    try target.check(sparing: [FileIdentity(ofFileAt: media)].compactMap(\.self))
    guard let found = try workspace.detectedMedia(at: [media]).first else { return }
    let track = try track(of: found.facts)
    let progress = DetectionProgress(path: media)
    progress.show("the recogniser is running")
    defer { progress.clear() }
    let speech = try found.speech(on: track, by: recognizer).get()
    progress.clear()
    let (json, count) = try transcript(in: speech.json, of: found)
    try target.publish(json)
    for concealment in speech.concealments { Console.complain("warning: \(concealment)") }
    Console.complain("\(path): \(counted(count, "cue")) of \(media), by the recogniser `\(recognizer.name)`")
  }

  private func track(of facts: MediaFacts) throws(CommandFailure) -> AudioTrackFacts {
    guard let stream else {
      if let track = facts.mainAudio { return track }
      throw CommandFailure(.badData, "\(media) has no sound, so no words")
    }
    guard let track = facts.audio.first(where: { $0.streamIndex == stream }) else {
      throw CommandFailure(
        .usage, "--stream: track \(stream) of \(media) is not an audio track; see `editc probe`")
    }
    return track
  }

  /// The JSON with the digest of the media, and the number of its cues.
  private func transcript(
    in json: [UInt8], of media: DetectedMedia
  ) throws(CommandFailure) -> (json: [UInt8], cues: Int) {
    let said = "the recogniser `\(recognizer.name)` printed"
    let file = SubtitleFile(json, name: path)
    if let mistake = file.problems.first(where: { $0.gravity == .mistake }) {
      throw CommandFailure(
        .badData,
        "\(said) something else than the JSON of words with times: \(mistake.message)"
          + " (line \(mistake.line), column \(mistake.column)); nothing was written")
    }
    guard file.format == .transcript else {
      throw CommandFailure(
        .badData, "\(said) \(file.format.rawValue), not JSON with the times of words; nothing was written")
    }
    guard let noted = TranscriptOrigin.noted(in: json, ofMediaWith: media.digest.hex) else {
      throw CommandFailure(
        .badData, "\(said) a member `editc`, which only editc may write; nothing was written")
    }
    return (noted, file.cues.count)
  }
}
