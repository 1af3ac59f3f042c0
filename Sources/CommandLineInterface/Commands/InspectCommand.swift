import Processes
import Workspace

private let parent = Argument.required(
  "parent", .integer("PID", 1...Int(Int32.max)), "The process that started it.")

extension Command {
  static let inspect = Command(
    "inspect", "Inspects media, fonts and filters for another editc.",
    details: "Reads questions as lines from standard input and writes answers as lines to standard output.",
    arguments: [parent], isHidden: true
  ) { values in
    let parent = Int32(try values[parent])
    runInspection(parent: parent)
    return .done
  }
}
