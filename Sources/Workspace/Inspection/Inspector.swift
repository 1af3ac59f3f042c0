package import Processes
import Synchronization

/// Answers questions about untrusted media, fonts and filters, in processes that can do nothing else.
///
/// A process that dies while answering is replaced; only that question fails.
package final class Inspector: Sendable {
  /// Nil to answer questions in this process.
  private let program: ChildCommand?
  private let sandbox: SandboxPolicy
  private let onShortcoming: @Sendable (String) -> Void
  private let crew = Mutex<InspectionCrew?>(nil)

  private init(
    program: ChildCommand?, sandbox: SandboxPolicy,
    onShortcoming: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.program = program
    self.onShortcoming = onShortcoming
    self.sandbox = sandbox
  }

  /// Answers in this process, without protection: for tests and trusted media.
  package static var unconfined: Inspector { Inspector(program: nil, sandbox: .off) }

  /// Answers in processes that run `program`. Each of them reports restrictions that the kernel does not
  /// support.
  package static func confined(
    sandbox: SandboxPolicy = .whenAvailable, program: ChildCommand = ChildCommand(ChildProcess.ownExecutable),
    onShortcoming: @escaping @Sendable (String) -> Void = { _ in }
  ) -> Inspector {
    Inspector(program: program, sandbox: sandbox, onShortcoming: onShortcoming)
  }

  /// Returns the answers, in the order of the questions.
  package func ask<Kind: Question>(
    _ questions: [Kind]
  ) throws(InspectionError) -> [Result<Kind.Answer, InspectionFailure>] {
    guard let program, !questions.isEmpty else {
      let tools = InspectionTools()
      return questions.map { .success($0.answer(with: tools)) }
    }
    var jobs: [InspectionCrew.Job] = []
    for question in questions {
      jobs.append(
        InspectionCrew.Job(
          line: "\(Kind.name) \(try question.json())", files: question.files, limit: question.limit))
    }
    let (sandbox, onShortcoming) = (sandbox, onShortcoming)
    let outcome = crew.withLock { crew -> Result<[Result<String, InspectionFailure>], InspectionError> in
      let present = crew ?? InspectionCrew(program: program, sandbox: sandbox, onShortcoming: onShortcoming)
      crew = present
      return Result { [jobs] () throws(InspectionError) in
        try present.carryOut(jobs, inTurn: !Kind.isShared, withFilters: Kind.needsFilters)
      }
    }
    var answers: [Result<Kind.Answer, InspectionFailure>] = []
    for reply in try outcome.get() { answers.append(try answer(reply)) }
    return answers
  }

  /// Returns the answer to one question.
  package func ask<Kind: Question>(
    _ question: Kind
  ) throws(InspectionError) -> Result<Kind.Answer, InspectionFailure> {
    guard let answer = try ask([question]).first else { throw .engine("there is no answer") }
    return answer
  }

  private func answer<Answer: Decodable>(
    _ reply: Result<String, InspectionFailure>
  ) throws(InspectionError) -> Result<Answer, InspectionFailure> {
    switch reply {
    case .failure(let failure): return .failure(failure)
    case .success(let json): return .success(try Answer(json: json))
    }
  }
}
