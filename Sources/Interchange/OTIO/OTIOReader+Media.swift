import Basics

extension OTIOReader {
  mutating func activeReference(of node: JSONNode) -> JSONNode? {
    guard let references = node["media_references"], references.isObject else {
      return node["media_reference"].flatMap { $0.isObject ? $0 : nil }
    }
    if let index = references.index { ledger.map(index) }
    let key = node["active_media_reference_key"]?.string ?? "DEFAULT_MEDIA"
    for member in references.members where member.name != key {
      ledger.drop(member.node, "another reference of the clip is the active one", affecting: .neither)
    }
    return references[key].flatMap { $0.isObject ? $0 : nil }
  }

  mutating func dropReferences(of node: JSONNode) {
    for name in ["media_reference", "media_references"] {
      if let reference = node[name] { ledger.drop(reference, "a gap shows no media", affecting: .neither) }
    }
    if let effects = node["effects"] { ledger.drop(effects, "an effect of a gap", affecting: .neither) }
  }

  mutating func source(
    _ reference: JSONNode?, _ available: (start: RationalTime, duration: RationalTime)?, _ node: JSONNode,
    _ kind: InterchangeTrack.Kind
  ) throws(InterchangeProblem) -> InterchangeClip.Source {
    var path: String?
    var name = node["name"]?.string ?? ""
    switch reference?.schema?.name {
    case "ExternalReference":
      if let reference { map(reference, reading: ["name", "target_url", "available_range"]) }
      path = reference?["target_url"]?.string
    case "ImageSequenceReference":
      path = imageSequence(reference)
    case "GeneratorReference":
      return generator(reference)
    default:
      if let reference {
        map(reference, reading: ["name", "available_range"])
        ledger.approximate(reference, "the media is missing: its name is used instead")
      }
      if name.isEmpty { name = reference?["name"]?.string ?? "" }
    }
    if let own = reference?["name"]?.string, !own.isEmpty, path == nil { name = own }
    if name.isEmpty { name = path ?? "media" }
    let key = path.map { "path \($0)" } ?? "name \(name)"
    if let known = mediaNumbers[key] {
      if kind == .picture { timeline.media[known].hasPicture = true }
      return .media(known)
    }
    timeline.media.append(
      InterchangeMedia(
        name: name, path: path, timing: .fromStart(timecode: available?.start), duration: available?.duration,
        hasPicture: kind == .picture, place: reference?.place ?? node.place))
    mediaNumbers[key] = timeline.media.count - 1
    return .media(timeline.media.count - 1)
  }

  mutating func imageSequence(_ reference: JSONNode?) -> String? {
    guard let reference else { return nil }
    map(
      reference,
      reading: [
        "name", "target_url_base", "name_prefix", "name_suffix", "start_frame", "frame_zero_padding", "rate",
        "available_range", "frame_step",
      ])
    let base = reference["target_url_base"]?.string ?? ""
    let digits = reference["frame_zero_padding"]?.number.map { min(max($0.value, 0), 12) } ?? 0
    let number = digits > 0 ? "%0\(digits)d" : "%d"
    let separator = base.isEmpty || base.hasSuffix("/") ? "" : "/"
    return base + separator + (reference["name_prefix"]?.string ?? "") + number
      + (reference["name_suffix"]?.string ?? "")
  }

  mutating func generator(_ reference: JSONNode?) -> InterchangeClip.Source {
    guard let reference else { return .color("black") }
    map(reference, reading: ["name", "generator_kind", "available_range"])
    let kind = reference["generator_kind"]?.string ?? ""
    if kind == "SMPTEBars" { return .bars }
    if kind == "text", let title = title(reference) { return .title(title) }
    if kind != "black" { ledger.approximate(reference, "the generator `\(kind)` is replaced with black") }
    return .color("black")
  }

  /// The parameters of a text that editc wrote; nil for generators of other programs.
  private func parameters(_ reference: JSONNode?) -> JSONNode? {
    guard reference?["metadata"]?["editc"]?["generator"]?.string == "text" else { return nil }
    return reference?["parameters"].flatMap { $0.isObject ? $0 : nil }
  }

  private mutating func title(_ reference: JSONNode) -> InterchangeTitle? {
    guard let parameters = parameters(reference), let text = parameters["text"]?.string else { return nil }
    ledger.map(
      parameters,
      reading: [
        "text", "font", "color", "size", "weight", "alignment", "x", "y", "scale", "rotation",
      ])
    var title = InterchangeTitle(text: text, font: parameters["font"]?.string)
    title.color = parameters["color"]?.string.flatMap { components(ofColor: $0) == nil ? nil : $0 }
    if let size = parameters["size"]?.double {
      title.look = TitleLook(
        size: size, weight: parameters["weight"]?.digits.flatMap { Int($0) } ?? 400,
        alignment: TitleLook.Alignment(rawValue: parameters["alignment"]?.string ?? "") ?? .center)
    }
    return title
  }

  /// The place of a text that editc wrote; nil if it is the usual one.
  func titleLayout(_ reference: JSONNode?) -> InterchangeLayout? {
    guard let parameters = parameters(reference), let x = parameters["x"]?.double,
      let y = parameters["y"]?.double
    else { return nil }
    return InterchangeLayout(
      x: x, y: y, scale: parameters["scale"]?.double, rotation: parameters["rotation"]?.double)
  }
}
