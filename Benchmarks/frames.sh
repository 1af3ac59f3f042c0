#!/bin/bash
# Twenty JPEG pictures at exact times of a 10-minute H.264 film in 1080p: editc compared with every method of ffmpeg.
#
# usage: Benchmarks/frames.sh [EDITC [FILM]]     creates its film once, in ${TMPDIR:-/tmp}/editc-benchmark
set -eu
editc=${1:-.build/release/editc}
folder=${TMPDIR:-/tmp}/editc-benchmark
film=${2:-$folder/ten-minutes.mp4}
mkdir -p "$folder/out"

if [ ! -e "$film" ]; then
  # A minute with motion and noise, and each frame's number as twelve black or white bars; repeated ten times.
  ffmpeg -nostdin -v error -y -f lavfi -i "testsrc2=s=1920x1080:r=30,noise=alls=3:allf=t" \
    -f lavfi -i "color=black:s=360x24:r=30,format=gray,geq=lum='if(mod(floor(N/pow(2,floor(X/30))),2),235,16)'" \
    -filter_complex "[0][1]overlay=60:1020,format=yuv420p[v]" -map "[v]" -t 60 -c:v libx264 -preset veryfast -crf 24 \
    -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv "$folder/minute.mp4"
  ffmpeg -nostdin -v error -y -stream_loop 9 -i "$folder/minute.mp4" -c copy "$film"
fi
times=$(awk 'BEGIN { for (k = 0; k < 20; k++) printf "%.2f ", 7.37 + 29.61 * k }')

with_editc() {
  # shellcheck disable=SC2046
  "$editc" frame "$film" $(for t in $times; do echo "--at ${t}s"; done) -o "$folder/out/editc-%02d.jpg" --force --no-cache
}
# One process with twenty inputs.
one_process() {
  local inputs=() outputs=() k=0
  for t in $times; do
    inputs+=(-ss "$t" -i "$film")
    outputs+=(-map "$k:v:0" -frames:v 1 -q:v 3 "$folder/out/one-$k.jpg")
    k=$((k + 1))
  done
  ffmpeg -nostdin -v error -y "${inputs[@]}" "${outputs[@]}"
}
# Twenty processes, one after the other, each on all CPUs.
in_turn() {
  local k=0
  for t in $times; do
    ffmpeg -nostdin -v error -y -ss "$t" -i "$film" -frames:v 1 -q:v 3 "$folder/out/turn-$k.jpg"
    k=$((k + 1))
  done
}
# Twenty processes, as many at a time as there are CPUs; the argument is the number of threads of each.
side_by_side() {
  local k=0
  for t in $times; do
    echo "-threads $1 -ss $t -i $film -frames:v 1 -q:v 3 $folder/out/side-$k.jpg"
    k=$((k + 1))
  done | xargs -P "$(nproc)" -L 1 ffmpeg -nostdin -v error -y
}

measure() {
  local name=$1 TIMEFORMAT='%R s  (%U s of processors)'
  shift
  printf '%-46s ' "$name"
  time "$@"
}
measure "editc frame, 20 times --at" with_editc
measure "ffmpeg, one process with 20 inputs" one_process
measure "ffmpeg, 20 processes in turn" in_turn
measure "ffmpeg, 20 processes side by side, 1 thread" side_by_side 1
measure "ffmpeg, 20 processes side by side, 2 threads" side_by_side 2

# The frame number in a picture's bars, which must be that of the picture on screen at its time.
frame_number() {
  ffmpeg -nostdin -v error -i "$1" -vf "crop=360:24:60:1020,scale=12:1:flags=area,format=gray" -f rawvideo - |
    od -An -v -tu1 -w1 | awk '{ if ($1 > 128) sum += 2 ^ (NR - 1) } END { print sum + 0 }'
}
right=0 k=0
for t in $times; do
  k=$((k + 1))
  wanted=$(awk "BEGIN { print int($t * 30 + 0.001) % 1800 }")
  found=$(frame_number "$folder/out/editc-$(printf %02d $k).jpg")
  if [ "$found" = "$wanted" ]; then right=$((right + 1)); else echo "at $t s: frame $found, not $wanted"; fi
done
echo "right pictures of editc: $right of $k"
