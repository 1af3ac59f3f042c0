import Composition

// FFmpeg 5.1 does not read the clean aperture of files of QuickTime's family.

extension CleanAperture {
  /// The clean aperture that a file of QuickTime's family states for a track; nil if there is none, or if it
  /// is the whole picture.
  init?(ofTrack id: Int32, in file: MediaFile, stored: PixelSize) {
    guard file.container == "mov" else { return nil }
    var boxes = BoxReader(file)
    guard let samples = boxes.sampleTable(ofTrack: id),
      let table = boxes.descendant(of: samples, ["stsd"]),
      // The version, the flags and the number of entries precede the entries.
      let entry = boxes.children(of: table.dropping(8)).first,
      let aperture = boxes.children(of: entry.content.dropping(78)).first(where: { $0.type == "clap" }),
      let numbers = boxes.numbers(in: aperture.content, count: 8)
    else { return nil }
    self.init(numbers, stored)
  }

  /// Eight numbers, four fractions: the width, the height, and the distance of its centre to the right of and
  /// below the picture's centre.
  private init?(_ numbers: [Int64], _ stored: PixelSize) {
    func fraction(_ index: Int) -> Double? {
      numbers[index + 1] > 0 ? Double(numbers[index]) / Double(numbers[index + 1]) : nil
    }
    guard let width = fraction(0), let height = fraction(2), let right = fraction(4), let down = fraction(6),
      (1...Double(stored.width)).contains(width), (1...Double(stored.height)).contains(height)
    else { return nil }
    let size = PixelSize(width: Int(width.rounded()), height: Int(height.rounded()))
    let x = ((Double(stored.width) - width) / 2 + right).rounded()
    let y = ((Double(stored.height) - height) / 2 + down).rounded()
    guard size != stored || x != 0 || y != 0, (0...Double(stored.width - size.width)).contains(x),
      (0...Double(stored.height - size.height)).contains(y)
    else { return nil }
    self.init(x: Int(x), y: Int(y), size: size)
  }
}

extension Range<Int64> {
  /// Without its first bytes.
  func dropping(_ count: Int64) -> Range<Int64> {
    Swift.min(lowerBound + count, upperBound)..<upperBound
  }
}
