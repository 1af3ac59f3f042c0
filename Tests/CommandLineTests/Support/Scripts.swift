/// A film of 18 seconds in several segments, with layers that fade and sound: small, but with a bit of everything.
func variedScript(opacity: String = "0.5", video: String = "") -> String {
  """
  edit: 1
  canvas: {size: 160x90, rate: 30, background: "#204060"}
  timeline:
    - clip: \(Footage.busy)
      take: ..6s
    - clip: \(Footage.counter)
      opacity: 0 -> 1 over first 1s
    - clip: \(Footage.flat)
      take: 1s..7s
    - clip: \(Footage.counter)
      take: 0.5s..
  overlays:
    - image: \(Footage.white)
      at: 13s
      place: center
      opacity: \(opacity)
  audio:
    - clip: \(Footage.tone)
      take: ..17.5s
      volume: 1 -> 0.2
  outputs:
    - file: film.mp4
      video: {speed: ultrafast\(video)}
  """
}

/// A film that takes an encoder some seconds: time enough to be interrupted in.
func slowScript(file: String = "film.mp4", take: String = "all") -> String {
  """
  edit: 1
  canvas: {size: 384x216, rate: 30}
  timeline:
    - clip: \(Footage.busy)
      take: \(take)
  audio:
    - clip: \(Footage.tone)
  outputs:
    - file: \(file)
      video: {speed: slow}
  """
}
