/// What is seen.
extension CatalogueEntry {
  static let mixedOrientation = CatalogueEntry(
    title: "Portrait and landscape are mixed",
    explanation: """
      Some main clips are taller than wide and others wider than tall, as they are shown. Whichever \
      canvas is chosen, some of them get bars or lose most of their picture. Say how with `fit` on the \
      clips that do not match, choose other clips, or allow it with `checks: {orientation: any}`.
      """)

  static let oddSize = CatalogueEntry(
    title: "The size needs even numbers",
    explanation: """
      Video is stored with one colour sample for two by two pixels, so that its width and height must be \
      even. The hint names the nearest even size.
      """)

  static let noPicture = CatalogueEntry(
    title: "The media has no picture",
    explanation: """
      The item shows media that holds only sound. Use it under `audio`, or show a picture or a colour in \
      its place.
      """)

  static let neverVisible = CatalogueEntry(
    title: "The item is never seen",
    explanation: """
      The item takes time but no moment of it can be seen: something covers it, it is fully transparent, \
      or it lies outside the canvas. Move it, uncover it, or remove it.
      """)

  static let upscaled = CatalogueEntry(
    title: "The picture is enlarged",
    explanation: """
      The picture is drawn larger than the media has it, which makes it soft. Use larger media, a \
      smaller canvas, or a smaller width.
      """)

  static let aspectChanged = CatalogueEntry(
    title: "The picture is distorted",
    explanation: """
      The picture is drawn with another ratio of width to height than it has, so circles become ovals. \
      Use `fit: contain` or `fit: cover`, or give only one of width and height.
      """)

  static let mixedRates = CatalogueEntry(
    title: "Media of different frame rates",
    explanation: """
      The main clips have different frame rates. Each is shown in its own speed; frames are repeated or \
      left out where the canvas rate differs from theirs. Set `canvas: {rate: ...}` to the rate that \
      matters most.
      """)

  static let variableRate = CatalogueEntry(
    title: "Frames last differently long",
    explanation: """
      The media has no steady frame rate, as is usual for recordings of phones and screens. editc shows \
      at each moment of the film what the media shows at that moment, so sound and picture stay \
      together. Nothing needs to be done.
      """)

  static let interlacedMedia = CatalogueEntry(
    title: "The media is interlaced",
    explanation: """
      Each stored frame of the media holds two half pictures from different moments, every other line of one \
      and every other line of the next. editc makes a whole picture of each of them, so that no combs show, and \
      shows each for half of the frame's time: a film at twice the media's rate shows all of them and moves \
      smoothly, one at the media's own rate shows the first of each two. Write `deinterlace: off` in the entry \
      under `media` where the file is marked wrongly.
      """)

  static let rotatedMedia = CatalogueEntry(
    title: "The media is stored turned",
    explanation: """
      The file says that its pictures are to be turned when they are shown, as phones do. editc turns \
      them upright before anything else: width, height and crop are those of the upright picture.
      """)

  static let nonSquarePixels = CatalogueEntry(
    title: "The pixels are not square",
    explanation: """
      The file says that its pixels are wider or narrower than tall, as in DV and DVD video. editc \
      stretches the picture to its display size before anything else.
      """)

  static let colorUntagged = CatalogueEntry(
    title: "Colours without a meaning",
    explanation: """
      Video stores brightness and two differences of colour, and there are several ways to get red, green \
      and blue back. The file does not say which one is meant, so editc takes what players take: BT.709 from \
      720 rows or 1280 columns on, BT.601 below. If greens and skins look slightly wrong, the guess was \
      wrong: write `color` in the file's entry under `media`, such as `{file: old.avi, color: bt601}`.
      """)

  static let colorMixed = CatalogueEntry(
    title: "Colours of different ranges",
    explanation: """
      The media can hold colours that the film cannot: its red, green and blue reach further. editc converts \
      them, so that everything both can show looks the same; what only the media can show becomes the nearest \
      colour that the film has. `canvas: {color: bt2020}` makes a film that has them.
      """)

  static let hdrToSDR = CatalogueEntry(
    title: "HDR becomes standard range",
    explanation: """
      The media holds light that is brighter than the white of standard video, and the film cannot show it. Up \
      to 122 cd/m² the light stays as it is, with HDR's reference white of 203 cd/m² as the measure; from there \
      on it is compressed ever more strongly, so that 1000 cd/m² become white and hues stay what they are. \
      `canvas: {color: hlg}` or `{color: pq}` makes an HDR film.
      """)

  static let depthLost = CatalogueEntry(
    title: "More bits than the film",
    explanation: """
      The media has finer steps of colour than the file that is made, which has 8 bits for each channel. The \
      film is put together with 10 bits and rounded at the end; in smooth gradients such as skies the steps can \
      become visible. Nothing needs to be done where that does not matter; `canvas: {depth: 10}` keeps the \
      bits, but many players and browsers cannot show such files.
      """)

  static let alphaLost = CatalogueEntry(
    title: "The transparency is lost",
    explanation: """
      The script asks for a transparent background, but the files that are made have no transparency. What \
      lies behind everything is drawn as an opaque colour. Write that colour, so that everybody can see \
      which one it is.
      """)
}
