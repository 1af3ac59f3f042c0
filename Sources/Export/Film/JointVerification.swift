import Basics
import Composition
import LibAV
import RenderPlan

/// Decodes a film around each joint between copied and encoded pictures: copied ones must show what their
/// file shows, and all others must be decoded without damage. Calls `onStep` for each picture.
///
/// The result does not depend on `threads`.
func verifyJoints(
  ofFilmAt path: String, _ facts: MediaFacts, _ plan: RenderPlan, _ samples: [ComparedPicture], threads: Int,
  onStep: () -> Void
) throws(ExportError) {
  guard let track = facts.mainVideo else { return }
  let rate = plan.composition.canvas.rate
  let expected = Dictionary(samples.map { ($0.frame, $0.digest) }, uniquingKeysWith: { first, _ in first })
  do {
    let reader = try VideoReader(
      fileAt: path, streamIndex: track.streamIndex, origin: facts.origin,
      options: VideoReader.Options(threads: threads, fields: .none, leavesOutUnneeded: true))
    for frame in Set(expected.keys).union(plan.encodedFramesAtJoints).sorted() {
      // The middle: files that count milliseconds start a frame a little before or after its exact time.
      let picture = try reader.frame(at: try rate.middle(ofFrame: frame))
      let moment = try rate.start(ofFrame: plan.frames.lowerBound + frame)
      // If a decoder loses a picture, the previous one stays on screen.
      guard picture.isShown(asFrame: frame, rate) else {
        throw ExportError(
          .engine,
          "the finished film differs from the plan: at \(moment.clockReading) a picture cannot be decoded")
      }
      if let digest = expected[frame], try ComparedPicture(picture, frame: frame).digest != digest {
        throw ExportError(
          .engine,
          "the finished film differs from the plan: at \(moment.clockReading) a copied picture is not that of its file"
        )
      }
      onStep()
    }
  } catch let error as LibAVError {
    throw ExportError(ofFinished: error, "the finished picture cannot be read")
  } catch { throw ExportError(any: error) }
}

extension VideoFrame {
  /// Whether the picture starts nearer to a frame's start than to that of another frame.
  fileprivate func isShown(asFrame frame: Int64, _ rate: FrameRate) -> Bool {
    presentationTime.flatMap { rate.frame(at: $0)?.value } == frame
  }
}

extension RenderPlan {
  /// Encoded frames next to copied ones, counted from the start of the file.
  fileprivate var encodedFramesAtJoints: [Int64] {
    let most: Int64 = 12
    return zip(segments, segments.dropFirst()).flatMap { before, after -> [Int64] in
      guard (before.copied == nil) != (after.copied == nil) else { return [] }
      let joint = after.frames.lowerBound
      let frames =
        before.copied == nil
        ? max(before.frames.lowerBound, joint - most)..<joint
        : joint..<min(after.frames.upperBound, joint + most)
      return frames.map { $0 - self.frames.lowerBound }
    }
  }
}
