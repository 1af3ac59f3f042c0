import Basics
import Composition
import LibAV
import Processes
import RenderPlan

/// Reads each picture of an image sequence, or a single picture, as any other program would, and compares
/// them with the plan. Calls `onStep` for each.
func verifyPictures(
  at path: String, against plan: RenderPlan, onStep: () -> Void
) throws(ExportError) -> FilmFacts {
  if plan.settings.isSeries {
    let (found, planned): ([String], [String])
    do throws(FileError) { found = try listFolder(path) } catch { throw ExportError(error) }
    planned = try plan.pictureNames
    guard found == planned.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) else {
      throw ExportError(
        .engine, "there are \(found.count) pictures, not the \(planned.count) that were planned")
    }
  }
  var byteCount: Int64 = 0
  var first: MediaFacts?
  for picture in try plan.picturePaths(at: path) {
    let facts: MediaFacts
    let name = lastComponent(of: plan.settings.isStill ? plan.settings.file : picture)
    do throws(LibAVError) { facts = try MediaProbe.facts(ofFileAt: picture) } catch {
      throw ExportError(ofFinished: error, "the finished picture \(name) cannot be opened")
    }
    let problems = facts.remarks + problems(facts.mainVideo, plan)
    guard problems.isEmpty else {
      throw ExportError(
        .engine, "the finished picture \(name) differs from the plan: \(problems.joined(separator: "; "))")
    }
    byteCount += facts.byteCount
    first = first ?? facts
    onStep()
  }
  guard var facts = first, let end = try? plan.composition.canvas.rate.start(ofFrame: plan.frameCount) else {
    throw ExportError(.engine, "the plan has no pictures")
  }
  // The facts of all pictures together.
  facts.byteCount = byteCount
  facts.extent = .finite(end)
  for index in facts.video.indices { facts.video[index].frameCount = plan.frameCount }
  return FilmFacts(facts: facts)
}

private func problems(_ track: VideoTrackFacts?, _ plan: RenderPlan) -> [String] {
  guard let track, let encoding = plan.settings.video, let codec = encoding.codec.declaration else {
    return ["there is no picture"]
  }
  let size = plan.composition.canvas.size
  var problems: [String] = []
  if track.codec != codec.streamName { problems.append("it is \(track.codec), not \(codec.streamName)") }
  if track.displaySize != size { problems.append("it is \(track.displaySize), not \(size)") }
  let depth = encoding.chosenProfile?.decodedBits ?? encoding.depth.rawValue
  if track.bitDepth != depth { problems.append("it has \(track.bitDepth) bits a channel, not \(depth)") }
  if track.hasAlpha != (encoding.hasAlpha ?? false) {
    problems.append(track.hasAlpha ? "it is transparent" : "it is not transparent")
  }
  return problems
}
