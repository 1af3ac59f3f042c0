import FoundationEssentials
import Processes

/// What a process may do, sent before the first question.
struct InspectionSetup: Codable {
  var readable: [String]
  var loadsFilters: Bool
  var sandbox: String
}

/// A line from a process that answers questions: a word, followed by JSON or sentences.
enum InspectionLine {
  /// With the restrictions that the kernel does not support.
  case ready(shortcomings: [String])
  case refused(String)
  case answer(String)

  var text: String {
    switch self {
    case .ready(let shortcomings): (["ready"] + shortcomings).joined(separator: "\t")
    case .refused(let reason): "refused " + reason
    case .answer(let json): "answer " + json
    }
  }

  init?(_ text: String) {
    if text == "ready" || text.hasPrefix("ready\t") {
      self = .ready(shortcomings: text.split(separator: "\t").dropFirst().map(String.init))
    } else if text.hasPrefix("refused ") {
      self = .refused(String(text.dropFirst(8)))
    } else if text.hasPrefix("answer ") {
      self = .answer(String(text.dropFirst(7)))
    } else {
      return nil
    }
  }
}

extension Encodable {
  /// As JSON on one line.
  func json() throws(InspectionError) -> String {
    do { return String(decoding: try JSONEncoder().encode(self), as: UTF8.self) } catch {
      throw .engine("a message cannot be encoded: \(error)")
    }
  }
}

extension Decodable {
  init(json: some StringProtocol) throws(InspectionError) {
    do { self = try JSONDecoder().decode(Self.self, from: Data(json.utf8)) } catch {
      throw .engine("a message cannot be read: \(error)")
    }
  }
}
