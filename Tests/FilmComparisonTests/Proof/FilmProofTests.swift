import Basics
import Composition
import TestSupport
import Testing

@testable import FilmComparison

/// Films as lists of packets; `Judges/planted_faults.py` of the command-line tests plants faults in real files.
@Suite("A file compared with the film that it should be")
struct FilmProofTests {
  private static let rates = [(24, 1), (25, 1), (30000, 1001), (30, 1), (60, 1)].compactMap {
    FrameRate($0, per: $1)
  }

  @Test(
    "The same film has no deviation, wherever its container starts and however it rounds", arguments: rates)
  func same(rate: FrameRate) {
    let film = MadeFilm(rate: rate, frames: 200)
    for shift in [0, 21_333_333, 1_400_000_000] as [Int64] {
      #expect(film.proof { $0.shift(by: shift) }.deviations.isEmpty)
      let rounded = film.proof {
        $0.shift(by: shift)
        $0.round(to: 1_000_000)
      }
      #expect(rounded.deviations.isEmpty, "\(rounded.deviations)")
      #expect(rounded.pictures == .init(proven: 200, expected: 200))
    }
  }

  @Test("A long film is aligned by its later packets where the first minutes are equal or late")
  func long() throws {
    let rate = try #require(FrameRate(25))
    let film = MadeFilm(rate: rate, frames: 12_000, equal: 0..<10_000, silent: 0..<19_000)
    for shift in [0, 21_333_333, 1_400_000_000] as [Int64] {
      let same = film.proof {
        $0.shift(by: shift)
        $0.round(to: 1_000_000)
      }
      #expect(same.deviations.isEmpty, "\(same.deviations)")
    }
    let lost = film.proof {
      $0.shift(by: 1_400_000_000)
      $0.removePicture(11_000)
    }
    #expect(lost.deviations.map(\.kind) == [.frameMissing], "\(lost.deviations)")
    #expect(lost.deviations.first?.frames == 11_000..<11_001)
    let late = MadeFilm(rate: rate, frames: 12_000).proof { $0.shiftSound(from: 15_000, bySamples: 480) }
    #expect(late.deviations.map(\.kind) == [.soundShifted], "\(late.deviations)")
  }

  @Test("Exchanged, lost, repeated and changed pictures are found at their frames, also among equal ones")
  func pictures() throws {
    var random = SeededRandom(seed: 1)
    for round in 0..<rounds(4000, quick: 400) {
      let rate = try #require(Self.rates.randomElement(using: &random))
      let film = MadeFilm(rate: rate, frames: 60, equal: round % 3 == 0 ? 20..<40 : 0..<0)
      // Equal pictures cannot be told apart, so nothing happens to them.
      let frame = try #require((Array(3..<18) + Array(42..<57)).randomElement(using: &random))
      let rounding: Int64 = round % 2 == 0 ? 1 : 1_000_000
      func deviations(_ change: (inout MadeFilm) -> Void) -> [Deviation] {
        film.proof {
          change(&$0)
          $0.round(to: rounding)
        }.deviations
      }
      let exchanged = deviations { $0.exchangePictures(frame, frame + 1) }
      #expect(exchanged.map(\.kind) == [.frameMoved])
      #expect(exchanged.first?.frames == Int64(frame)..<Int64(frame + 2))
      let lost = deviations { $0.removePicture(frame) }
      #expect(lost.map(\.kind) == [.frameMissing])
      #expect(lost.first?.frames == Int64(frame)..<Int64(frame + 1))
      let changed = deviations { $0.changePicture(frame) }
      #expect(changed.map(\.kind) == [.frameChanged])
      #expect(changed.first?.frames == Int64(frame)..<Int64(frame + 1))
      // A picture is lost and the others follow at once.
      let cut = deviations {
        $0.removePicture(frame)
        $0.shiftPictures(from: frame, by: -$0.step)
      }
      #expect(cut.map(\.kind).contains(.frameMissing), "\(cut)")
      #expect(cut.first { $0.kind == .frameMissing }?.frames == Int64(frame)..<Int64(frame + 1), "\(cut)")
      #expect(cut.contains { $0.kind == .timeChanged })
      // A picture is repeated, and the others come later.
      let repeated = deviations {
        $0.shiftPictures(from: frame + 1, by: $0.step)
        $0.repeatPicture(frame)
      }
      #expect(repeated.map(\.kind).contains(.frameAdded), "\(repeated)")
      #expect(repeated.contains { $0.kind == .timeChanged })
      #expect(repeated.count <= 3)
    }
  }

  @Test("A picture that is there without a readable time is another picture, not a missing one")
  func untimed() {
    let film = MadeFilm(rate: Self.rates[1], frames: 60)
    for shift in [0, 1_400_000_000] as [Int64] {
      let damaged = film.proof {
        $0.removePicture(30)
        $0.removePicture(10)
        $0.damaged = [$0.pictures[28].time + shift]
        $0.shift(by: shift)
      }
      #expect(damaged.deviations.map(\.kind) == [.frameMissing, .frameChanged], "\(damaged.deviations)")
      #expect(damaged.deviations.map(\.frames) == [10..<11, 30..<31])
    }
  }

  @Test("Sound is shifted to the sample, from where it is shifted, and silence hides nothing")
  func sounds() throws {
    var random = SeededRandom(seed: 2)
    for round in 0..<rounds(4000, quick: 400) {
      let rate = try #require(Self.rates.randomElement(using: &random))
      let film = MadeFilm(rate: rate, frames: 100, silent: round % 2 == 0 ? 30..<40 : 0..<0)
      let from = round % 5 == 0 ? 0 : Int.random(in: 1..<film.sound.count - 4, using: &random)
      let samples = Int64.random(in: 1...2000, using: &random)
      let shifted = film.proof { $0.shiftSound(from: from, bySamples: samples) }.deviations
      #expect(shifted.allSatisfy { $0.kind == .soundShifted }, "\(shifted)")
      let first = try #require(shifted.first)
      #expect(first.message.contains(" \(samples) sample"), "\(first.message)")
      if !film.silent.contains(from) {
        #expect(shifted.count == 1)
        #expect(
          first.range?.start == RationalTime(film.sound[from].time, 1_000_000_000), "\(first.message) \(from)"
        )
      }
      let lost = film.proof { $0.removeSound(from) }.deviations
      #expect(lost.contains { $0.kind == .soundChanged }, "\(lost)")
    }
  }

  @Test("Tracks in another order are named, and so are their other mistakes")
  func order() {
    let film = MadeFilm(rate: Self.rates[1], frames: 50)
    let other = film.proof { $0.exchangeTracks() }
    #expect(other.deviations.filter { $0.kind == .trackWrong }.count == 2)
    #expect(other.deviations.allSatisfy { $0.kind == .trackWrong })
    let encoded = film.proof { $0.encodeAgain() }
    #expect(Set(encoded.deviations.map(\.kind)) == [.frameChanged, .soundChanged])
    #expect(encoded.deviations.count == 3)
    #expect(encoded.pictures?.proven == 0)
  }
}

/// A film of pictures and two sounds with random packets.
private struct MadeFilm {
  struct MadePacket {
    var time: Int64
    var content: Int
  }

  let rate: FrameRate
  let silent: Range<Int>
  var pictures: [MadePacket]
  var sound: [MadePacket]
  var otherSound: [MadePacket]
  var rounding: Int64 = 1
  /// The times of pictures that are there, but whose own times cannot be read.
  var damaged: [Int64] = []
  var step: Int64 { 1_000_000_000 * rate.seconds / rate.frames }

  init(rate: FrameRate, frames: Int, equal: Range<Int> = 0..<0, silent: Range<Int> = 0..<0) {
    self.rate = rate
    self.silent = silent
    pictures = (0..<frames).map { frame in
      MadePacket(
        time: Int64(frame) * 1_000_000_000 * rate.seconds / rate.frames,
        content: equal.contains(frame) ? 7 : 1000 + frame)
    }
    let packets = Int(Int64(frames) * 48000 * rate.seconds / rate.frames / 1024)
    func sound(_ first: Int) -> [MadePacket] {
      (0..<packets).map { number in
        MadePacket(
          time: Int64(number) * 1024 * 1_000_000_000 / 48000,
          content: silent.contains(number) ? 9 : first + number)
      }
    }
    self.sound = sound(10_000)
    otherSound = sound(20_000)
  }

  /// This film compared with one that was changed.
  func proof(_ change: (inout MadeFilm) -> Void) -> FilmProof {
    var changed = self
    change(&changed)
    return FilmProof(of: changed.content, against: content, rate: rate)
  }

  var content: FilmContent {
    let audio = (1...2).map {
      AudioTrackFacts(
        streamIndex: $0, codec: "aac", sampleRate: 48000, channelCount: 1, channelLayout: "mono",
        mediaRange: .zero,
        sampleCount: 48000)
    }
    let facts = MediaFacts(
      container: "matroska", extent: .finite(.zero),
      video: [
        VideoTrackFacts(
          streamIndex: 0, codec: "h264", storedSize: PixelSize(width: 16, height: 16), rate: rate)
      ],
      audio: audio)
    return FilmContent(
      facts: facts,
      tracks: [marks(.picture, 0, pictures), marks(.sound, 1, sound), marks(.sound, 2, otherSound)],
      subtitles: [])
  }

  private func marks(_ kind: PacketMarks.Kind, _ index: Int, _ packets: [MadePacket]) -> PacketMarks {
    let sorted = packets.sorted { $0.time < $1.time }
    var digests = MarkDigests(length: 8)
    for packet in sorted {
      digests.append((0..<8).map { UInt8(truncatingIfNeeded: packet.content >> (8 * $0)) })
    }
    return PacketMarks(
      kind: kind, streamIndex: index, times: sorted.map { ($0.time + rounding / 2) / rounding * rounding },
      digests: digests, rounding: rounding, damaged: kind == .picture ? damaged : [])
  }

  mutating func round(to rounding: Int64) { self.rounding = rounding }

  mutating func shift(by nanoseconds: Int64) {
    for index in pictures.indices { pictures[index].time += nanoseconds }
    for index in sound.indices { sound[index].time += nanoseconds }
    for index in otherSound.indices { otherSound[index].time += nanoseconds }
  }

  mutating func exchangePictures(_ one: Int, _ other: Int) {
    let content = pictures[one].content
    pictures[one].content = pictures[other].content
    pictures[other].content = content
  }

  mutating func removePicture(_ frame: Int) { pictures.remove(at: frame) }
  mutating func changePicture(_ frame: Int) { pictures[frame].content = -frame }

  mutating func shiftPictures(from frame: Int, by time: Int64) {
    for index in pictures.indices.dropFirst(frame) { pictures[index].time += time }
  }

  mutating func repeatPicture(_ frame: Int) {
    pictures.insert(
      MadePacket(time: pictures[frame].time + step, content: pictures[frame].content), at: frame + 1)
  }

  mutating func removeSound(_ packet: Int) { sound.remove(at: packet) }

  mutating func shiftSound(from packet: Int, bySamples samples: Int64) {
    for index in sound.indices.dropFirst(packet) { sound[index].time += samples * 1_000_000_000 / 48000 }
  }

  mutating func exchangeTracks() { (sound, otherSound) = (otherSound, sound) }

  mutating func encodeAgain() {
    for index in pictures.indices { pictures[index].content += 1_000_000 }
    for index in sound.indices { sound[index].content += 1_000_000 }
    for index in otherSound.indices { otherSound[index].content += 1_000_000 }
  }
}
