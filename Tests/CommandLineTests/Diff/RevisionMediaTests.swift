import Processes
import TestSupport
import Testing

@Suite("Media that git keeps")
struct RevisionMediaTests {
  private func script(_ image: String = "../art/logo.png") -> String {
    "edit: 1\ncanvas: {size: 160x90, rate: 30}\ntimeline: [{image: \(image), for: 3s}]\noutputs: [{file: film.mp4}]\n"
  }

  /// A repository with a script in one folder and a picture in another.
  private func repository() throws -> Repository {
    let repository = try Repository()
    try repository.place.write("cuts/film.edit", script())
    try repository.place.write("art/logo.png", try repository.place.bytes(Footage.white))
    try repository.commit("one")
    return repository
  }

  private func picture(_ color: String, _ path: String) throws {
    try makeMedia(path, "-f", "lavfi", "-i", "color=\(color):s=100x50", "-frames:v", "1")
  }

  @Test("are what they were in the revision, whatever they are now")
  func changed() throws {
    let repository = try repository()
    let same = try repository.editc("diff", "cuts/film.edit")
    #expect(same.exitCode == 0 && same.errorText == "", "\(same.errorText)")
    try picture("gray", repository.place.path("art/logo.png"))
    for (folder, arguments) in [
      (".", ["cuts/film.edit"]), ("cuts", ["HEAD:./film.edit", "film.edit"]),
      ("art", ["HEAD:cuts/film.edit", "../cuts/film.edit"]),
    ] {
      let result = try repository.editc(arguments, in: folder)
      #expect(result.exitCode == 1 && result.errorText == "", "\(result.errorText)")
      #expect(
        result.text.contains("media\n  ~ ../art/logo.png  different content\n"), "\(folder): \(result.text)")
      #expect(result.text.contains("1 of 1 segment rendered again"))
    }
    try repository.commit("two")
    #expect(try repository.editc("diff", "cuts/film.edit").exitCode == 0)
    #expect(try repository.editc("diff", "HEAD~1", "HEAD:cuts/film.edit").exitCode == 1)
    #expect(try repository.place.leftovers() == [])
  }

  @Test("are found though they are gone by now")
  func gone() throws {
    let repository = try repository()
    try repository.git("mv", "art/logo.png", "art/mark.png")
    try repository.place.write("cuts/film.edit", script("../art/mark.png"))
    // Another name for the same bytes is the same film.
    let renamed = try repository.editc("diff", "cuts/film.edit")
    #expect(
      renamed.exitCode == 0 && renamed.text.hasPrefix("same film; "), "\(renamed.text)\(renamed.errorText)")
    try picture("gray", repository.place.path("art/mark.png"))
    let changed = try repository.editc("diff", "cuts/film.edit")
    #expect(changed.exitCode == 1 && changed.text.contains("image: ../art/logo.png -> ../art/mark.png"))
  }

  @Test("are known by their digest where Git LFS keeps them")
  func largeFiles() throws {
    let repository = try repository()
    let pointer = { (digest: String) in
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(digest)\nsize 1234\n"
    }
    let picture = try repository.place.bytes("art/logo.png")
    let digest = try repository.place.digest("art/logo.png")
    // What a repository with LFS holds; its filter has put the picture in the working tree.
    try repository.place.write("art/logo.png", pointer(digest))
    try repository.commit("the picture as a pointer")
    try repository.place.write("art/logo.png", picture)
    let same = try repository.editc("diff", "cuts/film.edit")
    #expect(
      same.exitCode == 0 && same.text.contains("1 segment") && same.errorText == "", "\(same.errorText)")
    try repository.place.write("art/logo.png", pointer(String(repeating: "0", count: 64)))
    try repository.commit("another picture as a pointer")
    try repository.place.write("art/logo.png", picture)
    let other = try repository.editc("diff", "cuts/film.edit")
    #expect(other.errorText.contains("its content in this revision is in Git LFS"))
    #expect(other.text.contains("segments unknown, because HEAD:cuts/film.edit does not match"))
  }

  @Test("are what the lock of the revision says, though git does not keep them")
  func locked() throws {
    let repository = try Repository()
    try repository.place.write(".gitignore", "/tmp\n/cache\n/footage\n*.png\n")
    try repository.place.write("art/logo.png", try repository.place.bytes(Footage.white))
    try repository.place.write("cuts/film.edit", script())
    try #require(try repository.editc("lock", "cuts/film.edit").exitCode == 0)
    try repository.commit("a script and its lock")
    #expect(try repository.editc("diff", "cuts/film.edit").exitCode == 0)
    try picture("gray", repository.place.path("art/logo.png"))
    let changed = try repository.editc("diff", "cuts/film.edit")
    #expect(changed.exitCode == 1 && changed.errorText == "", "\(changed.errorText)")
    #expect(changed.text.contains("media\n  ~ ../art/logo.png  different content\n"))
    // Without the footage, both locks say what there is to know.
    try removeFile(repository.place.path("art/logo.png"))
    let withoutFootage = try repository.editc("diff", "cuts/film.edit")
    #expect(withoutFootage.exitCode == 0 && withoutFootage.text == "same film; 3s, 90 frames; 1 segment\n")
    try repository.place.write("cuts/film.edit", script().replacingFirst("3s", with: "4s"))
    let longer = try repository.editc("diff", "cuts/film.edit")
    #expect(longer.exitCode == 1 && longer.text.contains("1 of 1 segment rendered again"), "\(longer.text)")
    try repository.place.write("cuts/film.edit.lock", "<<<<<<< ours\n")
    let damaged = try repository.editc("diff", "cuts/film.edit")
    #expect(damaged.exitCode == 1 && damaged.errorText.contains("the lock is not used"))
  }
}

extension String {
  fileprivate func replacingFirst(_ old: String, with new: String) -> String {
    guard let place = firstRange(of: old) else { return self }
    return self[..<place.lowerBound] + new + self[place.upperBound...]
  }
}

extension Repository {
  fileprivate func editc(_ arguments: [String], in folder: String) throws -> ProgramResult {
    try run([editcPath, "diff"] + arguments, in: place.path(folder), environment: place.environment)
  }
}
