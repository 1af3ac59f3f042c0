package import Compiler
package import Composition
package import ContentDigest
import EditScript
import Lowering
import Processes
package import RenderPlan

/// A film of a script that the preview can show: an output, or a sequence that an output plays.
package struct PreviewedFilm: Sendable {
  /// Its name in a list of films.
  package let name: String
  /// The row of the table with its values; nil without a table.
  package let row: Int?
  package let composition: Composition
  /// The output; nil for a sequence.
  package let film: CompiledFilm?
  /// The audio track that is heard; nil if there is only one.
  package var track: Track?

  /// One of several audio tracks of an output.
  package struct Track: Hashable, Sendable {
    /// Counted from 0.
    package let number: Int
    package let name: String
  }

  /// The name of the film of a script without outputs.
  package static let nameWithoutOutput = "the film"
}

extension CompiledScript {
  /// The films that the preview can show: outputs first, each with the sequences that no earlier one plays,
  /// then the outputs again with each further audio track.
  package var previewedFilms: [PreviewedFilm] {
    var films: [PreviewedFilm] = []
    var names: Set<String> = []
    var others: [PreviewedFilm] = []
    for row in rows {
      for film in row.compilation.films {
        guard let composition = film.composition, composition.frameCount > 0 else { continue }
        var previewed = PreviewedFilm(
          name: film.output?.file.value ?? PreviewedFilm.nameWithoutOutput, row: row.number,
          composition: composition, film: film)
        let tracks = film.output?.previewedTracks ?? []
        if let mixes = composition.mixes, mixes.count > 1, mixes.count == tracks.count {
          previewed.track = tracks[0]
          for track in tracks.dropFirst() { others.append(previewed.heard(in: track, mixes[track.number])) }
        }
        films.append(previewed)
      }
      for film in row.compilation.films {
        for (index, nested) in (film.composition?.films ?? []).enumerated()
        where !nested.hasAlpha && nested.composition.frameCount > 0 && names.insert(nested.name).inserted {
          guard let composition = film.composition?.film(index) else { continue }
          films.append(
            PreviewedFilm(
              name: nested.name, row: row.number, composition: composition, film: nil))
        }
      }
    }
    return films + others
  }

  /// The plan for previewing a film, no larger than `bounds`, and the keys of the waveforms of its sounds.
  package func previewPlan(
    of film: PreviewedFilm, within bounds: PixelSize, hasSound: Bool
  ) throws(WorkspaceError) -> (plan: RenderPlan, waveforms: [ContentDigest]) {
    let digests = try media.digests(of: film.composition.media)
    do throws(PlanningError) {
      let engine = EngineVersion(for: film.composition, encoding: .h264, with: media.libraries)
      let plan = try RenderPlan.preview(
        of: film.composition, within: bounds, hasSound: hasSound, mediaDigests: digests, engine: engine)
      return (plan, try plan.waveformKeys(mediaDigests: digests, engine: engine))
    } catch { throw .planning(error) }
  }

  /// All files besides the script that its films or findings depend on, including missing ones.
  package var watchedFiles: [String] {
    var files = Set(media.table.states.keys.map { file.path(of: $0) })
    files.formUnion(media.table.credits.keys.map { file.path(of: $0) })
    files.formUnion(media.identities.keys)
    for row in rows {
      for film in row.compilation.films { files.formUnion(film.composition?.readFiles ?? []) }
    }
    return files.sorted()
  }
}

extension PreviewedFilm {
  /// The same pictures with another audio track.
  fileprivate func heard(in track: Track, _ mix: Composition) -> PreviewedFilm {
    var composition = composition
    composition.mixes = [mix]
    return PreviewedFilm(name: name, row: row, composition: composition, film: film, track: track)
  }
}

extension Output {
  /// The audio tracks with names for people.
  fileprivate var previewedTracks: [PreviewedFilm.Track] {
    tracks.enumerated().map { number, track in
      PreviewedFilm.Track(
        number: number, name: track.name?.value ?? track.language?.value ?? "track \(number + 1)")
    }
  }
}
