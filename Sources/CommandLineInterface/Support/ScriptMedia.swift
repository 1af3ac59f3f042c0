import ContentDigest
import EditScript
import LibAV
import Lowering
import Processes

/// What is known of a script's media, file by file as they are asked for: rows of a table mostly use the same ones.
struct ScriptMedia {
  let file: ScriptFile
  let use: MediaUse
  let digests: MediaDigests
  private(set) var table = MediaTable()
  private let lookup: MediaLookup
  private let lock: ScriptLock?
  private var fonts: MachineFonts

  /// Without a cache nothing is remembered from one command to the next.
  init(of file: ScriptFile, use: MediaUse, cache: CacheFolder?) {
    self.file = file
    self.use = use
    digests = MediaDigests(folder: cache?.digests)
    lookup = MediaLookup(folder: file.folder, cache: cache?.facts)
    lock = use.consultsLock ? ScriptLock(besideScript: file) : nil
    table.requiresMedia = use == .content
    fonts = MachineFonts(folder: file.folder)
  }

  /// All that has to be known before a script is lowered for its outputs.
  mutating func table(
    for script: EditScript, _ outputs: [Output]
  ) throws(CommandFailure) -> MediaTable {
    guard use != .none else { return table }
    try lookAtFiles(of: script)
    for (file, path, facts) in table.wantedPackets(of: script, for: outputs) {
      table.coded[file] = try? MediaProbe.codedMedia(ofFileAt: path, facts: facts)
    }
    // Each row has words of its own: its table is a copy of what all rows share.
    var table = table
    fonts.answer(wantedFonts(of: script, for: outputs, media: table), in: &table)
    return table
  }

  /// Looks at the files that the script names, if that was not done for another row.
  private mutating func lookAtFiles(of script: EditScript) throws(CommandFailure) {
    var seen: Set<String> = []
    let files = table.filesOfScripts(playedBy: script, in: file.folder, named: use == .everything)
    let new = files.filter { table.states[$0] == nil && seen.insert($0).inserted }
    let subtitles = ([script] + table.playedScripts).flatMap(\.subtitleFiles)
    let found = lookup.look(at: new, subtitles: Set(subtitles))
    table.states.merge(found.states) { old, _ in old }
    table.subtitles.merge(found.subtitles) { old, _ in old }
    digests.identities.merge(found.identities) { old, _ in old }
    table.addNearby(new, of: script, in: file)
    let scripts = [script] + table.playedScripts
    for file in scripts.flatMap(\.digestedFiles) where table.digests[file] == nil {
      guard case .known(_, let path)? = table.states[file] else { continue }
      table.digests[file] = try digests.digest(ofFileAt: path, spelling: file).hex
    }
    for file in scripts.flatMap(\.lookFiles) where table.looks[file] == nil {
      table.looks[file] = lookState(ofFileAt: resolve(file, in: self.file.folder))
    }
    try lock?.review(&table, of: new, in: file, digests, use: use)
  }
}
