/// Why a coded stream cannot be read, renamed or joined.
package struct CodedStreamError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rest of a sentence whose subject is the stream: "has an SPS that ends early".
  package let words: String

  package init(_ words: String) { self.words = words }

  package var description: String { words }
}

// MARK: Of headers and records

extension CodedStreamError {
  static func endsEarly(_ part: String) -> CodedStreamError {
    CodedStreamError("has \(part) that ends early")
  }

  static func outOfRange(_ field: String, _ value: Int, in part: String) -> CodedStreamError {
    CodedStreamError("has \(part) whose \(field) is \(value), which the standard does not allow")
  }

  static func isMissing(_ name: String, namedBy part: String) -> CodedStreamError {
    CodedStreamError("has \(part) that names \(name), which its header does not have")
  }

  static func unknownVersion(_ record: String, _ version: Int) -> CodedStreamError {
    CodedStreamError("has an \(record) record of version \(version), not 1")
  }

  static func lengthBytes(_ count: Int) -> CodedStreamError {
    CodedStreamError("writes lengths of NAL units with \(count) bytes, not 1, 2 or 4")
  }

  static func isStrayInRecord(_ kind: String) -> CodedStreamError {
    CodedStreamError("has \(kind) in its header")
  }

  static func lacksSets(_ kind: String) -> CodedStreamError {
    CodedStreamError("has no \(kind) in its header")
  }

  static func differentPictures(_ difference: String) -> CodedStreamError {
    CodedStreamError("describes two kinds of pictures in its header: one \(difference)")
  }
}

// MARK: Of packets

extension CodedStreamError {
  static var lengthsDisagree: CodedStreamError {
    CodedStreamError("has a packet whose NAL units do not add up to its length")
  }

  static func changesSet(_ name: String) -> CodedStreamError {
    CodedStreamError("changes its \(name) between pictures")
  }

  static func hasUnit(_ kind: String) -> CodedStreamError {
    CodedStreamError("has \(kind), which cannot be joined with other streams")
  }

  static func otherLayer(_ layer: Int) -> CodedStreamError {
    CodedStreamError("has a second layer (nuh_layer_id \(layer)), which cannot be joined with other streams")
  }
}

// MARK: Of joining

extension CodedStreamError {
  static func tooMany(_ kind: String, limit: Int) -> CodedStreamError {
    CodedStreamError("would bring the joined stream to more than \(limit) \(kind)")
  }

  static func noName(forPicture identifier: Int) -> CodedStreamError {
    CodedStreamError(
      "has PPS \(identifier), for which the joined stream has no id left whose code is as long or 8 bits longer"
    )
  }

  static func levelForbids(_ level: String, _ tool: String) -> CodedStreamError {
    CodedStreamError("uses \(tool), which level \(level) of the joined stream does not allow")
  }

  static var noIDRPictureIDLeft: CodedStreamError {
    CodedStreamError("has an IDR picture for which no idr_pic_id is left")
  }
}
