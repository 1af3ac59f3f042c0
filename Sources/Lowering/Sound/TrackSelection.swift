import Basics
import Composition
import Diagnostics
import EditScript

/// Determines the sounds of each audio track that an output lists.
struct TrackSelection: LoweringPhase {
  var context: LoweringContext
  private let items: [TimedItem]
  private let heard: LoweredSound

  init(_ timed: TimedFilm, _ heard: LoweredSound, context: LoweringContext) {
    self.context = context
    (items, self.heard) = (timed.items, heard)
  }

  /// The indices of the sounds of each track, in their order in the film.
  mutating func run() -> [[Int]] {
    guard let output, !output.tracks.isEmpty else { return [] }
    let named = ItemNames(items, written: script.allItems)
    return output.tracks.enumerated().map { index, track in
      let chosen = sounds(of: track, named)
      if chosen.isEmpty, !heard.sounds.isEmpty, !context.findings.hasErrors {
        report(.nothingHeard(in: track, index, at: (track.only ?? track.without)?.range ?? track.range))
      }
      return chosen
    }
  }

  private mutating func sounds(of track: OutputTrack, _ named: ItemNames) -> [Int] {
    if let only = track.only {
      let chosen = Set(only.value.flatMap { sounds(of: $0, named) })
      return heard.sounds.indices.filter(chosen.contains)
    }
    let left = Set((track.without?.value ?? []).flatMap { sounds(of: $0, named) })
    return heard.sounds.indices.filter { !left.contains($0) }
  }

  /// The sounds of the items with a name, or of the timeline.
  private mutating func sounds(of name: Located<String>, _ named: ItemNames) -> [Int] {
    let chosen: [Int]
    if let item = named[name.value] {
      chosen = named.group(name.value).map { Array($0) } ?? [item]
    } else if name.value == ItemDuck.story {
      chosen = items.indices.filter { items[$0].list == .timeline }
    } else {
      context.reportUnknownName(name.value, at: name.range, known: named)
      return []
    }
    let sounds = chosen.compactMap { heard.items[$0].sound }
    if sounds.isEmpty, !heard.sounds.isEmpty, !context.findings.hasErrors {
      report(.itemIsSilent(name, chosen.first.map { items[$0].item.kindRange }))
    }
    return sounds
  }
}

extension OutputTrack {
  /// The name for messages.
  func label(_ index: Int) -> String {
    (name?.value ?? language?.value).map { "'\($0)'" } ?? "track \(index + 1)"
  }
}

extension Output {
  /// The output with one of its tracks as its only sound.
  func playing(_ track: OutputTrack) -> Output {
    var output = self
    output.audio = track.settings
    return output
  }
}

extension ResolvedFilm {
  /// The film of each track. `others` are the films with other numbers of channels, by number.
  func mixes(_ film: Composition, others: [Int: ResolvedFilm]) -> [Composition]? {
    guard let tracks = context.output?.tracks, tracks.count == trackSounds.count, !tracks.isEmpty,
      !film.sounds.isEmpty
    else { return nil }
    return zip(tracks.indices, tracks).compactMap { index, track in
      guard let count = timed.canvas.canvas.map({ _ in context.channelCount(of: track) }),
        count != film.mix.channelCount
      else { return film.heard(only: trackSounds[index]) }
      guard let other = others[count], let composition = other.composition(),
        other.trackSounds.indices.contains(index)
      else { return nil }
      return composition.heard(only: other.trackSounds[index])
    }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func nothingHeard(
    in track: OutputTrack, _ index: Int, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .noSound, "nothing is heard in \(track.label(index)): the track would be silent", at: place,
      hint: "name items that are heard, or remove the track")
  }

  fileprivate static func itemIsSilent(_ name: Located<String>, _ item: SourceRange?) -> Diagnostic {
    Diagnostic(
      .noSound, "'\(name.value)' is not heard, so naming it has no effect", at: name.range,
      notes: item.map { [Diagnostic.Note("the item", at: $0)] } ?? [],
      hint: "name an item that is heard, or remove the name")
  }
}
