import EditScript
import TestSupport

/// Makes up what scripts say: films that can be made, and anything that the schema knows of.
struct ContentMaker {
  var random: SeededRandom

  /// A film of clips, stills and colours that compiles without an error.
  mutating func film() -> Written {
    var entries: [(String, Written)] = [
      ("edit", .value("1")),
      ("media", .entries(Self.media.map { ($0.name, .text($0.file)) })),
      ("canvas", .entries([("size", .value("640x360")), ("rate", .value(pick("30", "29.97", "25")))])),
    ]
    if chance(2) { entries.append(("title", .text(phrase()))) }
    if chance(3) {
      entries.append(("x-tool", .entries([("version", .text("1")), ("who", .text(phrase()))])))
    }
    entries.append(("timeline", .list((0...number(4)).map { number in timelineItem("item-\(number)") })))
    entries.append(("overlays", .list((0..<number(3)).map { _ in overlay() })))
    if chance(2) { entries.append(("audio", .list([sound()]))) }
    if chance(3) { entries.append(("checks", .entries([("orientation", .value("landscape"))]))) }
    entries.append(("outputs", .list([.entries(shuffled([("file", .text("out/film.mp4"))] + output()))])))
    return .entries(chance(2) ? entries : shuffled(entries))
  }

  static let media = [
    (name: "beach", file: "footage/beach.mp4"), (name: "park", file: "footage/park.mp4"),
    (name: "song", file: "music/song.m4a"), (name: "logo", file: "art/logo.png"),
  ]

  private mutating func timelineItem(_ name: String) -> Written {
    var entries: [(String, Written)]
    switch number(4) {
    case 0: entries = [("color", .value(pick("red", "#F80", "#00ff7f", "transparent"))), ("for", duration())]
    case 1: entries = [("gap", duration())]
    case 2: entries = [("image", .text("logo")), ("for", duration()), ("fit", .value("contain"))]
    default:
      entries = [("clip", .text(pick("beach", "park"))), ("take", take())]
      if chance(2) { entries.append(("volume", level())) }
      if chance(3) { entries.append(("audio", .value(pick("on", "off", "yes")))) }
    }
    if entries[0].0 != "gap", chance(2) { entries.append(("opacity", opacity())) }
    if chance(3) { entries.append(("note", .text(phrase()))) }
    if chance(2) { entries.append(("name", .value(name))) }
    if chance(5) { entries.append(("enabled", .value(pick("false", "no", "off")))) }
    return .entries(shuffled(entries))
  }

  private mutating func overlay() -> Written {
    var entries: [(String, Written)] = [
      ("image", .text("logo")), ("at", .value(pick("0s", "0.10s", "5f", "0s..1s", "00:00:00.500"))),
      ("place", .value(pick("bottom right, margin 24px", "top", "50%,20px anchor top left", "center"))),
      ("width", .value(pick("12%", "012.50%", "64px", "5vmin"))),
    ]
    if chance(2) { entries.append(("opacity", opacity())) }
    return .entries(shuffled(entries))
  }

  private mutating func sound() -> Written {
    .entries(shuffled([("clip", .text("song")), ("volume", level()), ("take", .value("..2s"))]))
  }

  private mutating func output() -> [(String, Written)] {
    var entries: [(String, Written)] = []
    if chance(2) { entries.append(("preset", .value(pick("web", "draft", "640x480")))) }
    if chance(2) { entries.append(("audio", .entries([("bitrate", .value("128.0k"))]))) }
    return entries
  }

  private mutating func duration() -> Written {
    .value(pick("1s", "1.50s", "01s", "40f", "1500ms", "3/2s", "00:01.5", "1s+5f"))
  }

  private mutating func take() -> Written {
    .value(
      pick("2s..5s", "2.50s .. 5s", "first 2s", "..3.0s", "1s for 2s", "1s-2f .. 3s", "00:00:01..00:00:02:10")
    )
  }

  private mutating func opacity() -> Written {
    switch number(4) {
    case 0: .list([.value("1->0.50 over first 5f"), .value("0.5 -> 1 over last 5f ease-in")])
    case 1: .entries([("0s", .value("0")), ("0.50s", .value("1 ease-out")), ("1.0s", .value("50%"))])
    default: .value(pick("0.5", ".50", "80%", "1 -> 0", "1->0 over last 10f  ease-in-out"))
    }
  }

  private mutating func level() -> Written { .value(pick("1 -> 0", "-6dB", "080%", "0.80", "-6.0dB->0dB")) }
}

// MARK: - Anything

extension ContentMaker {
  /// A script with keys from all over the language, some mistakes among them.
  mutating func anything() -> Written {
    let top = LanguageSchema.script.keys
    var entries = shuffled(top.filter { _ in chance(2) }).map { ($0.name, value(of: $0.shape, depth: 0)) }
    if chance(3) { entries.append((pick("x-own", "fps", "colour"), .list([.text(phrase()), .value("1")]))) }
    return .entries(entries.isEmpty ? [("edit", .value("1"))] : entries)
  }

  private mutating func value(of shape: ShapeDescription, depth: Int) -> Written {
    if chance(60) { return .absent }
    var forms: [Int] = []
    if shape.scalar != nil { forms += [0, 0] }
    if shape.list != nil { forms.append(1) }
    if shape.mapping != nil { forms.append(2) }
    switch forms.randomElement(using: &random) {
    case 0: return scalar(shape.scalar)
    case 1: return list(shape.list, depth: depth)
    case 2: return mapping(shape.mapping, depth: depth)
    default: return .absent
    }
  }

  private mutating func scalar(_ form: ScalarForm?) -> Written {
    guard let form, !chance(40) else { return .value(pick("5", "frist 1s", "2 - > 3", "1,5s", "#Zz0")) }
    if chance(30) { return .text("before ${name} after") }
    if form.isText { return .text(form.examples.randomElement(using: &random) ?? phrase()) }
    let words = form.words.map(\.text) + form.examples
    return .value(odd(words.randomElement(using: &random) ?? "1"))
  }

  private mutating func list(_ form: ShapeDescription.ListForm?, depth: Int) -> Written {
    guard case .of(let element)? = form else { return .list([]) }
    return .list((0..<number(depth > 4 ? 2 : 4)).map { _ in value(of: element, depth: depth + 1) })
  }

  private mutating func mapping(_ form: ShapeDescription.MappingForm?, depth: Int) -> Written {
    switch form {
    case .keys(let description)?: keys(description.keys, depth: depth)
    case .oneKey(let description)?: keys(Array(shuffled(description.keys).prefix(1)), depth: depth)
    case .named(_, let element)?:
      .entries(
        shuffled(["zebra", "a b", "no", "it's", "Ünder"]).prefix(number(4)).map {
          ($0, value(of: element, depth: depth + 1))
        })
    case .keysOrKeyFrames(let description, let element)?:
      chance(2) ? keys(description.keys, depth: depth) : mapping(.keyFrames(element), depth: depth)
    case .keyFrames(let element)?:
      .entries(
        ["0s", "0.50s", "1.0s", "1s"].filter { _ in chance(2) }.map {
          ($0, value(of: element, depth: depth + 1))
        })
    case .item(let role)?: keys(LanguageSchema.item.keys.filter { $0.belongs(to: role) }, depth: depth)
    case .override(let description)?:
      chance(2) ? keys(description.keys, depth: depth) : mapping(.item(.overrides), depth: depth)
    case .defaults?:
      .entries([
        ("text", keys(LanguageSchema.item.keys.filter { $0.belongs(to: .defaults(.text)) }, depth: depth))
      ])
    case nil: .absent
    }
  }

  private mutating func keys(_ keys: [KeyDeclaration], depth: Int) -> Written {
    var chosen = Array(shuffled(keys).prefix(number(depth > 3 ? 3 : 6)))
    if let kind = keys.filter({ $0.kind != nil }).randomElement(using: &random),
      !chosen.contains(where: { $0 === kind })
    {
      chosen.insert(kind, at: number(chosen.count + 1))
    }
    var entries = chosen.map { ($0.name, value(of: $0.shape, depth: depth + 1)) }
    if chance(12) {
      entries.insert((pick("lenght", "x-y", "Take"), .text(phrase())), at: number(entries.count + 1))
    }
    return .entries(entries)
  }

  /// A value in some other spelling that may say the same.
  private mutating func odd(_ value: String) -> String {
    var result = ""
    for character in value {
      switch character {
      case " " where chance(6): result += "  "
      case "," where chance(3): result += " ,"
      case "-" where chance(12): result += " -"
      case "." where chance(12): result += " ."
      case "0" where chance(8) && result.contains("."): result += "00"
      default: result.append(character)
      }
    }
    return chance(10) ? " " + result + " " : result
  }
}

// MARK: - Chance

extension ContentMaker {
  private mutating func phrase() -> String {
    pick(
      "plain words", "no", "1:30", "0755", "it's", "say \"hi\"", "a # b", "a: b", "", " spaces ", "- dash",
      "#hash", "back\\slash", "tab\there", "two\nlines\n", "\nleading\n\n  indented\nend", "trailing\n\n\n",
      "a longer text of several words that somebody may want to break into lines", "[x]", "{y}", "*star",
      "5s",
      "Grüße, Welt", "null", "a,b", "key:", "? what", "'single'", "both \" and '", "%d", "@you", "x: y # z")
  }

  mutating func chance(_ one: Int) -> Bool { number(one) == 0 }
  mutating func number(_ end: Int) -> Int { end < 1 ? 0 : Int.random(in: 0..<end, using: &random) }
  mutating func pick(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }
  private mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    elements.shuffled(using: &random)
  }
}
