import Basics
import Composition
import Diagnostics
import EditScript

extension LoweringContext {
  /// Reports a file that is found only because this file system ignores case.
  mutating func reportSpelling(of file: Located<String>) {
    guard let nearby = table.nearby[file.value] else { return }
    report(otherSpelling(file, nearby))
  }
}

private func otherSpelling(_ file: Located<String>, _ nearby: NearbyFile) -> Diagnostic {
  Diagnostic(
    .pathCase, severity: .warning, "'\(file.value)' is named '\(nearby.path)' on disk",
    at: file.range,
    hint: "this file system ignores case; most others do not",
    fixes: nearby.fixes(isSafe: true))
}

/// Where a file without facts can be fetched from.
struct FileSource {
  let urls: Located<[Located<String>]>
  /// Whether the script or its lock has the digest of the file.
  let hasDigest: Bool
  let scriptPath: String

  /// What fetches the file.
  var hint: String {
    let place = urls.value.first.flatMap { RemoteURL($0.value) }.map { " from \($0.server)" } ?? ""
    return hasDigest
      ? "`editc fetch \(shellWord(scriptPath))` downloads it\(place)"
      : "`editc lock --fetch \(shellWord(scriptPath))` downloads it\(place) and records its digest"
  }
}

/// The finding about a file without facts.
func failed(
  _ file: Located<String>, _ failure: MediaFailure, nearby: NearbyFile?, from source: FileSource? = nil
) -> Diagnostic {
  if failure.kind == .missing, nearby.map({ $0.likeness == .similar }) ?? true, let source {
    return Diagnostic(
      .missingFile, "there is no file '\(file.value)'", at: file.range,
      notes: failure.remarks.map { Diagnostic.Note($0, at: nil) } + [
        Diagnostic.Note("it comes from here", at: source.urls.range), unchecked,
      ],
      hint: source.hint)
  }
  var report = finding(about: file, failure, nearby: nearby)
  report.notes.insert(contentsOf: failure.remarks.map { Diagnostic.Note($0, at: nil) }, at: 0)
  return report
}

private func finding(
  about file: Located<String>, _ failure: MediaFailure, nearby: NearbyFile?
) -> Diagnostic {
  let path = file.value
  return switch failure.kind {
  case .missing where failure.isInDVC && nearby.map({ $0.likeness == .similar }) ?? true:
    Diagnostic(
      .missingFile, "there is no file '\(path)'", at: file.range, notes: [unchecked],
      hint: "run `dvc pull \(path)` to download it")
  case .missing: missing(file, nearby: nearby)
  case .isDirectory:
    Diagnostic(
      .fileIsDirectory, "'\(path)' is a folder, not a file", at: file.range, notes: [unchecked],
      hint: "write the path of a file inside it")
  case .isLFSPointer:
    Diagnostic(
      .lfsPointer, "'\(path)' is a Git LFS pointer; the media was not downloaded", at: file.range,
      notes: [unchecked],
      hint: "run `git lfs pull` to download the media"
        + (failure.promisedByteCount.map { " (\($0) bytes)" } ?? ""))
  case .isRefused: refused(file)
  case .unreadable:
    Diagnostic(
      .unreadableFile, "'\(path)' cannot be read: \(failure.reason)", at: file.range, notes: [unchecked],
      hint: contentWithoutHeader(path).map {
        "write `raw` under `media` if it contains \($0) without a header"
      } ?? "`editc probe` prints details about a file")
  }
}

/// The finding about a file that was not opened, because it is outside the root.
func refused(_ file: Located<String>) -> Diagnostic {
  Diagnostic(
    .outsideRoot, "'\(file.value)' is outside the root and was not read", at: file.range, notes: [unchecked],
    hint: "symbolic links are resolved; move the file into the folder given with `--root`")
}

private let unchecked = Diagnostic.Note("rules that depend on this file are not checked", at: nil)

private func missing(_ file: Located<String>, nearby: NearbyFile?) -> Diagnostic {
  let path = file.value
  switch nearby?.likeness {
  case .otherCase:
    return Diagnostic(
      .pathCase,
      "there is no file '\(path)', but there is '\(nearby?.path ?? "")'",
      at: file.range, notes: [unchecked], hint: "file names are case-sensitive",
      fixes: nearby?.fixes(isSafe: true) ?? [])
  case .otherCodePoints:
    return Diagnostic(
      .missingFile,
      "there is no file '\(path)', but one whose name looks the same and has different code points",
      at: file.range, notes: [unchecked],
      hint: "an accented letter can be one code point or two, and file names distinguish them",
      fixes: nearby?.fixes(isSafe: true) ?? [])
  case .otherSystem:
    return Diagnostic(
      .missingFile, "there is no file '\(path)'; write paths with `/`, relative to the script",
      at: file.range, notes: [unchecked], hint: "did you mean '\(nearby?.path ?? "")'?",
      fixes: nearby?.fixes(isSafe: false) ?? [])
  case .similar:
    return Diagnostic(
      .missingFile, "there is no file '\(path)'", at: file.range, notes: [unchecked],
      hint: "did you mean '\(nearby?.path ?? "")'?", fixes: nearby?.fixes(isSafe: false) ?? [])
  case nil where FilePattern(path) != nil:
    return Diagnostic(
      .missingFile, "there is no file '\(path)'", at: file.range, notes: [unchecked],
      hint:
        "for many pictures, write `each: {image: \(path), for: 3s}`; for an image sequence, `media: {shots: {file: \(path), frames: {rate: 25}}}`"
    )
  case nil:
    return Diagnostic(
      .missingFile, "there is no file '\(path)'", at: file.range, notes: [unchecked],
      hint: "paths are relative to the script's folder"
        + (path.hasSuffix(".y4m") || contentWithoutHeader(path) != nil
          ? "; `--pipe \(path)` reads it from another program" : ""))
  }
}

/// What files with the ending of a path usually contain, without a header; nil for other endings.
private func contentWithoutHeader(_ path: String) -> String? {
  let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
  let ofPictures = ["rgb", "rgba", "bgr", "bgra", "gray", "yuv", "i420", "nv12", "raw"]
  if ofPictures.contains(ending) { return "pictures" }
  return RawSampleFormat(rawValue: ending) != nil || ending == "pcm" ? "samples" : nil
}

extension Diagnostic {
  /// A file of a series that existed when the script was locked.
  static func lockedFileIsGone(_ file: Located<String>, _ lock: LockComparison?) -> Diagnostic {
    Diagnostic(
      .missingFile, "there is no file '\(file.value)', which existed when the media were locked",
      at: file.range, notes: [unchecked],
      hint: "restore it, or run `\(lock?.command ?? "editc lock")` for a film without it")
  }
}

extension NearbyFile {
  fileprivate func fixes(isSafe: Bool) -> [Diagnostic.Fix] {
    edits.isEmpty ? [] : [Diagnostic.Fix("write `\(path)`", edits, isSafe: isSafe)]
  }
}
