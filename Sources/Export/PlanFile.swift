import FoundationEssentials
import Processes
package import RenderPlan

/// The plan as workers read it: everything they may know of the film.
package enum PlanFile {
  private static let sizeLimit = 256 << 20

  package static func write(_ plan: RenderPlan, to path: String) throws(ExportError) {
    guard let data = try? JSONEncoder().encode(plan) else {
      throw ExportError(.engine, "the plan cannot be written down")
    }
    do throws(FileError) { try AtomicFile.publish(Array(data), at: path) } catch { throw ExportError(error) }
  }

  package static func read(_ path: String) throws(ExportError) -> RenderPlan {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try readFile(path, limit: sizeLimit) } catch { throw ExportError(error) }
    guard let plan = try? JSONDecoder().decode(RenderPlan.self, from: Data(bytes)) else {
      throw ExportError(.engine, "\(path) is no plan of this version of editc")
    }
    return plan
  }
}
