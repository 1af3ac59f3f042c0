import Compiler
import Composition
import LibAV

extension FilterCatalogue {
  /// Reads the facts of the FFmpeg filters with these names. The filter library is only loaded if there are
  /// names, because loading takes a third of the start-up time.
  init(ofThisMachine names: Set<String>) {
    let facts = names.compactMap { name in
      PictureFilterFacts(named: name).map {
        (name, Facts(options: $0.options + $0.otherNames, isOneToOne: $0.isOneToOne))
      }
    }
    self.init(
      names: names.isEmpty ? [] : PictureFilterFacts.allNames,
      facts: Dictionary(facts, uniquingKeysWith: { first, _ in first }))
  }

  /// Tries each filter on a few pictures.
  mutating func carryOut(_ wanted: [FilterTrial], asking inspector: Inspector) throws(WorkspaceError) {
    let questions = wanted.map { trial -> FilterQuestion in
      let options = trial.filter.options.map { ($0.name, $0.value) }
      return switch trial.form {
      case .picture(let size): FilterQuestion(filter: trial.filter.name, options: options, size: size)
      case .sound(let mix):
        FilterQuestion(
          filter: trial.filter.name, options: options, sampleRate: mix.sampleRate,
          channelCount: mix.channelCount)
      }
    }
    for (trial, answer) in zip(wanted, try answers(to: questions, from: inspector)) {
      trials[trial] = FilterTrial.Outcome(answer)
    }
  }
}

extension FilterTrial.Outcome {
  fileprivate init(_ answer: Result<PictureFilterTrial, InspectionFailure>) {
    self =
      switch answer {
      case .success(.works): .works
      case .success(.refused(let reason)): .refused(reason)
      case .success(.changesForm(let reason)): .changesForm(reason)
      case .failure(.tooSlow(let limit)):
        .refused("a trial takes longer than \(limit.components.seconds) s")
      case .failure(.silent(let time)): .refused("it produced no output for \(time.components.seconds) s")
      case .failure(.ended(let status)): .refused("its process \(status)")
      }
  }
}
