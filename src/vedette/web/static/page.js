// Keeps the page as the table is: parts come as HTML by the ids of their elements. What is open stays open.

const body = document.body;
const line = document.getElementById("line");

function opened() {
  return new Set(JSON.parse(sessionStorage.getItem("open") ?? "[]"));
}

function keepOpen() {
  const open = opened();
  for (const card of document.querySelectorAll("details[data-unit]")) card.open = open.has(card.dataset.unit);
}

// Heard here for every card, also for those that come later: a toggle rises to nobody, but is caught on its way down.
document.addEventListener("toggle", ({ target: card }) => {
  if (!card.dataset.unit) return;
  const open = opened();
  if (card.open) open.add(card.dataset.unit);
  else open.delete(card.dataset.unit);
  sessionStorage.setItem("open", JSON.stringify([...open]));
}, true);

function put(parts) {
  for (const [id, html] of Object.entries(parts)) {
    const there = document.getElementById(id);
    if (there) there.innerHTML = html;
  }
  keepOpen();
  tick();
}

// A map that is wider than a phone begins with whoever acts in sight.
const map = document.getElementById("map");
const acting = (map?.querySelector(".acting") ?? map?.querySelector(".counter"))?.getBoundingClientRect();
if (acting) map.scrollLeft = acting.left - map.clientWidth / 2;

// --- the clocks: what they showed at a moment of the server is told, and counted on from there

const ahead = Number(body.dataset.now) - Date.now() / 1000;

function face(seconds) {
  const of = Math.abs(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(of / 3600), Math.floor(of / 60) % 60, two(of % 60)];
  return `${seconds < 0 ? "−" : ""}${hours ? `${hours}:${two(minutes)}` : minutes}:${rest}`;
}

function tick() {
  const clocks = document.querySelector(".clocks");
  if (!clocks) return;
  const told = Object.fromEntries(["at", "open", "idle", "away", "low", "last"].map((name) => [name, Number(clocks.dataset[name])]));
  const gone = "stopped" in clocks.dataset ? 0 : Math.max(0, Math.floor(Date.now() / 1000 + ahead - told.at));
  const passed = told.idle + gone < told.away ? told.open + gone : 0;
  for (const clock of clocks.querySelectorAll("[data-seconds]")) {
    const spent = Number(clock.dataset.seconds) + ("runs" in clock.dataset ? passed : 0);
    const limit = Number(clock.dataset.limit);
    const left = limit ? limit - spent : Infinity;
    clock.textContent = face(limit ? left : spent);
    clock.className = left <= told.last ? "bad" : left <= told.low ? "warn" : "";
  }
}

setInterval(tick, 1000);

// --- following the game

let source = null;
let seen = body.dataset.seen;

function follow() {
  source?.close();
  source = new EventSource(`${body.dataset.live}?seen=${encodeURIComponent(seen)}`);
  source.onopen = () => { line.textContent = "Live"; };
  source.onmessage = (event) => {
    const outcome = () => document.querySelector(".outcome")?.textContent;
    const before = outcome();
    put(JSON.parse(event.data));
    if (outcome() !== before && matchMedia("(max-width: 59.99rem)").matches) scrollTo({ top: 0 });
    seen = event.lastEventId || seen;
  };
  source.onerror = () => {
    line.textContent = "The line dropped; it comes back by itself.";
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, 1000);
  };
}

if (body.dataset.live) {
  follow();
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && source.readyState !== EventSource.OPEN) follow();
  });
}

// --- the replay

function replay() {
  const lines = JSON.parse(body.dataset.lines);
  const at = document.getElementById("at");
  const play = document.querySelector("[data-step=play]");
  let asked = new AbortController();
  let timer = 0;

  async function show(place) {
    place = Math.max(0, Math.min(place, lines.length - 1));
    at.value = place;
    history.replaceState(null, "", `#${lines[place]}`);
    document.getElementById("where").textContent = `Line ${lines[place]} of ${lines.at(-1)}`;
    asked.abort();
    asked = new AbortController();
    try {
      const answer = await fetch(`replay/${lines[place]}`, { signal: asked.signal });
      if (answer.ok) put(await answer.json());
      line.textContent = answer.ok ? "" : "This line can't be shown.";
    } catch (error) {
      if (error.name !== "AbortError") line.textContent = "The line dropped; try again.";
    }
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
  }

  const steps = {
    first: () => 0,
    back: () => Number(at.value) - 1,
    on: () => Number(at.value) + 1,
    last: () => lines.length - 1,
    loss: () => losses.find((place) => place > Number(at.value)) ?? losses[0],
  };
  const losses = JSON.parse(document.getElementById("losses")?.dataset.at ?? "[]");

  for (const button of document.querySelectorAll("[data-to]")) {
    button.addEventListener("click", () => { stop(); show(Number(button.dataset.to)); });
  }

  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => {
      if (button !== play) {
        stop();
        show(steps[button.dataset.step]());
      } else if (timer) {
        stop();
      } else {
        play.setAttribute("aria-pressed", "true");
        timer = setInterval(() => (Number(at.value) < lines.length - 1 ? show(steps.on()) : stop()), 1200);
      }
    });
  }
  at.addEventListener("input", () => { stop(); show(Number(at.value)); });

  function named() {
    return /^#\d+$/.test(location.hash) ? lines.findLastIndex((n) => n <= Number(location.hash.slice(1))) : -1;
  }
  addEventListener("hashchange", () => { if (named() >= 0) { stop(); show(named()); } });
  show(named() >= 0 ? named() : lines.length - 1);
}

if (body.dataset.lines) replay();
keepOpen();
tick();
