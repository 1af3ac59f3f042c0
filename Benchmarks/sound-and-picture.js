// Runs in the page of a preview of flashes and tones: measures the milliseconds from each flash to its tone.
//
// The sound is heard by Web Audio, where it leaves the element; the picture is timed by the browser's own report of when a
// frame is displayed. What the listener itself takes is measured by a tone of its own, whose time is known. The screen has
// 60 frames per second, so a single distance is known to 17 ms; the middle of many is better.
const video = document.getElementById("video");
const context = new AudioContext({ sampleRate: 48000 });
const source = context.createMediaElementSource(video);
const listener = context.createScriptProcessor(256, 1, 1);
const tones = [];
let quiet = 1e6;
listener.onaudioprocess = ({ inputBuffer, playbackTime }) => {
  const samples = inputBuffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    if (Math.abs(samples[i]) < 0.01) { quiet += 1; continue; }
    if (quiet > 1000) tones.push(playbackTime + i / 48000);
    quiet = 0;
  }
};
listener.connect(context.destination);
await context.resume();

// The offset between the clocks of sound and page: sound is rendered slightly ahead, never late.
let offset = Infinity;
const clock = setInterval(() => { offset = Math.min(offset, performance.now() / 1000 - context.currentTime); }, 3);

// Tones at known times, without the element.
const buffer = context.createBuffer(1, 4800, 48000);
buffer.getChannelData(0).fill(0.5);
const late = [];
for (let i = 0; i < 5; i++) {
  tones.length = 0;
  const known = context.createBufferSource();
  known.buffer = buffer;
  known.connect(listener);
  const when = context.currentTime + 0.2;
  known.start(when);
  await new Promise(resolve => setTimeout(resolve, 600));
  known.disconnect();
  if (tones.length === 1) late.push(tones[0] - when);
}
late.sort((a, b) => a - b);
const lateness = late[late.length >> 1];

source.connect(listener);
tones.length = 0;
const flashes = [];
const note = (now, { mediaTime, expectedDisplayTime }) => {
  // The first frame of a flash is at a whole second.
  const second = Math.round(mediaTime);
  if (second > 0 && Math.abs(mediaTime - second) < 0.01) flashes.push(expectedDisplayTime / 1000);
  video.requestVideoFrameCallback(note);
};
video.requestVideoFrameCallback(note);
editcPreview.seek(15);
await until(() => editcPreview.shownFrame === 15);
editcPreview.play();
await new Promise(resolve => setTimeout(resolve, 27000));
editcPreview.pause();
clearInterval(clock);
const heard = tones.map(time => time - lateness + offset);
const pairs = flashes.flatMap(flash => {
  const near = heard.filter(time => Math.abs(time - flash) < 0.4);
  return near.length === 1 ? [1000 * (near[0] - flash)] : [];
});
return { pairs, lateness, late, outputLatency: context.outputLatency, tones: tones.length, flashes: flashes.length };
