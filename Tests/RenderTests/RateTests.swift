import TestSupport
import Testing

@Suite("Every frame shows what is on screen at its middle")
struct RateTests {
  static let canvasRates = ["30", "24000/1001"]
  static let mediaRates = ["24000/1001", "25", "30000/1001", "30", "60000/1001"]

  @Test("A film of several takes, each rate on each canvas", arguments: mediaRates, canvasRates)
  func everyRate(media: String, canvas: String) throws {
    let medium = try Shelf.medium(rate: media)
    try check(medium, canvas)
  }

  @Test("Media of variable rate", arguments: canvasRates)
  func variableRate(canvas: String) throws {
    try check(Shelf.variableRate.get(), canvas)
  }

  private func check(_ medium: CounterMedium, _ canvas: String) throws {
    try Film(
      rate: Fraction(canvas),
      takes: [
        .init(medium, "0.999", "3.2"), .init(medium, "1/3", "2"), .init(medium, "0", "1.5"),
        .init(medium, "10.033", "11.1"), .init(medium, "5.0333", "7.77"), .init(medium, "2/7", "20/11"),
        .init(medium, "1/3", "0.4"), .init(medium, "4.987654321", "6.1"),
      ]
    ).check()
  }

  @Test("A take of 10.033s..40.1s of 30 fps media is frames 301 to 1202")
  func knownTake() throws {
    let raw = try RawCounter(rate: 30, seconds: 41, in: Shelf.folder.get())
    let medium = try raw.make(Shelf.path("long.mp4"), h264(keyFrames: 250) + ["-c:a", "aac"])
    let film = Film(rate: 30, takes: [.init(medium, "10.033", "40.1")])
    #expect(film.expectedNumbers == Array(301...1202))
    try film.check()
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
