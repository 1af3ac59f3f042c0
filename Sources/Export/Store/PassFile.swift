import Composition
import LibAV
import Processes
import RenderPlan

/// The files in which an encoder passes the statistics of its first pass to its second one: encoders accept
/// only file names.
struct PassFile {
  let path: String
  let codec: VideoCodec

  private static let limit = 1 << 30

  private var paths: [String] { [path, path + PassStatistics.secondEnding(of: codec)] }

  /// Moves the encoder's files into an entry, one packet per file. The encoder must be freed first, because
  /// that writes the last of them.
  func read(into entry: StoreEntryWriter) throws(ExportError) -> PassBits {
    var files: [[UInt8]] = []
    for path in paths {
      // The second file exists only if the encoder looks ahead.
      guard files.isEmpty || isThere(path) else { break }
      do throws(FileError) { files.append(try readFile(path, limit: Self.limit)) } catch {
        throw ExportError(error)
      }
    }
    guard let text = files.first, let bits = PassStatistics.bits(in: text) else {
      throw ExportError(.engine, "the first pass left no statistics")
    }
    for (index, bytes) in files.enumerated() {
      let time = Int64(index)
      try entry.append(
        EncodedPacket(bytes: bytes, presentation: time, decode: time, duration: 1, isKey: true))
    }
    return PassBits(pictures: bits.pictures, fixed: bits.fixed)
  }

  /// Writes the files that the first pass left in an entry.
  func write(from entry: StoreEntryReader) throws(ExportError) {
    var paths = paths[...]
    while let packet = try entry.next() {
      guard let path = paths.popFirst() else { break }
      do throws(FileError) { try AtomicFile.publish(packet.bytes, at: path) } catch {
        throw ExportError(error)
      }
    }
    guard paths.count < 2 else { throw ExportError(.engine, "the first pass left no statistics") }
  }

  /// Frees disk space early; the folder is removed after the render.
  func remove() {
    for path in paths { try? removeFile(path) }
  }
}

extension RenderPlan {
  /// Creates the folder for the statistics of two passes; nil for a single pass.
  func passFolder(beside planPath: String) throws(ExportError) -> String? {
    guard segments.contains(where: { $0.pass != nil }) else { return nil }
    let path = folder(of: planPath) + "/passes"
    do throws(FileError) { try makeFolder(path) } catch { throw ExportError(error) }
    return path
  }
}
