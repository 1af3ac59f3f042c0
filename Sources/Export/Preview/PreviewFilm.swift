import Composition
package import ContentDigest
package import Processes
package import RenderPlan

/// What the preview server knows of the plan of a film. Only workers read the plan itself.
package struct PreviewFilm: Hashable, Codable, Sendable {
  package let files: PreviewFiles
  /// Equal for films whose workers would do the same.
  package let planDigest: ContentDigest
  package let needs: WorkerCapabilities
  package let frameCount: Int64
  /// In film order, without gaps; none for an audio-only film.
  package private(set) var cells: [Cell]
  /// Nil for a film without sound.
  package private(set) var sound: SoundOfPreview?
  /// The keys of the waveforms of its sounds, by their indices in the composition; empty if it has no sound.
  package let waveforms: [ContentDigest]

  /// A segment of the plan.
  package struct Cell: Hashable, Codable, Sendable {
    package let key: ContentDigest
    package let frames: Range<Int64>
  }

  package struct SoundOfPreview: Hashable, Codable, Sendable {
    package let key: ContentDigest
    package let sampleRate: Int64
    package let samples: Int64

    /// Each chunk is one second.
    package var chunkCount: Int64 { (samples + sampleRate - 1) / max(1, sampleRate) }
  }

  /// Writes the plan for the workers, and extracts what the server needs.
  package init(
    _ plan: RenderPlan, media: [FileIdentity], waveforms: [ContentDigest] = [], files: PreviewFiles
  ) throws(ExportError) {
    let file = PlanFile(plan: plan, media: media)
    self.files = files
    needs = WorkerCapabilities(plan, media: media)
    do throws(DigestFailure) { planDigest = try ContentDigest.of(text: file.line) } catch {
      throw ExportError(.engine, "\(error)")
    }
    try file.write(to: files.plan)
    frameCount = plan.frameCount
    self.waveforms = waveforms
    cells = plan.segments.map { Cell(key: $0.key, frames: $0.frames) }
    sound = plan.soundTrack.map {
      SoundOfPreview(
        key: $0.key, sampleRate: Int64(plan.composition.mix.sampleRate), samples: Int64($0.samples.count))
    }
  }

  /// The same film for exact pictures only: nothing else of it is rendered.
  package var onlyPictures: PreviewFilm {
    var film = self
    film.cells = []
    film.sound = nil
    return film
  }

  /// The keys of all that its workers render and keep.
  var keys: [ContentDigest] { cells.map(\.key) + [sound?.key].compactMap(\.self) + waveforms }

  /// The number of the cell that shows a frame.
  func cell(at frame: Int64) -> Int? {
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].frames.upperBound <= frame { low = middle + 1 } else { high = middle }
    }
    return cells.indices.contains(low) && cells[low].frames.contains(frame) ? low : nil
  }
}
