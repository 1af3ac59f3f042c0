import Testing

@testable import Detection

@Suite("Standing pictures")
struct FreezeFinderTests {
  private func picture(_ code: Int16) -> PictureFeatures {
    PictureFeatures(
      luma: [Int16](repeating: code * 16, count: PictureFeatures.columns * PictureFeatures.rows))
  }

  @Test("The first of the longest runs is found where the film is meant to move")
  func runs() {
    var finder = FreezeFinder()
    let codes: [Int16] = [1, 2, 2, 2, 3, 4, 4, 4, 5]
    for code in codes { finder.add(picture(code * 10), isMeantToMove: true) }
    #expect(finder.longest == 1..<4)
    var interrupted = FreezeFinder()
    for frame in 0..<10 { interrupted.add(picture(100), isMeantToMove: frame < 3 || frame > 5) }
    #expect(interrupted.longest == 6..<10)
    var still = FreezeFinder()
    for _ in 0..<10 { still.add(picture(100), isMeantToMove: false) }
    #expect(still.longest == nil)
  }
}
