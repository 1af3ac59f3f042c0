import Basics
import XMLTree

extension FCPXMLReader {
  /// Adds a clip and everything connected to it.
  mutating func addClip(_ span: FCPXMLSpan, to story: inout SequenceBuilder, depth: Int)
    throws(InterchangeProblem)
  {
    let element = span.element
    ledger.map(
      element,
      reading: [
        "ref", "lane", "offset", "name", "start", "duration", "enabled", "srcEnable", "srcCh", "format",
        "tcFormat",
      ],
      harmless: [
        "audioRole", "videoRole", "role", "modDate", "useAudioSubroles", "outCh", "srcID", "tcStart",
      ])
    var connected = element.children
    var content: [XMLElement] = []
    let isContainer = ["clip", "sync-clip"].contains(element.name)
    if isContainer {
      content = connected.filter { Self.storyNames.contains($0.name) && ($0["lane"] ?? "0") == "0" }
      connected = connected.filter { ($0["lane"] ?? "0") != "0" }
    }
    let mapping = try timeMapping(of: span)
    var played = try clip(of: span, mapping, content: content, &connected, depth: depth)
    try addChanges(mapping, to: &played.clip, element)
    if span.lane < 0, !played.isSound, played.clip.playsSound {
      ledger.approximate(element.index, "it is covered by the storyline: only its sound is imported")
      played.isSound = true
      played.clip.playsSound = false
    } else if span.lane < 0, !played.isSound {
      ledger.approximate(element.index, "it is below the storyline, but is imported above it")
    }
    if played.isSound { ledger.put(element.index, in: .sound) }
    try adjust(
      &played.clip, by: element,
      in: FCPXMLPart(start: span.localStart, duration: span.duration, isSound: played.isSound))
    fitOverlay(&played.clip, span, isSound: played.isSound)
    var (start, duration) = (span.start, span.duration)
    if start.isNegative {
      // A sequence shows nothing before its start.
      let (hidden, item) = (start, played.clip)
      played.clip = try exactly(at: InputPlace(element)) { () throws(TimeOverflow) in
        var item = item
        try item.begin(earlierBy: hidden)
        return item
      }
      duration = try exactly(at: InputPlace(element)) { () throws(TimeOverflow) in try span.duration + hidden
      }
      start = .zero
    }
    if duration > .zero {
      let (item, isSound, length) = (played.clip, played.isSound, duration)
      try exactly(at: InputPlace(element)) { () throws(TimeOverflow) in
        try story.add(item, at: start, for: length, lane: span.lane, isSound: isSound, from: element.index)
      }
    } else {
      ledger.drop(
        element.index,
        span.duration == .zero ? "it has no duration" : "it is before the start of its sequence")
    }
    try addConnected(connected, to: span, &story, depth: depth)
  }

  /// Adds speed changes, in the time of the clip's source.
  private func addChanges(
    _ mapping: FCPXMLTimeMapping, to clip: inout InterchangeClip, _ element: XMLElement
  ) throws(InterchangeProblem) {
    guard let changes = mapping.changes, clip.speed == mapping.speed else { return }
    switch clip.source {
    case .media(let number): guard timeline.media[number].kind == .film else { return }
    case .sequence: break
    case .title, .color, .gradient, .bars: return
    }
    let (start, origin) = (clip.start, mapping.start)
    clip.motion.speed = try exactly(at: InputPlace(element)) { () throws(TimeOverflow) in
      try changes.shifted(by: .zero, source: start - origin)
    }
  }

  /// Final Cut Pro fits every picture into the canvas; a script's overlay has its own size by default.
  private func fitOverlay(_ clip: inout InterchangeClip, _ span: FCPXMLSpan, isSound: Bool) {
    guard span.lane != 0, !isSound, clip.fit == nil, case .media = clip.source else { return }
    if let size = naturalSize(of: clip.source), let width = timeline.canvas.width,
      let height = timeline.canvas.height,
      size == (Double(width), Double(height))
    {
      return
    }
    clip.fit = "contain"
  }

  private struct Played {
    var clip: InterchangeClip
    var isSound: Bool
  }

  private mutating func clip(
    of span: FCPXMLSpan, _ mapping: FCPXMLTimeMapping, content: [XMLElement],
    _ connected: inout [XMLElement], depth: Int
  ) throws(InterchangeProblem) -> Played {
    let element = span.element
    let start = mapping.start
    var clip = InterchangeClip(
      name: element["name"], source: .color("black"), duration: span.duration, speed: mapping.speed,
      isEnabled: element["enabled"] != "0", place: InputPlace(element))
    switch element.name {
    case "title":
      let words = readText(of: element)
      if let effect = try resource(element["ref"], "", element) {
        ledger.map(effect, reading: ["id", "name"], harmless: ["uid", "src"])
        if words.look == nil {
          ledger.approximate(element.index, "the title `\(effect["name"] ?? "")` is imported as plain text")
        }
      }
      clip.source = .title(words)
      if words.text.isEmpty {
        ledger.approximate(element.index, "the title has no text: its name is used instead")
        clip.source = .title(InterchangeTitle(text: element["name"] ?? "title"))
      }
      clip.speed = .normal
      return Played(clip: clip, isSound: false)
    case "asset-clip", "video", "audio":
      return try media(clip, element, sourceStart: start, &connected)
    case "ref-clip":
      clip.start = start
      return try compound(clip, element, depth: depth)
    case "mc-clip":
      clip.start = start
      return try multicam(clip, element, depth: depth)
    default: return try container(clip, span, sourceStart: start, content: content, depth: depth)
    }
  }

  // MARK: Media

  private mutating func media(
    _ clip: InterchangeClip, _ element: XMLElement, sourceStart: RationalTime, _ connected: inout [XMLElement]
  ) throws(InterchangeProblem) -> Played {
    var clip = clip
    guard let source = try resource(element["ref"], "", element) else {
      throw InterchangeProblem("the `\(element.name)` has no `ref`", at: InputPlace(element))
    }
    guard source.name == "asset" else {
      ledger.map(source, reading: ["id", "name"], harmless: ["uid", "src"])
      ledger.approximate(element.index, "the generator `\(source["name"] ?? "")` is replaced with black")
      clip.speed = .normal
      return Played(clip: clip, isSound: false)
    }
    let number = try mediaNumber(of: source)
    let origin = try time(source, "start") ?? .zero
    clip.source = .media(number)
    clip.start = try exactly(at: InputPlace(element)) { () throws(TimeOverflow) in try sourceStart - origin }
    let asset = timeline.media[number]
    let wanted = element["srcEnable"] ?? "all"
    clip.playsSound = asset.hasSound && wanted != "video" && element.name != "video"
    let isSound = !asset.hasPicture || wanted == "audio" || element.name == "audio"
    // The sound of a film is an `audio` inside its `video`, with the same file.
    for child in connected
    where element.name == "video" && child.name == "audio" && child["ref"] == element["ref"] {
      ledger.map(
        child, reading: ["ref", "lane", "offset", "start", "duration", "name"],
        harmless: ["role", "srcCh", "outCh", "srcID"])
      clip.playsSound = true
    }
    if clip.playsSound {
      connected.removeAll { element.name == "video" && $0.name == "audio" && $0["ref"] == element["ref"] }
    }
    if isSound { clip.playsSound = false }
    return Played(clip: clip, isSound: isSound)
  }

  private mutating func mediaNumber(of asset: XMLElement) throws(InterchangeProblem) -> Int {
    let id = asset["id"] ?? ""
    if let known = mediaNumbers[id] { return known }
    ledger.map(
      asset,
      reading: [
        "id", "name", "src", "start", "duration", "hasVideo", "hasAudio", "format", "audioChannels",
        "audioSources",
        "videoSources", "audioRate",
      ],
      harmless: [
        "uid", "customLUTOverride", "colorSpaceOverride", "projectionOverride", "stereoscopicOverride",
      ])
    var path = asset["src"]
    for file in asset.all("media-rep") {
      ledger.map(file, reading: ["kind", "src"], harmless: ["sig", "suggestedFilename"])
      if path == nil || file["kind"] == "original-media" { path = file["src"] ?? path }
      if let bookmark = file.first("bookmark") {
        ledger.drop(bookmark.index, "the macOS bookmark of the file", affecting: .neither)
      }
    }
    var media = InterchangeMedia(
      name: asset["name"] ?? path ?? id, path: path,
      timing: .fromStart(timecode: try time(asset, "start")), duration: try length(asset, "duration"),
      hasPicture: asset["hasVideo"] == "1", hasSound: asset["hasAudio"] == "1",
      channels: asset["audioChannels"].flatMap { Int($0) }, place: InputPlace(asset))
    if asset["hasVideo"] == nil, asset["hasAudio"] == nil {
      (media.hasPicture, media.hasSound) = (true, true)
    }
    if let format = try resource(asset["format"], "format", asset) {
      ledger.map(
        format, reading: ["id", "name", "frameDuration", "width", "height"],
        harmless: ["colorSpace", "fieldOrder", "projection", "stereoscopic", "paspH", "paspV"])
      media.rate = try rate(of: format)
      media.width = format["width"].flatMap { Int($0) }
      media.height = format["height"].flatMap { Int($0) }
      if format["name"] == "FFVideoFormatRateUndefined", media.hasPicture { media.kind = .still }
    }
    if media.duration == .zero, media.hasPicture { media.kind = .still }
    timeline.media.append(media)
    mediaNumbers[id] = timeline.media.count - 1
    return timeline.media.count - 1
  }

  // MARK: Sequences in clips

  private mutating func compound(
    _ clip: InterchangeClip, _ element: XMLElement, depth: Int
  ) throws(InterchangeProblem) -> Played {
    var clip = clip
    guard let source = try resource(element["ref"], "media", element), let sequence = source.first("sequence")
    else {
      throw InterchangeProblem("the `ref-clip` names no sequence", at: InputPlace(element))
    }
    ledger.map(source, reading: ["id", "name"], harmless: ["uid", "modDate", "projectRef"])
    let key = source["id"] ?? ""
    let number = try nested(key, element) { (reader: inout FCPXMLReader) throws(InterchangeProblem) in
      var inner = try reader.sequence(sequence, isFilm: false, depth: depth + 1)
      inner.name = source["name"]
      return inner
    }
    let origin = try time(sequence, "tcStart") ?? .zero
    return try play(number, &clip, origin, element)
  }

  private mutating func multicam(
    _ clip: InterchangeClip, _ element: XMLElement, depth: Int
  ) throws(InterchangeProblem) -> Played {
    var clip = clip
    guard let source = try resource(element["ref"], "media", element), let multicam = source.first("multicam")
    else {
      throw InterchangeProblem("the `mc-clip` names no multicam clip", at: InputPlace(element))
    }
    ledger.map(source, reading: ["id", "name"], harmless: ["uid", "modDate"])
    ledger.map(multicam, reading: ["format", "tcStart", "tcFormat"], harmless: ["renderFormat"])
    var pictureAngle: String?
    var soundAngle: String?
    for wanted in element.all("mc-source") {
      ledger.map(wanted, reading: ["angleID", "srcEnable"])
      let enabled = wanted["srcEnable"] ?? "all"
      if enabled == "all" || enabled == "video" { pictureAngle = pictureAngle ?? wanted["angleID"] }
      if enabled == "all" || enabled == "audio" { soundAngle = soundAngle ?? wanted["angleID"] }
    }
    let angles = multicam.all("mc-angle")
    guard let angle = angles.first(where: { $0["angleID"] == pictureAngle }) ?? angles.first else {
      throw InterchangeProblem("the multicam clip has no angle", at: InputPlace(multicam))
    }
    if pictureAngle == nil {
      ledger.approximate(element.index, "it selects no angle: the first one is shown")
    }
    if let soundAngle, soundAngle != angle["angleID"] {
      ledger.approximate(
        element.index, "omitted: the sound, which comes from a different angle", affecting: .sound)
    }
    let key = (source["id"] ?? "") + "\n" + (angle["angleID"] ?? "")
    let origin = try time(multicam, "tcStart") ?? .zero
    let number = try nested(key, element) { (reader: inout FCPXMLReader) throws(InterchangeProblem) in
      guard depth < 24 else {
        throw InterchangeProblem("sequences are nested more than 24 levels deep", at: InputPlace(element))
      }
      reader.ledger.map(angle, reading: ["name", "angleID"])
      var story = SequenceBuilder()
      try reader.addSpine(angle.children, base: .zero, origin: origin, lane: 0, to: &story, depth: depth + 1)
      return try reader.finish(story, name: angle["name"] ?? source["name"], at: InputPlace(angle))
    }
    var played = try play(number, &clip, origin, element)
    if soundAngle != angle["angleID"], pictureAngle != nil { played.clip.playsSound = false }
    return played
  }

  /// A clip that contains others: the file itself if that is equivalent, else a sequence.
  private mutating func container(
    _ clip: InterchangeClip, _ span: FCPXMLSpan, sourceStart: RationalTime, content: [XMLElement], depth: Int
  ) throws(InterchangeProblem) -> Played {
    var clip = clip
    let element = span.element
    if content.count == 1, let only = content.first, ["video", "audio"].contains(only.name) {
      let source = try resource(only["ref"], "", only)
      ledger.map(
        only, reading: ["ref", "offset", "start", "duration", "name", "srcCh"],
        harmless: ["role", "srcID", "outCh"])
      let origin = try source.map { source throws(InterchangeProblem) in try time(source, "start") } ?? nil
      let innerStart = try time(only, "start") ?? origin ?? .zero
      let offset = try time(only, "offset") ?? .zero
      let start = try exactly(at: InputPlace(element)) { () throws(TimeOverflow) in
        try innerStart + (sourceStart - offset)
      }
      var inner = only.children
      var played = try media(clip, only, sourceStart: start, &inner)
      try adjust(
        &played.clip, by: only,
        in: FCPXMLPart(start: start, duration: span.duration, isSound: played.isSound))
      for child in inner where Self.storyNames.contains(child.name) {
        ledger.drop(child.index, "it is connected to media inside a clip")
      }
      return played
    }
    let number = timeline.sequences.count
    timeline.sequences.append(InterchangeSequence())
    guard depth < 24 else {
      throw InterchangeProblem("clips are nested more than 24 levels deep", at: InputPlace(element))
    }
    var story = SequenceBuilder()
    let offsets = try content.map { child throws(InterchangeProblem) in try time(child, "offset") }
      .compactMap(\.self)
    let origin = offsets.min() ?? .zero
    for child in content {
      let offset = try time(child, "offset") ?? origin
      let start = try exactly(at: InputPlace(child)) { () throws(TimeOverflow) in try offset - origin }
      try add(child, at: start, lane: 0, to: &story, depth: depth + 1)
    }
    timeline.sequences[number] = try finish(story, name: element["name"], at: InputPlace(element))
    for source in element.all("sync-source") {
      ledger.map(source, reading: ["sourceID"])
      for role in source.all("audio-role-source") {
        ledger.drop(role.index, "which audio roles are heard", affecting: .sound)
      }
    }
    clip.start = sourceStart
    return try play(number, &clip, origin, element)
  }

  private mutating func play(
    _ number: Int, _ clip: inout InterchangeClip, _ origin: RationalTime, _ element: XMLElement
  ) throws(InterchangeProblem) -> Played {
    let sourceStart = clip.start
    clip.source = .sequence(number)
    clip.start = try exactly(at: InputPlace(element)) { () throws(TimeOverflow) in try sourceStart - origin }
    let sequence = timeline.sequences[number]
    let wanted = element["srcEnable"] ?? "all"
    clip.playsSound = wanted != "video" && sequence.hasSound
    let isSound = wanted == "audio" || (sequence.pictures.isEmpty && !sequence.sounds.isEmpty)
    if isSound { clip.playsSound = false }
    return Played(clip: clip, isSound: isSound)
  }

  /// The number of a resource's sequence, which is read once.
  private mutating func nested(
    _ key: String, _ element: XMLElement,
    _ read: (inout FCPXMLReader) throws(InterchangeProblem) -> InterchangeSequence
  ) throws(InterchangeProblem) -> Int {
    if let known = sequenceNumbers[key] { return known }
    guard openSequences.insert(key).inserted else {
      throw InterchangeProblem("the sequence contains itself", at: InputPlace(element))
    }
    let number = timeline.sequences.count
    timeline.sequences.append(InterchangeSequence())
    timeline.sequences[number] = try read(&self)
    openSequences.remove(key)
    sequenceNumbers[key] = number
    return number
  }
}
