import Processes

/// Removes the oldest entries of a folder of the cache if it has more than `most`, down to half of them.
func removeOldEntries(of folder: String, beyond most: Int) {
  guard let names = try? listFolder(folder, atMost: 10 * most), names.count > most else { return }
  let ages = names.map { (FileIdentity(ofFileAt: "\(folder)/\($0)")?.modified ?? 0, $0) }.sorted { $0 < $1 }
  for (_, name) in ages.prefix(names.count - most / 2) { try? removeFile("\(folder)/\(name)") }
}
