import Composition
import FilmRules
import LibAV

extension FilterCatalogue {
  /// The filters of the FFmpeg that this program is linked with.
  static let ofThisMachine = FilterCatalogue(
    names: { PictureFilterFacts.allNames },
    facts: { name in
      PictureFilterFacts(named: name).map {
        Facts(options: $0.options + $0.otherNames, isOneToOne: $0.isOneToOne)
      }
    },
    trial: { filter, size in
      let options = filter.options.map { (name: $0.name, value: $0.value) }
      return switch PictureFilterTrial(filter: filter.name, options: options, size: size) {
      case .works: .works
      case .refused(let reason): .refused(reason)
      case .changesForm(let reason): .changesForm(reason)
      }
    })
}
