// Explains a format of keys while somebody types it.

import { html, render, nothing } from './lit-html.js';
import { ask, Problem, settled } from './api.js';
import { copyButton, facts, keyPicture } from './picture.js';
import { days, grouped, words, ZONE } from './text.js';

const MAX_LENGTH = 300;
const TYPING_MS = 150;
const PAUSE_MS = 900;
const ZONES = Intl.supportedValuesOf?.('timeZone') ?? [];
const ROUTES = ['hash', 'decimal', 'decimal-published', 'sum'];

const EXAMPLES = [
  ['an order', 'OD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}'],
  ['an invoice of a day', 'INV-{time:yyyyMMdd}-{seq:6}'],
  ['with a check digit', '{var:tenant:4}{time:yyDDDHH}{seq:4}{check:iso7064-37-36}'],
  ['a short one', '{seq:6:base36}'],
];

/** The facts that are shown in large print, in this order. */
const LARGE = ['length', 'capacity-per-second', 'capacity-per-tick', 'capacity'];

let host;
let format = EXAMPLES[0][1];
let zone = '';
let databases = 4;
let tables = 2;
let route = ROUTES[0];
let explained = null;
let faults = [];
let busy = true;
let asked = 0;

const explain = settled(() => {
  if (format === '') {
    asked++;
    settle(null, []);
    return;
  }
  inquire(question());
}, TYPING_MS);

/** Asks how ids spread over tables. That is too much work for each letter that is typed. */
const spreadOut = settled(() => {
  if (isRouted() && faults.length === 0) {
    inquire({ ...question(), skew: true });
  }
}, PAUSE_MS);

async function inquire(body) {
  const mine = ++asked;
  try {
    const answer = await ask('POST', 'v1/explain', body);
    if (mine === asked) {
      settle(answer, []);
    }
  } catch (e) {
    if (mine === asked && e instanceof Problem) {
      settle(explained, e.faults.length > 0 ? e.faults : [{ rule: e.message }]);
    }
  }
}

function question() {
  const body = { format };
  if (zone) {
    body.zone = zone;
  }
  if (isRouted()) {
    body.shards = {
      databases: shows('db') ? databases : 1,
      'tables-per-database': shows('table') ? tables : 1,
      route,
    };
  }
  return body;
}

function isRouted() {
  return ['db', 'table', 'version'].some(shows);
}

function shows(field) {
  return format.includes(`{${field}:`);
}

function settle(answer, found) {
  explained = answer;
  faults = found;
  busy = false;
  draw();
}

function change(set) {
  set();
  busy = true;
  explain();
  spreadOut();
  draw();
}

function draw() {
  render(html`
    <div class="field hero">
      <label for="format">Format</label>
      ${editor()}
      <p class="hint">Examples: ${EXAMPLES.map(([name, text]) => html`
        <button type="button" class="chip" @click=${() => change(() => { format = text; })}>
          ${name}</button>`)}</p>
      <div class="grid">
        <label class="wide">Zone
          <input id="zone" type="text" list="zones" placeholder="UTC" spellcheck="false"
            autocomplete="off" .value=${zone}
            @input=${event => change(() => { zone = event.target.value.trim(); })}>
          <datalist id="zones">${[ZONE, ...ZONES].map(each =>
            html`<option value=${each}></option>`)}</datalist>
        </label>
        ${isRouted() ? shards() : nothing}
      </div>
    </div>
    ${faults.length > 0 ? wrong() : nothing}
    ${explained ? meaning()
      : busy ? html`<div class="empty">Waiting for the server …</div>` : nothing}`, host);
}

/** The text of the field is transparent; a copy behind it has the colours. */
function editor() {
  return html`<div class="editor ${faults.length > 0 ? 'wrong' : ''}">
    <div class="ink mono" aria-hidden="true">${tokens().map(({ text, kind, bad }) =>
      html`<span class="f-${kind} ${bad ? 'bad' : ''}">${text}</span>`)} </div>
    <textarea id="format" class="mono" rows="1" spellcheck="false" autocomplete="off"
      autocapitalize="off" maxlength=${MAX_LENGTH} .value=${format}
      aria-describedby=${faults.length > 0 ? 'faults' : nothing} aria-invalid=${faults.length > 0}
      @keydown=${event => event.key === 'Enter' && event.preventDefault()}
      @input=${event => typed(event.target)}></textarea>
  </div>`;
}

function typed(area) {
  change(() => { format = area.value.replace(/\n/g, ''); });
}

/** The format in pieces: its fields, the text between them, and whether a fault points there. */
function tokens() {
  const pieces = [...format.matchAll(/\{\{|\}\}|\{([a-z]*)[^}]*\}?|[^{}]+|\}/g)];
  return pieces.map(piece => {
    const from = piece.index + 1;
    const to = from + piece[0].length;
    const bad = faults.some(({ column }) => column >= from && column < to);
    return { text: piece[0], kind: kinds.has(piece[1]) ? kindOf(piece[1]) : 'text', bad };
  });
}

const kinds = new Set(['time', 'seq', 'worker', 'db', 'table', 'version', 'var', 'check']);

function kindOf(name) {
  return name === 'seq' ? 'number' : name;
}

function shards() {
  const number = (label, value, set) => html`<label>${label}
    <input type="number" min="1" max="1024" .value=${String(value)}
      @input=${event => change(() => set(Number(event.target.value)))}></label>`;
  return html`
    ${shows('db') ? number('Databases', databases, value => { databases = value; }) : nothing}
    ${shows('table') ? number('Tables in each', tables, value => { tables = value; }) : nothing}
    <label>Routes by
      <select @change=${event => change(() => { route = event.target.value; })}>
        ${ROUTES.map(each => html`<option ?selected=${each === route}>${each}</option>`)}
      </select></label>`;
}

function wrong() {
  return html`<div id="faults" role="alert"><ol class="faults">${
    faults.map(({ column, rule }) => html`<li>
    ${column > 0 ? html`<button type="button" class="chip" title="Go to this column"
      @click=${() => point(column)}>
      column ${column}</button>` : nothing} ${rule}</li>`)}</ol></div>`;
}

function point(column) {
  const area = host.querySelector('#format');
  area.focus();
  area.setSelectionRange(column - 1, column - 1);
}

function meaning() {
  const { example, fields, facts: known, remarks, warnings, skew } = explained;
  const large = LARGE.filter(name => known[name] !== undefined);
  const lasts = known['days-left'];
  const rest = Object.entries(known).filter(([name]) =>
    !large.includes(name) && name !== 'format' && name !== 'days-left');
  return html`<article class="card">
    ${faults.length > 0 ? html`<p class="hint">The last format without a fault:</p>` : nothing}
    <p class="id mono">${example} ${copyButton(example)}</p>
    ${keyPicture(example, fields)}
    <div class="large">
      ${large.map(name => html`<p><b>${grouped(known[name])}</b>${words(name)}</p>`)}
      ${lasts === undefined ? nothing : html`<p><b>${days(Number(lasts))}</b>left</p>`}
    </div>
    ${facts(rest)}
    ${warnings.map(warning => html`<p class="warning">${warning}</p>`)}
    ${remarks.map(remark => html`<p class="remark">${remark}</p>`)}
    ${skew.length > 0 ? spread(skew) : nothing}
  </article>`;
}

/** How evenly ids spread over the tables; shares are parts of an even share. */
function spread(skew) {
  return html`
    <h2 class="lesser">How ${grouped(skew[0].ids)} ids of each shape spread over the tables</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="How ids spread over the tables">
    <table class="spread"><thead><tr><th>Ids</th><th class="end">Emptiest table</th>
      <th class="end">Fullest table</th><th class="end">Tables without ids</th></tr></thead>
    <tbody>${skew.map(({ shape, least, most, unreached }) => html`<tr>
      <td>${words(shape)}</td>
      <td class="end">${percent(least)}</td><td class="end">${percent(most)}</td>
      <td class="end ${unreached > 0 ? 'bad' : ''}">${unreached}</td></tr>`)}</tbody></table></div>`;
}

function percent(part) {
  return `${(100 * Number(part)).toFixed(1)} %`;
}

export const build = {
  open(section) {
    host = section;
    draw();
    explain();
    spreadOut();
  },
  refresh: () => explain(),
  close() {},
};
