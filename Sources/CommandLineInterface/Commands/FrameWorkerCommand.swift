import Export
import Processes

private let planFile = Argument.required("plan", .file("FILE"), "The file of the plan.")
private let folder = Argument.required("folder", .folder("DIR"), "The folder for pictures.")
private let parent = Argument.required(
  "parent", .integer("PID", 1...Int(Int32.max)), "The process that started it.")
private let sandbox = Argument.required(
  "sandbox", .word("POLICY", of: SandboxPolicy.self), "The sandbox.")

extension Command {
  static let frameWorker = Command(
    "frame-worker", "Reads frames of a film for another editc.",
    details:
      "Reads orders as lines of JSON from standard input and writes reports as lines to standard output.",
    arguments: [planFile, folder, parent, sandbox], isHidden: true
  ) { values in
    runFrameWorker(
      FrameWorkerOptions(
        planPath: try values[planFile], folder: try values[folder], parent: Int32(try values[parent]),
        sandbox: try values[sandbox]))
    return .done
  }
}
