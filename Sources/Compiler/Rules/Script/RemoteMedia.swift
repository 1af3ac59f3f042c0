import Basics
package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let remoteMedia = DiagnosticID(
    "remote-media", .error, "Media from the network",
    explanation: """
      The media is a URL. A server can change or lose a file, so scripts name files by their paths. The \
      long form of `media` states where a file comes from, and `editc fetch` downloads it.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {beach: "https://example.org/beach.mp4"}
        timeline:
          - clip: beach
          - image: s3://bucket/logo.png
        """,
        gives: [
          "'https://example.org/beach.mp4' is a URL; expected the path of a file",
          "'s3://bucket/logo.png' is a URL; expected the path of a file",
        ]),
      RuleExample(
        """
        edit: 1
        media: {beach: footage/beach.mp4}
        timeline:
          - clip: beach
          - clip: footage/12:30//second.mp4
        """,
        media: """
          footage/beach.mp4          video 1920x1080 30 12s
          footage/12:30//second.mp4  video 1920x1080 30 12s
          """),
    ])
}

extension Rule {
  static let remoteMedia = Rule.script(.remoteMedia) { script, source in
    let declared = Set(script.media.map(\.file.range))
    return script.mediaPaths.eachOnce.compactMap { path in
      guard let url = RemoteURL(path.value), !url.isLive else { return nil }
      let fix = declared.contains(path.range) ? longForm(url, of: path, in: source) : nil
      return Diagnostic(
        .remoteMedia, "'\(path.value)' is a URL; expected the path of a file", at: path.range,
        hint: "write the path of a file, and the URL under `from` in the long form of `media`",
        fixes: fix.map { [$0] } ?? [])
    }
  }
}

/// The entry as a file and where it comes from; nil if the URL has no name for the file, or is written in
/// another form.
private func longForm(
  _ url: RemoteURL, of path: Located<String>, in source: SourceText
) -> Diagnostic.Fix? {
  let isShortForm = [path.value, "\"\(path.value)\"", "'\(path.value)'"].contains(source[path.range])
  guard isShortForm, let name = url.fileName, !url.hasSecret, ["http", "https", "s3"].contains(url.scheme),
    !path.value.utf8.contains(where: { "\"\\#".utf8.contains($0) || $0 <= 0x20 || $0 >= 0x7F })
  else { return nil }
  return Diagnostic.Fix(
    "write `{file: \(name), from: ...}`",
    [TextEdit(range: path.range, replacement: "{file: \(name), from: \"\(path.value)\"}")], isSafe: false)
}
