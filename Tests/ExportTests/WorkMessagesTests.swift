import Testing

@testable import Export

@Suite struct WorkMessagesTests {
  @Test(
    "A report is one line of JSON and comes back as it was",
    arguments: [
      WorkReport.frame(0), .frame(1_234_567), .frame(.max), .samples(48000),
      .ready(shortcomings: ["a \"b\""]),
      .finished(.segment(3)), .failed(kind: .engine, message: "{\"frame\":{\"_0\":1}}"),
    ])
  func reports(report: WorkReport) {
    #expect(report.message == report.line)
    #expect(WorkReport(message: report.message) == report)
    #expect(!report.message.contains("\n"))
  }

  @Test(
    "What is no report is none",
    arguments: ["", "frame", #"{"frame":{"_0":}}"#, #"{"frame":{"_0":1}"#, #"{"frame":{"_0":1.5}}"#])
  func noReports(line: String) {
    #expect(WorkReport(message: line) == nil)
  }
}
