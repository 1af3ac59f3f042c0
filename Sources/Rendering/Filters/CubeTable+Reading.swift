import Composition
import ContentDigest
import Glibc
import LibAV

extension CubeTable {
  /// Reads a LUT of the film, which must not have changed since the film was planned.
  init(of table: LUT) throws(LibAVError) {
    let bytes = try readBytes(of: table)
    guard (try? ContentDigest.of(bytes).hex) == table.digest else {
      throw failure(table, "the file has changed since the film was planned")
    }
    do throws(CubeProblem) { self = try CubeTable(reading: bytes) } catch {
      throw failure(table, "line \(error.line): \(error.reason)")
    }
  }
}

private func failure(_ table: LUT, _ reason: String) -> LibAVError {
  LibAVError(operation: "reading the table", subject: table.path, cause: .badData, reason: reason)
}

private func readBytes(of table: LUT) throws(LibAVError) -> [UInt8] {
  guard let file = fopen(table.path, "re") else {
    throw LibAVError(
      operation: "reading the table", subject: table.path, cause: .input(errno: errno),
      reason: String(cString: strerror(errno)))
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count <= CubeTable.mostBytes {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { break }
    bytes += chunk[..<count]
  }
  return bytes
}
