import Composition
import ContentDigest
import FoundationEssentials
import Processes
import TestSupport
import Testing

@testable import Export
@testable import RenderPlan

/// A plan comes from a file that anybody can have written.
@Suite("The file of a plan")
struct PlanFileTests {
  private let film: SmallFilm
  private let bytes: [UInt8]

  init() throws {
    film = try SmallFilm()
    let origin = PlanOrigin(engine: "editc", film: "/films/film.mp4", files: [])
    bytes = try PlanFile(plan: film.plan, media: [], origin: origin).encoded()
  }

  @Test("holds the plan")
  func whole() throws {
    #expect(try PlanFile(bytes, named: "a.plan").plan == film.plan)
    #expect(try JSONDecoder().decode(Outside.self, from: Data(bytes)).editcPlan == 1)
  }

  private struct Outside: Decodable { let editcPlan: Int }

  @Test("is refused with any byte changed, and at any length")
  func damaged() throws {
    for index in stride(from: 0, to: bytes.count, by: 7) {
      var bad = bytes
      bad[index] ^= 1
      let error = try #require(throws: ExportError.self) { try PlanFile(bad, named: "a.plan") }
      #expect(error.kind == .badData && error.message.hasPrefix("a.plan "), "byte \(index): \(error)")
      #expect(throws: ExportError.self) { try PlanFile(Array(bytes[..<index]), named: "a.plan") }
    }
  }

  @Test("with other numbers and its right digest is refused, or is a plan that can be looked at")
  func doctored() throws {
    var random = SplitMix(seed: 1)
    let text = String(decoding: bytes, as: UTF8.self)
    let start = try #require(text.firstRange(of: "\"content\":")).upperBound
    let content = Array(text[start...].dropLast(2).utf8)
    let numbers = content.indices.filter { isDigit(content[$0]) && !isDigit(content[$0 - 1]) }
    let values = [
      "-1", "0", "9223372036854775807", "-9223372036854775808", "4294967296", "1e300", "null", "[]",
    ]
    for _ in 0..<rounds(20000, quick: 1000) {
      var bad = content
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        guard let place = numbers.randomElement(using: &random), place < bad.count else { continue }
        let end = bad[place...].firstIndex { !isDigit($0) } ?? bad.endIndex
        bad.replaceSubrange(place..<end, with: Array((values.randomElement(using: &random) ?? "0").utf8))
      }
      let head = "{\"editcPlan\":1,\"sha256\":\"\(try ContentDigest.of(bad).hex)\",\"content\":"
      guard let file = try? PlanFile(Array(head.utf8) + bad + Array("}\n".utf8), named: "a.plan") else {
        continue
      }
      // What a command does with it in its own process.
      let plan = film.store.marking(file.plan)
      #expect(plan.missingEntries.count <= plan.keys.count)
      _ = ProgressMeter(plan).progress
      for index in 0..<3 { _ = WorkShare(index: index, of: 3)?.orders(of: plan) }
      for order in plan.missingOrders { _ = plan.key(of: order) }
      _ = plan.composition.readFiles
      _ = try? plan.flaw(ofKeysFor: [], engine: EngineVersion("test", filterLibrary: "none"))
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
