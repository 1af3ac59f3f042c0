import Diagnostics

extension ValueGrammar<MotionValue> {
  /// `zoom-in 10%`, `pan-left`
  package static var motion: ValueGrammar {
    let words = MotionValue.Kind.allCases.map(\.rawValue)
    return ValueGrammar(
      "a motion", examples: ["zoom-in 10%", "pan-left"], production: "motion", finding: .unknownValue,
      pattern: "(?:\(words.joined(separator: "|")))(?:\\s+\(NumberPattern.signed)%?)?"
    ) { scanner throws(ValueProblem) in
      let word = scanner.nameRun
      guard !word.isEmpty else { throw scanner.expected() }
      guard let kind = MotionValue.Kind(rawValue: scanner.text(word)) else {
        throw scanner.unknown("motion", word, among: words)
      }
      scanner.position = word.upperBound
      scanner.skipBlanks()
      guard !scanner.isAtEnd else { return MotionValue(kind: kind) }
      let amount = ValueGrammar<Double>.portion("an amount").read(scanner.scalar.part(scanner.rest))
      scanner.position = scanner.end
      return MotionValue(kind: kind, amount: try amount.get())
    }
  }
}

extension ValueGrammar<LoopValue> {
  /// `true`, `false`, `fill`, or the number of plays
  package static var loop: ValueGrammar {
    ValueGrammar(
      "a loop", examples: ["true", "3", "fill"], production: "loop", finding: .numberSyntax,
      pattern: "(?:true|false|fill|[0-9]+(?:\\.0+)?)"
    ) { scanner throws(ValueProblem) in
      if scanner.takeWord("true") { return .endless }
      if scanner.takeWord("false") { return .off }
      if scanner.takeWord("fill") { return .fill }
      guard scanner.isAtNumber else {
        let word = scanner.rest
        throw scanner.unknown(
          "loop", word, among: ["true", "false", "fill"],
          meant: [
            "forever": "true", "infinite": "true", "yes": "true", "on": "true", "no": "false", "off": "false",
          ][
            scanner.text(word).lowercased()], hint: "a number sets how many times it plays")
      }
      let count = ValueGrammar<Int>.integer(in: 1...100_000).read(scanner.scalar.part(scanner.rest))
      scanner.position = scanner.end
      return .times(try count.get())
    }
  }
}
