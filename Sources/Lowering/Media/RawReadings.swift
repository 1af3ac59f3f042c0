import Basics
import Composition
import Diagnostics
import EditScript

extension MediaMatching {
  /// Whether the bytes of a file are what `raw` declares, and whether it is declared for a file that needs it.
  mutating func checkForm(of facts: MediaFacts, _ file: Located<String>, _ raw: RawSettings) -> Bool {
    guard let place = raw.place else {
      guard facts.isRaw else { return true }
      report(.formIsNotNamed(file, at: file.range))
      return false
    }
    if facts.hasOwnHeader {
      report(.headerIsThere(facts.container, in: file.value, at: place))
      return false
    }
    // What `raw` lacks is reported where it is read.
    guard let form = raw.form else { return false }
    guard MediaFacts(form, byteCount: facts.byteCount) == nil else { return true }
    report(.bytesDoNotFit(form, facts.byteCount, in: file.value, at: place))
    return false
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func formIsNotNamed(_ file: Located<String>, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .rawMisfit, "'\(file.value)' has no header, and this name does not declare what it contains",
      at: place, hint: "use the name under `media` that has `raw`")
  }

  fileprivate static func headerIsThere(
    _ container: String, in file: String, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .rawMisfit, "'\(file)' has a header (\(container)), so it is not read as `raw`", at: place,
      hint: "remove `raw`: the file states its form itself")
  }

  fileprivate static func bytesDoNotFit(
    _ form: RawForm, _ byteCount: Int64, in file: String, at place: SourceRange
  ) -> Diagnostic {
    let (count, rest) = byteCount.quotientAndRemainder(dividingBy: max(1, form.unit))
    let bytes = "'\(file)' has \(counted(Int(byteCount), "byte"))"
    switch form {
    case .samples(let samples):
      return Diagnostic(
        .rawMisfit,
        "\(bytes): \(counted(Int(rest), "byte")) more than \(counted(Int(count), "whole sample"))"
          + " of \(form.unit) bytes", at: place,
        hint:
          "check `sample-format` and `channels`: in \(samples.format.rawValue), a sample of all channels has"
          + " \(form.unit) bytes; if its program was stopped, run it again")
    case .pictures(let pictures):
      if rest == 0, pictures.rate == nil {
        return Diagnostic(
          .rawMisfit, "'\(file)' contains \(counted(Int(count), "picture")), not a single one", at: place,
          hint: "add `rate`, the number of pictures per second")
      }
      let more = "\(counted(Int(rest), "byte")) more than \(counted(Int(count), "whole picture"))"
      let whole = count == 0 ? "less than one picture" : more
      return Diagnostic(
        .rawMisfit, "\(bytes): \(whole) of \(pictures.size) in \(pictures.format) (\(form.unit) bytes each)",
        at: place, hint: pictures.correction(for: byteCount))
    }
  }
}

extension RawPictures {
  /// What would make the bytes whole pictures.
  fileprivate func correction(for byteCount: Int64) -> String {
    func fits(_ other: RawPixelFormat, _ size: PixelSize) -> Bool {
      byteCount % max(1, other.byteCount(of: size)) == 0
    }
    let formats = ["rgb24", "rgba", "gray", "yuv420p", "yuv422p", "yuv444p"].filter { name in
      name != format && RawPixelFormat(named: name).map { fits($0, size) } == true
    }
    if !formats.isEmpty {
      return "check `pixel-format`: with this size, they are whole pictures in "
        + formats.map { "`\($0)`" }.joined(separator: " or ")
    }
    let sizes = Self.usualSizes.map { PixelSize(width: $0.0, height: $0.1) }.flatMap { [$0, $0.turned] }
      .filter { size in RawPixelFormat(named: format).map { fits($0, size) } == true }
    if sizes.count == 1 { return "check `size`: they are whole pictures of \(sizes[0])" }
    return "check `size` and `pixel-format`; if its program was stopped, run it again"
  }

  private static let usualSizes = [
    (320, 240), (640, 360), (640, 480), (720, 480), (720, 576), (854, 480), (960, 540), (1024, 768),
    (1280, 720), (1920, 1080), (2560, 1440), (3840, 2160),
  ]
}
