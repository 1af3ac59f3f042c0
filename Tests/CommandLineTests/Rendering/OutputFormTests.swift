import Processes
import TestSupport
import Testing

@Suite struct OutputFormTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  private func write(_ outputs: String) throws {
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 160x90, rate: 30}
      timeline: [{clip: \(Footage.counter)}]
      audio: [{clip: \(Footage.tone), take: ..3s}]
      outputs:
      \(outputs)

      """)
  }

  @Test("With `faststart: off` the index stands behind the media")
  func slowStart() throws {
    try write("  - {file: film.mp4, faststart: off, video: {speed: ultrafast}}")
    let result = try place.editc("render", "film.edit")
    try #require(result.exitCode == 0, "\(result.errorText)")
    let names = boxes(try place.bytes("film.mp4"))
    #expect(try #require(names.firstIndex(of: "moov")) > #require(names.firstIndex(of: "mdat")))
    #expect(try probed(place.path("film.mp4"), "v", counting: true)["nb_read_frames"] == "90")
  }

  @Test("Several outputs are made in one run, each in its own form")
  func several() throws {
    try write(
      """
        - {file: a.mp4, video: {speed: ultrafast}}
        - {file: b.mov, video: {speed: ultrafast}, audio: {codec: none}}
        - {file: c.m4v, range: 1s..2s, video: {speed: ultrafast}}
      """)
    let result = try place.editc("render", "film.edit")
    try #require(result.exitCode == 0, "\(result.errorText)")
    for (name, frames, hasSound) in [("a.mp4", "90", true), ("b.mov", "90", false), ("c.m4v", "30", true)] {
      #expect(try probed(place.path(name), "v", counting: true)["nb_read_frames"] == frames, "\(name)")
      #expect(try probed(place.path(name), "a").isEmpty != hasSound, "\(name)")
    }
    // The pictures of the first two are the same, so they were encoded once.
    #expect(try place.stored().count == 4)
    let other = try place.editc("render", "film.edit", "-o", "d.mp4")
    #expect(other.exitCode == 2)
    #expect(other.errorText.contains("3 outputs"))
  }

  @Test("Films in PQ say in every kind of file which screen they were made on")
  func mastering() throws {
    let screen = "mastering: {peak: 1000, black: 0.005, max-cll: 900, max-fall: 300}"
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 256x144, rate: 25, color: pq}
      timeline: [{bars: smpte, for: 0.2s}]
      outputs:
        - {file: hevc.mp4, video: {codec: hevc, \(screen)}}
        - {file: hevc.mkv, video: {codec: hevc, \(screen)}}
        - {file: vp9.webm, video: {codec: vp9, \(screen)}}
        - {file: prores.mov, video: {codec: prores, \(screen)}}
        - {file: dnxhr.mov, video: {codec: dnxhr, \(screen)}}

      """)
    let result = try place.editc("render", "film.edit")
    try #require(result.exitCode == 0, "\(result.errorText)")
    func ratio(_ text: Substring?) -> Double? {
      let parts = text?.split(separator: "/").compactMap { Double($0) } ?? []
      return parts.count == 2 ? parts[0] / parts[1] : nil
    }
    for file in ["hevc.mp4", "hevc.mkv", "vp9.webm", "prores.mov", "dnxhr.mov"] {
      for part in file.hasPrefix("hevc") ? ["stream_side_data", "frame_side_data"] : ["stream_side_data"] {
        let lines = try run([
          "ffprobe", "-v", "error", "-read_intervals", "%+#1", "-show_entries", part, "-of", "default=nw=1",
          place.path(file),
        ]).text.split(separator: "\n")
        func value(_ name: String) -> Substring? {
          lines.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
        }
        #expect(ratio(value("max_luminance")) == 1000, "\(file) \(part)")
        #expect(ratio(value("min_luminance")) == 0.005, "\(file) \(part)")
        #expect(ratio(value("red_x")) == 0.68 && ratio(value("green_y")) == 0.69, "\(file) \(part)")
        #expect(value("max_content") == "900" && value("max_average") == "300", "\(file) \(part)")
      }
    }
    // The pictures of DNxHR say their colours themselves.
    let frame = try run([
      "ffprobe", "-v", "error", "-read_intervals", "%+#1", "-show_entries", "frame=color_space", "-of",
      "csv=p=0",
      place.path("dnxhr.mov"),
    ]).text
    #expect(frame.hasPrefix("bt2020nc"))
  }

  @Test("An output on the command line counts from the caller's folder, one in the script from the script's")
  func folders() throws {
    try write("  - {file: sub/film.mp4, video: {speed: ultrafast}}")
    #expect(
      try place.shell("mkdir -p elsewhere && cd elsewhere && \"$editc\" render ../film.edit").exitCode == 0)
    #expect(isThere(place.path("sub/film.mp4")))
    #expect(try place.shell("cd elsewhere && \"$editc\" render ../film.edit -o here.mp4").exitCode == 0)
    #expect(isThere(place.path("elsewhere/here.mp4")))
    #expect(try place.digest("sub/film.mp4") == place.digest("elsewhere/here.mp4"))
  }
}
