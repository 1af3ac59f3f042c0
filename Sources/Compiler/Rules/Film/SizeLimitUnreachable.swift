import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let sizeLimitUnreachable = DiagnosticID(
    "size-limit-unreachable", .warning, "The size limit is too small",
    explanation: """
      `max-file-size` leaves so few bits for the picture that it will look bad. The rule subtracts the \
      sound, the container and a margin from the size, and expects at least one bit for 50 pixels of each \
      frame (width x height x frames per second / 50). Pictures with little motion need less. If no bits \
      are left for the picture, it is an error. Allow a larger file, or use a smaller picture, a lower \
      frame rate or less sound.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: film.mp4
            video: {max-file-size: 2MB}
        """,
        media: "beach.mp4  video 1920x1080 30 60s  audio 48000 stereo",
        gives: [
          "2MB leaves 48 kbit/s for a picture of 1920x1080 at 30 frames per second, which looks bad below"
            + " 1245 kbit/s"
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: film.mp4
            video: {max-file-size: 1MB}
        """,
        media: "beach.mp4  video 1920x1080 30 60s  audio 48000 stereo",
        gives: ["1MB leaves nothing for the picture: the sound takes 1.56 MB, the rest of the file 0.07 MB"],
        remark: "An error: such a file cannot be made."),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
        outputs:
          - file: film.mp4
            size: 640x360
            video: {max-file-size: 4MB}
            audio: {bitrate: 96k}
        """,
        media: "beach.mp4  video 1920x1080 30 60s  audio 48000 stereo",
        remark: "A smaller picture and a lower audio bit rate leave enough for both."),
    ])
}

extension Rule {
  static let sizeLimitUnreachable = Rule.film(.sizeLimitUnreachable, reach: .film) { film in
    guard let settings = film.settings, let composition = film.film.composition,
      let written = film.film.output?.video.maximumFileSize, !settings.copied.pictures
    else { return [] }
    var shown = 0..<composition.frameCount
    if let part = film.film.output?.part {
      // An invalid part has its own finding.
      guard case .success(let found) = frames(ofPart: part, in: composition, markers: film.film.markers)
      else { return [] }
      shown = found
    }
    guard let budget = SizeBudget(settings, composition, frames: shown) else { return [] }
    let size = written.value.fileSizeText
    guard settings.video != nil else {
      guard budget.soundBytes + budget.otherBytes > Double(budget.limit) else { return [] }
      return [
        Diagnostic(
          .sizeLimitUnreachable,
          "the sound alone may take \(megabytes(budget.soundBytes)), more than \(size)",
          at: written.range, hint: "allow a larger file, or lower `audio: {bitrate}`")
      ]
    }
    guard let bitRate = budget.pictureBitRate else {
      return [
        Diagnostic(
          .sizeLimitUnreachable, severity: .error,
          "\(size) leaves nothing for the picture: the sound takes \(megabytes(budget.soundBytes)), the rest"
            + " of the file \(megabytes(budget.otherBytes))", at: written.range,
          hint: "allow \(roundedUp(budget.reasonableLimit)), or lower `audio: {bitrate}`")
      ]
    }
    guard Double(bitRate) < budget.reasonableBitRate, budget.bitsForPicture < budget.reasonableBitRate
    else { return [] }
    let canvas = composition.canvas
    return [
      Diagnostic(
        .sizeLimitUnreachable,
        "\(size) leaves \(bitRate / 1000) kbit/s for a picture of \(canvas.size) at"
          + " \(canvas.rate.spellingForPeople) frames per second, which looks bad below"
          + " \(kilobits(budget.reasonableBitRate))",
        at: written.range,
        hint:
          "allow \(roundedUp(budget.reasonableLimit)), or write a smaller `size` or a lower `rate`"
      )
    ]
  }

  private static func megabytes(_ bytes: Double) -> String { "\(rounded(bytes / 1_000_000, places: 2)) MB" }

  private static func kilobits(_ bits: Double) -> String {
    let kilobits = (bits / 1000).rounded(.up)
    return kilobits < 1e15 ? "\(Int64(kilobits)) kbit/s" : "any possible bit rate"
  }

  /// As scripts write sizes, in units of 100 kB or 1 MB.
  private static func roundedUp(_ bytes: Double) -> String {
    guard bytes < 1e18 else { return "a larger file" }
    let step: Double = bytes < 10_000_000 ? 100_000 : 1_000_000
    return Int64((bytes / step).rounded(.up) * step).fileSizeText
  }
}
