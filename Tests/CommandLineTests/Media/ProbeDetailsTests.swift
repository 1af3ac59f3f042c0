import Processes
import TestSupport
import Testing

/// What `editc probe` says of tracks, chapters and packets, beside what `ffprobe` says of the same files.
@Suite struct ProbeDetailsTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "chapters.txt",
      """
      ;FFMETADATA1
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=400
      title=The start
      [CHAPTER]
      TIMEBASE=1/1000
      START=400
      END=1000
      title=The turn
      """)
    try place.write("words.srt", "1\n00:00:00,100 --> 00:00:00,900\nWords\n")
    let made = try place.shell(
      """
      ffmpeg -nostdin -v error -y -f lavfi -i testsrc=s=64x36:r=30:d=1 -f lavfi -i sine=d=1 -f lavfi -i sine=d=1:f=700 \
        -i words.srt -i chapters.txt -map 0 -map 1 -map 2 -map 3 -map_metadata 4 -c:v libx264 -g 12 -bf 2 -c:a aac \
        -disposition:v default+original -disposition:a:0 default+original -disposition:a:1 comment \
        -disposition:s forced+hearing_impaired -metadata:s:v title=Pictures -metadata:s:a:1 title='Who speaks' \
        -c:s srt a.mkv
      ffmpeg -nostdin -v error -y -i a.mkv -map 0:v -map 0:a -map 0:s -c copy -c:s mov_text -timecode 01:00:10:00 \
        -metadata:s:a:0 handler_name='Main mix' a.mov
      ffmpeg -nostdin -v error -y -i a.mkv -map 0:v -map 0:a:0 -c copy a.ts
      """)
    try #require(made.exitCode == 0, "\(made.errorText)")
  }

  private let judge = """
    import json, subprocess, sys
    from fractions import Fraction
    def exact(time): return None if time is None else Fraction(time["value"], time["timescale"])
    name = sys.argv[1]
    own = json.load(sys.stdin)["files"][0]
    told = json.loads(subprocess.check_output(["ffprobe", "-v", "error", "-show_packets", "-show_streams",
      "-show_chapters", "-of", "json", name]))
    bases = {s["index"]: Fraction(s["time_base"]) for s in told["streams"]}

    """

  @Test(
    "Each packet has the stream, times, size and key flag that ffprobe finds",
    arguments: ["mkv", "mov", "ts"])
  func packets(kind: String) throws {
    let listed = try place.editc("probe", "--packets", "a.\(kind)")
    #expect(listed.exitCode == 0, "\(listed.errorText)")
    try place.write("own.json", listed.text)
    let found = try python(
      judge.replacing("sys.stdin", with: "open('own.json')") + """
        def theirs(p):
          t = lambda k: p[k] * bases[p["stream_index"]] if k in p else None
          return (p["stream_index"], t("pts"), t("dts"), t("duration"), int(p["size"]), "K" in p["flags"])
        def ours(p):
          return (p["track"], *(exact(p.get(k)) for k in ("pts", "dts", "duration")), p["bytes"], p["key"])
        wrong = [(a, b) for a, b in zip(map(ours, own["packets"]), map(theirs, told["packets"])) if a != b]
        print(len(own["packets"]) == len(told["packets"]) > 60, wrong[:3])
        """, in: place, ["a.\(kind)"])
    #expect(found == "True []\n")
  }

  @Test(
    "Names, handlers, characteristics, data rates and chapters are those of ffprobe",
    arguments: ["mkv", "mov"])
  func tracks(kind: String) throws {
    let probed = try place.editc("probe", "--json", "a.\(kind)")
    #expect(probed.exitCode == 0, "\(probed.errorText)")
    try place.write("own.json", probed.text)
    let found = try python(
      judge.replacing("sys.stdin", with: "open('own.json')") + """
        facts = own["facts"]
        tracks = sorted(facts["video"] + facts["audio"] + facts["other"], key=lambda t: t["track"])
        words = {"comment": "commentary", "attached_pic": "attached-picture"}
        # The numbers of tracks and of their groups in the headers of tracks of version 0.
        data, groups, at = open(name, "rb").read(), {}, 0
        while name.endswith(".mov") and (at := data.find(b"tkhd\\0", at + 1)) > 0:
          number, group = (int.from_bytes(data[at + 4 + i:at + 4 + i + n], "big") for i, n in ((12, 4), (34, 2)))
          groups[hex(number)] = group
        assert name.endswith(".mkv") or any(groups.values()), groups
        for track, stream in zip(tracks, told["streams"]):
          tags = stream.get("tags", {})
          said = {words.get(k, k.replace("_", "-")) for k, v in stream["disposition"].items() if v}
          assert set(track["characteristics"]) == said, (track, said)
          assert track.get("name") == tags.get("title", tags.get("name")), track
          assert track.get("handler") == tags.get("handler_name"), track
          assert track.get("timecode") == tags.get("timecode"), track
          others = {k: v for k, v in tags.items()
            if k.lower() not in ("title", "name", "handler_name", "timecode", "language")}
          assert {t["name"]: t["value"] for t in track["tags"]} == others, track
          assert track.get("alternateGroup", 0) == groups.get(stream.get("id"), 0), (track, groups)
          packets = [p for p in told["packets"] if p["stream_index"] == stream["index"]]
          size = sum(int(p["size"]) for p in packets)
          assert (track["bytes"], track["packets"]) == (size, len(packets)), track
          if packets:
            base = bases[stream["index"]]
            length = (max(p["pts"] + p.get("duration", 0) for p in packets) - min(p["pts"] for p in packets)) * base
            assert abs(track["dataRate"] - size * 8 / length) <= 1, track
        assert len(tracks) == len(told["streams"])
        origin = exact(facts["origin"])
        chapters = [(c["name"], exact(c["start"]) + origin) for c in facts["chapterList"]]
        print(chapters == [(c["tags"]["title"], c["start"] * Fraction(c["time_base"])) for c in told["chapters"]],
          facts["chapters"], len(tracks) > 3)
        """, in: place, ["a.\(kind)"])
    #expect(found == "True 2 True\n")
    let text = try place.editc("probe", "a.\(kind)").text
    let uses =
      kind == "mkv"
      ? ["forced, hearing-impaired", "commentary", "original", "name Who speaks"] : ["01:00:10:00"]
    for words in uses + ["bits per second", "The turn"] {
      #expect(text.contains(words), "\(words): \(text)")
    }
  }

  @Test("A file that cannot be read has its error after its packets, and the others are listed")
  func damaged() throws {
    try place.write("no.mp4", "no film")
    let listed = try place.editc("probe", "--packets", "no.mp4", "a.ts")
    #expect(listed.exitCode == 65)
    try place.write("own.json", listed.text)
    #expect(
      try python(
        "import json; print([('error' in f, len(f['packets']) > 60) for f in json.load(open('own.json'))['files']])",
        in: place) == "[(True, False), (False, True)]\n")
  }
}
