/// A question about a file, font or filter of others, which a confined process answers.
///
/// Whatever a stranger may have made is opened there and only there, so no file can take the command with it.
package protocol Question: Codable, Sendable {
  associatedtype Answer: Codable, Sendable

  /// The kind of question, as the processes call it.
  static var name: String { get }
  /// Whether FFmpeg's filters must be loaded before the process shuts itself in.
  static var needsFilters: Bool { get }
  /// Whether several processes may share the questions of this kind; else one answers all, and what it has read for
  /// one of them serves the others.
  static var isShared: Bool { get }
  /// The files that the answer is read from.
  var files: [String] { get }
  /// The processor time that the answer may take.
  var limit: Duration { get }

  func answer(with tools: InspectionTools) -> Answer
}

extension Question {
  package static var needsFilters: Bool { false }
  package static var isShared: Bool { false }
  package var files: [String] { [] }
}

/// Every kind of question that a process can be asked.
let everyQuestion: [any Question.Type] = [
  FactsQuestion.self, PacketsQuestion.self, CodedMediaQuestion.self, SubtitlesQuestion.self,
  FilterQuestion.self, TextQuestion.self,
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
