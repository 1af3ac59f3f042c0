/// Encodes any value as bytes for its digest; different values of a type have different bytes.
///
/// Every value begins with a byte for its kind. Members have names and remain in the order in which the type
/// encodes them, strings begin with their length, numbers are their bits (so 0 and -0 differ), and lists and
/// sets of members have an end mark. Nothing depends on the locale, the machine or the run. The order of sets
/// and dictionaries differs between runs, so a value that becomes a key must contain none.
final class CanonicalEncoder: Encoder {
  private(set) var bytes: [UInt8] = []
  /// The numbers of the open containers, the innermost last.
  private var open: [Int] = []
  private var containerCount = 0

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  enum Mark: UInt8 {
    case members = 0x7B
    case list = 0x5B
    case end = 0x5D
    case name = 0x3A
    case text = 0x22
    case signed = 0x69
    case unsigned = 0x75
    case number = 0x64
    case no = 0x46
    case yes = 0x54
    case null = 0x30
    /// A value that encodes nothing.
    case empty = 0x65
  }

  /// The error for writing to a container that has already ended.
  struct Interleaved: Error {}

  /// Writes a whole value, and ends the containers that it leaves open.
  func write(_ value: some Encodable) throws {
    let (start, depth) = (bytes.count, open.count)
    try value.encode(to: self)
    while open.count > depth { end() }
    if bytes.count == start { write(.empty) }
  }

  func write(_ mark: Mark) { bytes.append(mark.rawValue) }

  func write(_ mark: Mark, _ bits: UInt64) {
    write(mark)
    withUnsafeBytes(of: bits.littleEndian) { bytes.append(contentsOf: $0) }
  }

  func write(_ mark: Mark, _ text: String) {
    write(mark, UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  fileprivate func begin(_ mark: Mark) -> Int {
    write(mark)
    containerCount += 1
    open.append(containerCount)
    return containerCount
  }

  private func end() {
    open.removeLast()
    write(.end)
  }

  /// Continues a container and ends those inside it; throws if it has ended, because its members could then
  /// belong to another one.
  fileprivate func resume(_ container: Int) throws {
    while let last = open.last, last != container { end() }
    guard !open.isEmpty else { throw Interleaved() }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members<Key>(encoder: self, number: begin(.members)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    List(encoder: self, number: begin(.list))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: CanonicalEncoder
  let number: Int

  var codingPath: [any CodingKey] { [] }

  private func name(_ key: Key) throws {
    try encoder.resume(number)
    encoder.write(.name, key.stringValue)
  }

  func encodeNil(forKey key: Key) throws {
    try name(key)
    encoder.write(.null)
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try name(key)
    try encoder.write(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    // If the container has ended, the next write to it throws.
    try? name(key)
    return encoder.container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    try? name(key)
    return encoder.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder }

  func superEncoder(forKey key: Key) -> any Encoder {
    try? name(key)
    return encoder
  }
}

private struct List: UnkeyedEncodingContainer {
  let encoder: CanonicalEncoder
  let number: Int
  private(set) var count = 0

  init(encoder: CanonicalEncoder, number: Int) {
    self.encoder = encoder
    self.number = number
  }

  var codingPath: [any CodingKey] { [] }

  private mutating func next() throws {
    try encoder.resume(number)
    count += 1
  }

  mutating func encodeNil() throws {
    try next()
    encoder.write(.null)
  }

  mutating func encode(_ value: some Encodable) throws {
    try next()
    try encoder.write(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    try? next()
    return encoder.container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    try? next()
    return encoder.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder }
}

private struct Single: SingleValueEncodingContainer {
  let encoder: CanonicalEncoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil() throws { encoder.write(.null) }
  func encode(_ value: Bool) throws { encoder.write(value ? .yes : .no) }
  func encode(_ value: String) throws { encoder.write(.text, value) }
  func encode(_ value: Double) throws { encoder.write(.number, value.bitPattern) }
  func encode(_ value: Float) throws { try encode(Double(value)) }
  func encode(_ value: Int) throws { signed(Int64(value)) }
  func encode(_ value: Int8) throws { signed(Int64(value)) }
  func encode(_ value: Int16) throws { signed(Int64(value)) }
  func encode(_ value: Int32) throws { signed(Int64(value)) }
  func encode(_ value: Int64) throws { signed(value) }
  func encode(_ value: UInt) throws { encoder.write(.unsigned, UInt64(value)) }
  func encode(_ value: UInt8) throws { encoder.write(.unsigned, UInt64(value)) }
  func encode(_ value: UInt16) throws { encoder.write(.unsigned, UInt64(value)) }
  func encode(_ value: UInt32) throws { encoder.write(.unsigned, UInt64(value)) }
  func encode(_ value: UInt64) throws { encoder.write(.unsigned, value) }
  func encode(_ value: some Encodable) throws { try encoder.write(value) }

  private func signed(_ value: Int64) { encoder.write(.signed, UInt64(bitPattern: value)) }
}

extension ContentDigest {
  /// The digest of a value. For values of one type, equal digests mean equal values.
  package static func of(value: some Encodable) throws(DigestFailure) -> ContentDigest {
    try of(canonicalBytes(of: value))
  }

  /// The bytes of a value; no other value of its type has the same bytes.
  package static func canonicalBytes(of value: some Encodable) throws(DigestFailure) -> [UInt8] {
    let encoder = CanonicalEncoder()
    do { try encoder.write(value) } catch { throw DigestFailure(reason: "\(type(of: value)): \(error)") }
    return encoder.bytes
  }
}
