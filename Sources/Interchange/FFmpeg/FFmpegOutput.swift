/// The output file of an FFmpeg command line, as arguments of `ffmpeg`.
package struct FFmpegOutput: Hashable, Sendable {
  package var file: String
  package var hasPicture: Bool
  package var hasSound: Bool
  /// The final size of pictures; nil for the size of the film.
  package var size: Size?
  /// FFmpeg's name of the pixel format.
  package var pixelFormat: String
  /// The arguments for picture, sound and file: each group is a line of the script.
  package var pictureArguments: [String]
  package var soundArguments: [String]
  package var fileArguments: [String]

  package struct Size: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }

    /// Nil if a side is unknown or impossible.
    init?(_ width: Int?, _ height: Int?) {
      guard let width, let height, (1...65536).contains(width), (1...65536).contains(height) else {
        return nil
      }
      self.init(width: width, height: height)
    }
  }

  /// A film with H.264 and AAC, for a timeline that does not specify its file.
  package init(
    file: String = "film.mp4", hasPicture: Bool = true, hasSound: Bool = true, size: Size? = nil,
    pixelFormat: String = "yuv420p",
    pictureArguments: [String] = ["-c:v", "libx264", "-crf", "18"],
    soundArguments: [String] = ["-c:a", "aac", "-b:a", "192k"], fileArguments: [String] = []
  ) {
    self.file = file
    self.hasPicture = hasPicture
    self.hasSound = hasSound
    self.size = size
    self.pixelFormat = pixelFormat
    self.pictureArguments = pictureArguments
    self.soundArguments = soundArguments
    self.fileArguments = fileArguments
  }
}
