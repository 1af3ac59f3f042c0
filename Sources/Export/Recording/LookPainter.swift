import Basics
package import Composition
import LibAV
import Rendering

/// The filters of the looks of a recording, in the order of their keys.
package struct RecordedLooks: Sendable {
  /// For each look, in the time since it was chosen; without filters of FFmpeg, which need the frames before.
  package var filters: [[PictureFilter]]
  /// The tables that the filters name.
  package var luts: [LUT]

  package init(filters: [[PictureFilter]] = [], luts: [LUT] = []) {
    self.filters = filters
    self.luts = luts
  }

  package var count: Int { filters.count }

  /// Whether the amounts of a look, counted from 0, stay the same.
  package func isSteady(_ index: Int) -> Bool {
    filters[index].allSatisfy { filter in
      if case .effect(_, let curve) = filter { curve.constantValue != nil } else { true }
    }
  }
}

/// Applies looks to pictures of a recording, with the pixels that a render of its script has: there, each stretch with a
/// look is an item with its filters.
///
/// Not thread-safe.
final class LookPainter {
  private let looks: RecordedLooks
  private let rate: FrameRate
  private let filters: PictureFilters
  /// The latest picture, changed by the filters that do the same in all frames.
  private var latest: (look: Int, source: VideoFrame, picture: VideoFrame)?

  /// Reads the tables now: a file that changes later changes no picture.
  init(_ looks: RecordedLooks, rate: FrameRate) throws(LibAVError) {
    self.looks = looks
    self.rate = rate
    filters = PictureFilters(looks.luts, pool: FramePool())
    try filters.readTables()
  }

  /// The picture of a frame with the look that was chosen last. `pixelScale` is the number of the picture's pixels per
  /// pixel of the film.
  func paint(
    _ picture: VideoFrame, as choice: LookChange, frame: Int64, pixelScale: Double = 1
  ) throws(ExportError) -> VideoFrame {
    guard choice.look > 0 else { return picture }
    let chosen = looks.filters[choice.look - 1]
    let steady = chosen.prefix { !$0.differsByFrame }
    let passed = max(0, frame - choice.frame)
    do {
      let moment = FilterMoment(time: try rate.start(ofFrame: passed), frame: passed, rate: rate)
      func apply(_ some: ArraySlice<PictureFilter>, _ picture: VideoFrame) throws(LibAVError) -> VideoFrame {
        try filters.apply(Array(some), to: picture, at: moment, layer: choice.look, pixelScale: pixelScale)
      }
      // A picture that is repeated is changed once.
      if latest?.look != choice.look || latest?.source !== picture {
        latest = (choice.look, picture, try apply(steady, picture))
      }
      return try apply(chosen[steady.endIndex...], latest?.picture ?? picture)
    } catch { throw ExportError(any: error) }
  }
}

extension PictureFilter {
  /// Whether it changes the same picture differently in another frame.
  fileprivate var differsByFrame: Bool {
    if case .effect(_, let curve) = self, curve.constantValue == nil { return true }
    return countsFrames
  }
}
