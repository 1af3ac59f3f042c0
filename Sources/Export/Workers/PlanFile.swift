import FoundationEssentials
import Processes
import RenderPlan

/// The plan as workers read it: everything they may know of the film.
struct PlanFile: Codable {
  let plan: RenderPlan
  /// The media as the plan's keys describe them, in the composition's order.
  let media: [FileIdentity]

}

extension PlanFile {
  func write(to path: String) throws(ExportError) {
    guard let data = try? JSONEncoder().encode(self) else {
      throw ExportError(.engine, "the plan cannot be encoded")
    }
    do throws(FileError) { try AtomicFile.publish(Array(data), at: path, syncing: false) } catch {
      throw ExportError(error)
    }
  }

  init(at path: String) throws(ExportError) {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try readFile(path, limit: WorkerLimits.planBytes) } catch {
      throw ExportError(error)
    }
    guard let file = try? JSONDecoder().decode(PlanFile.self, from: Data(bytes)) else {
      throw ExportError(.engine, "\(path) is not a plan of this version of editc")
    }
    self = file
  }
}
