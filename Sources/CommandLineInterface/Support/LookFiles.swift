import ContentDigest
import Glibc
import Lowering
import PictureEffects
import Processes

/// What a file of colours holds, as far as a film has to know.
func lookState(ofFileAt path: String) -> LookState {
  let bytes: [UInt8]
  do throws(FileError) { bytes = try readFile(path, limit: CubeTable.mostBytes) } catch {
    return .failed(MediaFailure(error))
  }
  do throws(CubeProblem) { _ = try CubeTable(reading: bytes) } catch { return .malformed(error) }
  guard let digest = try? ContentDigest.of(bytes) else {
    return .failed(MediaFailure(.unreadable, reason: "\(DigestFailure())"))
  }
  return .known(path: path, digest: digest.hex)
}

extension MediaFailure {
  fileprivate init(_ error: FileError) {
    switch error.cause {
    case .system(ENOENT), .system(ENOTDIR): self.init(.missing, reason: error.reason)
    case .system(EISDIR): self.init(.isDirectory, reason: error.reason)
    default: self.init(.unreadable, reason: error.reason)
    }
  }
}
