// Explains ids, one in each line: every reading that fits, likeliest first.

import { html, render, nothing } from './lit-html.js';
import { ask, Problem, settled } from './api.js';
import { bitPicture, copyButton, facts, keyPicture, moment, unfolding } from './picture.js';

/** The most ids at a time. */
const MAX_IDS = 100;

/** The longest text that the server reads as an id. */
const MAX_LENGTH = 200;
const TYPING_MS = 120;
const MAX_ROWS = 10;

const KINDS = 'ObjectIds, UUIDs, TypeIDs, Snowflakes, ULIDs, TSIDs, KSUIDs, numbers and this server\'s keys';
const LENGTHS = 'An ObjectId has 24 hex digits, a UUID 32, a ULID 26 letters and digits, '
    + 'a KSUID 27, a TSID 13, and a number at most 20 digits.';

const EXAMPLES = [
  ['ObjectId', '4df2dcec2cdcd20936a8b817'],
  ['Snowflake', '1541815603606036480'],
  ['UUID', '017F22E2-79B0-7CC3-98C4-DC0C0C07398F'],
  ['ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['with its call', "new ObjectId('632c6d93d65f74baeb22a2c9')"],
  ['several', '4df2dcec2cdcd20936a8b817\n1541815603606036480\n01ARZ3NDEKTSV4RRFFQ69G5FAV'],
];

let host;
let text = '';
let problem = '';
let asked = 0;

/** Whether this is the section that is shown; the address belongs to it only then. */
let active = false;

/** The readings of each id that the server has explained. */
let explained = new Map();
const opened = new Set();

/** The ids among the lines, with the number of their line. */
function ids() {
  return text.split('\n')
    .map((id, i) => ({ id: id.trim(), line: i + 1 }))
    .filter(({ id }) => id !== '');
}

const look = settled(async () => {
  const mine = ++asked;
  const wanted = [...new Set(ids().slice(0, MAX_IDS).map(({ id }) => id))];
  try {
    const found = await Promise.all(wanted.map(async id => [id, await readings(id)]));
    if (mine === asked) {
      explained = new Map(found);
      problem = '';
      if (active) {
        history.replaceState(null, '', address(wanted));
      }
    }
  } catch (e) {
    if (mine === asked && e instanceof Problem) {
      problem = e.message;
    }
  }
  draw();
}, TYPING_MS);

async function readings(id) {
  if (explained.has(id)) {
    return explained.get(id);
  }
  // A browser resolves dots in an address as a path, even encoded ones.
  if (id === '.' || id === '..' || id.length > MAX_LENGTH) {
    return [];
  }
  return (await ask('GET', `v1/inspect/${encodeURIComponent(id)}`)).readings;
}

/** An address that shows the same ids to somebody else. */
function address(shown) {
  return shown.length === 0 ? '#inspect' : `#inspect/${encodeURIComponent(shown.join('\n'))}`;
}

function type(value) {
  text = value;
  look();
  draw();
}

function draw() {
  const all = ids();
  const shown = all.slice(0, MAX_IDS).filter(({ id }) => explained.has(id));
  render(html`
    <div class="field hero">
      <label for="id">Ids, one on each line, up to ${MAX_IDS}</label>
      <div class="row">
        <textarea id="id" class="mono big" rows=${Math.min(text.split('\n').length, MAX_ROWS)}
          spellcheck="false" autocomplete="off" autocapitalize="off"
          placeholder="4df2dcec2cdcd20936a8b817" .value=${text}
          @input=${event => type(event.target.value)}></textarea>
        <button type="button" class="quiet" ?hidden=${text === ''}
          @click=${() => { type(''); host.querySelector('#id').focus(); }}>Clear</button>
      </div>
      <p class="hint">Examples: ${EXAMPLES.map(([name, example]) => html`
        <button type="button" class="chip" @click=${() => type(example)}>${name}</button>`)}</p>
    </div>
    ${problem ? html`<p class="fault" role="alert">${problem}</p>` : nothing}
    ${all.length > MAX_IDS ? html`<p class="fault" role="alert">Too many ids: there are
      ${all.length}. Only the first ${MAX_IDS} are explained.</p>` : nothing}
    ${all.length === 0 ? invitation() : shown.length === 0 ? nothing
      : all.length > 1 ? list(shown) : alone(all[0].id)}`, host);
}

function invitation() {
  return html`<div class="empty"><b>An id shows when it was made, and often by which process.</b>
    <br>The console reads ${KINDS}. You may leave quotes or a call around an id.</div>`;
}

function alone(id) {
  const found = explained.get(id);
  if (found.length === 0) {
    return html`<div class="empty"><b>The id has no known form.</b><br>${rule(id)}</div>`;
  }
  const [first, ...rest] = found;
  return html`
    <article class="card reading">${heading(first)}${body(first)}</article>
    ${rest.length === 0 ? nothing : html`
      <h2 class="lesser">It could also be</h2>
      <div class="card others">${rest.map(reading => folded(reading, id))}</div>`}`;
}

/** Says which rule an id breaks that has no known form. */
function rule(id) {
  return id.length > MAX_LENGTH
    ? `It has ${id.length} characters. The longest id that the server reads has ${MAX_LENGTH}.`
    : `It has ${id.length} character${id.length === 1 ? '' : 's'}. ${LENGTHS}`;
}

function list(shown) {
  const unknown = shown.filter(({ id }) => explained.get(id).length === 0);
  return html`
    <p class="hint" role="status">${shown.length - unknown.length} of ${shown.length} ids have a
      known form.</p>
    <ol class="card others">${shown.map(({ id, line }) => html`<li>${
      explained.get(id).length === 0 ? html`<p class="unknown"><b>Line ${line}: the id has no
        known form.</b> <span class="mono">${id}</span> ${rule(id)}</p>`
        : folded(explained.get(id)[0], id, line)}</li>`)}</ol>`;
}

function heading(reading) {
  return html`<header>
    <h2>${reading.title}</h2>
    ${reading.plausible ? nothing : html`<p class="doubt">${reading.doubt}</p>`}
  </header>`;
}

function body(reading) {
  const { id, ...fields } = reading.fields;
  const notes = Object.entries(reading.notes ?? {});
  return html`
    ${reading.time ? moment(reading.time) : nothing}
    <p class="id mono">${id} ${copyButton(id)}</p>
    ${reading.characters?.length ? keyPicture(id, reading.characters)
      : reading.bits.length ? bitPicture(reading.bits) : nothing}
    ${facts([...notes, ...Object.entries(fields).filter(field => !isInPicture(field, reading))])}`;
}

function isInPicture([name, value], { bits, characters = [] }) {
  return bits.some(field => field.name === name && field.value === value)
      || characters.some(({ kind, name: of }) => name === (kind === 'var' ? `var:${of}` : kind));
}

/** A reading that unfolds. With the number of its line it is the first of several of its id. */
function folded(reading, id, line) {
  return unfolding({
    key: `${line ?? reading.kind} ${id}`,
    opened,
    redraw: draw,
    summary: html`
      ${line === undefined ? nothing : html`<span class="mono">${id}</span>`}
      <span>${reading.title}</span>
      <span class="when">${reading.time ? reading.time.slice(0, 19).replace('T', ' ') : ''}</span>
      ${reading.plausible ? nothing : html`<span class="doubt">${reading.doubt}</span>`}`,
    content: () => html`${body(reading)}${line === undefined ? nothing : others(id)}`,
  });
}

function others(id) {
  const count = explained.get(id).length - 1;
  return count === 0 ? nothing : html`<p><a href=${address([id])}>It could also be ${
    count === 1 ? 'something else' : `${count} other things`}</a></p>`;
}

export const inspect = {
  open(section, wanted) {
    host = section;
    active = true;
    if (wanted !== undefined && wanted !== text) {
      text = wanted;
      look();
    }
    draw();
  },
  refresh() {
    explained = new Map();
    look();
  },
  close() {
    active = false;
  },
};
