/// The file that a command line of FFmpeg writes, as arguments of `ffmpeg`.
package struct FFmpegOutput: Hashable, Sendable {
  package var file: String
  package var hasPicture: Bool
  package var hasSound: Bool
  /// What pictures are scaled to in the end; nil for the size of the film.
  package var size: Size?
  /// FFmpeg's name of how pictures lie in memory.
  package var pixelFormat: String
  /// The arguments that say how pictures, sound and the file are written: a group is a line of the script.
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

    /// Nil for a side that is not known, and for one that no picture has.
    init?(_ width: Int?, _ height: Int?) {
      guard let width, let height, (1...65536).contains(width), (1...65536).contains(height) else {
        return nil
      }
      self.init(width: width, height: height)
    }
  }

  /// A film of H.264 and AAC, for a timeline that says nothing of its file.
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
