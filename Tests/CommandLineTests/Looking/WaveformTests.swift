import Basics
import TestSupport
import Testing

@Suite struct WaveformTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  private func make(_ name: String, _ source: String, _ encoding: String...) throws {
    let result = try run(
      ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source] + encoding + [place.path(name)]
    )
    try #require(result.exitCode == 0, "\(result.errorText)")
  }

  /// What numpy makes of what ffmpeg decodes, held against what we tell; the greatest differences.
  private func judge(_ name: String, channels: Int, bins: Int, mixes: Bool) throws {
    let told = try place.editc(
      "waveform", name, "--json", "--bins", "\(bins)", "--channels", mixes ? "mix" : "each")
    try #require(told.exitCode == 0, "\(told.errorText)")
    try place.write("told.json", told.output)
    let text = try python(
      """
      import json, subprocess, sys
      import numpy as np
      name, channels, bins, mixes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] == "mix"
      raw = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", name, "-vn", "-f", "f32le", "-"],
                           capture_output=True, check=True).stdout
      sound = np.frombuffer(raw, dtype="<f4").reshape(-1, channels).T
      if mixes: sound = sound.mean(axis=0, dtype=np.float32)[None]
      told = json.load(open("told.json"))
      count = told["samples"]
      # ffmpeg also gives what only fills the last block of a codec up.
      assert 0 <= sound.shape[1] - count < 2048, (count, sound.shape)
      assert told["bins"] == bins and len(told["channels"]) == len(sound)
      for own, channel in zip(sound, told["channels"]):
          for i in range(bins):
              part = own[i * count // bins:(i + 1) * count // bins].astype(np.float64)
              assert abs(part.min() - channel["min"][i]) < 2e-7, (i, part.min(), channel["min"][i])
              assert abs(part.max() - channel["max"][i]) < 2e-7, (i, part.max(), channel["max"][i])
              assert abs(np.sqrt((part ** 2).mean()) - channel["rms"][i]) < 2e-7, i
      print("same")
      """, in: place, [name, "\(channels)", "\(bins)", mixes ? "mix" : "each"])
    #expect(text == "same\n")
  }

  private static let stereo =
    "aevalsrc='0.6*sin(440*t*(1+t))|0.3*random(0)*sin(t)':s=44100:d=7.3"

  @Test(
    "The numbers are those that numpy has of what ffmpeg decodes",
    arguments: cases(
      [
        ("b.m4a", ["-c:a", "aac", "-b:a", "128k"]), ("a.wav", ["-c:a", "pcm_s16le"]),
        ("c.flac", ["-c:a", "flac"]),
      ], quick: 1))
  func numbers(name: String, encoding: [String]) throws {
    let result = try run(
      ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", Self.stereo] + encoding + [place.path(name)])
    try #require(result.exitCode == 0, "\(result.errorText)")
    try judge(name, channels: 2, bins: 613, mixes: false)
    try judge(name, channels: 2, bins: 17, mixes: true)
  }

  @Test("Six channels stay six, whatever their layout is called")
  func sixChannels() throws {
    let sounds = (1...6).map { "0.1*\($0)*sin(\($0)00*t)" }.joined(separator: "|")
    try make("s.wav", "aevalsrc='\(sounds)':s=8000:d=2:c=5.1(side)", "-c:a", "pcm_f32le")
    try judge("s.wav", channels: 6, bins: 40, mixes: false)
    let told = try JSONValue.parse(try place.editc("waveform", "s.wav", "--json").text)
    let names = told["channels"]?.elements?.compactMap { $0["name"]?.stringValue }
    #expect(names == ["L", "R", "C", "LFE", "SL", "SR"])
  }

  @Test("A drawing reaches as far as the samples do, and no further")
  func heights() throws {
    // A second of silence, a second of a square wave of half the full scale.
    try make(
      "step.wav", "aevalsrc='if(lt(t,1),0,0.5*(2*gte(mod(t,0.01),0.005)-1))':s=8000:d=2", "-c:a", "pcm_f32le")
    let result = try place.editc(
      "waveform", "step.wav", "--plain", "--width", "200", "--height", "101", "--color", "#ff0000", "-o",
      "x.png")
    try #require(result.exitCode == 0, "\(result.errorText)")
    let text = try python(
      """
      from PIL import Image
      picture = Image.open("x.png").convert("RGB")
      print(*picture.size)
      def height(x): return sum(picture.getpixel((x, y))[1] < 128 for y in range(picture.height))
      print(height(40), height(160), picture.getpixel((160, 50)))
      """, in: place)
    #expect(text == "200 101\n1 50 (255, 0, 0)\n" || text == "200 101\n1 51 (255, 0, 0)\n", "\(text)")
  }

  @Test("The mix of a film is what is drawn of a script")
  func film() throws {
    try place.write(
      "tone.edit",
      """
      edit: 1
      canvas: {size: 160x90, rate: 25}
      timeline:
        - color: black
          for: 2s
      audio:
        - clip: \(Footage.tone)
          take: ..1s
          at: 1s
      """)
    let told = try JSONValue.parse(try place.editc("waveform", "tone.edit", "--json", "--bins", "4").text)
    let left = try #require(told["channels"]?.elements?.first)
    #expect(told["samples"] == 96000)
    let rms = left["rms"]?.elements?.compactMap(\.numberValue) ?? []
    // The peaks of the tone are an eighth.
    let expected = [0, 0, 0.125 / 2.0.squareRoot(), 0.125 / 2.0.squareRoot()]
    for (found, wanted) in zip(rms, expected) { #expect(abs(found - wanted) < 0.0005, "\(rms)") }
    #expect(rms.count == 4)
  }

  @Test("A drawing is an SVG that stands alone, or pixels of the size asked for")
  func files() throws {
    try make("a.wav", Self.stereo)
    for name in ["a.svg", "a.png", "a.webp", "a.jpg"] {
      let result = try place.editc(
        "waveform", "a.wav", "--theme", "dark", "--width", "700", "--height", "300", "--scale", "2", "-o",
        name)
      #expect(result.exitCode == 0, "\(name): \(result.errorText)")
    }
    let text = try python(
      """
      import xml.etree.ElementTree as tree
      from PIL import Image
      for name in ["a.png", "a.webp", "a.jpg"]: print(*Image.open(name).size)
      root = tree.parse("a.svg").getroot()
      print(root.get("width"), root.get("height"), [e.text for e in root.iter() if e.text == "a.wav"])
      """, in: place)
    #expect(text == "1400 600\n1400 600\n1400 600\n700 300 ['a.wav']\n")
  }

  @Test(
    "Memory does not grow with the length of the sound", .enabled(if: testsAll, "runs in `make test-all`"))
  func memory() throws {
    try make("short.flac", "anullsrc=r=48000:cl=stereo:d=2")
    try make("long.flac", "anullsrc=r=48000:cl=stereo:d=600")
    let text = try python(
      """
      import os, sys
      def peak(name):
          pid = os.spawnv(os.P_NOWAIT, sys.argv[1], [sys.argv[1], "waveform", name, "--no-cache", "-o", name + ".png"])
          _, status, usage = os.wait4(pid, 0)
          assert status == 0, status
          return usage.ru_maxrss
      print(peak("long.flac") - peak("short.flac"))
      """, in: place, [editcPath])
    // All of its samples would be 230 MB.
    #expect(try #require(Int(text.dropLast())) < 40_000, "\(text) KB")
  }

  @Test("What has no sound is told so")
  func silent() throws {
    for (source, words) in [(Footage.white, "has no sound"), (Footage.counter, "has no sound")] {
      let result = try place.editc("waveform", source, "--json")
      #expect(result.exitCode == 65)
      #expect(result.errorText.contains(words))
    }
    let track = try place.editc("waveform", Footage.tone, "--track", "7", "--json")
    #expect(track.exitCode == 2)
    #expect(track.errorText.contains("track 7 of"))
  }
}
