import Basics
import Diagnostics
import EditScript
import YAMLTree

/// Filters that can be chosen while a recording is made: the `filters` of an item.
struct LiveLook: Hashable, Sendable {
  /// As the argument has them.
  let text: String
  /// The value of `filters` in a script.
  let filters: String
  /// The same without filters of sound; nil if there are no others.
  let pictureFilters: String?
  let changesSound: Bool

  static let most = 9

  private struct Refusal: Error {
    let sentence: String
  }

  /// Nil for a text that `refusal` explains.
  init?(_ text: String) {
    guard let look = try? Self.read(text).get() else { return nil }
    self = look
  }

  /// Why a text is not a look; nil if it is one.
  static func refusal(of text: String) -> String? {
    if case .failure(let refusal) = read(text) { return refusal.sentence }
    return nil
  }

  private init(text: String, filters: String, pictureFilters: String?, changesSound: Bool) {
    self.text = text
    self.filters = filters
    self.pictureFilters = pictureFilters
    self.changesSound = changesSound
  }

  private static func read(_ text: String) -> Result<LiveLook, Refusal> {
    guard !text.contains(where: \.isNewline), text.contains(where: { !$0.isWhitespace }) else {
      return .failure(Refusal(sentence: "expected filters on one line, such as noir"))
    }
    let isList = text.first { !$0.isWhitespace } == "["
    let filters = isList ? text : "[\(text)]"
    let head = "edit: 1\ntimeline:\n  - clip: film.mp4\n    filters: "
    let source = SourceText(name: "--look", bytes: Array("\(head)\(filters)\n".utf8))
    let parse = YAMLTree.parse(source)
    let reading = EditScript.read(parse.tree, in: source)
    func place(_ offset: Int) -> String {
      let bytes = text.utf8.prefix(max(0, offset - head.utf8.count - (isList ? 0 : 1)))
      return "character \(String(decoding: bytes, as: UTF8.self).count + 1)"
    }
    func refusal(_ sentence: String, at range: SourceRange?) -> Result<LiveLook, Refusal> {
      .failure(Refusal(sentence: range.map { "\(place($0.start)): " + sentence } ?? sentence))
    }
    // Other hints are for scripts, in which there is room for lists.
    func suggestion(_ finding: Diagnostic) -> [String] {
      finding.hint.map { $0.hasPrefix("did you mean") ? [$0] : [] } ?? []
    }
    if let finding = (parse.diagnostics + reading.diagnostics).first(where: { $0.severity == .error }) {
      let isStabilizing =
        finding.range.map { source.bytes[$0.start...].starts(with: "stabilize".utf8) } ?? false
      return refusal(
        isStabilizing
          ? "'stabilize' needs frames from the future, so it cannot be live; leave it to the script"
          : ([finding.message] + suggestion(finding)).joined(separator: "; "), at: finding.range)
    }
    let entries = reading.script.timeline.first?.filters?.value ?? []
    let written = entries.map(\.value)
    if let filter = written.first(where: { if case .ffmpeg = $0.value { true } else { false } }) {
      return refusal("'ffmpeg' filters cannot be live; leave them to the script", at: filter.place)
    }
    let pictures = entries.filter { $0.value.sense != .sound }.map { entry in
      String(decoding: source.bytes[entry.range.start..<entry.range.end], as: UTF8.self)
    }
    return .success(
      LiveLook(
        text: text, filters: filters,
        pictureFilters: pictures.isEmpty ? nil : "[\(pictures.joined(separator: ", "))]",
        changesSound: written.contains { $0.sense == .sound }))
  }
}

extension ArgumentKind where Value == LiveLook {
  static var look: ArgumentKind {
    ArgumentKind(
      "FILTERS", expectation: "filters, such as noir, {blur: 4px} or [sepia, vignette]",
      read: { LiveLook($0) }, reason: LiveLook.refusal)
  }
}
