import Basics
import Composition
import Devices
import Testing

@testable import Export

@Suite("The mode of a camera")
struct CameraChoiceTests {
  private static func mode(
    _ coding: CameraMode.Coding, _ width: Int, _ height: Int, _ pictures: Int64, per seconds: Int64 = 1
  ) -> CameraMode {
    CameraMode(coding: coding, width: width, height: height, pictures: pictures, seconds: seconds)
  }

  /// A usual one: raw pictures are slow where they are large.
  private static let usual = [
    mode(.yuyv, 640, 480, 30), mode(.yuyv, 640, 480, 15), mode(.yuyv, 1280, 720, 10),
    mode(.yuyv, 1920, 1080, 5),
    mode(.jpeg, 640, 480, 30), mode(.jpeg, 1280, 720, 60), mode(.jpeg, 1280, 720, 30),
    mode(.jpeg, 1920, 1080, 30),
    mode(.jpeg, 3840, 2160, 30), mode(.jpeg, 641, 481, 60),
  ]

  private func chosen(
    _ modes: [CameraMode] = usual, width: Int? = nil, height: Int = 0, rate: Int64? = nil
  ) throws -> CameraMode {
    let size = width.map { PixelSize(width: $0, height: height) }
    return try choice(
      among: modes, CameraWish(size: size, rate: rate.flatMap { FrameRate($0) }), path: "/dev/video0")
  }

  @Test("is the largest one up to 1920x1080 at the wanted rate, raw if that is as fast")
  func best() throws {
    #expect(try chosen() == Self.mode(.jpeg, 1920, 1080, 30))
    #expect(try chosen(rate: 60) == Self.mode(.jpeg, 1280, 720, 60))
    #expect(try chosen(rate: 5) == Self.mode(.yuyv, 1920, 1080, 5))
    #expect(try chosen(width: 640, height: 480) == Self.mode(.yuyv, 640, 480, 30))
    #expect(try chosen(width: 3840, height: 2160) == Self.mode(.jpeg, 3840, 2160, 30))
    #expect(try chosen(width: 1280, height: 720, rate: 25) == Self.mode(.jpeg, 1280, 720, 30))
    // One that reaches 30 in no size, and one that is faster than that in all.
    #expect(try chosen([Self.mode(.yuyv, 640, 480, 15), Self.mode(.yuyv, 1280, 720, 10)]).width == 640)
    #expect(try chosen([Self.mode(.yuyv, 640, 480, 120), Self.mode(.yuyv, 1280, 720, 60)]).width == 1280)
  }

  @Test("is refused with what there is")
  func refused() throws {
    let fast = #expect(throws: ExportError.self) { try chosen(width: 1920, height: 1080, rate: 60) }
    #expect(
      fast?.message
        == "/dev/video0 gives 1920x1080 at 30 frames per second at most, not at 60; 1280x720 is its largest at this rate (--size 1280x720)"
    )
    let size = #expect(throws: ExportError.self) { try chosen(width: 800, height: 600) }
    #expect(
      size?.message == "/dev/video0 gives no 800x600; it gives 3840x2160, 1920x1080, 1280x720, 640x480")
    #expect(throws: ExportError.self) { try chosen([]) }
    let large = #expect(throws: ExportError.self) { try chosen([Self.mode(.jpeg, 3840, 2160, 30)]) }
    #expect(
      large?.message == "/dev/video0 gives only large pictures: choose one with --size; it gives 3840x2160")
  }

  @Test("has a rate of the language where it is as good as one")
  func rates() {
    #expect(Self.mode(.yuyv, 640, 480, 10_000_000, per: 333_333).rate == FrameRate(30))
    #expect(Self.mode(.yuyv, 640, 480, 10_000_000, per: 333_667).rate == FrameRate(30000, per: 1001))
    #expect(Self.mode(.yuyv, 640, 480, 10_000_000, per: 400_000).rate == FrameRate(25))
    #expect(Self.mode(.yuyv, 640, 480, 15, per: 2).rate == FrameRate(15, per: 2))
    #expect(Self.mode(.yuyv, 640, 480, 30, per: 0).rate == nil)
  }

  @Test("Pictures that the driver leaves out are counted between those of the film")
  func lost() throws {
    var grid = FrameGrid(rate: try #require(FrameRate(10)))
    let tenth: Int64 = 100_000_000
    // The gap before the first picture of the film is before its start.
    #expect(grid.place(at: -tenth, dropped: 4) == .outside)
    #expect(grid.place(at: tenth, dropped: 1) == .fills(after: 1))
    #expect(grid.place(at: 2 * tenth, dropped: 0) == .fills(after: 0))
    #expect(grid.place(at: 5 * tenth, dropped: 2) == .fills(after: 2))
    #expect(grid.place(at: 5 * tenth + 1, dropped: 0) == .dropped)
    #expect(grid.place(at: 7 * tenth, dropped: 1) == .fills(after: 1))
    _ = grid.pause(at: 8 * tenth)
    #expect(grid.place(at: 9 * tenth, dropped: 1) == .outside)
    _ = grid.resume(at: 10 * tenth)
    #expect(grid.place(at: 11 * tenth, dropped: 1) == .fills(after: 1))
    #expect(grid.place(at: 13 * tenth, dropped: 1) == .fills(after: 1))
    #expect(grid.counts.lost == 4 && grid.counts.captured == 6)
  }
}
