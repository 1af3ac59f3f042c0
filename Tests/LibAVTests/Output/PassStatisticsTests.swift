import LibAV
import Testing

@Suite("The statistics of a first pass")
struct PassStatisticsTests {
  @Test("tell bits of pictures from those that are there in any quality, as x264 and x265 write them")
  func bits() throws {
    let x264 = """
      #options: 640x360 fps=25/1 tex:9
      in:0 out:0 type:I dur:2 cpbdur:2 q:20.96 aq:18.26 tex:48721 mv:8035 misc:2300 imb:880 pmb:0 smb:0 d:- ref:;
      in:3 out:1 type:P dur:2 cpbdur:2 q:23.19 aq:20.62 tex:16220 mv:3030 misc:926 imb:40 pmb:500 smb:340 d:- ref:3 ;

      """
    let found = try #require(PassStatistics.bits(in: Array(x264.utf8)))
    #expect(found.pictures == 48721 + 8035 + 16220 + 3030 && found.fixed == 2300 + 926)
    let x265 =
      "in:0 out:0 type:I q:26.07 q-aq:24.6 q-noVbv:26.07 q-Rceq:12.2 tex:100 mv:20 misc:3 icu:9.00 ;\n"
    let other = try #require(PassStatistics.bits(in: Array(x265.utf8)))
    #expect(other.pictures == 120 && other.fixed == 3)
  }

  @Test("are none where a line is not of a frame, and where there is no line")
  func damaged() {
    for text in [
      "", "#options: 1\n", "in:0 out:0 type:I tex:1 mv:2\n", "in:0 tex:1 mv:x misc:3\n", "\u{0}\u{1}\n",
    ] {
      #expect(PassStatistics.bits(in: Array(text.utf8)) == nil, "\(text)")
    }
  }
}
