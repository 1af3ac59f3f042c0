internal import CPulse

/// A source of the sound server: a microphone, or what an output plays.
package struct SoundSourceFacts: Hashable, Sendable {
  package var name: String
  /// For people.
  package var description: String
  package var sampleRate: Int
  package var channelCount: Int
  /// The output whose sound it is; nil for a microphone.
  package var monitorOf: String?
  /// Whether it is what `mic` or `speakers` records.
  package var isUsual = false
}

/// The sources of the machine's sound server, in its order.
package func soundSources() throws(DeviceError) -> [SoundSourceFacts] { try PulseServer().sources() }

extension PulseServer {
  func sources() throws(DeviceError) -> [SoundSourceFacts] {
    let (usualSource, usualOutput) = try defaults()
    var found: [SoundSourceFacts] = []
    try withUnsafeMutablePointer(to: &found) { found throws(DeviceError) in
      try finish(
        pa_context_get_source_info_list(
          context,
          { _, facts, _, found in
            guard let facts = facts?.pointee else { return }
            let monitorOf = facts.monitor_of_sink_name.map { String(cString: $0) }
            found?.assumingMemoryBound(to: [SoundSourceFacts].self).pointee.append(
              SoundSourceFacts(
                name: facts.name.map { String(cString: $0) } ?? "",
                description: facts.description.map { String(cString: $0) } ?? "",
                sampleRate: Int(facts.sample_spec.rate), channelCount: Int(facts.sample_spec.channels),
                monitorOf: monitorOf))
          }, found))
    }
    for index in found.indices {
      let source = found[index]
      found[index].isUsual = source.monitorOf.map { $0 == usualOutput } ?? (source.name == usualSource)
    }
    return found
  }

  /// The names of the usual source and output; nil if there is none.
  private func defaults() throws(DeviceError) -> (source: String?, output: String?) {
    var names: (source: String?, output: String?) = (nil, nil)
    try withUnsafeMutablePointer(to: &names) { names throws(DeviceError) in
      try finish(
        pa_context_get_server_info(
          context,
          { _, facts, names in
            guard let facts = facts?.pointee else { return }
            names?.assumingMemoryBound(to: (source: String?, output: String?).self).pointee = (
              facts.default_source_name.map { String(cString: $0) },
              facts.default_sink_name.map { String(cString: $0) }
            )
          }, names))
    }
    return names
  }

  /// The source that a person means.
  func source(_ choice: SoundDeviceChoice) throws(DeviceError) -> SoundSourceFacts {
    let all = try sources()
    let microphones = all.filter { $0.monitorOf == nil }
    switch choice {
    case .source(let name), .alsa(let name):
      if let source = all.first(where: { $0.name == name }) { return source }
      throw DeviceError(.missing, "the sound server has no source '\(name)'")
    case .speakers:
      if let source = all.first(where: { $0.monitorOf != nil && $0.isUsual }) { return source }
      throw DeviceError(.missing, "the sound server has no output that could be recorded")
    case .microphone(nil):
      if let source = microphones.first(where: \.isUsual) { return source }
      guard let first = microphones.first else {
        throw DeviceError(.missing, "the sound server has no microphone")
      }
      throw DeviceError(.missing, "no microphone is the usual one; name one, such as pulse:\(first.name)")
    case .microphone(let text?):
      if let source = microphones.first(where: { $0.name == text }) { return source }
      let wanted = text.lowercased()
      let fitting = microphones.filter {
        $0.name.lowercased().contains(wanted) || $0.description.lowercased().contains(wanted)
      }
      if fitting.count == 1 { return fitting[0] }
      guard !fitting.isEmpty else {
        throw DeviceError(.missing, "no microphone has '\(text)' in its name or description")
      }
      let names = fitting.map { "pulse:\($0.name)" }.joined(separator: ", ")
      throw DeviceError(.missing, "several microphones have '\(text)' in their names: \(names)")
    }
  }
}
