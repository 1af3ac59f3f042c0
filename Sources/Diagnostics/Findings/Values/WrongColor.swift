extension DiagnosticID {
  package static let wrongColor = DiagnosticID(
    "wrong-color", .error, "The colour is not valid",
    explanation: """
      Colours are CSS names such as `navy`, or `"#rgb"`, `"#rrggbb"` and `"#rrggbbaa"` in quotes: an \
      unquoted `#` starts a YAML comment. The colour of a `chroma-key` must be saturated, because grey \
      occurs in every picture.
      """,
    needsMedia: false, formerly: ["value-syntax", "value-out-of-range"],
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color:  #f80
            for: 3s
          - color: ff8800
            for: 3s
        """,
        gives: [
          "`color` has no value; expected a colour or a ramp such as `red`, or a list of ramps, or key frames such as `{0s: red}`",
          "`ff8800` must be written `#ff8800`",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720}
        timeline:
          - color: "#f80"
            for: 3s
          - color: "#ff8800"
            for: 3s
        """),
    ])
}
