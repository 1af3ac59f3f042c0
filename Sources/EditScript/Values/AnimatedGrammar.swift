import Composition
import Diagnostics

extension ValueGrammar {
  /// A plain value, or one ramp; lists of ramps and key frames are collections, not scalars.
  package static func animated<V>(_ grammar: ValueGrammar<V>) -> ValueGrammar where Value == Animated<V> {
    let usual = grammar.examples.first ?? ""
    return ValueGrammar(
      noun: grammar.noun + " or a ramp",
      examples: grammar.examples + ["\(usual) -> \(grammar.examples.last ?? "") over last 1s ease-in"],
      production: "animated", pattern: AnimatedPattern.animated(grammar), plainProduction: grammar.production
    ) { scalar in
      let text = RampText(scalar)
      guard text.values.count > 1 else {
        return grammar.read(scalar).map { .constant($0) }.mapError { text.problemWithoutArrow ?? $0 }
      }
      return readRamp(text, of: grammar).map { .ramps([Located($0, at: scalar.range(of: text.whole))]) }
    }
  }

  /// `A -> B -> C over RANGE EASING`
  package static func ramp<V>(_ grammar: ValueGrammar<V>) -> ValueGrammar where Value == Ramp<V> {
    let usual = grammar.examples.first ?? ""
    return ValueGrammar(
      noun: "a ramp", examples: ["\(usual) -> \(grammar.examples.last ?? "") over last 1s ease-in"],
      production: "ramp", pattern: AnimatedPattern.ramp(grammar), plainProduction: grammar.production
    ) { readRamp(RampText($0), of: grammar) }
  }

  /// The value of a key frame, after its time: `1 ease-out`.
  package static func keyFrameValue<V>(_ grammar: ValueGrammar<V>) -> ValueGrammar
  where Value == KeyFrameValue<V> {
    ValueGrammar(
      noun: grammar.noun + " of a key frame",
      examples: grammar.examples + ["\(grammar.examples.first ?? "") ease-out"],
      production: "key-frame-value",
      pattern: AnimatedPattern.keyFrame(grammar), plainProduction: grammar.production
    ) { scalar in
      let text = RampText(scalar)
      do throws(ValueProblem) {
        guard text.values.count == 1, text.range == nil else { throw text.rampInKeyFrame }
        let easing = try text.readEasing()
        let value = try grammar.read(scalar.part(text.values[0])).get()
        return .success(KeyFrameValue(value: value, easing: easing))
      } catch {
        return .failure(error)
      }
    }
  }
}

extension ValueGrammar<GradientValue> {
  /// `red -> blue`: a gradient over the picture, not over time.
  package static var gradient: ValueGrammar {
    let color = ValueGrammar<Color>.color
    return ValueGrammar(
      noun: "gradient colours", examples: ["red -> blue", "navy -> teal -> white"],
      production: "gradient", pattern: AnimatedPattern.steps(color)
    ) { scalar in
      let text = RampText(scalar)
      if text.range != nil || (try? text.readEasing()) != .linear { return .failure(text.gradientOverTime) }
      return readRamp(text, of: color).map { GradientValue(colors: $0.values.map { .constant($0) }) }
    }
  }
}

private func readRamp<V>(_ text: RampText, of grammar: ValueGrammar<V>) -> Result<Ramp<V>, ValueProblem> {
  let scalar = text.scalar
  do throws(ValueProblem) {
    guard text.values.count > 1 else { throw text.singleValue }
    if let problem = text.longArrow ?? text.easingBeforeRange { throw problem }
    let easing = try text.readEasing()
    var values: [V] = []
    for part in text.values {
      guard !part.isEmpty else { throw text.emptySide(of: grammar) }
      do { values.append(try grammar.read(scalar.part(part)).get()) } catch { throw text.wrongWord ?? error }
    }
    guard let part = text.range else { return .success(Ramp(values: values, easing: easing)) }
    let range = try RampText.range.read(scalar.part(part)).get()
    return .success(Ramp(values: values, range: Located(range, at: scalar.range(of: part)), easing: easing))
  } catch {
    return .failure(error)
  }
}

private enum AnimatedPattern {
  private static let easing = "(?:\\s+\(EasingPattern.easing))?"
  private static let tail = "(?:\\s+over\\s+\(TimePattern.range(of: .item)))?\(easing)"

  static func animated<V>(_ grammar: ValueGrammar<V>) -> String {
    "^\\s*\(grammar.patternBody)(?:(?:\\s*->\\s*\(grammar.patternBody))+\(tail))?\\s*$"
  }

  static func ramp<V>(_ grammar: ValueGrammar<V>) -> String {
    "^\\s*\(grammar.patternBody)(?:\\s*->\\s*\(grammar.patternBody))+\(tail)\\s*$"
  }

  static func steps<V>(_ grammar: ValueGrammar<V>) -> String {
    "^\\s*\(grammar.patternBody)(?:\\s*->\\s*\(grammar.patternBody))+\\s*$"
  }

  static func keyFrame<V>(_ grammar: ValueGrammar<V>) -> String {
    "^\\s*\(grammar.patternBody)\(easing)\\s*$"
  }
}
