package import ContentDigest
import Processes

/// What the pages of a preview can request.
package enum PreviewThing: Hashable, Sendable {
  case cell(Int)
  /// A second of the sound.
  case chunk(Int64)
  case allSound
  case picture(frame: Int64, PreviewPicture)
  /// By the index of its sound in the composition.
  case waveform(sound: Int, key: ContentDigest)

  /// The order with which a worker renders it.
  var order: PreviewOrder {
    switch self {
    case .cell(let index): .cell(index)
    case .chunk, .allSound: .sound
    case .picture(let frame, let kind): .picture(frame: frame, kind)
    case .waveform(let sound, let key): .waveform(sound: sound, key: key)
    }
  }

  /// The workers that render it.
  var role: PreviewRole {
    switch self {
    case .cell: .cells
    case .chunk, .allSound: .sound
    case .picture(_, .thumb), .waveform: .timeline
    case .picture: .pictures
    }
  }
}

package enum PreviewCellState: String, Hashable, Codable, Sendable {
  case missing, making, made, failed
}

/// The rendered and the failed parts of a preview's films.
struct PreviewCache {
  private(set) var films: [PreviewFilm] = []
  private var cells: Set<ContentDigest> = []
  /// The number of rendered seconds of each sound, from its start.
  private var chunks: [ContentDigest: Int64] = [:]
  private var wholeSounds: Set<ContentDigest> = []
  private var pictures: Set<String> = []
  private var waveforms: Set<ContentDigest> = []
  /// By the path of the file that is missing.
  private var failures: [String: String] = [:]

  /// Replaces the films with those of a new version and keeps what both share; returns the files that are no
  /// longer needed.
  mutating func show(_ new: [PreviewFilm]) -> [String] {
    let kept = Set(new.flatMap(\.keys))
    var unneeded: [String] = []
    for film in films {
      for cell in film.cells where cells.contains(cell.key) && !kept.contains(cell.key) {
        unneeded.append(film.files.cell(cell.key))
      }
      if let sound = film.sound, !kept.contains(sound.key) {
        unneeded += (0..<(chunks[sound.key] ?? 0)).map { film.files.chunk($0, of: sound.key) }
        chunks[sound.key] = nil
        wholeSounds.remove(sound.key)
      }
    }
    unneeded += films.flatMap { film in
      film.waveforms.filter { waveforms.contains($0) && !kept.contains($0) }.map(film.files.waveform)
    }
    waveforms.formIntersection(kept)
    films = new
    failures = [:]
    cells = []
    for film in new {
      for cell in film.cells where isThere(film.files.cell(cell.key)) { cells.insert(cell.key) }
    }
    return unneeded
  }

  /// Adds films of which only pictures are requested.
  mutating func add(_ more: [PreviewFilm]) { films += more }

  func state(ofCell index: Int, of film: Int) -> PreviewCellState {
    switch result(of: .cell(index), in: film) {
    case .success: .made
    case .failure: .failed
    case nil: .missing
    }
  }

  func chunksMade(of film: Int) -> Int64 {
    guard films.indices.contains(film), let sound = films[film].sound else { return 0 }
    return chunks[sound.key] ?? 0
  }

  var reasonsOfFailures: [String] { Set(failures.values).sorted() }

  /// Nil for a part that does not exist yet.
  func result(of thing: PreviewThing, in film: Int) -> Result<Void, ExportError>? {
    guard films.indices.contains(film), let path = path(of: thing.order, of: film) else {
      return .failure(ExportError(.inputMissing, "the film has no such part"))
    }
    if case .chunk(let number) = thing, !(0..<(films[film].sound?.chunkCount ?? 0)).contains(number) {
      return .failure(ExportError(.inputMissing, "the film has no such second"))
    }
    if let failure = failures[path] { return .failure(ExportError(.badData, failure)) }
    let sound = films[film].sound
    let isMade =
      switch thing {
      case .cell(let index): cells.contains(films[film].cells[index].key)
      case .chunk(let number):
        sound.map { wholeSounds.contains($0.key) || number < chunks[$0.key] ?? 0 } ?? true
      case .allSound: sound.map { wholeSounds.contains($0.key) } ?? true
      case .picture: pictures.contains(path)
      case .waveform(_, let key): waveforms.contains(key)
      }
    return isMade ? .success(()) : nil
  }

  /// The file that an order produces; the first one of a sound. Nil if the film has no such part.
  private func path(of order: PreviewOrder, of film: Int) -> String? {
    let (film, files) = (films[film], films[film].files)
    switch order {
    case .cell(let index): return film.cells.indices.contains(index) ? files.cell(film.cells[index].key) : nil
    case .plan: return nil
    case .sound: return files.chunk(0, of: film.sound?.key ?? film.planDigest)
    case .picture(let frame, let kind):
      return (0..<film.frameCount).contains(frame) ? files.picture(frame, kind) : nil
    case .waveform(let sound, let key):
      return film.waveforms.indices.contains(sound) && film.waveforms[sound] == key
        ? files.waveform(key) : nil
    }
  }

  /// Records what an order produced; false if its file is missing.
  mutating func add(_ order: PreviewOrder, of film: Int) -> Bool {
    guard films.indices.contains(film), let path = path(of: order, of: film) else { return false }
    switch order {
    case .plan: return false
    case .cell(let index):
      guard isThere(path) else { return false }
      cells.insert(films[film].cells[index].key)
    case .sound:
      guard let sound = films[film].sound else { return false }
      wholeSounds.insert(sound.key)
      chunks[sound.key] = sound.chunkCount
    case .picture:
      guard isThere(path) else { return false }
      pictures.insert(path)
    case .waveform(_, let key):
      guard isThere(path) else { return false }
      waveforms.insert(key)
    }
    return true
  }

  mutating func addChunk(_ number: Int64, of film: Int) -> Bool {
    guard films.indices.contains(film), let sound = films[film].sound, number >= 0,
      number < sound.chunkCount, isThere(films[film].files.chunk(number, of: sound.key))
    else { return false }
    chunks[sound.key] = max(chunks[sound.key] ?? 0, number + 1)
    return true
  }

  mutating func fail(_ order: PreviewOrder, of film: Int, _ message: String) {
    guard films.indices.contains(film), let path = path(of: order, of: film) else { return }
    failures[path] = message
  }

  /// Returns their files.
  mutating func forgetPictures() -> Set<String> {
    defer { pictures = [] }
    return pictures
  }
}
