// What is this id? Every reading that fits, likeliest first.

import { html, render, nothing } from './lit-html.js';
import { ask, Problem, settled } from './api.js';
import { bitPicture, copyButton, facts, keyPicture, moment } from './picture.js';

/** What the server looks at, at most. */
const MAX_LENGTH = 200;
const TYPING_MS = 120;

const KNOWN = 'ObjectIds, UUIDs, Snowflakes, ULIDs, TSIDs, KSUIDs, numbers and this server\'s keys';

const EXAMPLES = [
  ['ObjectId', '4df2dcec2cdcd20936a8b817'],
  ['Snowflake', '1541815603606036480'],
  ['UUID', '017F22E2-79B0-7CC3-98C4-DC0C0C07398F'],
  ['ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['as it is copied', "new ObjectId('632c6d93d65f74baeb22a2c9')"],
];

let host;
let text = '';
let readings = null;
let problem = '';
let asked = 0;

const look = settled(async () => {
  const mine = ++asked;
  const id = text.trim();
  // A browser takes dots for a way up, whatever they are encoded as.
  if (id === '' || id === '.' || id === '..' || id.length > MAX_LENGTH) {
    show(id === '' ? null : [], '');
    return;
  }
  try {
    const answer = await ask('GET', `v1/inspect/${encodeURIComponent(id)}`);
    if (mine === asked) {
      show(answer.readings, '');
      history.replaceState(null, '', `#inspect/${encodeURIComponent(id)}`);
    }
  } catch (e) {
    if (mine === asked && e instanceof Problem) {
      show(null, e.message);
    }
  }
}, TYPING_MS);

function show(found, why) {
  readings = found;
  problem = why;
  draw();
}

function type(value) {
  text = value;
  look();
  draw();
}

function draw() {
  render(html`
    <div class="field hero">
      <label for="id">Paste any id</label>
      <div class="row">
        <input id="id" type="text" class="mono big" spellcheck="false" autocomplete="off"
          autocapitalize="off" placeholder="4df2dcec2cdcd20936a8b817" .value=${text}
          @input=${event => type(event.target.value)}>
        <button type="button" class="quiet" ?hidden=${text === ''}
          @click=${() => { type(''); host.querySelector('#id').focus(); }}>Clear</button>
      </div>
      <p class="hint">Try ${EXAMPLES.map(([name, id]) => html`
        <button type="button" class="chip" @click=${() => type(id)}>${name}</button>`)}</p>
    </div>
    ${problem ? html`<p class="fault" role="alert">${problem}</p>` : nothing}
    ${readings !== null ? answer() : text === '' ? invitation() : nothing}`, host);
}

function invitation() {
  return html`<div class="empty"><b>An id says when it was made, and often by whom.</b><br>${KNOWN}
    are taken apart, also with the quotes or the call that they were copied with.</div>`;
}

function answer() {
  if (readings.length === 0) {
    return html`<div class="empty"><b>No known form of id fits.</b><br>${KNOWN}
      are known, up to ${MAX_LENGTH} characters.</div>`;
  }
  const [first, ...rest] = readings;
  return html`
    <article class="card reading">${heading(first)}${body(first)}</article>
    ${rest.length === 0 ? nothing : html`
      <h2 class="lesser">It could also be</h2>
      <div class="card others">${rest.map(other)}</div>`}`;
}

function heading(reading) {
  return html`<header>
    <h1>${reading.title}</h1>
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

/** A reading that is made only when it is opened: there may be a dozen. */
function other(reading) {
  return html`<details @toggle=${event => open(event.currentTarget, reading)}>
    <summary>
      <span>${reading.title}</span>
      <span class="when">${reading.time ? reading.time.slice(0, 19).replace('T', ' ') : ''}</span>
      ${reading.plausible ? nothing : html`<span class="doubt">${reading.doubt}</span>`}
    </summary>
    <div class="inside"></div>
  </details>`;
}

function open(details, reading) {
  render(details.open ? body(reading) : nothing, details.querySelector('.inside'));
}

export const inspect = {
  open(section, id) {
    host = section;
    if (id !== undefined && id !== text) {
      text = id;
      readings = null;
      look();
    }
    draw();
  },
  refresh: () => look(),
  close() {},
};
