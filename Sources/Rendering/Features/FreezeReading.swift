import Detection
package import LibAV

/// Finds the longest run of equal pictures of a film, which it takes in order.
package struct FreezeReading {
  private var maker = PictureFeatureMaker(readsOneField: false)
  private var finder = FreezeFinder()

  package init() {}

  /// `isMeantToMove` is false if the film shows nothing there that could change.
  package mutating func take(_ frame: VideoFrame, isMeantToMove: Bool) throws(LibAVError) {
    guard let features = try maker.features(of: frame) else {
      throw LibAVError(
        operation: "reading pictures", subject: "the film", cause: .limit,
        reason: "pictures of \(frame.size) cannot be analysed")
    }
    finder.add(features, isMeantToMove: isMeantToMove)
  }

  package var longest: Range<Int64>? { finder.longest }
}
