import Composition

/// A property of a film that a timeline cannot contain, or only in part.
package struct ExportLoss: Hashable, Sendable {
  /// The item with its start, `clip sea.mp4 at 2s`; `film` for the film itself.
  package let item: String
  /// The property by its name in the film.
  package let property: String
  package let fate: ImportOutcome
  package let affects: LossEffect
  /// The formats that can contain the property.
  package let heldBy: Set<InterchangeFormat>

  package init(
    item: String, property: String, fate: ImportOutcome, affects: LossEffect,
    heldBy: Set<InterchangeFormat> = []
  ) {
    self.item = item
    self.property = property
    self.fate = fate
    self.affects = affects
    self.heldBy = heldBy
  }

  /// The loss in the form of writers.
  package var writingLoss: WritingLoss {
    let told: ImportOutcome =
      switch fate {
      case .mapped: .mapped
      case .approximated(let difference): .approximated(difference: "\(property): \(difference)")
      case .dropped(let reason): .dropped(reason: "\(property): \(reason)")
      }
    return WritingLoss(place: InputPlace(item: item), fate: told, affects: affects)
  }
}

/// The losses found while iterating over a film.
struct ExportLossList {
  private(set) var all: [ExportLoss] = []

  mutating func drop(
    _ item: String, _ property: some FilmProperty, _ reason: String, heldBy: Set<InterchangeFormat> = []
  ) {
    all.append(
      ExportLoss(
        item: item, property: property.rawValue, fate: .dropped(reason: reason), affects: property.affects,
        heldBy: heldBy))
  }

  /// Adds the losses of look that no timeline can express.
  mutating func drop(_ item: String, aspectsOf layer: Layer, in film: Composition) {
    for aspect in LayerAspect.all {
      guard let reason = aspect.loss(layer, film) else { continue }
      all.append(
        ExportLoss(item: item, property: aspect.property, fate: .dropped(reason: reason), affects: .picture))
    }
  }

  mutating func approximate(
    _ item: String, _ property: some FilmProperty, _ difference: String, heldBy: Set<InterchangeFormat> = []
  ) {
    all.append(
      ExportLoss(
        item: item, property: property.rawValue, fate: .approximated(difference: difference),
        affects: property.affects, heldBy: heldBy))
  }

  mutating func append(_ others: ExportLossList) { all += others.all }
}
