import CLibXML2

extension XMLDocument {
  /// Reads a document in UTF-8.
  ///
  /// Reads only the text: no network, no document type definition, no external entities. Documents that
  /// declare entities are rejected, because entities can name files and expand without limit.
  package static func parse(
    bytes: [UInt8], limits: XMLLimits = .standard
  ) throws(XMLProblem) -> XMLDocument {
    guard bytes.count <= limits.size else {
      throw XMLProblem(message: "the text is larger than \(limits.size >> 20) MiB", line: 1, column: 1)
    }
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let crowded = firstCrowdedTag(content) {
      let (line, column) = place(of: crowded, in: content)
      throw XMLProblem(
        message: "an element has more than \(XMLLimits.attributes) attributes", line: line, column: column)
    }
    guard let invalid = firstInvalidByte(content) else { return try read(content, limits) }
    let (line, column) = place(of: invalid, in: content)
    throw XMLProblem(message: "the text is not UTF-8", line: line, column: column)
  }

  private static func read(_ bytes: [UInt8], _ limits: XMLLimits) throws(XMLProblem) -> XMLDocument {
    let builder = XMLBuilder(bytes: bytes, limits: limits)
    guard let context = xmlNewParserCtxt() else {
      throw XMLProblem(message: "there is no memory for a parser", line: 1, column: 1)
    }
    defer { xmlFreeParserCtxt(context) }
    install(on: context)
    context.pointee._private = Unmanaged.passUnretained(builder).toOpaque()
    // Only XML's five predefined entities are ever known, so replacing them can neither read files nor
    // expand.
    let options =
      XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
      | XML_PARSE_NOWARNING.rawValue
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { text in
        if let document = xmlCtxtReadMemory(
          context, text.baseAddress, Int32(clamping: text.count), nil, "UTF-8", Int32(bitPattern: options))
        {
          xmlFreeDoc(document)
        }
      }
    }
    // libxml2 stores the entities that it declares itself in a separate document.
    if let document = context.pointee.myDoc {
      xmlFreeDoc(document)
      context.pointee.myDoc = nil
    }
    return try builder.document()
  }

  /// Makes libxml2 report what it reads to the builder, and build no tree.
  private static func install(on context: xmlParserCtxtPtr) {
    guard let handler = context.pointee.sax else { return }
    var sax = xmlSAXHandler()
    sax.initialized = UInt32(XML_SAX2_MAGIC)
    sax.startElementNs = { context, name, prefix, uri, _, _, count, _, attributes in
      XMLBuilder.of(context)?.begin(context, name, prefix, uri, attributes, Int(count))
    }
    sax.endElementNs = { context, _, _, _ in XMLBuilder.of(context)?.end() }
    sax.characters = { context, text, count in XMLBuilder.of(context)?.add(text, Int(count)) }
    sax.ignorableWhitespace = sax.characters
    sax.cdataBlock = sax.characters
    sax.internalSubset = { context, name, _, _ in XMLBuilder.of(context)?.beginType(name) }
    sax.entityDecl = { context, _, _, _, _, _ in
      XMLBuilder.of(context)?.refuse(context, "the document declares entities, which are not read")
    }
    sax.reference = { context, _ in
      XMLBuilder.of(context)?.refuse(context, "the document refers to an entity that is not declared")
    }
    sax.getEntity = { _, name in name.flatMap { xmlGetPredefinedEntity($0) } }
    sax.serror = { context, error in XMLBuilder.of(context)?.report(error) }
    handler.pointee = sax
  }
}

/// Collects the events of libxml2 while one document is read.
private final class XMLBuilder {
  private struct OpenElement {
    let name: String
    let namespace: String?
    let attributes: [XMLAttribute]
    let index: Int
    let line: Int
    let column: Int
    var children: [XMLElement] = []
    var text: [UInt8] = []
  }

  private let bytes: [UInt8]
  private let limits: XMLLimits
  private var lines: [Int] = [0]
  private var open: [OpenElement] = []
  private var root: XMLElement?
  private var count = 0
  /// The end of the text searched for tags.
  private var scanned = 0
  private var documentType: String?
  private var problem: XMLProblem?

  init(bytes: [UInt8], limits: XMLLimits) {
    self.bytes = bytes
    self.limits = limits
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { lines.append(offset + 1) }
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> XMLBuilder? {
    guard let pointer = context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private else {
      return nil
    }
    return Unmanaged<XMLBuilder>.fromOpaque(pointer).takeUnretainedValue()
  }

  func document() throws(XMLProblem) -> XMLDocument {
    if let problem { throw problem }
    guard let root, open.isEmpty else {
      throw XMLProblem(message: "the document has no complete element", line: lines.count, column: 1)
    }
    return XMLDocument(root: root, count: count, documentType: documentType)
  }

  // MARK: Events

  func beginType(_ name: UnsafePointer<xmlChar>?) { documentType = name.map { String(cString: $0) } }

  func begin(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
    _ namespace: UnsafePointer<xmlChar>?, _ values: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
    _ valueCount: Int
  ) {
    guard problem == nil else { return }
    let tag = startOfNextTag()
    guard open.count < limits.depth else {
      return refuse(context, at: tag, "more than \(limits.depth) elements are in each other")
    }
    guard count < limits.elements else {
      return refuse(context, at: tag, "the document has more than \(limits.elements) elements")
    }
    let (line, column) = place(ofByte: tag)
    open.append(
      OpenElement(
        name: qualified(name, prefix), namespace: namespace.map { String(cString: $0) },
        attributes: attributes(values, valueCount), index: count, line: line, column: column))
    count += 1
  }

  func end() {
    guard problem == nil, let closed = open.popLast() else { return }
    let element = XMLElement(
      name: closed.name, namespace: closed.namespace, attributes: closed.attributes,
      children: closed.children, text: String(decoding: closed.text, as: UTF8.self), index: closed.index,
      line: closed.line, column: closed.column)
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  func add(_ text: UnsafePointer<xmlChar>?, _ count: Int) {
    guard problem == nil, !open.isEmpty, let text, count > 0 else { return }
    open[open.count - 1].text.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
  }

  func report(_ error: UnsafeMutablePointer<xmlError>?) {
    guard problem == nil, let error = error?.pointee, error.level.rawValue >= XML_ERR_ERROR.rawValue else {
      return
    }
    var message = error.message.map { String(cString: $0) } ?? "the document is not well-formed"
    while message.last?.isWhitespace == true { message.removeLast() }
    problem = XMLProblem(message: message, line: max(1, Int(error.line)), column: max(1, Int(error.int2)))
  }

  /// Stops reading. Without an offset, the problem is after the previous tag.
  func refuse(_ context: UnsafeMutableRawPointer?, at offset: Int? = nil, _ message: String) {
    if problem == nil {
      let (line, column) = place(ofByte: offset ?? scanned)
      problem = XMLProblem(message: message, line: line, column: column)
    }
    xmlStopParser(context?.assumingMemoryBound(to: xmlParserCtxt.self))
  }

  // MARK: Parts

  private func qualified(_ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?) -> String {
    let local = name.map { String(cString: $0) } ?? ""
    return prefix.map { String(cString: $0) + ":" + local } ?? local
  }

  /// libxml2 passes five pointers per attribute: name, prefix, namespace, and the start and end of the value.
  private func attributes(
    _ values: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int
  ) -> [XMLAttribute] {
    guard let values else { return [] }
    return (0..<count).map { number in
      let fields = values + number * 5
      var value = ""
      if let start = fields[3], let end = fields[4] {
        value = String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
      }
      return XMLAttribute(
        qualified(fields[0], fields[1]), value, namespace: fields[2].map { String(cString: $0) })
    }
  }

  /// The start of the next start tag. libxml2 reports elements in the order of their tags, so each byte is
  /// read once; its own byte count is wrong in long lines.
  private func startOfNextTag() -> Int {
    while let start = bytes[scanned...].firstIndex(of: UInt8(ascii: "<")) {
      let rest = bytes[start...]
      if rest.starts(with: "<!--".utf8) {
        scanned = end(of: "-->", after: start)
      } else if rest.starts(with: "<![CDATA[".utf8) {
        scanned = end(of: "]]>", after: start)
      } else if rest.starts(with: "<?".utf8) {
        scanned = end(of: "?>", after: start)
      } else if rest.starts(with: "<!".utf8) || rest.starts(with: "</".utf8) {
        scanned = endOfTag(after: start)
      } else {
        scanned = endOfTag(after: start)
        return start
      }
    }
    return scanned
  }

  private func end(of mark: String, after start: Int) -> Int {
    let mark = Array(mark.utf8)
    var offset = start
    while offset < bytes.count, !bytes[offset...].starts(with: mark) { offset += 1 }
    return min(bytes.count, offset + mark.count)
  }

  /// The end of a tag or declaration, after its `>`, but not one in quotes or brackets.
  private func endOfTag(after start: Int) -> Int {
    var quote: UInt8?
    var brackets = 0
    for offset in start..<bytes.count {
      let byte = bytes[offset]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        brackets += 1
      } else if byte == UInt8(ascii: "]") {
        brackets -= 1
      } else if byte == UInt8(ascii: ">"), brackets <= 0 {
        return offset + 1
      }
    }
    return bytes.count
  }

  private func place(ofByte offset: Int) -> (line: Int, column: Int) {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return (low, offset - lines[max(0, low - 1)] + 1)
  }
}

/// The start of a tag with more attributes than the limit; nil if there is none.
private func firstCrowdedTag(_ bytes: [UInt8]) -> Int? {
  var start = 0
  var count = 0
  for (offset, byte) in bytes.enumerated() {
    if byte == UInt8(ascii: "<") {
      (start, count) = (offset, 0)
    } else if byte == UInt8(ascii: ">") {
      count = Int.min
    } else if byte == UInt8(ascii: "=") {
      count += 1
      if count > XMLLimits.attributes { return start }
    }
  }
  return nil
}

private func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
  var iterator = bytes.makeIterator()
  var decoder = UTF8()
  var offset = 0
  while true {
    switch decoder.decode(&iterator) {
    case .scalarValue(let scalar): offset += UTF8.width(scalar)
    case .emptyInput: return nil
    case .error: return min(offset, bytes.count)
    }
  }
}

private func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
  let before = bytes[..<offset]
  let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  return (before.count { $0 == UInt8(ascii: "\n") } + 1, offset - start + 1)
}
