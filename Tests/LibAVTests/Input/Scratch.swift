import EditTime
import FoundationEssentials
import LibAV
import MediaFacts
import TestSupport
import Testing

@Test func scratchFacts() throws {
  let names = try FileManager.default.contentsOfDirectory(atPath: RealMedia.folder!).sorted().map { RealMedia.path($0) }
    + FileManager.default.contentsOfDirectory(atPath: RealMedia.path("synth")).sorted().map { RealMedia.path("synth/" + $0) }
  for path in names {
    let clock = ContinuousClock()
    let before = clock.now
    print("==", path.split(separator: "/").last!)
    do {
      let f = try MediaProbe.facts(ofFileAt: path)
      print("  \(f.container) \(f.extent.finite.map { "\($0) = \($0.inSeconds)" } ?? "inf") origin \(f.origin.inSeconds)", clock.now - before)
      for v in f.video { print("  v\(v.streamIndex) \(v.codec) \(v.profile ?? "-") \(v.storedSize) \(v.pixelAspect) \(v.orientation) \(v.pixelFormat) \(v.bitDepth) a\(v.hasAlpha) \(v.fieldOrder) r\(v.rate?.spelling ?? "-") vfr\(v.hasVariableRate) \(v.mediaRange.start.inSeconds)..\(v.mediaRange.end.inSeconds) n\(v.frameCount) still\(v.isStill) att\(v.isAttachedPicture) \(v.language ?? "-") tc\(v.timecode ?? "-") \(v.color.primaries ?? "-")/\(v.color.transfer ?? "-")/\(v.color.matrix ?? "-")/\(v.color.isFullRange.map(String.init) ?? "-")") }
      for a in f.audio { print("  a\(a.streamIndex) \(a.codec) \(a.profile ?? "-") \(a.sampleRate) \(a.channelCount) \(a.channelLayout) \(a.mediaRange.start.inSeconds)..\(a.mediaRange.end.inSeconds) n\(a.sampleCount) d\(a.isDefault) \(a.language ?? "-")") }
      for o in f.otherTracks { print("  o\(o.streamIndex) \(o.kind) \(o.codec) \(o.language ?? "-")") }
      for r in f.remarks { print("  ! \(r)") }
    } catch { print("  ERR", error) }
  }
}
