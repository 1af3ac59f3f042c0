import Testing

@Suite("Texts and values")
struct ScalarTests {
  @Test("Quotes go where nobody needs them")
  func needlessQuotes() {
    check(
      "\"title\": \"My film\"\nmedia: {'beach': 'a b.mp4'}\ntimeline: [{\"clip\": 'beach', take: \"2s..5s\"}]\n",
      becomes: "title: My film\nmedia: {beach: a b.mp4}\ntimeline: [{clip: beach, take: 2s..5s}]\n")
    check("canvas: {rate: '30', background: \"red\"}\n", becomes: "canvas: {rate: 30, background: red}\n")
  }

  @Test("Quotes stay where YAML needs them, double ones unless the text holds some")
  func quotes() {
    check(
      "title: 'a: b'\nnote: 'say \"hi\"'\nmedia: {a: 'it''s: #1', b: \"c:\\\\d: \\\"e\\\"\", c: \"it's: \\\"f\\\"\"}\n",
      becomes:
        "title: \"a: b\"\nnote: say \"hi\"\nmedia: {a: \"it's: #1\", b: 'c:\\d: \"e\"', c: \"it's: \\\"f\\\"\"}\n"
    )
    checkStays("overlays: [{image: a, place: \"top, margin 2px\"}]\n")
    check(
      "overlays:\n  - image: a\n    place: 'top, margin 2px'\n",
      becomes: "overlays:\n  - image: a\n    place: top, margin 2px\n")
    check("canvas: {background: '#FF8800'}\n", becomes: "canvas: {background: \"#ff8800\"}\n")
  }

  @Test("A text that others would take for a number, a truth value or nothing keeps its quotes")
  func tellingQuotes() {
    for text in [
      "no", "Yes", "NULL", "~", "1:30", "0755", "1e3", "-.inf", "2024-01-01", "", "<<", "=", "+1", ".",
    ] {
      checkStays("title: \"\(text)\"\n")
    }
    checkStays("title: no\nnote: 5\n")
  }

  @Test("Escapes, characters that nobody sees, and variables are left alone")
  func deliberate() {
    checkStays("title: \"gr\\u00FCn\\ttab\"\nnote: 'a\u{200B}b'\n")
    checkStays("title: \"${name}\"\ntimeline: [{clip: a, take: \"${from} .. 05s\"}]\n")
  }

  @Test("What belongs to nobody keeps its quotes and its spelling")
  func unknown() {
    check("x-a: {'b' : \"c\", d: 2.50s}\nfoo:   'e'\n", becomes: "x-a: {'b': \"c\", d: 2.50s}\nfoo: 'e'\n")
  }

  @Test("Values in their usual spelling, with the author's units and words")
  func values() {
    check(
      """
      canvas: {size: 1280 x 720, rate: 030.0}
      timeline:
        - clip: a
          take: 2.50s .. end-1.0s
          opacity: .5->  1 over first   1.00s
          volume: -6.0dB
      overlays:
        - image: a
          at: intro.end+12f
          place: bottom right , margin 24.0px
          enabled: no
      """,
      becomes: """
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: a
            take: 2.5s..end - 1s
            opacity: 0.5 -> 1 over first 1s
            volume: -6dB
        overlays:
          - image: a
            enabled: no
            at: intro.end + 12f
            place: bottom right, margin 24px

        """)
  }

  @Test("Texts are never respelled, nor is what cannot be read")
  func texts() {
    checkStays("title: 2.50s ->  1\ntimeline: [{clip: 01.0, note: .5, take: 2.50s to 5s}]\n")
  }

  @Test("The times of key frames, unless two would become the same")
  func keyFrames() {
    check(
      "timeline: [{color: red, opacity: {0.0s: 0, '1.50s': .5}}]\n",
      becomes: "timeline: [{color: red, opacity: {0s: 0, 1.5s: 0.5}}]\n")
    checkStays("timeline: [{color: red, opacity: {1.0s: 0, 1.00s: 1}}]\n")
  }

  @Test("Lines of one text are indented anew and stay lines; values come on one line")
  func severalLines() {
    check(
      "note: \"a\n b  \n\n      c \\\n  \\  d\"\ntitle:\n    plain\n    words\ncanvas:\n  rate:\n    30\ntimeline:\n- clip: a\n  take: 2s\n      .. 5s\n",
      becomes:
        "title: plain\n  words\nnote: \"a\n  b\n\n  c \\\n  \\  d\"\ncanvas:\n  rate: 30\ntimeline:\n  - clip: a\n    take: 2s..5s\n"
    )
    check("x-a: {b: 'c\n d',\n e: f}\n", becomes: "x-a: {\n    b: 'c\n    d',\n    e: f\n  }\n")
  }

  @Test("Blanks that a backslash makes part of the text stay at the end of their line")
  func escapedBlanks() {
    check("note: \"a \\ \n   b\"\n", becomes: "note: \"a \\ \n  b\"\n")
  }

  @Test("Block texts keep every line and blank of theirs, their indentation is the usual one")
  func blockTexts() {
    check(
      "note: |\n      a\n\n        b  \n    # c\nx-a:\n- >-   # d\n     e\n     f\n\n       g\n\n\n-   h\n",
      becomes: "note: |\n  a\n\n    b  \n# c\nx-a:\n  - >-  # d\n    e\n    f\n\n      g\n\n  - h\n")
  }

  @Test("The header of a block text says what the text needs: an indentation, the line breaks at its end")
  func blockHeaders() {
    check("note: |2-\n   a\n  b\n", becomes: "note: |2-\n   a\n  b\n")
    check("note: |4\n    a\n", becomes: "note: |\n  a\n")
    check("note: |1\n\n   a\n  b\n", becomes: "note: |2\n\n    a\n   b\n")
    check("note: |+\n  a\n", becomes: "note: |\n  a\n")
    check("note: |+\n    a\n\n\nx-a: b\n", becomes: "note: |+\n  a\n\n\nx-a: b\n")
    check("note: >+\n\n\nx-a: b\n", becomes: "note: >+\n\n\nx-a: b\n")
    check("note: |2\n     \n  \nx-a: b\n", becomes: "note: |2\n     \n\nx-a: b\n")
    checkStays("note: |\nx-a: |-  # b\n")
    check("note: |\r\n  a\r\n   b\r\n\r\nx-a: b\r\n", becomes: "note: |\n  a\n   b\n\nx-a: b\n")
  }
}
