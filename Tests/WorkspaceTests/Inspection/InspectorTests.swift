import Composition
import LibAV
import Processes
import TestSupport
import Testing
import Workspace

/// A question that scripts answer: what they do is in its text.
private struct ScriptQuestion: Question {
  typealias Answer = String

  let text: String
  var files: [String] = []

  static var name: String { "script" }
  static var isShared: Bool { true }
  var limit: Duration { .milliseconds(300) }

  func answer(with tools: InspectionTools) -> String { "in this process: \(text)" }
}

/// The inspector against processes that are shell scripts: they answer, die, compute for ever, and lie.
@Suite("An inspector")
struct InspectorTests {
  private func inspector(_ script: String = "serve", sandbox: SandboxPolicy = .off) -> Inspector {
    let functions = """
      serve() {
        read -r setup; echo ready
        while read -r question; do
          case $question in
            *die*) kill -SEGV $$ ;;
            *loop*) while :; do :; done ;;
            *lie*) echo 'answer 7' ;;
            *) echo "answer \\"$$\\"" ;;
          esac
        done
      }

      """
    return .confined(sandbox: sandbox, program: ChildCommand("/bin/sh", ["-c", functions + script]))
  }

  private func ask(
    _ texts: [String], of inspector: Inspector
  ) throws(InspectionError) -> [Result<String, InspectionFailure>] {
    try inspector.ask(texts.map { ScriptQuestion(text: $0) })
  }

  @Test("A process that dies of a question takes no other answer with it")
  func dying() throws {
    let answers = try ask(["a", "die", "b", "die", "c"], of: inspector())
    #expect(answers.map { (try? $0.get()) != nil } == [true, false, true, false, true])
    #expect(answers[1] == .failure(.ended(.ended(by: Signal(11)))))
  }

  @Test("A question that takes too much time is given up; the others have their answers")
  func slow() throws {
    let answers = try ask(["loop", "a", "loop", "b"], of: inspector())
    #expect(answers.map { (try? $0.get()) != nil } == [false, true, false, true])
    #expect(answers[0] == .failure(.tooSlow(limit: .milliseconds(300))))
  }

  @Test("Processes are kept for the next questions, unless they may not read a file of them")
  func keeping() throws {
    let inspector = inspector()
    let first = try inspector.ask([ScriptQuestion(text: "a", files: ["x"])])
    #expect(try inspector.ask([ScriptQuestion(text: "b", files: ["x"])]) == first)
    #expect(try inspector.ask([ScriptQuestion(text: "b", files: ["y"])]) != first)
  }

  @Test("What does not keep to the protocol is an error, not an answer")
  func lying() throws {
    #expect(throws: InspectionError.self) { try ask(["lie"], of: inspector()) }
    #expect(throws: InspectionError.self) { try ask(["a"], of: inspector("echo hello; cat > /dev/null")) }
    #expect(throws: InspectionError.self) { try ask(["a"], of: inspector("exit 3")) }
    #expect(throws: InspectionError.sandbox("no Landlock")) {
      try ask(["a"], of: inspector("read -r setup; echo 'refused no Landlock'", sandbox: .require))
    }
  }

  @Test("Without processes, answers are made here")
  func unconfined() throws {
    #expect(
      try ask(["a", "die"], of: .unconfined).map { try $0.get() } == [
        "in this process: a", "in this process: die",
      ])
  }

  @Test("A confined process tells media from what is none, and from what is missing")
  func confinement() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.srt", "no media")
    let program = ChildCommand(builtEditc)
    let answers = try Inspector.confined(sandbox: .whenAvailable, program: program)
      .ask([FactsQuestion(ofFileAt: file), FactsQuestion(ofFileAt: folder.path("nowhere"))])
    let reasons = try answers.map { answer -> LibAVError.Cause? in
      guard case .failure(let error) = try answer.get() else { return nil }
      return error.cause
    }
    #expect(reasons == [.badData, .input(errno: 2)])
  }
}
