import Diagnostics

extension ValueGrammar<DurationExpression> {
  package static var duration: ValueGrammar { unread("duration") }
}
extension ValueGrammar<DurationExpression> {
  package static var durationLimit: ValueGrammar { unread("durationLimit") }
}
extension ValueGrammar<TimeExpression> {
  package static var time: ValueGrammar { unread("time") }
}
extension ValueGrammar<TimeExpression> {
  package static var takeTime: ValueGrammar { unread("takeTime") }
}
extension ValueGrammar<RangeExpression> {
  package static var range: ValueGrammar { unread("range") }
}
extension ValueGrammar<RangeExpression> {
  package static var takeRange: ValueGrammar { unread("takeRange") }
}
extension ValueGrammar<RangeExpression> {
  package static var durationRange: ValueGrammar { unread("durationRange") }
}
extension ValueGrammar<MomentOrRange> {
  package static var momentOrRange: ValueGrammar { unread("momentOrRange") }
}
extension ValueGrammar<Length> {
  package static var length: ValueGrammar { unread("length") }
}
extension ValueGrammar<SizeValue> {
  package static var size: ValueGrammar { unread("size") }
}
extension ValueGrammar<CanvasSize> {
  package static var canvasSize: ValueGrammar { unread("canvasSize") }
}
extension ValueGrammar<Place> {
  package static var place: ValueGrammar { unread("place") }
}
extension ValueGrammar<CropValue> {
  package static var crop: ValueGrammar { unread("crop") }
}
extension ValueGrammar<StrokeValue> {
  package static var stroke: ValueGrammar { unread("stroke") }
}
extension ValueGrammar<ColorValue> {
  package static var color: ValueGrammar { unread("color") }
}
extension ValueGrammar<Angle> {
  package static var angle: ValueGrammar { unread("angle") }
}
extension ValueGrammar<Level> {
  package static var level: ValueGrammar { unread("level") }
}
extension ValueGrammar<Speed> {
  package static var speed: ValueGrammar { unread("speed") }
}
extension ValueGrammar<RateValue> {
  package static var rate: ValueGrammar { unread("rate") }
}
extension ValueGrammar<Double> {
  package static var opacity: ValueGrammar { unread("opacity") }
}
extension ValueGrammar<Double> {
  package static var scale: ValueGrammar { unread("scale") }
}
extension ValueGrammar<Double> {
  package static var pan: ValueGrammar { unread("pan") }
}
extension ValueGrammar<Double> {
  package static var frequency: ValueGrammar { unread("frequency") }
}
extension ValueGrammar<Int64> {
  package static var bitRate: ValueGrammar { unread("bitRate") }
}
extension ValueGrammar<Int64> {
  package static var fileSize: ValueGrammar { unread("fileSize") }
}
extension ValueGrammar<Int64> {
  package static var fileSizeLimit: ValueGrammar { unread("fileSizeLimit") }
}
extension ValueGrammar<Bool> {
  package static var flag: ValueGrammar { unread("flag") }
}
extension ValueGrammar<Easing> {
  package static var easing: ValueGrammar { unread("easing") }
}
extension ValueGrammar<Loudness> {
  package static var loudness: ValueGrammar { unread("loudness") }
}
extension ValueGrammar<LoudnessCheck> {
  package static var loudnessCheck: ValueGrammar { unread("loudnessCheck") }
}
extension ValueGrammar<TruePeak> {
  package static var truePeak: ValueGrammar { unread("truePeak") }
}
extension ValueGrammar<TruePeak> {
  package static var truePeakLimit: ValueGrammar { unread("truePeakLimit") }
}
extension ValueGrammar<TransitionValue> {
  package static var transition: ValueGrammar { unread("transition") }
}
extension ValueGrammar<TransitionKind> {
  package static var transitionKind: ValueGrammar { unread("transitionKind") }
}
extension ValueGrammar<MotionValue> {
  package static var motion: ValueGrammar { unread("motion") }
}
extension ValueGrammar<LoopValue> {
  package static var loop: ValueGrammar { unread("loop") }
}
extension ValueGrammar<String> {
  package static var text: ValueGrammar { unread("text") }
}
extension ValueGrammar<String> {
  package static var name: ValueGrammar { unread("name") }
}
extension ValueGrammar<String> {
  package static var sha256: ValueGrammar { unread("sha256") }
}
extension ValueGrammar<Double> {
  package static func number(in range: ClosedRange<Double>) -> ValueGrammar { unread("number") }
  /// 0..1 or percent: tolerance, softness, spill.
  package static func portion(_ noun: String) -> ValueGrammar { unread("portion") }
}
extension ValueGrammar<Int> {
  package static func integer(in range: ClosedRange<Int>) -> ValueGrammar { unread("integer") }
}
extension ValueGrammar where Value: CaseIterable & RawRepresentable<String> {
  package static func choice(_ noun: String) -> ValueGrammar { unread("choice") }
}
extension ValueGrammar<String> {
  package static func choice(_ noun: String, among words: [String]) -> ValueGrammar { unread("choice") }
}
extension ValueGrammar {
  package static func animated<V>(_ grammar: ValueGrammar<V>) -> ValueGrammar where Value == Animated<V> {
    unread("animated")
  }
  package static func ramp<V>(_ grammar: ValueGrammar<V>) -> ValueGrammar where Value == Ramp<V> {
    unread("ramp")
  }
  package static func keyFrameValue<V>(_ grammar: ValueGrammar<V>) -> ValueGrammar
  where Value == KeyFrameValue<V> { unread("key-frame-value") }
}
extension ValueGrammar {
  fileprivate static func unread(_ name: String) -> ValueGrammar {
    ValueGrammar(noun: name, examples: [], production: name, pattern: nil) {
      .failure(ValueProblem(Diagnostic(.notSupportedYet, "not read yet", at: $0.range)))
    }
  }
}
