import Testing

@testable import Export

@Suite("Which cell of a preview is made next")
struct CellChoiceTests {
  private func place(_ cell: Int, _ film: Int = 0) -> CellChoice.Place { .init(film: film, cell: cell) }

  private func choice(
    wishes: [Int] = [], age: Duration = .zero, busy: [Int] = [], missing: [Range<Int>] = [],
    makesAll: Bool = true
  ) -> CellChoice {
    CellChoice(
      wishes: wishes.map { (place($0), age) }, busy: busy.map { place($0) }, makesAll: makesAll,
      missing: [(0, missing)])
  }

  @Test("A worker goes on with the cell after its last one")
  func goesOn() {
    #expect(choice(missing: [0..<3, 6..<20]).next(after: place(5)) == place(6))
    #expect(choice(wishes: [12, 6], missing: [6..<20]).next(after: place(5)) == place(6))
  }

  @Test("What is waited for comes before it, unless another worker is about to come to it")
  func wishes() {
    #expect(choice(wishes: [12], missing: [6..<20]).next(after: place(5)) == place(12))
    #expect(choice(wishes: [12], busy: [10], missing: [6..<10, 11..<20]).next(after: place(5)) == place(6))
    #expect(
      choice(wishes: [12], age: .seconds(2), busy: [10], missing: [6..<10, 11..<20]).next(after: place(5))
        == place(12))
  }

  @Test("A worker that begins takes a run that no worker is in, or half of the longest")
  func begins() {
    #expect(choice(missing: [4..<10, 0..<4]).next(after: nil) == place(4))
    #expect(choice(busy: [4], missing: [5..<10, 0..<4]).next(after: nil) == place(0))
    #expect(choice(busy: [4], missing: [5..<15]).next(after: nil) == place(10))
  }

  @Test("Nothing is made that was not asked for where only wishes count")
  func onlyWishes() {
    #expect(choice(missing: [0..<9], makesAll: false).next(after: place(5)) == nil)
    #expect(choice(wishes: [3], makesAll: false).next(after: place(5)) == place(3))
  }
}
