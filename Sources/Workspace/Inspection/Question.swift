/// A question about an untrusted file, font or filter, which a confined process answers.
///
/// Untrusted files are opened only there, so none can crash the command.
package protocol Question: Codable, Sendable {
  associatedtype Answer: Codable, Sendable

  /// The name of the kind of question in messages to processes.
  static var name: String { get }
  /// Whether FFmpeg's filters must be loaded before the process confines itself.
  static var needsFilters: Bool { get }
  /// Whether several processes may share the questions of this kind; otherwise one process answers all, and
  /// can reuse what it has read.
  static var isShared: Bool { get }
  /// The files that the answer depends on.
  var files: [String] { get }
  /// The CPU time that the answer may take.
  var limit: Duration { get }

  func answer(with tools: InspectionTools) -> Answer
}

extension Question {
  package static var needsFilters: Bool { false }
  package static var isShared: Bool { false }
  package var files: [String] { [] }
}

/// A question about the next part of something that is read from its start. The process keeps it open in between.
protocol PartedQuestion: Question {
  /// The parts that were read before, in this order.
  var partsBefore: Int { get set }
}

extension PartedQuestion {
  /// The question about the part behind this one.
  var next: Self {
    var next = self
    next.partsBefore += 1
    return next
  }
}

/// All kinds of questions.
let everyQuestion: [any Question.Type] = [
  FactsQuestion.self, VectorQuestion.self, PacketsQuestion.self, CodedMediaQuestion.self,
  SubtitlesQuestion.self,
  FilmContentQuestion.self, FeaturesQuestion.self, SpeechSoundQuestion.self,
  CopyPicturesQuestion.self, CopySoundQuestion.self, FilterQuestion.self,
  TextQuestion.self, ArchiveQuestion.self,
  SubtitleFontsQuestion.self, FontFamiliesQuestion.self,
]

/// An answer, or the reason why there is none.
package enum Reply<Value: Codable & Sendable, Failure: Error & Codable>: Codable, Sendable {
  case value(Value)
  case failure(Failure)

  init(_ work: () throws(Failure) -> Value) {
    do throws(Failure) { self = .value(try work()) } catch { self = .failure(error) }
  }

  package func get() throws(Failure) -> Value {
    switch self {
    case .value(let value): return value
    case .failure(let error): throw error
    }
  }
}
