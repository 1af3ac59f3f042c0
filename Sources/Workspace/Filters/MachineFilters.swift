import Composition
import LibAV
import Rules

extension FilterCatalogue {
  /// The facts of the FFmpeg filters with these names. The filter library is loaded only if there are names, because
  /// loading takes a third of the start-up time.
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

  /// Tries each filter on a few pictures.
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
