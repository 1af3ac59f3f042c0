import Basics
import Export

extension JobFile {
  /// A shell script that submits an array of workers, and a join that waits for its end. Arguments of the
  /// script are passed to both calls of `sbatch`.
  ///
  /// The join waits for any end, not for success: the content of the store decides, and the others may have
  /// replaced a lost worker.
  var slurmText: String {
    let memory = memory.map { " --mem=\(mebibytes($0))M" } ?? ""
    return """
      #!/bin/sh
      # Submits \(workers == 1 ? "a worker" : "\(workers) workers") and a join to Slurm. Options of this script, such as --partition=long, go to sbatch.
      set -eu
      workers=$(sbatch --parsable --job-name=\(name) --array=0-\(workers - 1) --cpus-per-task=\(commands.jobs)\(memory) "$@" \\
        --wrap=\(shellWord(commands.segment)))
      echo "workers: job ${workers%%;*}"
      join=$(sbatch --parsable --job-name=\(name)-join --cpus-per-task=1\(memory) \\
        ${workers:+"--dependency=afterany:${workers%%;*}"} "$@" \\
        --wrap=\(shellWord(commands.join)))
      echo "join: job ${join%%;*}"

      """
  }
}

/// The number of mebibytes for a number of bytes, rounded up.
func mebibytes(_ bytes: Int64) -> Int64 { (bytes - 1) / 1_048_576 + 1 }
