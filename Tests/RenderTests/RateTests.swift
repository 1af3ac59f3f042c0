import TestSupport
import Testing

@Suite("Every frame shows what is on screen at its middle")
struct RateTests {
  static let canvasRates = ["30", "24000/1001", "60000/1001"]
  static let mediaRates = ["24000/1001", "25", "30000/1001", "30", "60000/1001"]
  /// Each rate of media and each rate of canvases comes up in `make test`, too.
  static let ratesOnCanvases = cases(
    mediaRates.enumerated().flatMap { index, media in
      canvasRates.indices.map { (media, canvasRates[($0 + index) % canvasRates.count]) }
    }, quick: mediaRates.count)

  @Test("A film of several takes, each rate on each canvas", arguments: ratesOnCanvases)
  func everyRate(media: String, canvas: String) throws {
    let medium = try Shelf.medium(rate: media)
    try check(medium, canvas)
  }

  @Test("Media of variable rate", arguments: cases(canvasRates, quick: 1))
  func variableRate(canvas: String) throws {
    try check(Shelf.variableRate.get(), canvas)
  }

  private func check(_ medium: CounterMedium, _ canvas: String) throws {
    try film(medium, canvas).check()
  }

  private func film(_ medium: CounterMedium, _ canvas: String) -> Film {
    Film(
      rate: Fraction(canvas),
      takes: [
        .init(medium, "0.999", "3.2"), .init(medium, "1/3", "2"), .init(medium, "0", "1.5"),
        .init(medium, "10.033", "11.1"), .init(medium, "5.0333", "7.77"), .init(medium, "2/7", "20/11"),
        .init(medium, "1/3", "0.4"), .init(medium, "4.987654321", "6.1"),
      ])
  }

  @Test(
    "A part of a film shows what the whole film shows there",
    arguments: cases(["24000/1001", "30"], quick: 1))
  func part(canvas: String) throws {
    let film = try film(Shelf.medium(rate: "25"), canvas)
    let whole = (numbers: film.expectedNumbers, chirps: film.expectedChirps)
    let part = try film.render(["--range", "2.21s..7.77s"])
    let first = (Fraction("2.21") * film.rate).rounded
    let end = (Fraction("7.77") * film.rate).rounded
    #expect(part.numbers == whole.numbers[first..<end].map(Optional.some))
    // Sound is cut where the pictures are.
    let start = (Fraction(first) / film.rate * 48000).rounded
    let heard = whole.chirps.map { $0 - start }.filter { (300..<part.samples.count - 1300).contains($0) }
    #expect(heard.count > 5)
    let offsets = heard.map { Chirps.offset(in: part.samples, near: $0) }
    #expect(offsets.allSatisfy { $0.map { abs($0) <= 48 } ?? false }, "\(offsets)")
  }

  @Test("Two clips at once, one of them small and at an odd place, each show their own time")
  func twoAtOnce() throws {
    let below = try Shelf.medium(rate: "24000/1001")
    let above = try Shelf.medium(rate: "60000/1001")
    let folder = try TemporaryFolder()
    let path = folder.path("film.mp4")
    let script = """
      edit: 1
      canvas: {size: 260x160, rate: 30}
      timeline:
        - {clip: \(below.path), take: 1/3s..5s, width: 96px, place: top left}
      overlays:
        - {clip: \(above.path), take: 0.999s..3s, at: 0.7s, width: 90px, place: "117px, 61px, anchor top left"}
      outputs:
        - file: film.mp4
          video: {speed: ultrafast, quality: 18}
      """
    try editc(["render", folder.write("film.edit", script), "-o", path, "--no-cache"])
    let first = try DecodedFilm(path, box: CounterPicture.Box(x: 0, y: 0))
    let second = try DecodedFilm(path, box: CounterPicture.Box(x: 117, y: 61, width: 90, height: 60))
    let expectedFirst = Film(rate: 30, takes: [.init(below, "1/3", "5")]).expectedNumbers
    #expect(first.numbers == expectedFirst)
    // From 0.7 s to 2.701 s: frames 21 to 80.
    let expectedSecond = (0..<140).map { frame -> Int? in
      guard (21..<81).contains(frame) else { return nil }
      let moment = Fraction(2 * frame + 1, 60) - Fraction("0.7") + Fraction("0.999")
      return above.pictures.last { $0.time < moment }?.number
    }
    #expect(second.numbers == expectedSecond)
    // Sound of both: each begins with its own item.
    for (medium, start, take) in [(below, Fraction(0), ("1/3", "5")), (above, "0.7", ("0.999", "3"))] {
      let alone = Film(rate: 30, takes: [.init(medium, take.0, take.1)]).expectedChirps
      let shift = (start * 48000).rounded
      #expect(
        alone.contains { Chirps.offset(in: first.samples, near: $0 + shift).map { abs($0) <= 48 } ?? false })
    }
  }

  @Test("A take of 10.033s..40.1s of 30 fps media is frames 301 to 1202")
  func knownTake() throws {
    let medium = try Shelf.raw41.get().make(Shelf.path("long.mp4"), h264(keyFrames: 250) + ["-c:a", "aac"])
    let film = Film(rate: 30, takes: [.init(medium, "10.033", "40.1")])
    #expect(film.expectedNumbers == Array(301...1202))
    try film.check()
  }

  @Test(
    "Takes from all over long files need no luck with key frames",
    arguments: cases(["mp4", "mkv", "ts", "webm"], quick: 1))
  func farApart(ending: String) throws {
    let codec =
      ending == "webm"
      ? ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "400k", "-g", "200"]
        + ["-pix_fmt", "yuv420p"] : h264(keyFrames: 200, "open-gop=1:b-pyramid=normal")
    // Without sound the first picture is at 0, so that only whole milliseconds are left to think of.
    let made = try Shelf.raw41.get().make(
      Shelf.path("far-apart.\(ending)"), codec + ["-an"])
    let grain: Fraction = ["mkv", "webm"].contains(ending) ? 1000 : 90000
    let medium = CounterMedium(
      path: made.path,
      pictures: made.pictures.map {
        .init(number: $0.number, time: Fraction(($0.time * grain).rounded) / grain)
      }, chirps: [])
    let takes = (0..<40).map { number in
      let start = 7919 * number % 4000
      return Film.Take(medium, "\(start)/100", "\(start + 37)/100")
    }
    try Film(rate: 30, takes: takes).check()
  }

  @Test("A hundred takes of a third of a second do not add up their rounding")
  func manyTakes() throws {
    let medium = try Shelf.medium(rate: "30000/1001")
    let takes = (0..<100).map { number in
      Film.Take(medium, "\(number * 97 % 1100)/100", "\(3 * (number * 97 % 1100) + 100)/300")
    }
    let film = Film(rate: 30, takes: takes)
    #expect(film.expectedNumbers.count == 1000)
    try film.check()
  }
}

extension Shelf {
  fileprivate static let raw41 = Lazily { try RawCounter(rate: 30, seconds: 41, in: folder.get()) }

  private static let constant = Dictionary(
    uniqueKeysWithValues: RateTests.mediaRates.map { rate in (rate, Lazily { try makeConstant(rate) }) })

  static func medium(rate: String) throws -> CounterMedium {
    guard let medium = constant[rate] else { throw NoSuchMedium(name: rate) }
    return try medium.get()
  }

  private static func makeConstant(_ rate: String) throws -> CounterMedium {
    let raw = try RawCounter(rate: Fraction(rate), seconds: 12, in: folder.get())
    let name = rate.replacing("/", with: "-") + ".mp4"
    return try raw.make(path(name), h264() + ["-c:a", "aac"])
  }

  /// Of every seven pictures of 30 fps two are left out, of every thirty a run of five.
  static let variableRate = Lazily {
    let isKept = { (number: Int) in ![2, 3].contains(number % 7) && number % 30 < 25 }
    let whole = try raw30.get().make(
      path("variable.mp4"),
      ["-vf", "select='not(eq(mod(n,7),2)+eq(mod(n,7),3))*lt(mod(n,30),25)'", "-fps_mode", "passthrough"]
        + h264() + ["-c:a", "aac"])
    return CounterMedium(
      path: whole.path, pictures: whole.pictures.filter { isKept($0.number) }, chirps: whole.chirps)
  }
}
