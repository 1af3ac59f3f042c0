import Testing

@testable import Export

@Suite struct WorkMessagesTests {
  @Test(arguments: [
    WorkReport.frame(0), .frame(1_234_567), .frame(.max), .samples(48000), .ready(shortcomings: ["a \"b\""]),
    .finished(.segment(3)), .failed(kind: .engine, message: "{\"frame\":{\"_0\":1}}"),
  ])
  func `A report is one line of JSON and comes back as it was`(report: WorkReport) {
    #expect(report.message == report.line)
    #expect(WorkReport(message: report.message) == report)
    #expect(!report.message.contains("\n"))
  }

  @Test(arguments: ["", "frame", #"{"frame":{"_0":}}"#, #"{"frame":{"_0":1}"#, #"{"frame":{"_0":1.5}}"#])
  func `What is no report is none`(line: String) {
    #expect(WorkReport(message: line) == nil)
  }
}
