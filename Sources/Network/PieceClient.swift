internal import Processes

/// Fetches the pieces of a stream into memory, in a process that may open sockets.
package final class PieceClient {
  private let client: NetworkClient

  /// The most bytes of one piece: ten seconds at 50 Mbit/s.
  private static let mostBytes: Int64 = 64 << 20

  /// `url` is what a person has named: its host may have an address that is not public, others may not. Nil if it is no
  /// URL.
  package init?(startingAt url: String) {
    guard let first = CurlURL(url),
      let client = NetworkClient(privateHosts: [first.host], onProgress: { _ in })
    else { return nil }
    self.client = client
  }

  package func bytes(of url: String) throws(NetworkFailure) -> [UInt8] {
    let file: MemoryFile
    do throws(SystemError) { file = try MemoryFile() } catch { throw NetworkFailure(.file, "\(error)") }
    var request = NetworkRequest(.get, url)
    request.mostBytes = Self.mostBytes
    request.mayBePlaylist = true
    request.patience.tries = 3
    request.patience.stall = .seconds(10)
    let answer = try client.carryOut(request, file.descriptor)
    if answer.encoding != nil {
      throw NetworkFailure(.otherBytes, "the server compresses a piece, which is not read")
    }
    return file.bytes(limit: Int(clamping: answer.byteCount ?? 0))
  }
}
