import Composition
import LibAV

/// Where the samples of one component of a picture are.
struct PictureComponent {
  let plane: Int
  /// The component's index among the interleaved components of its plane; `step` is their number.
  let offset: Int
  let step: Int
  /// Luma samples per sample, as powers of two.
  let shift: (x: Int, y: Int)
}

extension PixelLayout {
  /// The components of a picture with this layout and these planes.
  func components(of planes: [Plane]) -> [PictureComponent] {
    if isRGB {
      let count = hasAlpha ? 4 : 3
      return (0..<count).map { PictureComponent(plane: 0, offset: $0, step: count, shift: (0, 0)) }
    }
    return planes.indices.map { index in
      PictureComponent(
        plane: index, offset: 0, step: 1,
        shift: (
          planes[index].width < planes[0].width ? 1 : 0, planes[index].height < planes[0].height ? 1 : 0
        ))
    }
  }

  /// The greatest code of a sample.
  var greatestCode: UInt16 {
    switch self {
    case .rgb48, .rgba16: 65535
    default: sampleDepth > 8 ? 1023 : 255
    }
  }
}

/// The components of a picture as padded planes, for motion search and compensation.
final class ComponentPlanes {
  enum Samples {
    case bytes([PaddedPlane<UInt8>])
    case words([PaddedPlane<UInt16>])
  }

  let components: [PictureComponent]
  let samples: Samples

  init(_ frame: VideoFrame, _ layout: PixelLayout) {
    (components, samples) = frame.withPlanes { planes in
      let components = layout.components(of: planes)
      let isDeep = layout.greatestCode > 255
      let samples: Samples =
        isDeep
        ? .words(components.map { taken($0, from: planes[$0.plane]) })
        : .bytes(components.map { taken($0, from: planes[$0.plane]) })
      return (components, samples)
    }
  }
}

extension BrightnessLevels {
  /// The brightness is luma or, for RGB, the mean of red, green and blue, with green counted twice.
  init(of frame: VideoFrame, _ layout: PixelLayout) {
    let bits = 16 - layout.greatestCode.leadingZeroBitCount
    self.init(
      frame.withPlanes { planes in
        switch (layout.isRGB, bits > 8) {
        case (false, false):
          taken(PictureComponent(plane: 0, offset: 0, step: 1, shift: (0, 0)), from: planes[0])
        case (false, true): luma(planes[0], bits: bits)
        case (true, false): mean(planes[0], UInt8.self, step: layout.hasAlpha ? 4 : 3, bits: bits)
        case (true, true): mean(planes[0], UInt16.self, step: layout.hasAlpha ? 4 : 3, bits: bits)
        }
      })
  }
}

private func taken(_ component: PictureComponent, from plane: Plane) -> PaddedPlane<UInt8> {
  PaddedPlane<UInt8>(width: plane.width, height: plane.height) { y, row in
    let source = plane.row(y).bindMemory(to: UInt8.self)
    if component.step == 1 {
      for x in 0..<plane.width { row[x] = source[x] }
    } else {
      for x in 0..<plane.width { row[x] = source[x &* component.step &+ component.offset] }
    }
  }
}

private func taken(_ component: PictureComponent, from plane: Plane) -> PaddedPlane<UInt16> {
  PaddedPlane<UInt16>(width: plane.width, height: plane.height) { y, row in
    let source = plane.row(y).bindMemory(to: UInt16.self)
    for x in 0..<plane.width { row[x] = source[x &* component.step &+ component.offset] }
  }
}

private func luma(_ plane: Plane, bits: Int) -> PaddedPlane<UInt8> {
  PaddedPlane<UInt8>(width: plane.width, height: plane.height) { y, row in
    let source = plane.row(y).bindMemory(to: UInt16.self)
    for x in 0..<plane.width { row[x] = UInt8(truncatingIfNeeded: source[x] &>> UInt16(bits - 8)) }
  }
}

private func mean<Sample: FixedWidthInteger>(
  _ plane: Plane, _ type: Sample.Type, step: Int, bits: Int
) -> PaddedPlane<UInt8> {
  PaddedPlane<UInt8>(width: plane.width, height: plane.height) { y, row in
    let source = plane.row(y).bindMemory(to: Sample.self)
    for x in 0..<plane.width {
      let pixel = x &* step
      let sum = UInt32(source[pixel]) &+ 2 &* UInt32(source[pixel &+ 1]) &+ UInt32(source[pixel &+ 2])
      row[x] = UInt8(truncatingIfNeeded: sum &>> UInt32(bits - 6))
    }
  }
}
