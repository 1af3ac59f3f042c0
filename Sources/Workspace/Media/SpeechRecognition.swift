package import Composition
import FoundationEssentials
package import LibAV
package import Processes
import Rendering

/// A speech recogniser of the user: a program that reads a WAV file from standard input and prints JSON with words and
/// their times.
package struct RecognizerProgram: Hashable, Sendable {
  package let name: String
  /// A path, or a name that is searched in `PATH`.
  package let program: String
  package let arguments: [String]

  package init(name: String, program: String, arguments: [String]) {
    (self.name, self.program, self.arguments) = (name, program, arguments)
  }

  /// Nil if there is no such program.
  fileprivate var path: String? {
    if program.contains("/") { return isThere(program) ? program : nil }
    let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? usualSearchPath
    return Processes.path(ofProgram: program, in: searchPath)
  }
}

/// What a recogniser printed.
package struct RecognizedSpeech: Sendable {
  package let json: [UInt8]
  /// What could not be decoded and was silent.
  package let concealments: [Concealment]
}

/// Why a recogniser gave no words.
package enum RecognizerFailure: Error, Hashable, Sendable {
  case noProgram(String)
  /// It failed; with the end of its standard error.
  case ended(ProcessStatus, lastLines: [String])
  /// More bytes than the limit.
  case printedTooMuch(limit: Int)
  case tooSlow(limit: Duration)
  case tooLongMedia(path: String)
}

extension DetectedMedia {
  /// Has a recogniser write down what is said on a track. It gets the sound from media time 0 on, so that its times
  /// are media times.
  package func speech(
    on track: AudioTrackFacts, by recognizer: RecognizerProgram,
    within time: Duration = .seconds(2 * 3600)
  ) throws(WorkspaceError) -> Result<RecognizedSpeech, LibAVError> {
    guard let program = recognizer.path else {
      throw .recognizer(recognizer.name, .noProgram(recognizer.program))
    }
    let sampleCount = SpeechSoundReading.sampleCount(of: track)
    guard sampleCount <= 24 * 3600 * SpeechSoundReading.sampleRate else {
      throw .recognizer(recognizer.name, .tooLongMedia(path: path))
    }
    var sound = SpokenSound(of: track, in: self, sampleCount: Int(sampleCount))
    let limit = SubtitleLimits.bytes
    let output: ProgramOutput
    do throws(SystemError) {
      output = try Processes.output(
        of: TiedProgram.command(program, recognizer.arguments), limit: limit, within: time
      ) { sound.next() }
    } catch { throw .system(error) }
    switch sound.failure {
    case .media(let error)?: return .failure(error)
    case .workspace(let error)?: throw error
    case nil: break
    }
    guard FileIdentity(ofFileAt: path) == identity else { throw .mediaChanged(file: path) }
    if output.wasTooLong { throw .recognizer(recognizer.name, .printedTooMuch(limit: limit)) }
    if output.wasTooSlow { throw .recognizer(recognizer.name, .tooSlow(limit: time)) }
    guard output.status.isSuccess else {
      let lines = output.errorText.split(whereSeparator: \.isNewline).suffix(5).map(String.init)
      throw .recognizer(recognizer.name, .ended(output.status, lastLines: lines))
    }
    return .success(RecognizedSpeech(json: output.bytes, concealments: sound.concealments))
  }
}

/// A track as a WAV file, part by part.
private struct SpokenSound {
  private let inspector: Inspector
  private var header: [UInt8]?
  /// Nil once the last part was read.
  private var question: SpeechSoundQuestion?
  private(set) var concealments: [Concealment] = []
  private(set) var failure: Failure?

  enum Failure {
    case media(LibAVError)
    case workspace(WorkspaceError)
  }

  init(of track: AudioTrackFacts, in media: DetectedMedia, sampleCount: Int) {
    inspector = media.workspace.inspector
    header = waveHeader(sampleCount: sampleCount)
    question = SpeechSoundQuestion(path: media.path, track: track, origin: media.facts.origin)
  }

  mutating func next() -> ProgramInput {
    if let header {
      self.header = nil
      return .bytes(header)
    }
    guard let asked = question else { return .end }
    do throws(WorkspaceError) {
      switch try answers(to: [asked], from: inspector).first {
      case .success(.value(let part)):
        question = part.isLast ? nil : asked.next
        concealments = part.concealments
        return .bytes(Array(part.samples))
      case .success(.failure(let error)): failure = .media(error.inLimits)
      case .failure(let error): failure = .media(LibAVError(error, path: asked.path))
      case nil: failure = .workspace(.inspection(.engine("there is no answer")))
      }
    } catch { failure = .workspace(error) }
    return .failed
  }
}

/// The beginning of a WAV file with one channel of 16-bit samples.
private func waveHeader(sampleCount: Int) -> [UInt8] {
  func little(_ number: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
  let rate = SpeechSoundReading.sampleRate
  let format =
    little(1, 2) + little(1, 2) + little(rate, 4) + little(2 * rate, 4) + little(2, 2) + little(16, 2)
  return Array("RIFF".utf8) + little(36 + 2 * sampleCount, 4) + Array("WAVEfmt ".utf8)
    + little(format.count, 4)
    + format + Array("data".utf8) + little(2 * sampleCount, 4)
}
