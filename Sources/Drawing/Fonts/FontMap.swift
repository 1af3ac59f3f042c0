import CPangoCairo
import Composition

/// The fonts available to one layout, as a Pango font map.
final class FontMap {
  let pango: UnsafeMutablePointer<PangoFontMap>
  private let config: OpaquePointer
  /// The rank of each file; of two equally suitable fonts, the first is used.
  private let order: [String: Int]
  /// What was found for the families and weights that were requested so far.
  private var families: [WantedFamily: FoundFamily?] = [:]

  private struct WantedFamily: Hashable {
    var names: String
    var weight: Int32
  }

  /// The family name for a font file that an author chose, whatever its own name is.
  static let chosenFamily = "editc chosen file"

  /// Creates a map of all fonts of the machine, preceded by the chosen file.
  convenience init(chosenFile: String? = nil) throws(TextFailure) {
    try self.init(searchesFolders: true, files: chosenFile.map { [$0] } ?? [], firstIsChosen: true)
    guard !order.isEmpty || chosenFile != nil else { throw .noFonts }
  }

  /// Creates a map of only these files.
  convenience init(files: [String], firstIsChosen: Bool) throws(TextFailure) {
    try self.init(searchesFolders: false, files: files, firstIsChosen: firstIsChosen)
  }

  /// Unless Fontconfig has a current configuration, Pango loads the machine's settings in another thread.
  /// This empty one prevents it, and no layout uses it.
  private static let withoutMachineSettings: Void = { FcConfigSetCurrent(FcConfigCreate()) }()

  private init(searchesFolders: Bool, files: [String], firstIsChosen: Bool) throws(TextFailure) {
    Self.withoutMachineSettings
    guard let config = FcConfigCreate() else { throw .library("Fontconfig has no memory") }
    guard Self.load(FontConfiguration.text(searchesFolders: searchesFolders), into: config),
      let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT)
    else {
      FcConfigDestroy(config)
      throw .library("Fontconfig rejects its configuration")
    }
    self.config = config
    pango = map
    var order: [String: Int] = [:]
    for path in Self.paths(in: config, FcSetSystem) where order[path] == nil { order[path] = order.count }
    self.order = order
    for (index, file) in files.enumerated() {
      guard FcConfigAppFontAddFile(config, file) != 0 else { throw .notAFont }
      if index == 0, firstIsChosen { Self.renameApplicationFonts(in: config) }
    }
    editc_font_map_set_config(map, config)
  }

  deinit {
    g_object_unref(pango)
    FcConfigDestroy(config)
  }

  /// Sorts files in the order in which they are searched for letters; the chosen file is first.
  func inOrder(_ files: Set<String>, chosen: String?) -> [String] {
    let place = { (file: String) in file == chosen ? -1 : self.order[file] ?? Int.max }
    return files.sorted { (place($0), $0) < (place($1), $1) }
  }

  /// The family and weight found for a requested family; nil if there are no fonts.
  func family(for wanted: FontDescription) -> FoundFamily? {
    let asked = withExtendedLifetime(wanted) {
      WantedFamily(
        names: pango_font_description_get_family(wanted.pango).map { String(cString: $0) } ?? "",
        weight: Int32(pango_font_description_get_weight(wanted.pango).rawValue))
    }
    if let known = families[asked] { return known }
    let found = find(asked)
    families[asked] = .some(found)
    return found
  }

  private func find(_ wanted: WantedFamily) -> FoundFamily? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    for name in wanted.names.split(separator: ",") {
      _ = FcPatternAddString(pattern, FC_FAMILY, String(name.trimmingBlanks))
    }
    FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(wanted.weight))
    FcConfigSubstitute(config, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let match = FcFontMatch(config, pattern, &result) else { return nil }
    defer { FcPatternDestroy(match) }
    return FoundFamily(match)
  }

  /// FcConfigParseAndLoadFromMemory parses the text, and FcConfigBuildFonts scans the folders.
  private static func load(_ text: String, into config: OpaquePointer) -> Bool {
    let isRead = FcConfigParseAndLoadFromMemory(config, text, FcBool(1)) != 0
    return isRead && FcConfigBuildFonts(config) != 0
  }

  private static func paths(in config: OpaquePointer, _ name: FcSetName) -> [String] {
    guard let set = FcConfigGetFonts(config, name)?.pointee, let fonts = set.fonts else { return [] }
    return (0..<Int(set.nfont)).compactMap { fonts[$0].flatMap { $0.string(FC_FILE) } }
  }

  private static func renameApplicationFonts(in config: OpaquePointer) {
    guard let set = FcConfigGetFonts(config, FcSetApplication)?.pointee, let fonts = set.fonts else { return }
    for index in 0..<Int(set.nfont) {
      guard let pattern = fonts[index] else { continue }
      for key in [FC_FAMILY, FC_FAMILYLANG] { FcPatternDel(pattern, key) }
      FcPatternAddString(pattern, FC_FAMILY, chosenFamily)
    }
  }
}

/// A font that matches a description.
struct FoundFamily {
  /// All names of the family.
  let names: [String]
  let file: String?
  /// The weight on OpenType's scale.
  let weight: Int

  init(_ pattern: OpaquePointer) {
    var names: [String] = []
    while let name = pattern.string(FC_FAMILY, at: Int32(names.count)) { names.append(name) }
    self.names = names
    file = pattern.string(FC_FILE)
    var value: Int32 = FC_WEIGHT_REGULAR
    FcPatternGetInteger(pattern, FC_WEIGHT, 0, &value)
    weight = Int(FcWeightToOpenType(value))
  }
}

extension OpaquePointer {
  /// A string property of a Fontconfig pattern.
  func string(_ key: String, at index: Int32 = 0) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(self, key, index, &value) == FcResultMatch, let value else { return nil }
    return String(cString: value)
  }
}

extension StringProtocol {
  /// The text without leading and trailing blanks.
  var trimmingBlanks: SubSequence {
    let start = drop { $0 == " " }
    let end = start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex
    return start[..<end]
  }
}

/// Suppresses the messages that Pango and GLib print on standard error.
///
/// Everything that matters to an author is returned as a value: missing letters, markup that cannot be
/// parsed.
enum PangoMessages {
  static func silence() { _ = isSilent }

  private static let isSilent: Bool = {
    g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
    return true
  }()
}
