import Composition
package import EditScript
package import Lowering
import SVGTree
import XMLTree

/// The facts of media as a table that people can write, one file per line:
///
/// ```
/// beach.mp4   video 1920x1080 30 12s  audio 48000 stereo
/// phone.mp4   video 1920x1080 variable 12s  turned 90  audio 44100 mono
/// master.mov  video 3840x2160 24000/1001 1m  depth 10  alpha  timecode 01:00:00:00
/// dv.avi      video 720x576 25 9s  pixels 16:15  interlaced  color bt601
/// song.m4a    audio 44100 5.1 31.5s
/// logo.png    still 640x160  alpha
/// en.srt      lines 1 | 00:00:01,000 --> 00:00:02,000 | Hello
/// lost.mp4    missing
/// Sea.MP4     missing  nearby sea.mp4
/// here.mp4    linked  video 1920x1080 30 12s
/// there.mp4   refused
/// fonts
/// fonts/a.ttf font
/// away.mp4    recorded  video 1920x1080 30 12s
/// new.mp4     changed  video 1920x1080 30 12s
/// sea.mp4     digest 9f86…  video 1920x1080 30 12s
/// cut.mp4     video 1920x1080 30 12s  keys 2s  audio 48000 stereo
/// part.mkv    video 1920x1080 30 12s  claims 20s
/// take.mp4    video 1920x1080 30 12s  unfinished
/// disc.mkv    video 1920x1080 24 90m  audio 48000 5.1  audio 48000 stereo  subtitle subrip  data bin_data  chapters 20
/// tape.mov    video 1920x1080 25 9s  aperture 16,9,1888x1062
/// plot.rgb    raw 2073600
/// talk.m4a    audio 48000 mono 20s  use commentary  chapter Hello 0s..8s  chapter Questions 8s..20s
/// ```
///
/// The words after a track are about this track. Properties that are not listed have ordinary values: 8 bits,
/// upright, square pixels, progressive, tagged as BT.709 (sRGB for stills). `#` begins a comment. A word
/// before the tracks relates the file to the lock: its facts are only in the lock (`recorded`), its content
/// has changed (`changed`), or it is not in the lock (`unlocked`). `film.edit.lock damaged` is a lock that
/// cannot be read. `linked` means that a symbolic link leads out of the script's folder to the file,
/// `refused` that the file is outside the root. `fonts` means that the machine has `PlainFonts`; without it,
/// or a font file, text and subtitles are not measured. `lines` is followed by the lines of a subtitle file,
/// separated by `|`, or by the text of an SVG. `raw` is followed by the
/// size of a file without a header. `keys 2s` means that the packets of the file were read, and that it can be cut every two
/// seconds.
package struct MediaListing: Sendable {
  /// The listed files.
  package let table: MediaTable
  /// Nil if no fonts are listed.
  private let fonts: PlainFonts?
  /// The texts of SVG files.
  private let pictures: [String: [UInt8]]

  /// Parses a listing; throws the place of the first invalid word.
  package init(_ text: String) throws(MediaListingProblem) {
    var table = MediaTable()
    var fontFiles: Set<String>?
    var pictures: [String: [UInt8]] = [:]
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var words = ListedWords(of: line, lineNumber: number + 1)
      guard let file = words.next() else { continue }
      guard table.states[file.text] == nil else {
        throw words.problem("'\(file.text)' is listed twice", at: file)
      }
      if words.peek?.text == "font" {
        fontFiles = (fontFiles ?? []).union([file.text])
        continue
      }
      if file.text == "fonts", words.peek == nil {
        fontFiles = fontFiles ?? []
        continue
      }
      if file.text.hasSuffix(".svg"), words.peek?.text == "lines" {
        var rest = words
        pictures[file.text] = rest.text()
      }
      try table.add(file.text, &words)
    }
    self.table = table
    self.pictures = pictures
    fonts = fontFiles.map { PlainFonts(files: $0) }
  }

  /// All facts that a script needs before it is lowered, including its text and subtitles, and the text of those that
  /// it plays.
  package func table(
    for written: EditScript, playing scripts: [ScriptCall: NestedScript] = [:]
  ) -> MediaTable {
    var table = table
    table.scripts = scripts
    for text in table.states.isEmpty ? [] : written.fileSeries {
      guard let pattern = FilePattern(text) else { continue }
      table.listings[text] = FileListing(of: pattern, folder: table.names(in: pattern.folder))
    }
    let script = written.expanded(with: table).script
    for (picture, _) in table.wantedVectors(of: [script] + table.playedScripts) {
      table.filledVectors[picture] = pictures[picture.file].flatMap {
        try? SVGPicture($0, values: picture.values.byName).facts
      }
    }
    guard let fonts else { return table }
    for _ in 0..<(script.hasRolls ? 2 : 1) {
      let wanted = wantedFonts(of: script, for: script.outputs, media: table)
      for text in wanted.texts { table.texts.states[text] = fonts.state(of: text) }
      for letters in wanted.subtitles { table.subtitleFonts[letters] = fonts.state(of: letters) }
    }
    return table
  }
}

/// The place and reason of a mistake in a listing of media.
package struct MediaListingProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  package let line: Int
  /// Counted in characters, from 1.
  package let column: Int
  /// One sentence in lower case without a full stop.
  package let message: String

  package var description: String { "\(line):\(column): \(message)" }
}

extension MediaTable {
  /// The names of the listed files in a folder, whose path ends with a slash.
  fileprivate func names(in folder: String) -> [String] {
    states.keys.sorted().compactMap { file in
      guard file.hasPrefix(folder), case let name = String(file.dropFirst(folder.count)), !name.contains("/")
      else { return nil }
      if case .failed(let failure)? = states[file], failure.kind == .missing { return nil }
      return name
    }
  }

  /// Adds the state of the file on a line: its facts, or the reason why there are none.
  fileprivate mutating func add(_ file: String, _ words: inout ListedWords) throws(MediaListingProblem) {
    let first = words.peek?.text
    if let state = first.flatMap({ stateWords[$0] }) {
      _ = words.next()
      if case .failed(let failure) = state, file.hasSuffix(".csv") { credits[file] = .failed(failure) }
      states[file] = state
      try addNearby(file, &words)
      if let more = words.next() { throw words.problem("nothing can follow here", at: more) }
      return
    }
    if first == "lines" { return addSubtitles(file, &words) }
    if try addLock(file, &words) { return }
    if words.peek?.text == "linked" {
      _ = words.next()
      reach[file] = .linkedElsewhere
    }
    if words.peek?.text == "digest" {
      _ = words.next()
      digests[file] = try words.next("a SHA-256 digest") { $0.utf8.count == 64 ? $0 : nil }
    }
    var reader = ListedTracks(file: file)
    try reader.read(&words)
    let path = "/project/" + file
    if !reader.keyDistances.isEmpty { coded[file] = CodedMedia(reader.facts, reader.keyDistances) }
    states[file] =
      first == "recorded" ? .recorded(reader.facts, path: path) : .known(reader.facts, path: path)
  }

  private mutating func addSubtitles(_ file: String, _ words: inout ListedWords) {
    let text = words.text()
    if file.hasSuffix(".svg") {
      do throws(XMLProblem) {
        let facts = try SVGPicture(text).facts
        vectors[file] = facts
        states[file] = .known(MediaFacts(facts, byteCount: Int64(text.count)), path: "/project/" + file)
      } catch { states[file] = .failed(MediaFailure(.unreadable, reason: "it is not an SVG: \(error)")) }
      return
    }
    guard !file.hasSuffix(".csv") else {
      do throws(CreditsProblem) { credits[file] = .known(try CreditsFile.read(text)) } catch {
        credits[file] = .malformed(error)
      }
      return
    }
    let content = SubtitleFile(text, name: file)
    subtitles[file] = content
    states[file] = .known(MediaFacts(content, byteCount: Int64(text.count)), path: "/project/" + file)
  }

  private mutating func addNearby(
    _ file: String, _ words: inout ListedWords
  ) throws(MediaListingProblem) {
    guard words.peek?.text == "nearby" else { return }
    _ = words.next()
    let name = try words.next("a file, such as `sea.mp4`") { $0 }
    let likeness: NearbyFile.Likeness = name.lowercased() == file.lowercased() ? .otherCase : .similar
    nearby[file] = NearbyFile(path: name, likeness: likeness, edits: [])
  }

  /// Reads the word that relates a file to the lock; returns whether the line is about the lock itself.
  private mutating func addLock(
    _ file: String, _ words: inout ListedWords
  ) throws(MediaListingProblem) -> Bool {
    guard let word = words.peek?.text, ["recorded", "changed", "unlocked", "damaged"].contains(word) else {
      return false
    }
    _ = words.next()
    var comparison = lock ?? LockComparison(name: "film.edit.lock", command: "editc lock film.edit")
    switch word {
    case "changed": comparison.findings[file] = .otherContent("its content has a different digest")
    case "unlocked": comparison.findings[file] = .missing
    case "damaged": comparison.problem = "\(file):12: 'codec' is missing"
    default: break
    }
    lock = comparison
    if word == "damaged", let more = words.next() { throw words.problem("nothing can follow here", at: more) }
    return word == "damaged"
  }
}

extension ListedWords {
  /// The text after `lines`.
  fileprivate mutating func text() -> [UInt8] {
    _ = next()
    var lines = [""]
    while let word = next() {
      if word.text == "|" {
        lines.append("")
      } else {
        lines[lines.count - 1] += (lines.last?.isEmpty == true ? "" : " ") + word.text
      }
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}

private let stateWords: [String: MediaState] = [
  "missing": .failed(MediaFailure(.missing, reason: "no such file")),
  "folder": .failed(MediaFailure(.isDirectory, reason: "is a folder")),
  "lfs-pointer": .failed(MediaFailure(.isLFSPointer, reason: "is a pointer")),
  "refused": .failed(MediaFailure(.isRefused, reason: "outside the root")),
  "broken": .failed(MediaFailure(.unreadable, reason: "Invalid data found")),
  "unchecked": .unchecked,
]
