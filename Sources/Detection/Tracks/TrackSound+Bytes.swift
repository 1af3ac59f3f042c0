extension TrackSound {
  package var bytes: [UInt8] {
    var writer = FeatureWriter()
    writer.write(firstStep)
    writer.write(features.stepCount)
    writer.write(features.speech.count)
    writer.write(features.beats.count)
    for codes in features.speech + features.beats {
      var before: UInt16 = 0
      for code in codes {
        writer.write(Int(code) - Int(before))
        before = code
      }
    }
    writer.write(loudness == nil ? 0 : 1)
    if let loudness {
      writer.write(loudness.integrated ?? .min)
      writer.write(loudness.truePeak ?? .min)
    }
    writer.write(damages)
    return writer.bytes
  }

  /// Nil unless the bytes are those of sound.
  package init?(bytes: [UInt8]) {
    var reader = FeatureReader(bytes)
    do {
      let firstStep = try reader.number(in: -1 << 40...1 << 40)
      let stepCount = try reader.count()
      let bands = SoundFeatures.speechBands.count
      guard try reader.number(in: 0...bands) == bands else { return nil }
      let beatBands = try reader.number(in: 0...SoundFeatures.beatBands.count)
      guard [0, SoundFeatures.beatBands.count].contains(beatBands) else { return nil }
      var codes: [[UInt16]] = []
      for _ in 0..<bands + beatBands { codes.append(try reader.codes(stepCount)) }
      var loudness: MeasuredLoudness?
      if try reader.number(in: 0...1) == 1 {
        loudness = MeasuredLoudness(integrated: try reader.level(), truePeak: try reader.level())
      }
      self.init(
        firstStep: firstStep,
        features: SoundFeatures(speech: Array(codes[..<bands]), beats: Array(codes[bands...])),
        loudness: loudness, damages: try reader.damages())
    } catch { return nil }
    guard reader.isAtEnd else { return nil }
  }
}

extension FeatureReader {
  fileprivate mutating func codes(_ count: Int) throws(DamagedFeatures) -> [UInt16] {
    var codes: [UInt16] = []
    codes.reserveCapacity(count)
    var code = 0
    for _ in 0..<count {
      code += try number(in: -65535...65535)
      guard let exact = UInt16(exactly: code) else { throw DamagedFeatures() }
      codes.append(exact)
    }
    return codes
  }

  fileprivate mutating func level() throws(DamagedFeatures) -> Int? {
    let number = Int(try number())
    if number == .min { return nil }
    guard (-100_000...100_000).contains(number) else { throw DamagedFeatures() }
    return number
  }
}
