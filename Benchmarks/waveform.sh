#!/bin/bash
# The waveform of ten minutes of AAC: editc compared with ffmpeg, which only decodes it.
#
# usage: Benchmarks/waveform.sh [EDITC [SOUND]]     creates its sound once, in ${TMPDIR:-/tmp}/editc-benchmark
set -eu
editc=${1:-.build/release/editc}
folder=${TMPDIR:-/tmp}/editc-benchmark
sound=${2:-$folder/ten-minutes.m4a}
mkdir -p "$folder"

if [ ! -e "$sound" ]; then
  ffmpeg -nostdin -v error -y -f lavfi -i \
    "sine=f=220:r=48000:d=600,volume=0.5[a];anoisesrc=c=pink:r=48000:d=600:a=0.4[b];[a][b]join=inputs=2:channel_layout=stereo,tremolo=f=0.1:d=0.9" \
    -c:a aac -b:a 160k "$sound"
fi
measure() {
  local name=$1 TIMEFORMAT='%R s  (%U s of processors)'
  shift
  for _ in 1 2 3; do
    printf '%-36s ' "$name"
    time "$@"
  done
}
measure "ffmpeg, decoded to nothing" ffmpeg -nostdin -v error -i "$sound" -f null -
measure "editc waveform -o .svg" "$editc" waveform "$sound" -o "$folder/waveform.svg" --force --no-cache
measure "editc waveform -o .png" "$editc" waveform "$sound" -o "$folder/waveform.png" --force --no-cache
measure "editc waveform --json" sh -c '"$0" waveform "$1" --json --no-cache > /dev/null' "$editc" "$sound"
