import Basics
import Glibc
import TestSupport
import Testing

/// Slurm's three commands as scripts: tasks are processes of this machine. What they say of tasks is what a test wants.
struct FakeSlurm {
  let environment: [String: String]

  init(in place: Workplace) throws {
    let bin = place.path("bin")
    let state = shellWord(place.path("tasks"))
    try writeProgram(
      """
      #!/bin/bash
      mkdir -p \(state); printf '%s\\n' "$@" > \(state)/arguments
      [ ! -e \(state)/refuse ] || { echo "sbatch: error: invalid partition specified: long" >&2; exit 1; }
      n=$(ls \(state) | grep -c pid) last=0 others=; for a in "$@"; do case $a in
        --array=0-*) last=${a#--array=0-};; --wrap=*) line=${a#--wrap=};; --dependency=*) others=$(cat \(state)/pid-*);;
        esac; done
      for i in $(seq 0 $last); do
        SLURM_ARRAY_JOB_ID=7$n SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=$((last+1)) SLURM_ARRAY_TASK_MIN=0 \
          setsid sh -c 'for p in '"$(echo $others)"'; do while grep -qs "^State:[[:space:]]*[^Z]" /proc/$p/status; do sleep 0.1; done; done; '"$line" < /dev/null > /dev/null 2>&1 &
        echo $! > \(state)/pid-$n-$i
      done
      echo "7$n;cluster"
      """, at: place.path("bin/sbatch"))
    try writeProgram(
      """
      #!/bin/bash
      [ ! -e \(state)/silent ] || { echo "slurm_load_jobs error: Unable to contact slurm controller" >&2; exit 1; }
      [ ! -e \(state)/liar ] || { echo RUNNING; echo RUNNING; exit; }
      for f in \(state)/pid-*; do grep -qs "^State:[[:space:]]*[^Z]" /proc/$(cat $f)/status && echo RUNNING; done; echo COMPLETING
      """, at: place.path("bin/squeue"))
    try writeProgram(
      """
      #!/bin/bash
      echo "$@" >> \(state)/cancelled
      case "$*" in *PENDING*) exit;; esac
      for f in \(state)/pid-*; do kill -TERM -- -$(cat $f) 2>/dev/null; done; true
      """, at: place.path("bin/scancel"))
    environment = ["PATH": bin + ":/usr/bin:/bin:/usr/sbin"]
  }
}
