import Foundation
import Glibc
import TestSupport
import Testing

@testable import Processes

@Suite("A lease")
struct LeaseTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(".entry.lease")
  }

  private func take() -> Lease? {
    if case .taken(let lease) = Lease.take(path, abandonedAfter: 60) { lease } else { nil }
  }

  private func age(by seconds: Int) {
    let date = Date(timeIntervalSinceNow: -Double(seconds))
    #expect(throws: Never.self) {
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
  }

  @Test("is one process's at a time, and is there for others when it is given back")
  func held() throws {
    do {
      let lease = try #require(take())
      #expect(take() == nil)
      withExtendedLifetime(lease) {}
    }
    #expect(!isThere(path))
    #expect(take() != nil)
  }

  @Test(
    "that was not renewed for a minute is abandoned, and its late holder does not take it from the next one")
  func abandoned() throws {
    var late = take()
    age(by: 59)
    #expect(take() == nil)
    age(by: 62)
    let next = try #require(take())
    late?.renew()
    late = nil
    #expect(isThere(path))
    age(by: 62)
    next.renew()
    #expect(take() == nil)
    withExtendedLifetime(next) {}
  }

  @Test("of a killed process of this machine is abandoned at once, one of another machine after a minute")
  func killed() throws {
    let kernel = try #require(Leftovers.kernel)
    // Not published: a process that another test is just starting would hold the lock of the temporary file
    // until it becomes its program.
    try folder.write(".entry.lease", kernel)
    #expect(take() != nil)
    try folder.write(".entry.lease", "anothermachi")
    #expect(take() == nil)
    age(by: 62)
    #expect(take() != nil)
  }

  @Test("says for how long it was not renewed, by the clock of its server")
  func age() throws {
    #expect(Lease.age(of: path) == nil)
    let lease = take()
    #expect(Lease.age(of: path).map { $0 <= 1 } == true)
    age(by: 100)
    #expect(Lease.age(of: path).map { (100...102).contains($0) } == true)
    lease?.renew()
    #expect(Lease.age(of: path).map { $0 <= 1 } == true)
    withExtendedLifetime(lease) {}
    #expect(try listFolder(folder.root).filter { $0.hasSuffix(".partial") } == [])
  }

  @Test("cannot be taken in a folder that is not there")
  func impossible() throws {
    guard case .impossible = Lease.take(folder.path("none/.lease"), abandonedAfter: 60) else {
      Issue.record("it was taken")
      return
    }
  }
}
