import Composition
import LibAV
import Rules

extension FilterCatalogue {
  /// What the FFmpeg of this machine says of the filters with these names. Its library of filters is loaded only if
  /// there are names: loading takes a third of the time of a start.
  init(ofThisMachine names: Set<String>) {
    let facts = names.compactMap { name in
      PictureFilterFacts(named: name).map {
        (name, Facts(options: $0.options + $0.otherNames, isOneToOne: $0.isOneToOne))
      }
    }
    self.init(
      names: names.isEmpty ? [] : PictureFilterFacts.allNames,
      facts: Dictionary(facts, uniquingKeysWith: { first, _ in first }))
  }

  /// Works each filter on a few pictures.
  mutating func carryOut(_ wanted: [FilterTrial]) {
    for trial in wanted {
      let options = trial.filter.options.map { (name: $0.name, value: $0.value) }
      trials[trial] =
        switch PictureFilterTrial(filter: trial.filter.name, options: options, size: trial.size) {
        case .works: .works
        case .refused(let reason): .refused(reason)
        case .changesForm(let reason): .changesForm(reason)
        }
    }
  }
}
