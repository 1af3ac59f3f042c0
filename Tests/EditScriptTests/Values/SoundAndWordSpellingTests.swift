import Basics
import Composition
import Diagnostics
import EditScript
import Testing

private let oneSecond = DurationExpression([.init(.seconds(RationalTime(seconds: 1)))])

@Test("a level is a factor however it is written, and decibels agree with their definition")
func levels() {
  #expect(value(.level, "0.8") == Level(factor: 0.8))
  #expect(value(.level, "80%") == Level(factor: 0.8))
  #expect(value(.level, "0") == Level(factor: 0))
  #expect(value(.level, "2") == Level(factor: 2))
  #expect(value(.level, "-20dB") == Level(factor: 0.1))
  #expect(value(.level, "0dB") == Level(factor: 1))
  #expect(value(.level, "+60dB") == Level(factor: 1000))
  // Python: 10 ** (dB / 20)
  for (text, factor) in [
    ("-6dB", 0.5011872336272722), ("3dB", 1.4125375446227544), ("-0.1dB", 0.9885530946569389),
    ("-47.3dB", 0.004315190768277654), ("-9.99dB", 0.3165920463432238),
  ] {
    let found = value(.level, text)?.factor ?? 0
    #expect(abs(found - factor) <= factor * 1e-15, "\(text)")
  }
}

@Test("a mistake in a level is named at its place, with the repair")
func levelMistakes() {
  let mistakes: [(String, Refusal)] = [
    ("-6db", Refusal(.wrongUnit, "db", fixed: "-6dB")),
    ("-6 dB", Refusal(.wrongUnit, "-6 dB", fixed: "-6dB")),
    ("-6", Refusal(.bareNumber, "-6", fixed: "-6dB")),
    ("-10%", Refusal(.numberOutOfRange, "-10")),
    ("mute", Refusal(.numberSyntax, "mute", fixed: "0")),
    ("90dB", Refusal(.numberOutOfRange, "90")),
    ("0.5x", Refusal(.wrongUnit, "x", fixed: "0.5")),
    ("loud", Refusal(.numberSyntax, "loud")),
  ]
  for (text, expected) in mistakes { #expect(refusal(.level, text) == expected, "\(text)") }
}

@Test("loudness, peaks and frequencies have their units, with or without a blank")
func soundMeasures() {
  #expect(value(.loudness, "-16 LUFS") == Loudness(lufs: -16))
  #expect(value(.loudness, "-16LUFS") == Loudness(lufs: -16))
  #expect(
    value(.loudnessCheck, "-16 LUFS +- 1.5") == LoudnessCheck(target: Loudness(lufs: -16), tolerance: 1.5))
  #expect(value(.loudnessCheck, "-16 LUFS") == LoudnessCheck(target: Loudness(lufs: -16), tolerance: 1))
  #expect(value(.loudnessLimit, "..-18 LUFS") == Loudness(lufs: -18))
  #expect(refusal(.loudnessLimit, "-18 LUFS") == Refusal(.rangeSyntax, "-18 LUFS", fixed: "..-18 LUFS"))
  #expect(value(.loudnessRangeLimit, "..15 LU") == LoudnessRange(units: 15))
  #expect(refusal(.loudnessRangeLimit, "..15") == Refusal(.bareNumber, "15", fixed: "..15 LU"))
  #expect(value(.truePeak, "-1 dBTP") == TruePeak(decibels: -1))
  #expect(value(.truePeakLimit, "..-1 dBTP") == TruePeak(decibels: -1))
  #expect(value(.frequency, "1.5kHz") == Frequency(hertz: 1500))
  #expect(refusal(.loudness, "-16") == Refusal(.bareNumber, "-16", fixed: "-16 LUFS"))
  #expect(refusal(.loudness, "-16 LKFS") == Refusal(.wrongUnit, "LKFS", fixed: "-16 LUFS"))
  #expect(refusal(.loudness, "16 LUFS") == Refusal(.numberOutOfRange, "16"))
  #expect(
    refusal(.loudnessCheck, "-16 LUFS ± 1") == Refusal(.lookAlikeCharacter, "±", fixed: "-16 LUFS +- 1"))
  #expect(refusal(.truePeak, "-1 dB") == Refusal(.wrongUnit, "dB", fixed: "-1 dBTP"))
  #expect(refusal(.truePeakLimit, "-1 dBTP") == Refusal(.rangeSyntax, "-1 dBTP", fixed: "..-1 dBTP"))
  #expect(refusal(.frequency, "440") == Refusal(.bareNumber, "440", fixed: "440Hz"))
}

@Test("numbers without a unit are read in their range")
func numbers() {
  #expect(value(.opacity, "0.5") == 0.5)
  #expect(value(.opacity, "50%") == 0.5)
  #expect(value(.opacity, "100%") == 1)
  #expect(value(.scale, "150%") == 1.5)
  #expect(value(.number(in: -10...10), "-2.5") == -2.5)
  #expect(value(.integer(in: 0...51), "23") == 23)
  #expect(refusal(.opacity, "50") == Refusal(.bareNumber, "50", fixed: "50%"))
  #expect(refusal(.opacity, "1.5") == Refusal(.numberOutOfRange, "1.5"))
  #expect(refusal(.opacity, "50 %") == Refusal(.wrongUnit, "50 %", fixed: "50%"))
  #expect(refusal(.opacity, "-0.1") == Refusal(.numberOutOfRange, "-0.1"))
  #expect(refusal(.opacity, "0,5") == Refusal(.numberSyntax, ",", fixed: "0.5"))
  #expect(refusal(.opacity, "nan") == Refusal(.numberSyntax, "nan"))
  #expect(refusal(.opacity, "inf") == Refusal(.numberSyntax, "inf"))
  #expect(refusal(.opacity, "0x1") == Refusal(.wrongUnit, "x", fixed: "01"))
  #expect(refusal(.number(in: 0...2), "1e3") == Refusal(.numberSyntax, "1e3"))
  #expect(refusal(.integer(in: 0...51), "52") == Refusal(.numberOutOfRange, "52"))
  #expect(refusal(.integer(in: 0...51), "2.5") == Refusal(.numberSyntax, "2.5"))
  #expect(
    refusal(.integer(in: 0...51), "99999999999999999999999")
      == Refusal(.numberOutOfRange, "99999999999999999999999"))
  #expect(refusal(.pan, "left") == Refusal(.numberSyntax, "left", fixed: "-1"))
}

@Test("bit rates and file sizes are whole bits and bytes")
func amounts() {
  #expect(value(.bitRate, "5M") == 5_000_000)
  #expect(value(.bitRate, "128k") == 128_000)
  #expect(value(.bitRate, "2.5M") == 2_500_000)
  #expect(value(.fileSize, "50MB") == 50_000_000)
  #expect(value(.fileSize, "1.5KiB") == 1536)
  #expect(value(.fileSizeLimit, "..50MB") == 50_000_000)
  #expect(refusal(.bitRate, "5000") == Refusal(.bareNumber, "5000", fixed: "5000k"))
  #expect(refusal(.bitRate, "5000000") == Refusal(.bareNumber, "5000000", fixed: "5M"))
  #expect(value(.leastShare, "90%..") == 0.9)
  #expect(value(.leastShare, "12.5% ..") == 0.125)
  #expect(refusal(.leastShare, "90%") == Refusal(.rangeSyntax, "90%", fixed: "90%.."))
  #expect(value(.leastCorrelation, "-0.5..") == -0.5)
  #expect(value(.leastCorrelation, "0 ..") == 0)
  #expect(refusal(.leastCorrelation, "-0.5") == Refusal(.rangeSyntax, "-0.5", fixed: "-0.5.."))
  #expect(refusal(.leastCorrelation, "-1.5..") == Refusal(.numberOutOfRange, "-1.5"))
  #expect(value(.codeRange, "5..246") == CodeRange(lowest: 5, highest: 246))
  #expect(refusal(.codeRange, "5..256") == Refusal(.numberOutOfRange, "256"))
  #expect(refusal(.codeRange, "246..5") == Refusal(.rangeReversed, "5"))
  #expect(refusal(.codeRange, "5.5..246") == Refusal(.numberSyntax, "5.5"))
  #expect(refusal(.fileSizeLimit, "<50MB") == Refusal(.rangeSyntax, "<50MB", fixed: "..50MB"))
  #expect(refusal(.bitRate, "5m") == Refusal(.wrongUnit, "m", fixed: "5M"))
  #expect(refusal(.bitRate, "5Mbps") == Refusal(.wrongUnit, "Mbps", fixed: "5M"))
  #expect(refusal(.bitRate, "0.0001k") == Refusal(.numberOutOfRange, "0.0001k"))
  #expect(refusal(.bitRate, "-5M") == Refusal(.numberSyntax, "-5M"))
  #expect(refusal(.bitRate, "9999999999999G") == Refusal(.numberOutOfRange, "9999999999999"))
  #expect(refusal(.fileSize, "50mb") == Refusal(.wrongUnit, "mb", fixed: "50MB"))
}

@Test("words are read exactly, and the word that was meant is offered")
func words() {
  for text in ["true", "yes", "on"] { #expect(value(.flag, text) == true) }
  for text in ["false", "no", "off"] { #expect(value(.flag, text) == false) }
  #expect(refusal(.flag, "True") == Refusal(.unknownValue, "True", fixed: "true"))
  #expect(refusal(.flag, "ture") == Refusal(.unknownValue, "ture", fixed: "true"))
  #expect(value(ValueGrammar<Fit>.choice("a fit"), "cover") == .cover)
  #expect(
    refusal(ValueGrammar<Fit>.choice("a fit"), "contian")
      == Refusal(.unknownValue, "contian", fixed: "contain"))
  let unknown = diagnostic(ValueGrammar<Fit>.choice("a fit"), "scale")
  #expect(unknown?.message == "unknown fit `scale`")
  #expect(unknown?.hint == "allowed: `contain`, `cover`, `fill`, `none` or `blur`")
  #expect(value(.choice("channels", among: ["5.1", "stereo"]), "5.1") == "5.1")
  #expect(value(.text, "") == "")
  #expect(value(.text, " no ") == " no ")
  #expect(value(.name, "part-2") == "part-2")
  #expect(refusal(.name, "2nd") == Refusal(.forbiddenCharacter, "2nd"))
  #expect(refusal(.name, "a.b") == Refusal(.forbiddenCharacter, ".b"))
  let digest = String(repeating: "a1", count: 32)
  #expect(value(.sha256, digest) == digest)
  #expect(refusal(.sha256, "a1")?.id == .forbiddenCharacter)
  #expect(value(.loop, "true") == .endless)
  #expect(value(.loop, "3") == .times(3))
  #expect(value(.loop, "fill") == .fill)
  #expect(refusal(.loop, "forever") == Refusal(.unknownValue, "forever", fixed: "true"))
  #expect(refusal(.loop, "0") == Refusal(.numberOutOfRange, "0"))
}

@Test("transitions are read in one scalar, and other tools' names lead to ours")
func transitions() {
  let spellings: [(String, TransitionKind<String>)] = [
    ("dissolve", .plain(.dissolve)),
    ("fade through red", .colored(.fadeThrough, Color(red: 255, green: 0, blue: 0))),
    ("fade through #f00", .colored(.fadeThrough, Color(red: 255, green: 0, blue: 0))),
    ("wipe left", .directed(.wipe, .left)),
    ("wipe top left", .directed(.wipe, .topLeft)),
    ("push up", .directed(.push, .up)),
    ("circle open", .plain(.circleOpen)),
    ("barn-door", .plain(.barnDoor)),
    ("luma art/my wipe.png", .pictured(.luma, "art/my wipe.png")),
  ]
  for (text, kind) in spellings {
    #expect(value(.transitionKind, text) == kind, "\(text)")
    #expect(value(.transition, text + " 1s") == TransitionValue(kind: kind, duration: oneSecond), "\(text)")
  }
  let mistakes: [(String, Refusal)] = [
    ("dissolve 1", Refusal(.bareNumber, "1", fixed: "dissolve 1s")),
    ("disolve 1s", Refusal(.unknownValue, "disolve", fixed: "dissolve 1s")),
    ("xfade 1s", Refusal(.unknownValue, "xfade", fixed: "dissolve 1s")),
    ("fade 1s", Refusal(.transitionSyntax, "fade", fixed: "dissolve 1s")),
    ("wipe lfet 1s", Refusal(.unknownValue, "lfet", fixed: "wipe left 1s")),
    ("wipe top 1s", Refusal(.unknownValue, "top", fixed: "wipe up 1s")),
    ("slide 1s", Refusal(.transitionSyntax, "1s")),
    ("dissolve -1s", Refusal(.negativeDuration, "-1s")),
    ("fade through rde 1s", Refusal(.unknownValue, "rde", fixed: "fade through red 1s")),
  ]
  for (text, expected) in mistakes { #expect(refusal(.transition, text) == expected, "\(text)") }
}
