import Basics
import CLibYAML

/// One libyaml event.
struct YAMLEvent {
  let kind: Kind
  /// The range in libyaml's terms: from the anchor or tag, if there is one, and too far at the end of blocks.
  let range: SourceRange
  /// The number of anchors and tags before the value, as reported by libyaml.
  var properties = 0

  enum Kind {
    case streamStart, streamEnd
    case documentStart(isExplicit: Bool)
    case documentEnd
    case alias
    case scalar(YAMLScalar)
    case sequenceStart(isFlow: Bool)
    case sequenceEnd
    case mappingStart(isFlow: Bool)
    case mappingEnd
  }
}

/// A libyaml error: its message and place.
struct YAMLProblem: Error {
  let problem: String
  let offset: Int
  /// The construct that libyaml was reading, and its start.
  let context: String
  let contextOffset: Int?
}

/// Owns a libyaml parser, and is the only code that uses the library.
final class EventReader {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// libyaml keeps a pointer to its input.
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let text: ReadableText

  /// Nil if there is no memory for a parser.
  init?(_ text: ReadableText) {
    self.text = text
    parser = .allocate(capacity: 1)
    // A last line without a line break is read like one with it; libyaml would truncate the text of a `|`.
    let ending: [UInt8] = text.bytes.last.map { isLineBreak($0) ? [] : [UInt8(ascii: "\n")] } ?? []
    input = .allocate(capacity: text.bytes.count + ending.count)
    _ = input[..<text.bytes.count].initialize(from: text.bytes)
    _ = input[text.bytes.count...].initialize(from: ending)
    guard yaml_parser_initialize(parser) != 0 else {
      parser.deallocate()
      input.deallocate()
      return nil
    }
    // With an explicit encoding, libyaml neither looks for a byte-order mark nor guesses.
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  func next() -> Result<YAMLEvent, YAMLProblem> {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) != 0 else { return .failure(problem()) }
    defer { yaml_event_delete(&event) }
    return .success(read(event))
  }

  private func read(_ event: yaml_event_t) -> YAMLEvent {
    let data = event.data
    return switch event.type {
    case YAML_STREAM_START_EVENT: made(.streamStart, event)
    case YAML_DOCUMENT_START_EVENT:
      made(.documentStart(isExplicit: data.document_start.implicit == 0), event)
    case YAML_DOCUMENT_END_EVENT: made(.documentEnd, event)
    case YAML_ALIAS_EVENT: made(.alias, event)
    case YAML_SCALAR_EVENT:
      made(.scalar(scalar(event)), event, data.scalar.anchor, data.scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      made(
        .sequenceStart(isFlow: data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE), event,
        data.sequence_start.anchor, data.sequence_start.tag)
    case YAML_SEQUENCE_END_EVENT: made(.sequenceEnd, event)
    case YAML_MAPPING_START_EVENT:
      made(
        .mappingStart(isFlow: data.mapping_start.style == YAML_FLOW_MAPPING_STYLE), event,
        data.mapping_start.anchor, data.mapping_start.tag)
    case YAML_MAPPING_END_EVENT: made(.mappingEnd, event)
    default: made(.streamEnd, event)
    }
  }

  private func made(
    _ kind: YAMLEvent.Kind, _ event: yaml_event_t, _ anchor: UnsafeMutablePointer<UInt8>? = nil,
    _ tag: UnsafeMutablePointer<UInt8>? = nil
  ) -> YAMLEvent {
    let range = SourceRange(offset(event.start_mark), offset(event.end_mark))
    return YAMLEvent(kind: kind, range: range, properties: (anchor == nil ? 0 : 1) + (tag == nil ? 0 : 1))
  }

  private func scalar(_ event: yaml_event_t) -> YAMLScalar {
    let data = event.data.scalar
    let bytes = UnsafeBufferPointer(start: data.value, count: data.length)
    let style: YAMLScalar.Style =
      switch data.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
    return YAMLScalar(String(decoding: bytes, as: UTF8.self), style: style)
  }

  private func problem() -> YAMLProblem {
    let words = parser.pointee.problem.map { String(cString: $0) }
    let context = parser.pointee.context.map { String(cString: $0) }
    return YAMLProblem(
      problem: words ?? "out of memory", offset: offset(parser.pointee.problem_mark),
      context: context ?? "", contextOffset: context.map { _ in offset(parser.pointee.context_mark) })
  }

  private func offset(_ mark: yaml_mark_t) -> Int { text.offset(ofCharacter: mark.index) }
}
