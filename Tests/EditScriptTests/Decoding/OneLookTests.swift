import EditScript
import Testing

@Suite struct OneLookTests {
  @Test("the language page's first script reads without a finding, up to what is not rendered yet")
  func oneLook() {
    let reading = read(
      """
      edit: 1
      title: no

      media:
        beach: footage/beach.mp4
        song: {file: music/song.m4a}
        logo: art/logo.png

      canvas: {size: 1280x720, rate: 30, background: red}

      timeline:                                  # the main story
        - clip: beach
          take: 2.5s..10s
          opacity: 1 -> 0 over last 1s
        - clip: park.mov
          take: ..8s
          enabled: false
        - gap: 12f

      overlays:
        - image: logo
          place: bottom right, margin 24px
          width: 12%
          opacity: {0s: 0, 1s: 1 ease-out}

      audio:
        - clip: song
          at: 1s
          volume: 1 -> 0

      checks:
        orientation: landscape
        audio: required

      outputs:
        - file: out/holiday.mp4
          preset: 1280x720
          range: first 3s
          video: {codec: h264, quality: 20, speed: veryfast, keyframes: 2s}
          audio: {codec: aac, bitrate: 128k}
          faststart: off
      """)
    #expect(reading.findings == [])
    #expect(
      reading.script.dump == """
        title "no"
        media "beach" file "footage/beach.mp4"
        media "song" file "music/song.m4a"
        media "logo" file "art/logo.png"
        canvas size 1280x720
        canvas rate 30
        canvas background #ff0000
        timeline 1 clip "beach"
        timeline 1 take 2.5s..10s
        timeline 1 opacity 1 -> 0 over last 1s
        timeline 2 clip "park.mov"
        timeline 2 enabled false
        timeline 2 take ..8s
        timeline 3 gap 12f
        overlays 1 image "logo"
        overlays 1 place bottom right, margin 24px
        overlays 1 width 12%
        overlays 1 opacity at 0s: 0
        overlays 1 opacity at 1s: 1 ease-out
        audio 1 clip "song"
        audio 1 at 1s
        audio 1 volume 1 -> 0
        checks orientation landscape
        checks audio required
        outputs 1 file "out/holiday.mp4"
        outputs 1 preset 1280x720
        outputs 1 range first 3s
        outputs 1 video codec h264
        outputs 1 video quality 20
        outputs 1 video speed veryfast
        outputs 1 video keyframes 2s
        outputs 1 audio codec aac
        outputs 1 audio bitrate 128k
        outputs 1 faststart false

        """)
  }
}
