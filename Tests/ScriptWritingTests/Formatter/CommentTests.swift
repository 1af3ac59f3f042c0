import Testing

@Suite("Comments")
struct CommentTests {
  @Test("At the end of a line they stay there, two blanks behind the text")
  func behind() {
    check(
      "timeline: # a\n- clip: b# c\n  take: all     # d\n-   # e\n  gap: 1s\n",
      becomes: "timeline:  # a\n  - clip: b# c\n    take: all  # d\n  -  # e\n    gap: 1s\n")
  }

  @Test("On lines of their own they go with the key below, as far indented")
  func above() {
    check(
      """
      outputs:
          # about the file
        - preset: web
          # its path
          # in two lines
          file: a.mp4
      # about the version
      edit: 1
      """,
      becomes: """
        # about the version
        edit: 1
        outputs:
          # about the file
          -
            # its path
            # in two lines
            file: a.mp4
            preset: web

        """)
  }

  @Test("Behind the last key they belong to what they are indented like")
  func below() {
    let script = """
      timeline:
        - clip: a
          # in the item
        # in the list

        # in the list, too
      # about the outputs
      outputs:
        # no outputs yet
      # at the end

      """
    checkStays(script)
    check(
      "timeline:\n     -   clip: a\n         # in the item\n     # in the list\n\n\n    # in the list, too\n# about the outputs\noutputs:\n    # no outputs yet\n# at the end",
      becomes: script)
  }

  @Test(
    "At the top with an empty line below they are about the whole and stay, and so does what tools read there"
  )
  func header() {
    check(
      "# whose film this is\n\n# about the canvas\ncanvas: {rate: 30}\n# the version\nedit: 1\n",
      becomes: "# whose film this is\n\n# the version\nedit: 1\n# about the canvas\ncanvas: {rate: 30}\n")
    check(
      "#!/usr/bin/env editc\n# yaml-language-server: $schema=a.json\n# canvas\ncanvas: {rate: 30}\nedit: 1\n",
      becomes:
        "#!/usr/bin/env editc\n# yaml-language-server: $schema=a.json\nedit: 1\n# canvas\ncanvas: {rate: 30}\n"
    )
    check(
      "canvas:\n  # the picture\n\n  rate: 30\n  size: 640x360\n",
      becomes: "canvas:\n  # the picture\n\n  size: 640x360\n  rate: 30\n")
  }

  @Test("Between a key and its value they keep the value below")
  func between() {
    check(
      "title:  # a\n    # b\n\n   My film   # c\ncanvas:\n # d\n  {rate: 30}\ntimeline:\n - # e\n   # f\n    clip: a\n",
      becomes:
        "title:  # a\n  # b\n\n  My film  # c\ncanvas:\n  # d\n  {rate: 30}\ntimeline:\n  -  # e\n    # f\n    clip: a\n"
    )
  }

  @Test("In brackets they stand with their member, behind its comma")
  func inBrackets() {
    check(
      """
      canvas: { # a
        # b
        rate: 30 # c
        , # d
        size: 640x360, # e
        background: # f
          red
        # g
         } # h
      x-a: [ # i
       ]
      """,
      becomes: """
        canvas: {  # a
            # d
            size: 640x360,  # e
            # b
            rate: 30,  # c
            background:  # f
              red
            # g
          }  # h
        x-a: [  # i
          ]

        """)
  }

  @Test("For the linter they are about a line, which stays the first where it was")
  func linter() {
    checkStays(
      "timeline:\n  # editc: allow short-gap\n  - take: all\n    clip: a\n  - take: all  # editc: allow no-sound\n    clip: a\n"
    )
    check(
      "timeline:\n  - take: all\n    # editc: allow no-sound\n    clip: a\n",
      becomes: "timeline:\n  -\n    # editc: allow no-sound\n    clip: a\n    take: all\n")
  }

  @Test("Signs of YAML in them, and nothing in them at all")
  func content() {
    check("a: b #\n#: [ ' \" - \nc: d\n#", becomes: "a: b  #\n#: [ ' \" -\nc: d\n#\n")
  }
}
