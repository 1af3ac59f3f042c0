import LibAV
import Network
import Processes

private let parent = Argument.required(
  "parent", .integer("PID", 1...Int(Int32.max)), "The process that started it.")

extension Command {
  static let networkWorker = Command(
    "network-worker", "Makes requests to servers for another editc.",
    details:
      "Confines itself to sockets, then takes requests from its parent, each with an open file, and reports as lines.",
    arguments: [parent, allowPrivateArgument, sandboxArgument], isHidden: true
  ) { values in
    ReportChannel.open()
    do throws(LibAVError) { try EngineLibraries.loadNetwork() } catch {
      throw CommandFailure(
        .unavailable,
        "downloads need libcurl (on Debian: apt install libcurl4): \(error.subject): \(error.reason)")
    }
    runNetworkWorker(
      parent: Int32(try values[parent]), sandbox: try values[sandboxArgument],
      privateHosts: try values[allowPrivateArgument])
    return .done
  }
}
