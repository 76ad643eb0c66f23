// Lists the lines, and draws on a time axis who holds which worker number until when.

import { html, svg, render, nothing } from './lit-html.js';
import { ask, Problem, repeat, settled } from './api.js';
import { clock, contains, distance, grouped, span, utc, ZONE } from './text.js';

const EVERY_MS = 2000;
const FRAME_MS = 250;
const TYPING_MS = 200;
const LANES = 64;
const ROWS = 200;
const KEPT_STAYS = 50;

/** Without a search this many lines are listed, and a search ends when it has found so many. */
const LISTED = 1000;

/** A search reads pages of this many lines, the most that the server sends. */
const MAX_PAGE = 10_000;

/** A search looks at this many lines, and at as many again when somebody asks for more. */
const SEARCHED = 100_000;

/** Processes share a tick as long as this, so it is not one's own window in time. */
const LONG_TICK_MS = 60_000;
const UNKNOWN = 'owner unknown';

/** What names of lines begin with. */
const PREFIXES = [
  ['worker/', 'worker numbers'], ['seq/', 'sequences'], ['key/', 'keys without a worker number'],
  ['spec/', 'settings of generators'], ['mintmark/', "Mintmark's own"],
];
const SPANS = [['1 min', 60], ['10 min', 600], ['1 h', 3600], ['1 day', 86_400]];

/** Where on the axis now is; the rest has what is claimed ahead. */
const NOW_AT = 0.7;
const LANE = { height: 26, bar: 16, label: 92, top: 24 };
const TICK_PX = 90;
const STEPS_S = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600];

let host;
let stop = () => {};
let timer;
let prefix = 'worker/';
let part = '';

/** How many lines the search may look at, and how many it has looked at. */
let limit = SEARCHED;
let searched = 0;

/** Whether the search has looked at all lines, and whether it still runs. */
let complete = true;
let searching = false;
let asked = 0;
let lines = null;
let rows = ROWS;
let problem = '';
let seconds = SPANS[0][1];
let width = 800;

/** How far the store's clock is ahead of this one. */
let skewMs = 0;
const stays = new Map();
const sizes = new ResizeObserver(() => {
  width = host.querySelector('figcaption')?.clientWidth ?? width;
  draw();
});

async function load() {
  const mine = ++asked;
  try {
    const sent = Date.now();
    const { time } = await ask('GET', 'v1/time');
    skewMs = time ? new Date(time).getTime() - (sent + Date.now()) / 2 : 0;
    const found = await find(mine);
    if (mine !== asked) {
      return;
    }
    lines = found;
    lines.forEach(remember);
    problem = '';
  } catch (e) {
    if (mine !== asked) {
      return;
    }
    problem = e instanceof Problem ? e.message : problem;
  }
  searching = false;
  draw();
  width = host.querySelector('figcaption')?.clientWidth ?? width;
}

/**
 * Reads lines page by page until it has found enough, there are no more, or the search has looked
 * at as many as it may. Ends early when a later call has begun.
 */
async function find(mine) {
  const size = part.trim() === '' ? LISTED : MAX_PAGE;
  const found = [];
  let seen = 0;
  let after = '';
  let more = true;
  while (more && mine === asked && found.length < LISTED && seen < limit) {
    const query = new URLSearchParams({ prefix, after, limit: size });
    const page = (await ask('GET', `v1/lines?${query}`)).lines;
    found.push(...page.filter(({ name }) => contains(name, part)));
    seen += page.length;
    after = page.at(-1)?.name;
    more = page.length === size;
  }
  if (mine === asked) {
    searched = seen;
    complete = !more;
  }
  return found;
}

const askSoon = settled(load, TYPING_MS);

/** Begins a search for what somebody has typed, and until its end shows what fits of before. */
function search(change) {
  change();
  limit = SEARCHED;
  rows = ROWS;
  searching = true;
  lines = lines && lines.filter(({ name }) => name.startsWith(prefix) && contains(name, part));
  askSoon();
  draw();
}

function isWindow({ name, tick }) {
  return tick !== undefined && !isRestored(name)
    && new Date(tick.to) - new Date(tick.from) < LONG_TICK_MS;
}

/** The line without a worker number, which only says when a backup was restored. */
function isRestored(name) {
  return name.endsWith('/-');
}

/** Keeps who held a line from when to when, as the line itself has only its latest owner. */
function remember(line) {
  if (!isWindow(line)) {
    return;
  }
  const from = new Date(line.updated).getTime();
  const to = new Date(line.tick.from).getTime();
  const known = stays.get(line.name) ?? [];
  const last = known.at(-1);
  if (last && last.note === line.note && from <= last.to) {
    last.to = Math.max(last.to, to);
  } else if (to > from) {
    stays.set(line.name, [...known, { note: line.note, from, to }].slice(-KEPT_STAYS));
  }
}

function draw() {
  render(html`
    <div class="row head">
      <label>Names begin with
        <input id="prefix" type="text" class="mono" spellcheck="false" autocomplete="off"
          placeholder="anything" list="prefixes" .value=${prefix}
          @input=${event => search(() => { prefix = event.target.value; })}>
        <datalist id="prefixes">${PREFIXES.map(([text, meaning]) =>
          html`<option value=${text}>${meaning}</option>`)}</datalist></label>
      <label class="grow">and contain
        <input id="part" type="search" class="mono" spellcheck="false" autocomplete="off"
          placeholder="a part of a name" .value=${part}
          @input=${event => search(() => { part = event.target.value; })}></label>
      <div class="choice" role="group" aria-label="Length of the time axis">${SPANS.map(([name, s]) =>
        html`<button type="button" class="quiet" aria-pressed=${s === seconds}
          @click=${() => { seconds = s; draw(); }}>${name}</button>`)}</div>
    </div>
    ${problem ? html`<p class="fault" role="alert">${problem}</p>` : nothing}
    ${lines === null ? html`<div class="empty">Waiting for the server …</div>`
      : lines.length === 0 ? none() : html`${axis()}${shared()}${table()}`}
    ${lines === null || complete || searching ? nothing : rest()}`, host);
}

function none() {
  return searching ? html`<div class="empty">Searching …</div>` : html`<div class="empty">
    <b>${searched === 0 ? 'No line name starts like this.' : 'No line has such a name.'}</b><br>
    ${prefix === '' ? nothing : html`<button type="button" class="chip"
      @click=${() => search(() => { prefix = ''; })}>Search all lines</button>`}
    A worker number has a line from its first id on: <a href="#make">make ids</a>.</div>`;
}

/** Says that there are lines which the search has not looked at. */
function rest() {
  return html`<p class="hint">${part.trim() === ''
    ? `These are the first ${grouped(searched)} lines. Type a part of a name to search all of them.`
    : searched < limit ? 'There may be more such lines. Type more of the name.'
      : `This search has looked at the first ${grouped(searched)} lines.`}
    ${searched < limit ? nothing : html`<button type="button" class="chip"
      @click=${() => { limit += SEARCHED; load(); }}>Search ${grouped(SEARCHED)} more</button>`}</p>`;
}

/** Draws a lane for each window, by scope and then by number. */
function axis() {
  const shown = lines.filter(isWindow).sort(byScopeAndNumber).slice(0, LANES);
  if (shown.length === 0) {
    return nothing;
  }
  const now = Date.now() + skewMs;
  const from = now - seconds * 1000 * NOW_AT;
  const perMs = Math.max(TICK_PX, width - LANE.label) / (seconds * 1000);
  const x = ms => LANE.label + (ms - from) * perMs;
  const height = LANE.top + shown.length * LANE.height + 4;
  const held = shown.filter(line => new Date(line.tick.from) > now).length;
  return html`<figure class="card axis">
    <figcaption><b>${held} held</b>, ${shown.length - held} idle
      <span class="hint">now ${clock(now, true)} ${ZONE}${drift()}</span></figcaption>
    <svg width=${width} height=${height} role="img"
        aria-label="until when each worker number is held; the table below has the same data">
      ${scale(from, perMs, x, height)}
      ${shown.map((line, i) => lane(line, i, now, x, shown[i - 1]))}
      ${svg`<line class="now" x1=${x(now)} x2=${x(now)} y1="14" y2=${height}></line>`}
    </svg>
  </figure>`;
}

function drift() {
  return Math.abs(skewMs) < 2000 ? ''
    : `, by the store's clock; this computer's is ${(Math.abs(skewMs) / 1000).toFixed(0)} s `
      + (skewMs > 0 ? 'behind' : 'ahead');
}

function scale(from, perMs, x, height) {
  const step = 1000 * (STEPS_S.find(s => s * 1000 * perMs >= TICK_PX) ?? STEPS_S.at(-1));
  const to = from + seconds * 1000;
  const ticks = [];
  for (let at = Math.ceil(from / step) * step; at < to && x(at) < width - 20; at += step) {
    ticks.push(at);
  }
  return ticks.map(at => svg`
    <line class="grid" x1=${x(at)} x2=${x(at)} y1="18" y2=${height}></line>
    <text class="tick" x=${x(at)} y="11">${clock(at, step < 60_000)}</text>`);
}

function lane(line, index, now, x, before) {
  const { scope, number } = place(line.name);
  const y = LANE.top + index * LANE.height;
  const newScope = before === undefined || place(before.name).scope !== scope;
  const bar = y + (LANE.height - LANE.bar) / 2;
  return svg`
    ${newScope && index > 0 ? svg`<line class="scope" x1="0" x2=${width} y1=${y} y2=${y}></line>`
      : nothing}
    <text class="who" x="0" y=${y + LANE.height / 2}>${short(scope)}<tspan class="number"
      dx="5">${number}</tspan></text>
    ${(stays.get(line.name) ?? []).map(stay => bars(stay, now, x, bar))}
    ${x(new Date(line.tick.from)) > LANE.label ? nothing : svg`<text class="tick idle"
      x=${LANE.label} y=${y + LANE.height / 2}>idle for ${span(now - new Date(line.tick.from))}</text>`}`;
}

function bars(stay, now, x, y) {
  const from = Math.max(LANE.label, x(stay.from));
  const until = x(stay.to);
  if (until <= from) {
    return nothing;
  }
  const split = Math.min(Math.max(x(now), from), until);
  const holds = stay.to > now;
  return svg`<g class=${holds ? 'stay held' : 'stay'}>
    <title>${`${stay.note || UNKNOWN}, until ${utc(new Date(stay.to).toISOString())}`}</title>
    <rect class="past" x=${from} y=${y} width=${Math.max(0, split - from)} height=${LANE.bar}></rect>
    <rect class="ahead" x=${split} y=${y} width=${Math.max(0, until - split)}
      height=${LANE.bar}></rect>
    ${split - from > 60 ? svg`<svg x=${from} y=${y} width=${split - from} height=${LANE.bar}>
      <text x="6" y=${LANE.bar / 2}>${stay.note || UNKNOWN}</text></svg>` : nothing}
  </g>`;
}

function short(scope) {
  return scope.length <= 9 ? scope : `${scope.slice(0, 8)}…`;
}

function place(name) {
  const [, scope, number] = /^worker\/(.*)\/(\d+)$/.exec(name) ?? [null, name, ''];
  return { scope, number };
}

function byScopeAndNumber(a, b) {
  const [one, other] = [place(a.name), place(b.name)];
  return one.scope.localeCompare(other.scope) || Number(one.number) - Number(other.number);
}

/** Shows how much of the latest tick is used up, for ticks that processes share. */
function shared() {
  const shown = lines.filter(line => line.tick !== undefined && !isRestored(line.name) && !isWindow(line))
    .slice(0, LANES);
  return shown.length === 0 ? nothing : html`<div class="card shared">${shown.map(({ name, tick }) =>
    html`<div><b class="mono">${name}</b>
      <span>${grouped(tick.number)} of ${grouped(tick.capacity)} numbers used from
        ${utc(tick.from).slice(0, 16)} to ${utc(tick.to).slice(0, 16)} UTC</span>
      <meter max="1" aria-label=${`used up of ${name}`} value=${Number(tick.number) / Number(tick.capacity)}></meter></div>`)}</div>`;
}

function table() {
  const now = Date.now() + skewMs;
  return html`<div class="card scroll" tabindex="0" role="group" aria-label="Lines">
    <table>
      <thead><tr><th>Line</th><th>Claimed until (UTC)</th><th>Owner or note</th>
        <th>Last moved</th><th class="end">Next position</th></tr></thead>
      <tbody>${lines.slice(0, rows).map(line => html`<tr>
        <td class="mono">${line.name}</td>
        <td>${until(line, now)}</td>
        <td>${line.note || (line.tick ? UNKNOWN : 'no note')}</td>
        <td title=${line.updated}>${distance(line.updated, now)}</td>
        <td class="mono end">${grouped(line.next)}</td></tr>`)}</tbody>
    </table>
    ${lines.length > rows ? html`<p class="hint">These are ${rows} of ${grouped(lines.length)}
      lines. <button type="button" class="chip" @click=${() => { rows += ROWS; draw(); }}>Show ${ROWS}
        more</button></p>` : nothing}
  </div>`;
}

function until(line, now) {
  if (line.tick === undefined) {
    return html`<span class="idle">a count, without time</span>`;
  }
  const state = new Date(line.tick.from) > now ? 'held' : 'idle';
  return html`<span class=${state}>${utc(line.tick.from).slice(0, 19)}, ${state}</span>`;
}

export const lineView = {
  open(section) {
    host = section;
    sizes.observe(host);
    draw();
    stop = repeat(load, EVERY_MS);
    timer = setInterval(() => document.hidden || draw(), FRAME_MS);
  },
  refresh: load,
  close() {
    stop();
    clearInterval(timer);
    sizes.disconnect();
  },
};
