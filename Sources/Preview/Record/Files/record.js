// Shows what is recorded: asks for the state five times a second, and for the next picture when the last one has arrived.
const $ = (id) => document.getElementById(id);
const FLOOR = -60;  // decibels at the empty end of the bars
const PAUSE = 200;  // milliseconds between two states

let isOver = false;
let number = 0;

function text(id, value) {
  if ($(id).textContent !== value) $(id).textContent = value;
}

function bytes(count) {
  return count < 1e6 ? `${Math.round(count / 1e3)} kB` : `${(count / 1e6).toFixed(1)} MB`;
}

function light(name, words) {
  $("light").className = `light ${name}`;
  text("light", words);
}

/** One line for each sound, made once. */
function lines(sounds) {
  const list = $("sounds");
  while (list.children.length < sounds.length) {
    const line = document.createElement("li");
    for (const name of ["name", "bars", "peak"]) {
      const part = document.createElement("span");
      part.className = name;
      line.append(part);
    }
    list.append(line);
  }
  return [...list.children];
}

function showSounds(sounds) {
  lines(sounds).forEach((line, index) => {
    const { source, peak, clipped } = sounds[index];
    const [name, bars, level] = line.children;
    name.textContent = source;
    while (bars.children.length < peak.length) {
      const bar = document.createElement("meter");
      Object.assign(bar, { min: FLOOR, max: 0, low: -12, high: -3, optimum: FLOOR });
      bars.append(bar);
    }
    peak.forEach((value, channel) => { bars.children[channel].value = value ?? FLOOR; });
    const known = peak.filter((value) => value !== null);
    level.textContent = known.length ? `${Math.max(...known).toFixed(1)} dB` : "silent";
    line.classList.toggle("clipped", clipped.some((count) => count > 0));
  });
}

function show(state) {
  text("film", state.file);
  document.title = `${state.length} – ${state.file}`;
  text("length", state.length);
  text("frames", String(state.frames));
  text("size", bytes(state.bytes));
  text("look", state.look);
  if (state.startsIn) light("", `starts in ${state.startsIn}`);
  else if (state.paused) light("paused", "paused");
  else light("runs", "recording");
  showSounds(state.sounds);
}

function end() {
  isOver = true;
  light("", "The recording has ended.");
}

async function followState() {
  while (!isOver) {
    try {
      const answer = await fetch("state");
      if (!answer.ok) return end();
      show(await answer.json());
    } catch { return end(); }
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}

/** Shows the next picture once it is decoded, so that nothing flickers. */
async function followPicture() {
  while (!isOver) {
    const next = new Image();
    next.src = `frame/0/${number++}.jpg`;
    try {
      await next.decode();
      next.id = "picture";
      next.alt = $("picture").alt;
      $("picture").replaceWith(next);
      $("empty").hidden = true;
    } catch { /* There is none yet, or no more. */ }
    await new Promise((done) => setTimeout(done, PAUSE / 2));
  }
}

followState();
followPicture();
