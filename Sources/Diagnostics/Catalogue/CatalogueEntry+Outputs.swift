/// What is made of the film, and what the author wants to be true of it.
extension CatalogueEntry {
  static let codecNotInContainer = CatalogueEntry(
    title: "The file cannot hold the codec",
    explanation: """
      The kind of file that the extension says cannot store what the codec makes. Choose another \
      extension or another codec; the message lists what fits.
      """)

  static let codecNotAvailable = CatalogueEntry(
    title: "The encoder is not installed",
    explanation: """
      The codec exists, but the FFmpeg libraries on this machine were built without an encoder for it. \
      Install a build that has it, or choose one of the codecs that the message lists.
      """)

  static let notCopied = CatalogueEntry(
    title: "It cannot be copied",
    explanation: """
      An output with `mode: passthrough` or `codec: copy` takes coded pictures and sound from the media as they are: \
      nothing is lost, and it takes no longer than copying files. That needs clips that stay as they are (no overlay, \
      no change of size, speed, colour or volume, no transition), takes that begin at key frames, and files that are coded \
      alike. The message says for each item what is in the way. Change it, or encode.
      """)

  static let filterNotAvailable = CatalogueEntry(
    title: "FFmpeg does not know the filter",
    explanation: """
      What stands under `ffmpeg:` is held against the libavfilter on this machine when the script is checked: \
      the filter's name, the name of each option, and whether FFmpeg takes the values. A name that is nearly \
      right gets a suggestion.
      """)

  static let filterForbidden = CatalogueEntry(
    title: "The filter cannot be used here",
    explanation: """
      A filter under `ffmpeg:` gets one picture and gives one, of the same size and at the same time, and \
      does nothing else. Filters that open files or talk to networks, that have other pictures in or out, or \
      that change size, rate or times are refused; the hint names what does the same in a script.
      """)

  static let outputOverwritesMedia = CatalogueEntry(
    title: "The output would replace media",
    explanation: """
      The output file is also a media file of the script, which would be lost. Write the output to \
      another path.
      """)

  static let sameOutputTwice = CatalogueEntry(
    title: "Two outputs, one file",
    explanation: """
      Two outputs have the same path, so the second would replace the first. Give each its own file; \
      with variables in the path, make sure that they tell the outputs apart.
      """)

  static let sizeLimitUnreachable = CatalogueEntry(
    title: "The file may not be large enough",
    explanation: """
      `max-file-size` leaves so few bits for the picture that it will look bad. What is left is the size without \
      the sound, the container and a margin, over the length of the film; the least that this rule asks for is \
      one bit for every 50 pixels of every frame (width x height x frames a second / 50). Content that hardly \
      moves looks well with less. Where nothing at all is left for the picture it is an error. Allow a larger \
      file, make the picture smaller or slower, or the sound smaller.
      """)

  static let tagLost = CatalogueEntry(
    title: "The file has no place for a tag",
    explanation: """
      Kinds of file differ in the tags that they can hold: WAV and QuickTime have no description, Opus and FLAC one \
      place for comment and description together. A file without sound has no spoken language. What cannot be \
      held is left out and reported. Leave the tag out for this output (`metadata: {description: ""}`), or make \
      another kind of file.
      """)

  static let keptTagLost = CatalogueEntry(
    title: "A tag of the media is not kept",
    explanation: """
      `keep` asks for tags of the media to survive, and this kind of file has no place for some of them: MP4 has a \
      list of names of its own, and QuickTime and WAV a shorter one; MP3, Opus and FLAC take any name. The rest \
      of the tags is kept.
      """)

  static let locationLeak = CatalogueEntry(
    title: "The output tells a place or a device",
    explanation: """
      `keep: all` takes tags of the media over into the output, and among them are where it was recorded or with \
      which device. Whoever gets the file can read them. `keep: sharing` keeps what says what the media are and \
      leaves out places and devices.
      """)

  static let enlargingPreset = CatalogueEntry(
    title: "The preset exceeds the canvas",
    explanation: """
      A preset with a size never enlarges: a film that is smaller than the preset keeps its own size. \
      Make the canvas larger, or choose the preset that fits it.
      """)

  static let checkFailed = CatalogueEntry(
    title: "A check is not true",
    explanation: """
      A statement under `checks` does not hold for this film. The message shows what was demanded and \
      what was found. Change the edit until it holds, or the check when it asks too much.
      """)

  static let unknownSuppression = CatalogueEntry(
    title: "The comment allows nothing known",
    explanation: """
      A comment that begins with `# editc:` allows warnings and information: `# editc: allow no-sound, upscaled` \
      at the end of a line, or on the line before. This one names a rule that does not exist, or says something \
      other than `allow`, so it has no effect. Check the spelling against `editc explain --list`.
      """)

  static let unusedSuppression = CatalogueEntry(
    title: "The comment allows nothing here",
    explanation: """
      A comment `# editc: allow ...` names a rule that has nothing to report in the line that it is about. \
      Remove the name, so that it cannot hide a later finding. An error is never allowed: mend it, and then the \
      comment. Nothing is called unused before everything was checked: not while the script has errors, and \
      without the media only where the rule needs the text alone.
      """)
}
