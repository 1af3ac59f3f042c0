import EditScript
import Testing

@Suite("The spelling of values")
struct SpellingTests {
  @Test("Blanks, zeros and idle signs in one form, units and words as the author chose them")
  func usual() {
    check(.duration, "2.50s", "2.5s")
    check(.duration, "02s", "2s")
    check(.duration, ".5s", "0.5s")
    check(.duration, "1m02.50s", "1m02.5s")
    check(.duration, "2s-5f+ 1f", "2s - 5f + 1f")
    check(.duration, "00:01:02.500", "00:01:02.500")
    check(.duration, "3/2s", "3/2s")
    check(.durationLimit, ".. 2.0s", "..2s")
    check(.durationRange, "58.0s .. 62s", "58s..62s")
    check(.time, "- 2s", "-2s")
    check(.time, "end-1s", "end - 1s")
    check(.time, "part-2.end+01.50s", "part-2.end + 1.5s")
    check(.takeTime, "tc01:00:10:00  -5f", "tc01:00:10:00 - 5f")
    check(.range, " 2.0s  .. -1s ", "2s..-1s")
    check(.range, "2s   for  03s", "2s for 3s")
    check(.momentOrRange, "intro.end-  1s", "intro.end - 1s")
    check(.momentOrRange, "turn -1s .. end-card+2s", "turn - 1s..end-card + 2s")
    check(.filmTime, "turn-1s", "turn-1s")
    check(.takeRange, "25.0% .. -50%+1s", "25%..-50% + 1s")
    check(.length, "024.0px", "24px")
    check(.size, "1280 x 720", "1280x720")
    check(.size, "50% x50.0%", "50%x50%")
    check(.canvasSize, "01280x0720", "1280x720")
    check(.place, "bottom  right ,margin 24.0px  -5px", "bottom right, margin 24px -5px")
    check(.place, "+50%,-20px anchor  top left", "50%, -20px anchor top left")
    check(.crop, "10%  0px 10.0% 0px", "10% 0px 10% 0px")
    check(.crop, "100px, 50px 640 x 360", "100px,50px 640x360")
    check(.color, "#FF8800", "#ff8800")
    check(.color, "#F80", "#f80")
    check(.stroke, "2.0px   #FFF", "2px #fff")
    check(.angle, "+090deg", "90deg")
    check(.level, "-06.0dB", "-6dB")
    check(.loudness, "-16.0LUFS", "-16 LUFS")
    check(.loudnessCheck, "-16LUFS+-1.0LU", "-16 LUFS +- 1 LU")
    check(.truePeakLimit, "..  -1.0dBTP", "..-1 dBTP")
    check(.rate, "29.970", "29.97")
    check(.rate, "30000/1001", "30000/1001")
    check(.speed, "+02.0x", "2x")
    check(.bitRate, "05.0M", "5M")
    check(.fileSizeLimit, ".. 50.0MB", "..50MB")
    check(.easing, "cubic-bezier( 0.20 ,0, 0.0,1)", "cubic-bezier(0.2,0,0,1)")
    check(.transition, "wipe  top left  02s-1f", "wipe top left 2s - 1f")
    check(.motion, "zoom-in  010%", "zoom-in 10%")
    check(.loop, "3.0", "3")
    check(.flag, " yes ", "yes")
    check(.name, " part-2 ", "part-2")
    check(
      .animated(.opacity), "1->0.50->  .5 over last 1.0s  ease-in", "1 -> 0.5 -> 0.5 over last 1s ease-in")
    check(.animated(.level), "-6dB->-.5dB over end-1s..end", "-6dB -> -0.5dB over end - 1s..end")
    check(.ramp(.color), "#F00->transparent", "#f00 -> transparent")
    check(.keyFrameValue(.opacity), "050%  ease-out", "50% ease-out")
  }

  @Test("A text in which characters count stays, and so does what a luma's file is called")
  func texts() {
    check(.text, " 2.50s  -> 1 ", " 2.50s  -> 1 ")
    check(.transition, "luma  a  01.0.png 1s", "luma  a  01.0.png 1s")
    check(.transition, "luma masks/star.png  01s", "luma masks/star.png 1s")
  }

  @Test("What says no such value has no spelling")
  func noValue() {
    #expect(ValueGrammar.duration.spelling.usual("2.50") == nil)
    #expect(ValueGrammar.duration.spelling.usual("") == nil)
    #expect(!ValueGrammar.duration.spelling.isSame("2.50", "2.5"))
  }

  @Test("Two texts are the same when they say the same value")
  func same() {
    let durations = ValueGrammar.duration.spelling
    #expect(durations.isSame("2.5s", "2500ms"))
    #expect(!durations.isSame("2.5s", "2.6s"))
    let ramps = ValueGrammar<Animated<Double>>.animated(.opacity).spelling
    #expect(ramps.isSame("1 -> 0 over 1s..2s", "  1->0  over 1.0s ..2s"))
    #expect(!ramps.isSame("1 -> 0 over 1s..2s", "1 -> 0 over 1s..3s"))
  }

  private func check<Value>(
    _ grammar: ValueGrammar<Value>, _ written: String, _ usual: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(grammar.spelling.usual(written) == usual, sourceLocation: sourceLocation)
    #expect(grammar.spelling.usual(usual) == usual, sourceLocation: sourceLocation)
    for example in grammar.examples {
      #expect(grammar.spelling.usual(example) == example, "\(example)", sourceLocation: sourceLocation)
    }
  }
}
