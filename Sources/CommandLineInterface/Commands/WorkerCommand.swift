import Export
import Processes

private let planFile = Argument.required("plan", .file("FILE"), "The file of the plan.")
private let store = Argument.required("store", .folder("DIR"), "The store for finished segments.")
private let parent = Argument.required(
  "parent", .integer("PID", 1...Int(Int32.max)), "The process that started it.")
private let owner = Argument.required("owner", .owner("NAME"), "Marks its temporary files.")
private let sandbox = Argument.required(
  "sandbox", .word("POLICY", of: SandboxPolicy.self), "The sandbox.")
private let readStore = Argument<String?>.option(
  "read-store", .folder("DIR"), "A second store, which cannot be written.")
private let film = Argument<String?>.option(
  "film", .file("FILE"), "The file to join the film into, instead of taking orders.")

extension Command {
  static let worker = Command(
    "worker", "Renders segments of a plan for another editc.",
    details:
      "Reads orders as lines of JSON from standard input and writes reports as lines to standard output.",
    arguments: [planFile, store, parent, owner, sandbox, readStore, film], isHidden: true
  ) { values throws(UsageError) in
    let options = WorkerOptions(
      planPath: try values[planFile], storeFolder: try values[store], parent: Int32(try values[parent]),
      owner: try values[owner], sandbox: try values[sandbox], readStoreFolder: try values[readStore],
      filmPath: try values[film])
    return carryOut { () throws(CommandFailure) in
      runWorker(options)
      return .done
    }
  }
}

extension ArgumentKind where Value == TemporaryOwner {
  static func owner(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(placeholder, expectation: "a name of small letters and digits") { TemporaryOwner(name: $0) }
  }
}
