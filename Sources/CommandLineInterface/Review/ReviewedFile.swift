import Basics
import Composition
import Export
import FilmComparison
import RenderPlan
import Workspace

/// The length, size and render time of an output, as far as they are known before a render.
struct ReviewedFile {
  private let length: String
  private let size: String
  private let time: String

  init(_ plan: RenderPlan, store: SegmentStore, pace: RenderPace?) {
    let duration = (try? plan.composition.canvas.rate.start(ofFrame: plan.frameCount)).map { "\($0)" }
    length = duration ?? ""
    size =
      plan.settings.container.isText
      ? "" : plan.sizeEstimate(stored: store.packetBytes(of: plan)).total.text
    time =
      pace?.estimate(plan).map { estimate in
        let (low, high) = (Self.whole(estimate.low), Self.whole(estimate.high))
        return high < 1 ? "less than a second" : "about \(low) to \(high) s"
      } ?? ""
  }

  private static func whole(_ seconds: Double) -> Int64 { Int64(min(seconds, 1e15).rounded()) }

  /// The rows of a table; those that are empty on both sides are left out.
  static func rows(_ old: ReviewedFile?, _ new: ReviewedFile?) -> [JSONValue] {
    let rows: [(String, KeyPath<ReviewedFile, String>)] = [
      ("length", \.length), ("file size", \.size), ("CPU time to render", \.time),
    ]
    return rows.compactMap { name, value in
      let (before, after) = (old?[keyPath: value] ?? "", new?[keyPath: value] ?? "")
      if before.isEmpty, after.isEmpty { return nil }
      return .members(["name": .string(name), "old": .string(before), "new": .string(after)])
    }
  }
}
