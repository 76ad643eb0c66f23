// Shows each generator: how fast it goes, what is left of it, and when it ends.

import { html, svg, render, nothing } from './lit-html.js';
import { ask, Problem, repeat } from './api.js';
import { copyButton, facts, unfolding } from './picture.js';
import { contains, day, days, grouped, rate, span } from './text.js';

const EVERY_MS = 1000;
const SAMPLES = 60;
const SHOWN = 60;
const CHART = { width: 120, height: 32 };

let host;
let stop = () => {};
let list = null;
let wanted = '';
let problem = '';
const rates = new Map();
const opened = new Set();

async function load() {
  try {
    list = (await ask('GET', 'v1/generators')).generators;
    problem = '';
    const now = performance.now();
    list.forEach(generator => sample(generator, now));
  } catch (e) {
    problem = e instanceof Problem ? e.message : problem;
  }
  draw();
}

/** Notes the ids per second since the call before. A restarted server counts from 0 again. */
function sample({ name, made }, now) {
  const before = rates.get(name);
  if (!before || made < before.made) {
    rates.set(name, { made, at: now, samples: [] });
    return;
  }
  const perSecond = (made - before.made) / ((now - before.at) / 1000);
  const samples = [...before.samples, perSecond].slice(-SAMPLES);
  rates.set(name, { made, at: now, samples });
}

function draw() {
  if (list === null) {
    render(problem ? html`<p class="fault" role="alert">${problem}</p>`
      : html`<div class="empty">Waiting for the server …</div>`, host);
    return;
  }
  const found = list.filter(({ name, kind }) => contains(name, wanted) || kind === wanted.trim());
  const total = list.reduce((sum, { name }) => sum + (rates.get(name)?.samples.at(-1) ?? 0), 0);
  render(html`
    <div class="row head">
      <label class="grow">Find generators
        <input id="find" type="search" spellcheck="false" placeholder="a part of a name, or a kind"
          .value=${wanted} @input=${event => { wanted = event.target.value; draw(); }}></label>
      <p class="total"><b>${rate(total)}</b> ids per second</p>
    </div>
    ${problem ? html`<p class="fault" role="alert">${problem}</p>` : nothing}
    ${found.length === 0 ? html`<div class="empty">No generator has such a name or kind.</div>` : nothing}
    <div class="cards">${found.slice(0, SHOWN).map(card)}</div>
    ${found.length > SHOWN ? html`<p class="hint">These are ${SHOWN} of
      ${grouped(found.length)} generators. Type a part of a name to find the others.</p>`
      : nothing}`, host);
}

function card(generator) {
  const { name, kind, made, last, warnings } = generator;
  const samples = rates.get(name)?.samples ?? [];
  const { description, ...rest } = generator.facts;
  return html`<article class="card generator">
    <header>
      <h2>${name}</h2><span class="kind">${kind}</span>
      <a class="button quiet" href=${`#make/${encodeURIComponent(name)}`}>Make</a>
    </header>
    ${description ? html`<p class="hint">${description}</p>` : nothing}
    <div class="pace">
      <p><b>${rate(samples.at(-1) ?? 0)}</b> per second</p>
      ${spark(samples)}
    </div>
    <dl class="facts">
      <div><dt>made by this server</dt><dd>${grouped(made)}</dd></div>
      ${left(generator, samples.at(-1) ?? 0).map(([label, value]) =>
        html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
    </dl>
    ${last ? html`<p class="id mono"><a href=${`#inspect/${encodeURIComponent(last)}`}
      title="Inspect the last id">${last}</a>${copyButton(last)}</p>`
      : html`<p class="hint">This server has made no id here yet.</p>`}
    ${warnings.map(warning => html`<p class="warning">${warning}</p>`)}
    ${unfolding({
      key: name,
      opened,
      redraw: draw,
      summary: 'All settings and figures',
      content: () => facts(Object.entries(rest)),
    })}
  </article>`;
}

/** What is claimed ahead, what is left in all, and when it ends. */
function left(generator, perSecond) {
  const known = generator.facts;
  const shown = [];
  if (known.worker !== undefined) {
    shown.push(['worker', known.worker === 'none' ? 'none yet' : known.worker]);
  }
  const ahead = claimedAhead(known, perSecond);
  if (ahead) {
    shown.push(['claimed ahead', ahead]);
  }
  if (known.cycle) {
    return [...shown, ['cycle', known.cycle]];
  }
  if (known['time-ends']) {
    const ms = new Date(known['time-ends']).getTime() - Date.now();
    const left = known['days-left'] ? days(Number(known['days-left'])) : span(ms);
    return [...shown, ['ends', day(known['time-ends'])], ['left', left]];
  }
  const rest = numbersLeft(generator);
  return rest === null ? shown
    : [...shown, ['left', grouped(rest)], ['ends', perSecond > 0
      ? `in ${span(1000 * Number(rest) / perSecond)} at this rate` : 'no estimate: idle']];
}

/** As a span where positions pass with time, used or not; else as a count. */
function claimedAhead(known, perSecond) {
  const windowMs = known['window-left-ms'] ?? windowOfKeys(known);
  if (windowMs !== undefined) {
    return Number(windowMs) > 0 ? span(Number(windowMs)) : 'nothing';
  }
  const numbers = known['segment-left'] ?? known['claimed-left'];
  if (numbers === undefined) {
    return null;
  }
  if (Number(numbers) === 0) {
    return 'nothing';
  }
  const lasts = perSecond > 0 ? `, for ${span(1000 * Number(numbers) / perSecond)}` : '';
  return grouped(numbers) + lasts;
}

/** Ticks up to a second are claimed as windows in time, longer ones as numbers. */
function windowOfKeys(known) {
  return /^(1s|\d+(ms|us))$/.test(known.tick) && known['claimed-left'] !== undefined
    ? 1000 * Number(known['claimed-left']) / Number(known['capacity-per-second']) : undefined;
}

/** How many numbers a sequence has left; null if it has no end or has made none yet. */
function numbersLeft({ facts: known, last, kind }) {
  return kind === 'sequence' && known.last && last
    ? (BigInt(known.last) - BigInt(last)) / BigInt(known.step ?? 1) : null;
}

/** Draws the last minute's rates, each generator on its own scale. */
function spark(samples) {
  const most = Math.max(...samples, 1);
  const x = i => CHART.width * (1 - (samples.length - 1 - i) / (SAMPLES - 1));
  const y = value => CHART.height - 1.5 - (CHART.height - 3) * value / most;
  const points = samples.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`);
  const area = points.length === 0 ? ''
    : `${x(0).toFixed(1)},${CHART.height} ${points.join(' ')} ${CHART.width},${CHART.height}`;
  return html`<svg class="spark" viewBox="0 0 ${CHART.width} ${CHART.height}" role="img"
      preserveAspectRatio="none" aria-label=${`the last minute, at most ${rate(most)} per second`}>
    ${svg`<line x1="0" x2=${CHART.width} y1=${CHART.height} y2=${CHART.height}></line>
      <polygon points=${area}></polygon><polyline points=${points.join(' ')}></polyline>`}
  </svg>`;
}

export const generators = {
  open(section) {
    host = section;
    draw();
    stop = repeat(load, EVERY_MS);
  },
  refresh: load,
  close: () => stop(),
};
