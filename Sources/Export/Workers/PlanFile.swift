import Composition
import ContentDigest
import FoundationEssentials
package import Processes
package import RenderPlan

/// The plan as workers read it: everything that they may know of the film.
///
/// The file is JSON on one line with the SHA-256 of its content, so that a plan that was damaged in transit or
/// edited by hand is rejected:
///
///     {"editcPlan":1,"sha256":"...","content":{...}}
package struct PlanFile: Codable {
  package var plan: RenderPlan
  /// The media as the plan's keys describe them, in the composition's order.
  package var media: [FileIdentity]
  /// For workers on other machines, and for later; nil for workers of this render on this machine.
  package var origin: PlanOrigin?

  package init(plan: RenderPlan, media: [FileIdentity], origin: PlanOrigin? = nil) {
    self.plan = plan
    self.media = media
    self.origin = origin
  }
}

private let opening = Array(#"{"editcPlan":1,"sha256":""#.utf8)
private let middle = Array(#"","content":"#.utf8)
private let ending = Array("}\n".utf8)
private let digestLength = 64

extension PlanFile {
  /// The bytes of the file.
  package func encoded() throws(ExportError) -> [UInt8] {
    do {
      let content = Array(try JSONEncoder().encode(self))
      let digest = try ContentDigest.of(content)
      return opening + Array(digest.hex.utf8) + middle + content + ending
    } catch { throw ExportError(.engine, "the plan cannot be encoded") }
  }

  func write(to path: String) throws(ExportError) {
    let bytes = try encoded()
    do throws(FileError) { try AtomicFile.publish(bytes, at: path, syncing: false) } catch {
      throw ExportError(error)
    }
  }

  init(at path: String) throws(ExportError) {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try readFile(path, limit: WorkerLimits.planBytes) } catch {
      throw ExportError(error)
    }
    try self.init(bytes, named: path)
  }

  /// A plan that is complete in itself, as `editc plan -o` writes it.
  package init(detachedAt path: String) throws(ExportError) {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try readFile(path, limit: WorkerLimits.planBytes) } catch {
      switch error.cause {
      case .tooLarge: throw ExportError(.badData, error.description)
      default: throw ExportError(.inputMissing, error.description)
      }
    }
    try self.init(bytes, named: path)
    guard origin != nil else {
      throw ExportError(
        .badData,
        "\(path) is the plan of a render on one machine; `editc plan SCRIPT -o FILE` writes one for several")
    }
  }

  /// Decodes a plan of any origin; `name` is for messages.
  init(_ bytes: [UInt8], named name: String) throws(ExportError) {
    let head = opening.count + digestLength + middle.count
    guard bytes.starts(with: opening), bytes.count > head + ending.count,
      bytes[(head - middle.count)..<head].elementsEqual(middle),
      bytes.suffix(ending.count).elementsEqual(ending)
    else {
      throw ExportError(.badData, "\(name) is not an editc plan; `editc plan SCRIPT -o FILE` writes one")
    }
    let written = String(decoding: bytes[opening.count..<opening.count + digestLength], as: UTF8.self)
    let content = Array(bytes[head..<bytes.count - ending.count])
    guard (try? ContentDigest.of(content))?.hex == written else {
      throw ExportError(.badData, "\(name) was changed or damaged after editc wrote it; write a new plan")
    }
    guard let file = try? JSONDecoder().decode(PlanFile.self, from: Data(content)) else {
      throw ExportError(
        .unavailable, "\(name) was made by another version of editc; use the same version everywhere")
    }
    if file.origin != nil, let flaw = file.plan.flaw {
      throw ExportError(.badData, "\(name) was not made by editc: \(flaw)")
    }
    self = file
  }
}

// MARK: - On another machine

extension PlanFile {
  /// The plan with the paths of this machine, where its files were found. Throws if the origin has no digest
  /// of a file that workers read, because nobody has compared that file.
  package func placed(
    _ found: [String: (path: String, identity: FileIdentity)]
  ) throws(ExportError) -> PlanFile {
    var placed = PlanFile(plan: plan, media: [])
    placed.plan.composition.moveFiles(to: found.mapValues(\.path))
    for reference in plan.composition.media {
      guard let identity = found[reference.path]?.identity else {
        throw ExportError(.badData, "the plan has no digest of \(reference.spelling)")
      }
      placed.media.append(identity)
    }
    guard plan.composition.readFiles.allSatisfy({ found[$0] != nil }) else {
      throw ExportError(.badData, "the plan has no digest of a file that it reads")
    }
    return placed
  }
}
