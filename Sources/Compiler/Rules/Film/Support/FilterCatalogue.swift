package import Composition
import EditScript
package import Lowering

/// The known facts about FFmpeg's filters on one machine, as far as a script uses them.
package struct FilterCatalogue: Sendable {
  /// The facts of a filter that FFmpeg has.
  package struct Facts: Hashable, Sendable {
    package let options: [String]
    /// Whether it has one input and one output of pictures, or of sound.
    package let isOneToOne: Bool

    package init(options: [String], isOneToOne: Bool) {
      self.options = options
      self.isOneToOne = isOneToOne
    }
  }

  /// False if FFmpeg was not queried; then only findings that hold on every machine are reported.
  let isKnown: Bool
  /// Every filter that FFmpeg has, for suggestions.
  let names: [String]
  /// The facts by name; filters that FFmpeg does not have are absent.
  let facts: [String: Facts]
  /// The outcomes of trials.
  package var trials: [FilterTrial: FilterTrial.Outcome]

  package static let unknown = FilterCatalogue(isKnown: false, names: [], facts: [:], trials: [:])

  /// - Parameter facts: Must contain every filter that the script uses and FFmpeg has.
  package init(
    names: [String], facts: [String: Facts], trials: [FilterTrial: FilterTrial.Outcome] = [:]
  ) {
    self.init(isKnown: true, names: names, facts: facts, trials: trials)
  }

  private init(
    isKnown: Bool, names: [String], facts: [String: Facts], trials: [FilterTrial: FilterTrial.Outcome]
  ) {
    self.isKnown = isKnown
    self.names = names
    self.facts = facts
    self.trials = trials
  }
}

/// A trial of a filter with its options on a few pictures of a size, or on a second of sound.
package struct FilterTrial: Hashable, Sendable {
  package let filter: FFmpegFilter
  package let form: Form

  /// The input of a trial.
  package enum Form: Hashable, Sendable {
    /// Nil if the size of the item is unknown.
    case picture(PixelSize?)
    case sound(MixFormat)
  }

  package init(_ filter: FFmpegFilter, on form: Form) {
    self.filter = filter
    self.form = form
  }

  package init(_ filter: FFmpegFilter, size: PixelSize?) { self.init(filter, on: .picture(size)) }

  package enum Outcome: Hashable, Sendable {
    case works
    /// FFmpeg rejects it, with this message.
    case refused(String)
    /// It changes the size or the time of pictures, or the rate or the length of sound; described in words.
    case changesForm(String)
  }
}

/// A use of one of FFmpeg's filters by an item of a film.
package struct FilterUse: Sendable {
  let text: FFmpegFilterText
  /// The input of the filter.
  let form: FilterTrial.Form

  var isOfSound: Bool { if case .sound = form { true } else { false } }

  package var name: String { text.name.value }
}

extension LoweredFilm {
  /// The uses of FFmpeg's filters in this film and in the films that it plays.
  package var filterUses: [FilterUse] {
    // Most films have none, so their names need not be sorted.
    let others = films.lazy.map { name, film in (name: name, uses: film.filterUses) }.filter {
      !$0.uses.isEmpty
    }
    return ownFilterUses + others.sorted { $0.name.sortKey < $1.name.sortKey }.flatMap(\.uses)
  }

  /// The uses in its own items.
  var ownFilterUses: [FilterUse] {
    items.flatMap { item -> [FilterUse] in
      let filters = item.item.filters?.value ?? []
      guard !filters.isEmpty else { return [] }
      let size = item.picture.map {
        PixelSize(width: $0.contentBox.width, height: $0.contentBox.height)
      }
      return filters.compactMap { filter in
        guard case .ffmpeg(let text) = filter.value.value else { return nil }
        var mix = canvas?.mix ?? MixFormat()
        // These do not affect the sound of one item.
        (mix.loudness, mix.peak) = (nil, nil)
        return FilterUse(text: text, form: filter.value.sense == .sound ? .sound(mix) : .picture(size))
      }
    }
  }
}

extension PlayedName {
  fileprivate var sortKey: String {
    switch self {
    case .sequence(let name): "sequence " + name
    case .script(let call): "script " + call.order
    }
  }
}

extension FilterCatalogue {
  /// The trials that the rules need to judge these filters, each once.
  package func wantedTrials(of uses: [FilterUse]) -> [FilterTrial] {
    var seen: Set<FilterTrial> = []
    return uses.compactMap(wantedTrial).filter { trials[$0] == nil && seen.insert($0).inserted }
  }

  /// The outcome of trying a filter; nil if it was not tried.
  func outcome(of use: FilterUse) -> FilterTrial.Outcome? {
    wantedTrial(of: use).flatMap { trials[$0] }
  }

  /// Nil if the name or an option is invalid, because another rule reports it.
  private func wantedTrial(of use: FilterUse) -> FilterTrial? {
    guard FilterPolicy.allowed.contains(use.name), let facts = facts[use.name], facts.isOneToOne,
      use.text.options.compactMap(\.name).allSatisfy({
        facts.options.contains($0.value) && !FilterPolicy.fileOptions.contains($0.value)
      })
    else { return nil }
    return FilterTrial(FFmpegFilter(use.text), on: use.form)
  }
}

extension FilterCatalogue {
  /// FFmpeg's filters that scripts may use.
  package static var allowedNames: [String] { FilterPolicy.allowed.sorted() }
}

extension FilterCatalogue {
  /// The machine of the examples: a few filters, the same on all machines, one of which rejects a value.
  package static let example = FilterCatalogue(
    names: exampleFilters.keys.sorted(), facts: exampleFilters,
    trials: [
      FilterTrial(
        FFmpegFilter(name: "gblur", options: [.init(name: "sigma", value: "5000")]),
        size: PixelSize(width: 1280, height: 720)):
        .refused("Numerical result out of range (Error applying options to the filter.)")
    ])

  private static let exampleFilters = [
    "aecho": Facts(options: ["in_gain", "out_gain", "delays", "decays"], isOneToOne: true),
    "atempo": Facts(options: ["tempo"], isOneToOne: true),
    "eq": Facts(options: ["contrast", "brightness", "saturation", "gamma"], isOneToOne: true),
    "gblur": Facts(options: ["sigma", "steps", "planes", "sigmaV"], isOneToOne: true),
    "lut3d": Facts(options: ["file", "interp"], isOneToOne: true),
    "scale": Facts(options: ["w", "h"], isOneToOne: true),
    "vflip": Facts(options: [], isOneToOne: true),
  ]
}
