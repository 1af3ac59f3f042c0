import Basics
import Composition
import Diagnostics
import Lowering
import Testing

@Suite("Filters and streams of an item's sound")
struct SoundFilterTests {
  private func script(_ sounds: String, head: String = "") -> LoweredScript {
    LoweredScript(
      "edit: 1\ncanvas: {size: 320x180, rate: 30}\n\(head)timeline: [{color: red, for: 8s}]\naudio:\n  - \(sounds)\n"
    )
  }

  private func filters(_ written: String) throws -> [SoundFilter] {
    try #require(try script("{clip: land.mp4, take: ..4s, filters: [\(written)]}").composition().sounds.first)
      .filters.compactMap { change in if case .own(let filter) = change { filter } else { nil } }
  }

  @Test("filters of FFmpeg go to the picture or to the sound by their names, in their order")
  func ffmpeg() throws {
    let film = LoweredScript(
      head
        + "timeline: [{clip: land.mp4, filters: [{ffmpeg: aecho}, {ffmpeg: hflip}, {lowpass: 1kHz}, {ffmpeg: \"bass=g=3\"}]}]"
    )
    let sound = try #require(try film.composition().sounds.first)
    #expect(
      sound.filters == [
        .ffmpeg(FFmpegFilter(name: "aecho")),
        .own(SoundFilter(.lowpass, [SoundFilter.Number(.frequency, .constant(1000))])),
        .ffmpeg(FFmpegFilter(name: "bass", options: [.init(name: "g", value: "3")])),
      ])
    #expect(try film.composition().layers.first?.filters == [.ffmpeg(FFmpegFilter(name: "hflip"))])
    let wrong = script("{clip: song.m4a, filters: [{ffmpeg: ecoh}, {ffmpeg: aech}, {ffmpeg: hflip}]}")
    #expect(wrong.diagnostics.map(\.id.name) == Array(repeating: "filter-on-wrong-item", count: 3))
    #expect(wrong.diagnostics[1].hint == "did you mean `aecho`?")
  }

  @Test("a bare name has its usual values")
  func usualValues() throws {
    #expect(
      try filters("{highpass: 80Hz}, {lowpass: 2kHz}") == [
        SoundFilter(.highpass, [SoundFilter.Number(.frequency, .constant(80))]),
        SoundFilter(.lowpass, [SoundFilter.Number(.frequency, .constant(2000))]),
      ])
    #expect(
      try filters("reverb, denoise") == [
        SoundFilter(.reverb, [SoundFilter.Number(.strength, .constant(0.5))]),
        SoundFilter(.denoise, [SoundFilter.Number(.strength, .constant(1))]),
      ])
    let limiter = try #require(try filters("limit").first)
    let compressor = try #require(try filters("compress").first)
    #expect(limiter.name == .limit && compressor.name == .compress)
    // -1 dB and -18 dB, by hand.
    #expect(abs((limiter[.level]?.constantValue ?? 0) - 0.891250938) < 1e-9)
    #expect(abs((compressor[.threshold]?.constantValue ?? 0) - 0.125892541) < 1e-9)
    #expect(compressor[.ratio] == .constant(4))
    #expect(compressor[.attack] == .constant(0.005))
    #expect(compressor[.release] == .constant(0.1))
    #expect(compressor[.makeup] == .constant(1))
  }

  @Test(
    "each declared filter is resolved, its bare name to the usual values", arguments: SoundFilterName.allCases
  )
  func everyFilter(name: SoundFilterName) throws {
    let declaration = name.declaration
    let filter = try #require(try filters("{\(name.rawValue): \(declaration.example)}").first)
    #expect(filter.name == name)
    for parameter in declaration.parameters {
      if case .nothing = parameter.usual { continue }
      #expect(filter[parameter.name] != nil, "\(parameter.name)")
    }
    guard declaration.standard != nil else { return }
    let usual = try #require(try filters(name.rawValue).first)
    for parameter in declaration.parameters {
      guard case .number(let value, let text) = parameter.usual else { continue }
      #expect(usual[parameter.name] == .constant(value))
      // The words of the declaration mean its number.
      let mapping = declaration.mapping != nil
      let written = mapping ? "{\(parameter.name.rawValue): \(text)}" : text
      let read = try #require(
        try filters("{\(name.rawValue): \(written)}").first?[parameter.name]?.constantValue)
      #expect(abs(read - value) < 1e-12, "\(parameter.name)")
    }
  }

  @Test("ramps are in the item's own time, also where its sound begins before it")
  func lead() throws {
    let film = LoweredScript(
      """
      edit: 1
      canvas: {size: 320x180, rate: 30}
      timeline:
        - {clip: land.mp4, take: ..4s}
        - {clip: land.mp4, take: 5s..9s, audio: {lead: 1s}, filters: [{lowpass: 1kHz -> 2kHz}]}
      """)
    let change = try #require(try film.composition().sounds.last?.filters.first)
    guard case .own(let filter) = change else {
      Issue.record("\(change)")
      return
    }
    #expect(filter.name == .lowpass)
    let frequency = try #require(filter[.frequency])
    #expect(frequency.value(at: try time(1)) == 1000)
    #expect(frequency.value(at: try time(3)) == 1500)
  }

  @Test("denoise takes noise out of picture and sound")
  func bothSenses() throws {
    let film = try LoweredScript(
      "edit: 1\ntimeline: [{clip: land.mp4, take: ..4s, filters: [{denoise: 0 -> 0.5}]}]\n"
    ).composition()
    #expect(film.layers.first?.filters.count == 1)
    #expect(film.sounds.first?.filters.count == 1)
    // A mistake is said once.
    let wrong = LoweredScript(
      "edit: 1\ntimeline: [{clip: land.mp4, take: ..4s, filters: [{denoise: 0 -> 1 over 3s..9s}]}]\n")
    #expect(wrong.guilty(try wrong.finding(.rampOutsideItem)) == "3s..9s")
  }

  @Test("a frequency that the mix cannot hold is an error, and so is a band of nothing")
  func ranges() throws {
    let high = script("{clip: land.mp4, take: ..4s, filters: [{lowpass: 4kHz}]}", head: "mix: {rate: 8000}\n")
    #expect(
      try high.finding(.numberOutOfRange).message
        == "sound with 8000 samples per second does not reach 4000Hz")
    let narrow = script(
      "{clip: land.mp4, take: ..4s, filters: [{eq: {frequency: 1kHz, gain: 2, width: 0.5Hz}}]}")
    #expect(narrow.guilty(try narrow.finding(.numberOutOfRange)) == "0.5Hz")
  }
}
