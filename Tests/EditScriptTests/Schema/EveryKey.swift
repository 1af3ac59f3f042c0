/// A script that uses every key of the language, each as it is meant.
let everyKeyScript = """
  edit: 1
  title: Every key
  note: what the language can say
  x-mine: {anything: [goes, here]}

  vars:
    city: {type: text, default: Paris, allowed: [Paris, Rome], note: where it was}
    places: {type: text, list: true, default: [The lake, The hill]}
    share: {type: number, example: 0.3, range: 0..1, was: [part]}

  use:
    parts: parts
    kit: {git: "https://git.example.org/kit", revision: v1.2.0, folder: film, vendored: vendor/kit}
    logos:
      url: https://media.example.org/logos.tar
      sha256: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
  media:
    beach: footage/beach.mp4
    tone: {file: tone.pcm, raw: {sample-format: s16le, sample-rate: 48000, channels: stereo}}
    shots:
      file: shots
      from: [https://media.example.org/shots.mp4, s3://team-media/shots.mp4]
      words: footage/shots.json
      sync: {at: -3.2s, speed: 1.000145x}
      sha256: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
      streams: {video: 0, audio: 1, language: eng, characteristic: commentary}
      frames: {pattern: shot-%04d.png, rate: 24}
      raw: {pixel-format: rgba, size: 640x360, rate: 25}
      deinterlace: auto
      aperture: clean
      orientation: 90
      pixel-aspect: 64:45
      color: bt601
      alpha: straight
      on-damage: hold
      missing: hold

  canvas: {size: 1280x720, rate: 30, background: "#102030", color: bt709, depth: 8, nested: inherit}
  mix: {rate: 48000, channels: stereo, loudness: -16 LUFS, peak: -1 dBTP, splice: 5ms}

  defaults:
    image: {fit: cover, opacity: 0.9}
    text: {font: Inter, size: 6%, color: white}
    overlays:
      image: {opacity: 0.8}

  styles:
    calm: {opacity: 0.9}
  overrides:
    landscape: {intro: {fit: cover}}
    portrait: {intro: {fit: contain}}
    square: {intro: {fit: fill}}

  timeline:
    - clip: beach
      name: intro
      note: the first one
      enabled: true
      when: city
      unless: {city: [Rome]}
      style: calm
      take: 2s..8s
      speed: 2x
      for: 3s
      pitch: keep
      loop: fill
      between: motion
      stabilize: {smooth: 2s, zoom: 1.2}
      audio: {stream: 0, language: eng, characteristic: original, lead: 1s, lag: 500ms}
      volume: [1 -> 0.5 over first 1s, 0.5 -> 0 over last 1s]
      loudness: -16 LUFS
      channels: {left: right, right: left, center: mono, lfe: lfe, back-left: 0, back-right: back-right, side-left: 1, side-right: side-right}
      pan: -0.5
      fade: {in: 1s, out: 1s, curve: s-curve}
      duck: {under: talk, by: -12dB, attack: 200ms, release: 1s}
    - transition: {kind: wipe left, for: 1s, ease: ease-in, using: handles, audio: cut}
    - clip: shots
      says: So this is the first thing
    - angles: {wide: beach, near: footage/near.mp4}
      take: 2s..8s
      show: {0s: wide, 50%: near}
      audio: near
    - clip: footage/park.mov
      freeze: 2s
      fit: contain
      place: bottom right, margin 24px
      width: 50%
      height: 40vmin
      scale: 1.5
      rotate: 0deg -> 90deg
      flip: horizontal
      crop: {part: 10% 0px 10% 0px, anchor: keep}
    - image: b.png
      fit: cover
      focus: 30% 40% -> 70% 40%
      skew: 0deg -> 10deg 5deg
    - image: b.png
      crop: {left: 10%, top: 5%, right: 10%, bottom: 5%}
      place: {at: bottom right, margin: {right: 24px, bottom: 12px}}
    - image: b.png
      place: {at: top left, margin: {left: 24px, top: 12px}}
      opacity: {0s: 0, 1s: 1 ease-out}
      blend: screen
      mask: {image: art/mask.png, with: {share: 72}, place: center, width: 50%, height: 50%, feather: 4px, invert: false}
      chroma-key: {color: lime, tolerance: 0.2, softness: 0.1, spill: 0.5, edge: {choke: 1px, feather: 2px}}
      filters:
        - sepia
        - brightness: 0.2
        - contrast: 1.2
        - saturation: 0.5
        - gamma: 1.1
        - exposure: -1
        - temperature: 0.3
        - hue: 30deg
        - grayscale: 1
        - sepia: 0.5
        - noir: 1
        - fade: 1
        - chrome: 1
        - instant: 1
        - mono: 1
        - process: 1
        - tonal: 1
        - transfer: 1
        - invert: 1
        - blur: 4px -> 0px
        - sharpen: 1
        - denoise: 0.5
        - vignette: 0.5
        - grain: 0.2
        - lut: looks/film.cube
        - ffmpeg: "eq=gamma=1.2"
    - sequence: opener
    - edit: parts/part-2.edit
      with: {city: "${city}", places: "${places}", share: "${share}"}
    - edit: kit/opener
    - edit: logos/logo
    - gap: 1s
    - each: {image: photos/*.jpg, for: 3s}
      transition: dissolve 1s
      captions: "${places}"
      caption: {size: 5%}
      overrides: {2: {for: 6s}}
    - image: art/photo.jpg
      motion: zoom-in 10%
      mask: {shape: ellipse, radius: 4px}
    - color: red
      for: 2s
    - gradient: {colors: [red, blue], angle: 90deg, radial: 50% 50%, radius: 70%}
      for: 2s
    - bars: smpte
      for: 1s
    - shape: {polygon: "0% 0%, 100% 0%, 50% 100%"}
      for: 1s
      mask: {shape: {star: 5}}
    - shape: {arrow: right}
      for: 1s
      mask: {sequence: opener, by: alpha}
    - color: red
      for: 1s
      mask: {clip: media/ink.mov}
    - color: red
      for: 1s
      mask: {text: HELLO, font: Inter, size: 30%, weight: bold}
    - noise: {size: 2px, amount: 0.2 -> 1, color: true, still: true}
      for: 1s
    - counter:
      for: 1s
    - counter: {from: -5, to: 12500.5, ease: ease-out, format: "# ###,## €", decimals: 2}
      for: 1s

  overlays:
    - counter: {of: story, show: "{file}  {timecode}"}
    - text: Hello ${city}
      at: intro.end - 1s
      weight: bold
      align: center
      font: Inter
      size: 5%
      color: white
      lines: 2
      line-height: 1.2
      tracking: 16%
      features: [tnum, smcp]
      stroke: 2px black
      shadow: {color: black, x: 2px, y: 2px, blur: 4px}
      box: {color: navy, padding: 8px, radius: 4px}
      animate: {in: rise, out: fade, by: letter, for: 500ms, stagger: 30ms, order: center, ease: ease-in-out}
      markup: false
    - credits: ["Directed by: Grace Hopper", "", Thanks to all]
      at: 2s..4s
      columns: side
      gutter: 3%
      roles: {font: Inter, size: 4%, weight: regular, color: gray, line-height: 1.4, tracking: 2%, features: [smcp], stroke: 1px black, shadow: black}
      roll: up
    - shape: rectangle
      at: 1s..2s
      fill: red
      stroke: 2px black
      radius: 4px

  audio:
    - clip: music/song.m4a
      at: 1s
      filters:
        - highpass: 80Hz
        - lowpass: 12kHz
        - eq: {frequency: 1kHz, gain: -3dB, width: 200Hz}
        - compress: {threshold: -18dB, ratio: 4, attack: 5ms, release: 100ms, makeup: 2dB}
        - limit: -1dB
        - reverb: 0.3
    - tone: sine
      duck: {under: story, to: 0.25}
      name: talk
      frequency: 440Hz
      for: 1s
    - silence: 1s

  subtitles:
    - subs/en.srt
    - {file: subs/fr.srt, of: beach, language: fra, mode: stream, title: Forced}
    - {of: beach, stream: 1, mode: stream}
    - {file: subs/de.srt, language: deu, mode: sidecar, format: vtt}
    - file: words.json
      style:
        font: Inter
        size: 8%
        weight: bold
        color: white
        highlight: yellow
        stroke: 2px black
        box: {color: "#000000a0", padding: 8px, radius: 4px, by: line}
        place: bottom
        words: karaoke
        max-words: 3
    - cues: [{at: 1s..2s, text: Hello}]
      name: greeting
      style:
        highlight:
          color: black
          box: {color: yellow, padding: 2px 6px, radius: 4px}
          animate: pop
          for: 200ms

  markers:
    start: 0s
    middle: {at: 5s, chapter: true, note: the turn}

  sequences:
    opener:
      note: seen first
      timeline: [{clip: beach, name: intro}]
      overlays: [{image: art/logo.png}]
      audio: [{clip: music/song.m4a}]

  checks:
    orientation: landscape
    duration: ..60s
    size: 1280x720
    rate: 30
    loudness: -16 LUFS +- 1
    short-term: ..-14 LUFS
    momentary: ..-12 LUFS
    range: ..15 LU
    phase: -0.5..
    peak: ..-1 dBTP
    black: ..2s
    freeze: ..10s
    gamut: {levels: 16..235, area: 2%}
    flashes: none
    silence: ..3s
    captions: {of: netflix, characters: 40, lines: 3, speed: 17, shortest: 1s, longest: 6s, chain: 2f, gap: 1s}
    safe-area: title
    file-size: ..50MB
    copied: 90%..
    audio: required

  metadata:
    keep: sharing
    title: Every key
    artist: Ada
    album: Tests
    genre: documentary
    date: "2024"
    copyright: Ada
    description: All of it
    comment: none
    album-artist: Ada
    composer: Bach
    grouping: Preludes
    keywords: sea, summer
    lyrics: The sea was calm.
    show: Days at the sea
    make: Sony
    model: FX3
    language: eng
    location: "52.52, 13.405"
    cover: art/cover.jpg
    quicktime: {com.apple.quicktime.content.identifier: A1}
    id3: {TBPM: "120"}
    vorbis: {ISRC: DEA120300001}
    matroska: {TITLE-deu: Ein Tag}

  outputs:
    - file: out/film.mp4
      name: main
      preset: 1280x720
      size: 1280x720
      overrides: {intro: {opacity: 0.5}, greeting: {style: {size: 9%}}}
      rate: 30
      range: first 5s
      video:
        codec: h264
        bitrate: 5M
        passes: 2
        speed: veryfast
        profile: high
        level: 4.1
        tune: film
        options: {x264: "aq-mode=3:psy=0", x265: "rd=4"}
        keyframes: 2s
        depth: 8
        pixel-format: yuv420p
        color: bt709
        mastering: {peak: 1000, black: 0.005, primaries: bt2020, max-cll: 1000, max-fall: 400}
        title: Main view
      audio: {codec: aac, bitrate: 128k, rate: 48000, channels: stereo, title: Stereo mix}
      mode: render
      faststart: true
      fragment: 2s
      playlist: [out/film.m3u8, out/film.mpd]
      metadata: {keep: none}
      chapters: true
      keep: [chapters]
      timecode: "01:00:00;00"
      subtitles: deu
      still: 1s
      stems: true
      first-number: 1001
      loop: 3
    - {file: out/best.mp4, video: {quality: 20}}
    - {file: out/small.mp4, video: {max-file-size: 50MB}}
    - file: out/tracks.mp4
      audio:
        - {name: English, language: eng, default: true, only: [intro], codec: aac, bitrate: 128k, channels: stereo}
        - {without: intro}
  """
