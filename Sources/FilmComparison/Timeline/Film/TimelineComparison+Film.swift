package import EditScript
import RenderPlan

extension FilmChanges {
  /// The marks on items of both films, by their index in the lists of the scripts.
  package var timelineMarks: (old: [ItemList: [Int: TimelineChange]], new: [ItemList: [Int: TimelineChange]])
  {
    var marks: (old: [ItemList: [Int: TimelineChange]], new: [ItemList: [Int: TimelineChange]]) = ([:], [:])
    for item in items {
      if let old = item.old { marks.old[item.lane, default: [:]][old.index] = item.kind.timelineChange }
      if let new = item.new { marks.new[item.lane, default: [:]][new.index] = item.kind.timelineChange }
    }
    return marks
  }

  /// The pieces of the first output that both films have.
  package var keptPieces: TimelineFilm.RenderWords? {
    guard let pieces = outputs.first(where: { $0.kind != .removed })?.pieces else { return nil }
    let kept = pieces.segments.filter { $0.state == .kept }.map(\.frames)
    return .comparison(kept: Set(kept), keepsSound: pieces.sound?.state == .kept)
  }

  /// Every change as text, in the order of reports.
  package var timelineLines: [TimelineComparison.Line] {
    listedLines.map {
      TimelineComparison.Line(change: $0.kind.timelineChange, title: $0.title, detail: $0.detail)
    }
  }
}

extension ItemChange.Kind {
  fileprivate var timelineChange: TimelineChange {
    switch self {
    case .added: .added
    case .removed: .removed
    case .moved: .moved
    case .changed: .changed
    }
  }
}
