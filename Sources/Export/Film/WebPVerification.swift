import Basics
import Composition
import LibAV
import RenderPlan

/// Reads a finished animated WebP, which FFmpeg cannot open, counts its frames and decodes some of them.
/// Calls `onStep` for each decoded one.
func verifyWebP(
  at path: String, against plan: RenderPlan, onStep: () -> Void
) throws(ExportError) -> FilmFacts {
  let canvas = plan.composition.canvas
  let file: AnimatedWebPFile
  do throws(LibAVError) { file = try AnimatedWebPFile(path: path) } catch {
    throw ExportError(ofFinished: error, "the finished film cannot be opened")
  }
  var problems: [String] = []
  if Int64(file.frameCount) != plan.frameCount {
    problems.append("it has \(file.frameCount) frames, not \(plan.frameCount)")
  }
  if file.size != canvas.size { problems.append("it is \(file.size), not \(canvas.size)") }
  if file.hasAlpha != (plan.settings.video?.hasAlpha ?? false) {
    problems.append(file.hasAlpha ? "it is transparent" : "it is not transparent")
  }
  guard let end = try? canvas.rate.start(ofFrame: plan.frameCount) else {
    throw ExportError(.engine, "the film is too long for its container")
  }
  // Its times are whole milliseconds.
  if abs(Double(file.milliseconds) - end.inSeconds * 1000) > 0.6 {
    problems.append("its frames take \(file.milliseconds) ms, not \(end)")
  }
  // Decoding them all would take an eighth of the time of the render. The bytes of each are those that the
  // encoder wrote, as the digest of its segment proves.
  for index in sample(of: file.frameCount, most: 20) where problems.isEmpty {
    do throws(LibAVError) {
      let size = try file.picture(index).size
      if size != canvas.size { problems.append("frame \(index) is \(size), not \(canvas.size)") }
    } catch { throw ExportError(ofFinished: error, "frame \(index) of the finished film cannot be decoded") }
    onStep()
  }
  guard problems.isEmpty else {
    throw ExportError(
      .engine, "the finished film differs from the plan: \(problems.joined(separator: "; "))")
  }
  let track = VideoTrackFacts(
    streamIndex: 0, codec: "webp", storedSize: file.size, pixelFormat: file.hasAlpha ? "yuva420p" : "yuv420p",
    hasAlpha: file.hasAlpha, rate: canvas.rate, mediaRange: TimeRange(start: .zero, end: end) ?? .zero,
    frameCount: plan.frameCount)
  return FilmFacts(
    facts: MediaFacts(container: "webp", extent: .finite(end), video: [track], byteCount: file.byteCount))
}

/// The first and the last of so many frames, and others at even distances between them.
func sample(of count: Int, most: Int) -> [Int] {
  guard count > most, most > 1 else { return Array(0..<max(0, count)) }
  return (0..<most).map { $0 * (count - 1) / (most - 1) }
}
