import Composition
import Diagnostics
import EditScript
import Lowering
import RenderPlan

extension Rule {
  /// `checks: {copied: 90%..}`
  static func copiedShare(_ film: CheckedFilm) -> [Diagnostic] {
    guard let written = film.film.script.checks.copied, let composition = film.film.composition,
      let settings = film.settings, settings.video != nil, !settings.copied.pictures
    else { return [] }
    let whole = 0..<max(0, composition.frameCount)
    let frames = (film.part ?? whole).clamped(to: whole)
    guard !frames.isEmpty else { return [] }
    let demanded = "\((written.value * 100).canonicalText)%"
    guard settings.smart != nil else {
      return [
        Diagnostic(
          .checkFailed, "nothing in the film is copied, but \(demanded) is required", at: written.range,
          hint: "write `mode: smart` in the output")
      ]
    }
    let smart = SmartFilm(composition, settings, frames: frames)
    guard smart.unknownMedia.isEmpty else { return [] }
    let copied = smart.copiedFrames
    guard Double(copied) < written.value * Double(frames.count) else { return [] }
    let share = (Double(copied) / Double(frames.count) * 1000).rounded(.down) / 10
    return [
      Diagnostic(
        .checkFailed,
        "\(share.canonicalText)% of the pictures are copied (\(copied) of \(frames.count)), less than \(demanded)",
        at: written.range, hint: "`editc plan` shows what is encoded, and why")
    ]
  }
}
