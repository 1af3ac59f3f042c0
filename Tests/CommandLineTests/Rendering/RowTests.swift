import TestSupport
import Testing

/// A script with a table of values makes a film for each row.
@Suite struct RowTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "card.edit",
      """
      edit: 1
      vars:
        name: {type: text}
        clip: {type: media, default: \(Footage.flat)}
        length: {type: time, default: 1s}
      canvas: {size: 160x90, rate: 30}
      timeline:
        - {clip: "${clip}", take: "..${length}"}
      outputs:
        - {file: "out/${name}.mp4", video: {speed: ultrafast}}
      """)
  }

  private func made() throws -> [String] {
    try run(["find", place.path("out"), "-type", "f", "-printf", "%f\n"]).text
      .split(separator: "\n").map(String.init).sorted()
  }

  @Test("Each row is a film with its own values, and nothing is rendered twice for two of them")
  func films() throws {
    try place.write(
      "guests.csv", "name,length,clip\r\nAda,1s,\(Footage.flat)\r\n\"B, C\",2s,\(Footage.other)\r\n")
    let result = try place.editc("render", "card.edit", "--vars", "guests.csv")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(try made() == ["Ada.mp4", "B, C.mp4"])
    #expect(try probed(place.path("out/Ada.mp4"), "v", counting: true)["nb_read_frames"] == "30")
    #expect(try probed(place.path("out/B, C.mp4"), "v", counting: true)["nb_read_frames"] == "60")
    #expect(
      try patches(place.path("out/Ada.mp4"), x: 8, y: 8).allSatisfy {
        $0.isNear(Patch(y: 120, u: 150, v: 90), 2)
      })
    #expect(
      try patches(place.path("out/B, C.mp4"), x: 8, y: 8).allSatisfy {
        $0.isNear(Patch(y: 100, u: 120, v: 140), 2)
      })
    try place.write("guests.csv", "name,length\nAgain,1s\nTwice,1s\n")
    let stored = try place.stored()
    #expect(try place.editc("render", "card.edit", "--vars", "guests.csv").exitCode == 0)
    #expect(try place.stored() == stored)
  }

  @Test(
    "Nothing is made when one row has a mistake, or one film is there already",
    arguments: [
      ("name,length\nAda,1s\nBob,99s\n", Int32(1), "in row 2 of guests.csv"),
      ("name,length\nAda,1s\nAda,2s\n", 1, "row 2 writes 'out/Ada.mp4', which row 1 already writes"),
      ("name,length\nAda,1s\nthere,2s\n", 73, "out/there.mp4 already exists"),
      ("name,clip\nAda,out/Bob.mp4\nBob,\(Footage.flat)\n", 1, "which is media of row 1"),
    ])
  func nothing(table: String, code: Int32, message: String) throws {
    try place.write("out/there.mp4", "not a film")
    try place.write("guests.csv", table)
    let result = try place.editc("render", "card.edit", "--vars", "guests.csv")
    #expect(result.exitCode == code)
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(try made() == ["there.mp4"])
  }

  @Test("A row that fails midway says which one, and how many are made; the films before it stay")
  func failure() throws {
    #expect(
      try place.shell("ffmpeg -nostdin -v error -i \(Footage.busy) -c copy -movflags +faststart whole.mp4")
        .exitCode == 0)
    var damaged = try place.bytes("whole.mp4")
    for position in (damaged.count / 2)..<(damaged.count / 2 + 3000) { damaged[position] ^= 0x55 }
    try place.write("damaged.mp4", damaged)
    try place.write(
      "guests.csv", "name,length,clip\nA,1s,\(Footage.flat)\nB,20s,damaged.mp4\nC,1s,\(Footage.flat)\n")
    let result = try place.editc("render", "card.edit", "--vars", "guests.csv")
    #expect(result.exitCode == 65, "\(result.errorText)")
    #expect(result.errorText.contains("row 2: "))
    #expect(result.errorText.contains("(1 of 3 rows are finished)"))
    #expect(try made() == ["A.mp4"])
    // What is left can be made by its number.
    #expect(try place.editc("render", "card.edit", "--vars", "guests.csv", "--row", "3").exitCode == 0)
    #expect(try made() == ["A.mp4", "C.mp4"])
  }

  @Test("Findings for programs say which file they are in")
  func events() throws {
    try place.write("guests.csv", "name,length\nAda,long\n")
    let result = try place.editc(
      "render", "card.edit", "--vars", "guests.csv", "--progress", "json")
    #expect(result.exitCode == 1)
    #expect(
      result.errorText.hasPrefix("{\"event\":\"finding\",\"file\":\"guests.csv\",\"id\":\"time-syntax\""))
  }
}
