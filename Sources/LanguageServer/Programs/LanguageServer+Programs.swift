import Processes

/// A program that the server started.
struct StartedProgram {
  let onLine: (String) -> Void
  let onEnd: (ProcessStatus, _ errorText: String) -> Void
}

extension LanguageServer {
  /// Runs this program with the server's options.
  @discardableResult
  func start(
    _ words: [String], joinsErrorOutput: Bool = false, onLine: @escaping (String) -> Void = { _ in },
    onEnd: @escaping (ProcessStatus, _ errorText: String) -> Void
  ) throws(ResponseError) -> EventLoop.ChildID {
    var command = ChildCommand(setup.program, words + setup.options)
    command.joinsErrorOutput = joinsErrorOutput
    do throws(SystemError) {
      let child = try loop.start(command)
      programs[child] = StartedProgram(onLine: onLine, onEnd: onEnd)
      return child
    } catch { throw ResponseError(.requestFailed, "\(error)") }
  }

  /// Runs this program for a person, to whom a failure is shown.
  func start(_ words: [String], onSuccess: @escaping () -> Void) throws(ResponseError) {
    try start(words) { [unowned self] status, errorText in
      if status.isSuccess { onSuccess() } else { showFailure(status, errorText) }
    }
  }

  func showFailure(_ status: ProcessStatus, _ errorText: String) {
    let words = errorText.split(separator: "\n").suffix(3).joined(separator: "\n")
    show(.error, words.isEmpty ? "editc \(status)" : words)
  }
}
