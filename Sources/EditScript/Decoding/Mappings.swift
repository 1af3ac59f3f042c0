import Basics
import YAMLTree

// Decoding of mappings into the typed script, where it does more than store the value of each key. Keys that
// neither a field nor the code here reads are reported as not rendered yet.

/// A value of the typed script that is empty until its keys are read.
protocol EmptyRecord {
  init()
}

extension CanvasSettings: EmptyRecord {}
extension MixSettings: EmptyRecord {}
extension ShapeOverrides: EmptyRecord {}
extension Checks: EmptyRecord {}
extension MediaStreams: EmptyRecord {}
extension MediaSync: EmptyRecord {}
extension SequenceFrames: EmptyRecord {}
extension RawSettings: EmptyRecord {}
extension VideoSettings: EmptyRecord {}
extension EncoderOptionTexts: EmptyRecord {}
extension MasteringSettings: EmptyRecord {}
extension AudioSettings: EmptyRecord {}
extension MetadataSettings: EmptyRecord {}
extension BoxSettings: EmptyRecord {}

extension MappingKeys where Value == Record, Record: EmptyRecord {
  static func decode(_ reader: MappingReader<Self>) -> Record? { reader.filled(Record()) }
}

extension MediaKeys {
  static func decode(_ reader: MappingReader<MediaKeys>) -> MediaDeclaration? {
    reader.file.map { reader.filled(MediaDeclaration(name: reader.subject.declaredName, file: $0)) }
  }
}

extension VariableKeys {
  static func decode(_ reader: MappingReader<VariableKeys>) -> VariableDeclaration? {
    reader.type.map { reader.filled(VariableDeclaration(name: reader.subject.declaredName, type: $0)) }
  }
}

extension OutputKeys {
  static func decode(_ reader: MappingReader<OutputKeys>) -> Output? {
    guard let file = reader.file else { return nil }
    let output = reader.filled(Output(range: reader.subject.node.range, file: file))
    if let name = output.name { reader.reading.register(name, in: .outputs) }
    return output
  }
}

extension Subject {
  /// The key as the name of its value.
  var declaredName: Located<String> { Located(key, at: keyRange) }
}
