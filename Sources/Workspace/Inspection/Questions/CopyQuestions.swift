package import Basics
package import Composition
package import Detection
package import LibAV
import Rendering

/// How do the pictures of a copy differ from those of its master? Both are decoded in parts, each of which is a question,
/// and the process keeps them open in between.
package struct CopyPicturesQuestion: PartedQuestion, Hashable {
  package typealias Answer = Reply<CopyPicturesPart, LibAVError>

  let copy: CopyPictureReading.Source
  let master: CopyPictureReading.Source
  /// Of the master.
  let rate: FrameRate
  var partsBefore = 0

  package static var name: String { "copy-pictures" }
  package var files: [String] { [copy.path, master.path] }
  package var limit: Duration {
    InspectionLimits.time(forReading: copy.path) + InspectionLimits.time(forReading: master.path)
  }

  package func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(LibAVError) in try tools.copyPictures(self) }
  }
}

/// Some pictures of a copy and of its master.
package struct CopyPicturesPart: Codable, Sendable {
  let pictures: [CopiedPicture]
  let master: [MasterPicture]
  let isLast: Bool
}

/// The same about a track of sound.
package struct CopySoundQuestion: PartedQuestion, Hashable {
  package typealias Answer = Reply<CopySoundPart, LibAVError>

  let copy: CopySoundReading.Source
  let master: CopySoundReading.Source
  /// The difference of the pictures' media times.
  let offset: RationalTime
  var partsBefore = 0

  package static var name: String { "copy-sound" }
  package var files: [String] { [copy.path, master.path] }
  package var limit: Duration {
    InspectionLimits.time(forReading: copy.path) + InspectionLimits.time(forReading: master.path)
  }

  package func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(LibAVError) in try tools.copySound(self) }
  }
}

/// Some seconds of a track.
package struct CopySoundPart: Codable, Sendable {
  let pieces: [CopySoundPiece]
  let isLast: Bool
}

/// A copy of a film and its master.
package struct CopyPair: Sendable {
  private let inspector: Inspector
  private let copy: (path: String, facts: MediaFacts)
  private let master: (path: String, facts: MediaFacts)

  package init(
    copy: (path: String, facts: MediaFacts), master: (path: String, facts: MediaFacts), inspector: Inspector
  ) {
    (self.copy, self.master, self.inspector) = (copy, master, inspector)
  }

  /// The pictures of the main tracks.
  package func pictures(
    _ track: VideoTrackFacts, _ other: VideoTrackFacts, rate: FrameRate
  ) throws(InspectionError) -> Result<
    (pictures: [CopiedPicture], master: [MasterPicture]), CopyPairFailure
  > {
    let question = CopyPicturesQuestion(
      copy: CopyPictureReading.Source(path: copy.path, track: track, origin: copy.facts.origin),
      master: CopyPictureReading.Source(path: master.path, track: other, origin: master.facts.origin),
      rate: rate)
    return try parts(of: question, isLast: \.isLast).map { parts in
      (parts.flatMap(\.pictures), parts.flatMap(\.master))
    }
  }

  /// The sound of two tracks. `offset` is the difference of the pictures' media times.
  package func sound(
    _ track: AudioTrackFacts, _ other: AudioTrackFacts, offset: RationalTime
  ) throws(InspectionError) -> Result<[CopySoundPiece], CopyPairFailure> {
    let question = CopySoundQuestion(
      copy: CopySoundReading.Source(path: copy.path, track: track, origin: copy.facts.origin),
      master: CopySoundReading.Source(path: master.path, track: other, origin: master.facts.origin),
      offset: offset)
    return try parts(of: question, isLast: \.isLast).map { $0.flatMap(\.pieces) }
  }

  /// The answers to a question and to those about the parts behind.
  private func parts<Asked: PartedQuestion, Part>(
    of question: Asked, isLast: (Part) -> Bool
  ) throws(InspectionError) -> Result<[Part], CopyPairFailure> where Asked.Answer == Reply<Part, LibAVError> {
    var (question, parts): (Asked, [Part]) = (question, [])
    while true {
      switch try inspector.ask(question) {
      case .success(.value(let part)):
        parts.append(part)
        if isLast(part) { return .success(parts) }
        question = question.next
      case .success(.failure(let error)): return .failure(.media(error))
      case .failure(let failure): return .failure(.process(failure))
      }
    }
  }
}

/// Why a copy cannot be compared.
package enum CopyPairFailure: Error, Hashable, Sendable {
  case media(LibAVError)
  case process(InspectionFailure)
}
