/// How an Ogg file ends.
enum OggEnd: Hashable {
  /// With a page marked as the last one of a stream.
  case lastPage
  /// With a page that others should follow: cut between two pages, or recorded without an end.
  case otherPage
  /// Inside a page.
  case insidePage
  /// With bytes that are not a page; FFmpeg silently searches them for one.
  case junk(byteCount: Int)

  /// `bytes` are the end of the file, long enough for two pages.
  init(_ bytes: [UInt8]) {
    let capture = Array("OggS".utf8)
    let header = 27
    var end = bytes.count
    // Players add tags of other formats.
    if bytes.count >= 128, Array(bytes[(bytes.count - 128)..<(bytes.count - 125)]) == Array("TAG".utf8) {
      end -= 128
    }
    guard
      let start = (0..<max(0, end - 3)).last(where: {
        bytes[$0] == capture[0] && Array(bytes[$0..<$0 + 4]) == capture
      })
    else {
      self = .junk(byteCount: end)
      return
    }
    guard end - start > header, end - start >= header + Int(bytes[start + header - 1]) else {
      self = .insidePage
      return
    }
    let segments = Int(bytes[start + header - 1])
    let length =
      header + segments + bytes[start + header..<start + header + segments].reduce(0) { $0 + Int($1) }
    if end - start < length {
      self = .insidePage
    } else if end - start > length {
      self = .junk(byteCount: end - start - length)
    } else {
      self = bytes[start + 5] & 4 != 0 ? .lastPage : .otherPage
    }
  }

  /// Why the stream ends too early; nil if it may end here.
  var reason: String? {
    switch self {
    case .lastPage, .otherPage: nil
    case .insidePage: "the file is cut short here"
    case .junk(let count): "the last \(count) bytes of the file are no page of Ogg"
    }
  }

  /// A remark about an unusual end: some recorders never write a last page.
  var remark: String? {
    switch self {
    case .lastPage, .insidePage: nil
    case .otherPage: "the file may be cut short: no page of it is marked as the last one of a stream"
    case .junk: reason
    }
  }
}
