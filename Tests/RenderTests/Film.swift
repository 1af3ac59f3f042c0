import TestSupport
import Testing

/// A film of takes one after the other, and what the two rounding rules say it must show.
struct Film {
  struct Take {
    let medium: CounterMedium
    let start: Fraction
    let end: Fraction
    let script: String

    /// Times as they are written in the script, without their unit.
    init(_ medium: CounterMedium, _ start: String, _ end: String) {
      self.medium = medium
      self.start = Fraction(start)
      self.end = Fraction(end)
      script = "\(start)s..\(end)s"
    }
  }

  let rate: Fraction
  let takes: [Take]
  /// Lines that the script has besides.
  var canvasSize = "\(CounterPicture.width)x\(CounterPicture.height)"

  var script: String {
    let items = takes.map { "  - clip: \($0.medium.path)\n    take: \($0.script)\n" }
    return """
      edit: 1
      canvas: {size: \(canvasSize), rate: \(rate.top)/\(rate.bottom)}
      timeline:
      \(items.joined())
      outputs:
        - file: film.mp4
          video: {speed: ultrafast, quality: 18}
      """
  }

  /// Where each take begins on the timeline, and where the last one ends.
  private var edges: [Fraction] {
    takes.reduce(into: [0]) { edges, take in edges.append(edges[edges.count - 1] + (take.end - take.start)) }
  }

  /// The number that each frame must show.
  var expectedNumbers: [Int] {
    zip(takes, zip(edges, edges.dropFirst())).flatMap { take, range in
      ((range.0 * rate).rounded..<(range.1 * rate).rounded).map { frame in
        let middle = Fraction(2 * frame + 1, 2) / rate
        let moment = take.start + (middle - range.0)
        let shown = take.medium.pictures.last { $0.time < moment } ?? take.medium.pictures[0]
        return shown.number
      }
    }
  }

  /// The sample of the film at which each whole chirp must begin.
  var expectedChirps: [Int] {
    zip(takes, edges).flatMap { take, start in
      let inside = take.medium.chirps.filter {
        $0 > take.start + Fraction(6, 1000) && $0 < take.end - Fraction(26, 1000)
      }
      return inside.map { ((start + ($0 - take.start)) * Fraction(Chirps.rate)).rounded }
    }
  }
}

/// A film as an independent decoder sees it.
struct DecodedFilm {
  let size: (width: Int, height: Int)
  let numbers: [Int?]
  let samples: [Float]
}

extension Film {
  func render(_ arguments: [String] = []) throws -> DecodedFilm {
    let folder = try TemporaryFolder()
    let path = folder.path("film.mp4")
    try editc(["render", folder.write("film.edit", script), "-o", path, "--no-cache"] + arguments)
    return try DecodedFilm(path)
  }

  /// Renders and holds every frame and every chirp against the rules.
  func check(
    withinSamples tolerance: Int = 48, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let film = try render()
    if canvasSize == "auto", let medium = takes.first?.medium {
      #expect(film.size == (medium.width, medium.height), sourceLocation: sourceLocation)
    }
    let wrong = zip(film.numbers, expectedNumbers).enumerated().filter { $0.element.0 != $0.element.1 }
    #expect(film.numbers.count == expectedNumbers.count, sourceLocation: sourceLocation)
    #expect(
      wrong.isEmpty,
      "\(wrong.count) frames off: \(wrong.prefix(8).map { "frame \($0.offset) shows \($0.element.0.map(String.init) ?? "nothing"), not \($0.element.1)" })",
      sourceLocation: sourceLocation)
    guard takes.contains(where: { !$0.medium.chirps.isEmpty }) else { return }
    let chirps = expectedChirps
    #expect(!chirps.isEmpty, sourceLocation: sourceLocation)
    let offsets = chirps.map { Chirps.offset(in: film.samples, near: $0) }
    #expect(
      offsets.allSatisfy { $0.map { abs($0) <= tolerance } ?? false },
      "sound off by \(offsets.map { $0.map(String.init) ?? "more" }.joined(separator: ", ")) samples",
      sourceLocation: sourceLocation)
  }
}

extension DecodedFilm {
  /// Numbers are read in `box`, which is the whole picture where nothing else is said.
  init(_ path: String, box: CounterPicture.Box? = nil) throws {
    let gray = try grayPictures(path)
    let (width, height, hasSound) = try shape(of: path)
    let box = box ?? CounterPicture.Box(width: width, height: height)
    size = (width, height)
    numbers = gray.withUnsafeBufferPointer { bytes in
      stride(from: 0, to: bytes.count, by: width * height).map { start in
        CounterPicture.read(
          UnsafeBufferPointer(rebasing: bytes[start..<start + width * height]), pictureWidth: width, in: box)
      }
    }
    samples = hasSound ? try decodedSamples(path) : []
  }
}
