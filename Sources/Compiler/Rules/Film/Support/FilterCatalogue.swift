package import Composition
import EditScript
package import Lowering

/// What is known of FFmpeg's filters on one machine, as far as a script uses them.
package struct FilterCatalogue: Sendable {
  /// One filter that FFmpeg has.
  package struct Facts: Hashable, Sendable {
    package let options: [String]
    /// Whether it has one picture in and one out, or one sound.
    package let isOneToOne: Bool

    package init(options: [String], isOneToOne: Bool) {
      self.options = options
      self.isOneToOne = isOneToOne
    }
  }

  /// False if FFmpeg was not asked: then only what holds on every machine is reported.
  let isKnown: Bool
  /// Every filter that FFmpeg has, for suggestions.
  let names: [String]
  /// By name; a filter that FFmpeg does not have is missing.
  let facts: [String: Facts]
  /// The outcomes of trials, by what was tried.
  package var trials: [FilterTrial: FilterTrial.Outcome]

  package static let unknown = FilterCatalogue(isKnown: false, names: [], facts: [:], trials: [:])

  /// `facts` holds every filter that the script uses and FFmpeg has.
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

/// A filter with its options, to be tried on a few pictures of a size, or on a second of sound.
package struct FilterTrial: Hashable, Sendable {
  package let filter: FFmpegFilter
  package let form: Form

  /// What a filter is tried on.
  package enum Form: Hashable, Sendable {
    /// Nil if the size of the item is not known.
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
    /// In FFmpeg's words.
    case refused(String)
    /// It changes the size or the time of pictures, or the rate or the length of sound; in words.
    case changesForm(String)
  }
}

/// A filter of FFmpeg as an item of a film uses it.
package struct FilterUse: Sendable {
  let text: FFmpegFilterText
  /// What it works on.
  let form: FilterTrial.Form

  var isOfSound: Bool { if case .sound = form { true } else { false } }

  package var name: String { text.name.value }
}

extension LoweredFilm {
  /// The filters of FFmpeg in this film and in those that it plays.
  package var filterUses: [FilterUse] {
    ownFilterUses + films.sorted { $0.key.sortKey < $1.key.sortKey }.flatMap(\.value.filterUses)
  }

  /// Those of its own items.
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
        // They change nothing of the sound of one item.
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
    case .script(let path): "script " + path
    }
  }
}

extension FilterCatalogue {
  /// What has to be tried before the rules can say whether these filters work, each once.
  package func wantedTrials(of uses: [FilterUse]) -> [FilterTrial] {
    var seen: Set<FilterTrial> = []
    return uses.compactMap(wantedTrial).filter { trials[$0] == nil && seen.insert($0).inserted }
  }

  /// The outcome of trying a filter; nil if it was not tried.
  func outcome(of use: FilterUse) -> FilterTrial.Outcome? {
    wantedTrial(of: use).flatMap { trials[$0] }
  }

  /// Nil if the name or an option is not in order, because then a rule says so.
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
  /// The filters of FFmpeg that scripts may use.
  package static var allowedNames: [String] { FilterPolicy.allowed.sorted() }
}

extension FilterCatalogue {
  /// The machine of the pages: a few filters, the same on all machines, one of which refuses a value.
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
