import Composition
import Testing

@testable import LibAV

@Suite("Pictures that are kept")
struct KeptPicturesTests {
  /// Pictures of one kilobyte each, at ticks 10 apart.
  private func read(_ ticks: Range<Int64>, into kept: inout KeptPictures) throws {
    let pictures = try (ticks.lowerBound...ticks.upperBound).map { number in
      PictureSource.Picture(frame: try picture(), tick: number * 10, damage: nil, lossBefore: nil)
    }
    for (picture, next) in zip(pictures, pictures.dropFirst()) { kept.add(picture, before: next) }
  }

  private func picture() throws -> VideoFrame {
    try VideoFrame.allocate(size: PixelSize(width: 32, height: 32), layout: .gray8) { _ in }
  }

  private func ticks(of kept: inout KeptPictures, among numbers: Range<Int64>) -> [Int64] {
    numbers.filter { kept.picture(at: $0 * 10 + 9)?.tick == $0 * 10 }
  }

  @Test("Without a word of what comes, the ones that were used last are kept")
  func lastUsed() throws {
    var kept = KeptPictures(byteLimit: 4 << 10)
    try read(0..<4, into: &kept)
    #expect(kept.picture(at: 0)?.tick == 0)
    try read(10..<12, into: &kept)
    #expect(ticks(of: &kept, among: 0..<20) == [0, 3, 10, 11])
  }

  @Test("Only what is wanted later is kept, and what is wanted last gives way")
  func wanted() throws {
    var kept = KeptPictures(byteLimit: 4 << 10)
    let parts = [(0...29, 1), (100...119, 2), (50...79, 3), (20...39, 4)].map { ticks, turn in
      KeptPictures.Part(ticks: Int64(ticks.lowerBound)...Int64(ticks.upperBound), turn: turn)
    }
    kept.expect(parts, from: 1)
    // What is shown at this turn and at no later one need not stay.
    try read(0..<12, into: &kept)
    #expect(ticks(of: &kept, among: 0..<20) == [6, 7, 10, 11])
    kept.expect(parts, from: 3)
    // What was wanted at an earlier turn makes room first.
    try read(0..<5, into: &kept)
    #expect(ticks(of: &kept, among: 0..<20) == [2, 3, 6, 7])
  }

  @Test("A picture that is not as it was recorded is read again")
  func damaged() throws {
    var kept = KeptPictures(byteLimit: 4 << 10)
    let damage = PictureSource.Damage(tick: 10, reason: "lost")
    let pictures = [
      PictureSource.Picture(frame: try picture(), tick: 0, damage: nil, lossBefore: nil),
      PictureSource.Picture(frame: try picture(), tick: 10, damage: damage, lossBefore: nil),
      PictureSource.Picture(frame: try picture(), tick: 20, damage: nil, lossBefore: nil),
      PictureSource.Picture(frame: try picture(), tick: 30, damage: nil, lossBefore: damage),
    ]
    for (picture, next) in zip(pictures, pictures.dropFirst()) { kept.add(picture, before: next) }
    #expect(ticks(of: &kept, among: 0..<4) == [0])
    #expect(kept.picture(at: 10) == nil)
  }
}
