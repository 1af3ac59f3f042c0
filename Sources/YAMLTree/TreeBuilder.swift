import Basics
import Diagnostics

/// Builds a tree with exact ranges from events, and rejects the parts of YAML that scripts do not use.
struct TreeBuilder {
  let source: SourceText
  let limits: YAMLLimits
  var findings: LimitedFindings
  var gaps: GapScanner
  /// The lists and mappings around the next value, outermost first.
  var open: [OpenCollection] = []
  private var root: YAMLNode?
  private var nodeCount = 0
  /// The range in which a libyaml error is already explained by a finding.
  var explained: SourceRange?
  /// The syntax error at which reading stopped.
  private(set) var problem: Diagnostic?
  private var hasStopped = false

  init(_ source: SourceText, limits: YAMLLimits, findings: LimitedFindings) {
    self.source = source
    self.limits = limits
    self.findings = findings
    gaps = GapScanner(source.bytes)
  }

  var bytes: [UInt8] { source.bytes }

  /// Accessed in place: if the collection were copied, each append would copy all its elements.
  var wantsKey: Bool { open.last?.wantsKey == true }

  /// False if nothing after this event can be read.
  mutating func take(_ event: YAMLEvent) -> Bool {
    switch event.kind {
    case .streamStart: break
    case .streamEnd:
      gaps.advance(to: bytes.count)
      return false
    case .documentStart(let isExplicit):
      guard isExplicit else { break }
      gaps.advance(to: event.range.start)
      gaps.skip(to: event.range.end)
    case .documentEnd:
      gaps.advance(to: event.range.start)
      refuseTextAfterDocument()
      return false
    case .alias: return takeAlias(event)
    case .scalar(let scalar): return takeScalar(scalar, event)
    case .sequenceStart(let isFlow): return openCollection(.sequence, isFlow: isFlow, event)
    case .mappingStart(let isFlow): return openCollection(.mapping, isFlow: isFlow, event)
    case .sequenceEnd, .mappingEnd: closeCollection(event)
    }
    return true
  }

  /// Stops reading at a syntax error.
  mutating func take(_ problem: YAMLProblem) {
    hasStopped = true
    if let explained, explained.start <= problem.offset, problem.offset < explained.end { return }
    let bracket = open.last(where: \.isFlow)?.start
    let finding = SyntaxMessage(problem, in: source, openBracket: bracket).diagnostic
    self.problem = finding
    findings.add(finding)
  }

  /// The tree of everything read; open collections are closed where reading stopped.
  mutating func finish() -> YAMLParse {
    while let collection = open.popLast() { place(collection) }
    for comment in gaps.tightComments {
      findings.add(
        Diagnostic(
          .yamlSyntax, "a comment needs a space before its `#`", at: comment,
          fixes: [
            Diagnostic.Fix(
              "put a space before `#`",
              [TextEdit(range: SourceRange(comment.start, comment.start), replacement: " ")], isSafe: true)
          ]))
    }
    if case .scalar(let scalar) = root?.value, scalar.isAbsent { root = nil }
    return YAMLParse(
      tree: YAMLTree(root: root, comments: gaps.comments), diagnostics: findings.inOrder(),
      isWhole: !hasStopped)
  }
}

// MARK: Values

extension TreeBuilder {
  private mutating func takeScalar(_ scalar: YAMLScalar, _ event: YAMLEvent) -> Bool {
    guard countNode(at: event.range.start) else { return false }
    let hasProperties = refuseProperties(of: event)
    if scalar.isAbsent {
      takeAbsent(at: hasProperties ? gaps.position : placeOfAbsent(event.range.start))
      return true
    }
    let start = hasProperties ? gaps.advanceToContent() : event.range.start
    gaps.advance(to: start)
    let firstLine = gaps.lineStart
    let range = rangeOfScalar(scalar.style, from: start, to: event.range.end)
    gaps.skip(to: max(range.end, event.range.end))
    checkCharacters(of: scalar, range)
    checkBlankLines(beforeTextAt: range.start, style: scalar.style)
    if gaps.lineStart != firstLine, open.last?.isFlow != true { checkLines(of: range, style: scalar.style) }
    let kept = limited(scalar, range)
    if wantsKey {
      takeKey(kept, range)
    } else {
      checkPlainDash(kept, range)
      place(YAMLNode(.scalar(kept), range: range), range)
    }
    return true
  }

  private mutating func takeAbsent(at place: Int) {
    let range = SourceRange(place, place)
    if wantsKey {
      refuseMissingKey(at: place)
    } else {
      checkColonWithoutBlank()
      self.place(YAMLNode(.scalar(YAMLScalar("")), range: range), range)
    }
  }

  private mutating func takeAlias(_ event: YAMLEvent) -> Bool {
    guard countNode(at: event.range.start) else { return false }
    gaps.advance(to: event.range.start)
    gaps.skip(to: event.range.end)
    let name = source[event.range].prefix(40)
    findings.add(
      Diagnostic(
        .unsupportedYAML, "the YAML alias `\(name)` is not supported", at: event.range,
        hint: "use `defaults`, `vars` or `sequences` instead; quote text that starts with `*`"))
    if wantsKey {
      open[open.count - 1].pendingKey = PendingKey(text: nil, range: event.range)
    } else {
      place(nil, event.range)
    }
    return true
  }

  /// A key without a value has its place directly after the colon, wherever libyaml reports it.
  private func placeOfAbsent(_ noticed: Int) -> Int {
    guard let key = open.last?.pendingKey else { return noticed }
    let colon = firstContent(from: key.range.end, acrossLines: true)
    return colon < bytes.count && bytes[colon] == UInt8(ascii: ":") ? colon + 1 : key.range.end
  }

  /// The range of a scalar, without text that libyaml includes at the end of blocks.
  private mutating func rangeOfScalar(_ style: YAMLScalar.Style, from start: Int, to end: Int) -> SourceRange
  {
    guard style == .literal || style == .folded else { return SourceRange(start, end) }
    var header = start + 1
    while header < end, "+-0123456789".utf8.contains(bytes[header]) { header += 1 }
    let lineEnd = bytes[header..<max(header, end)].firstIndex(where: isLineBreak) ?? max(header, end)
    gaps.skip(to: header)
    gaps.advance(to: lineEnd)
    var last = end
    while last > lineEnd, isBlank(bytes[last - 1]) || isLineBreak(bytes[last - 1]) { last -= 1 }
    return SourceRange(start, last > lineEnd ? last : header)
  }

  private mutating func limited(_ scalar: YAMLScalar, _ range: SourceRange) -> YAMLScalar {
    let count = scalar.text.utf8.count
    guard count > limits.scalarBytes else { return scalar }
    findings.add(
      Diagnostic(
        .tooLarge, "this text has \(count) bytes; a key or value may have at most \(limits.scalarBytes)",
        at: range))
    return YAMLScalar(
      String(decoding: scalar.text.utf8.prefix(limits.scalarBytes), as: UTF8.self), style: scalar.style)
  }

  /// False if there are too many values to read on.
  mutating func countNode(at offset: Int) -> Bool {
    nodeCount += 1
    guard nodeCount > limits.nodes else { return true }
    hasStopped = true
    let line = source.place(at: offset).line
    findings.add(
      Diagnostic(
        .tooLarge,
        "the file has more than \(limits.nodes) keys, values and lists, the maximum for a script: "
          + "reading stopped in line \(line) of \(source.lineCount)",
        at: SourceRange(offset, offset)))
    return false
  }
}

// MARK: Placing

extension TreeBuilder {
  /// Adds a value to its collection; of a rejected value, which is nil, only the range is used.
  mutating func place(_ node: YAMLNode?, _ range: SourceRange) {
    guard let last = open.indices.last else {
      root = node
      return
    }
    open[last].end = max(open[last].end, range.end)
    switch open[last].kind {
    case .sequence:
      if let node { open[last].items.append(node) }
    case .mapping:
      guard let key = open[last].pendingKey else {
        open[last].pendingKey = PendingKey(text: nil, range: range)
        return
      }
      open[last].pendingKey = nil
      if let node, let text = key.text {
        open[last].entries.append(YAMLEntry(key: text, keyRange: key.range, value: node))
      }
    }
  }

  /// Adds a finished list or mapping to its parent; a key without a value gets an absent one.
  mutating func place(_ collection: OpenCollection) {
    var collection = collection
    if let key = collection.pendingKey {
      if let text = key.text {
        let absent = YAMLNode(.scalar(YAMLScalar("")), range: SourceRange(key.range.end, key.range.end))
        collection.entries.append(YAMLEntry(key: text, keyRange: key.range, value: absent))
      }
      collection.end = max(collection.end, key.range.end)
    }
    let range = SourceRange(collection.start, collection.end)
    place(YAMLNode(collection.value, range: range), range)
  }

  /// The first offset that is not blank; with `acrossLines`, also no line break.
  func firstContent(from offset: Int, acrossLines: Bool) -> Int {
    var position = offset
    while position < bytes.count, isBlank(bytes[position]) || (acrossLines && isLineBreak(bytes[position])) {
      position += 1
    }
    return position
  }
}
