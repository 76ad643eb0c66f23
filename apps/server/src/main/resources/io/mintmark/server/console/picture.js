// Ids as pictures: their bits or characters, each field in a colour of its own.

import { html, nothing } from './lit-html.js';
import { grouped, local, utc, words, distance, ZONE } from './text.js';

const BYTE = 8;
const COPIED_MS = 1200;

/** Fields that mean the same have the same colour, whatever a kind of id calls them. */
const COLOURS = {
  time: 'time', 'time-low': 'time', 'time-mid': 'time', 'time-high': 'time', seconds: 'time',
  milliseconds: 'time', worker: 'worker', machine: 'worker', process: 'worker', node: 'worker',
  shard: 'worker', number: 'number', seq: 'number', counter: 'number', inc: 'number',
  'clock-sequence': 'number', random: 'random', payload: 'random', hash: 'random', db: 'db',
  table: 'table', version: 'version', variant: 'check', check: 'check', var: 'var', text: 'text',
  unused: 'text',
};
const OTHERS = ['var', 'db', 'table', 'version', 'random'];

function colour(name, index) {
  return COLOURS[name] ?? OTHERS[index % OTHERS.length];
}

/** Fades all fields but one. */
function point(event, index) {
  event.currentTarget.closest('.picture').querySelectorAll('[data-field]').forEach(part =>
    part.classList.toggle('faded', index !== null && Number(part.dataset.field) !== index));
}

function legend(fields) {
  return html`<ul class="legend">${fields.map(field => html`
    <li class="f-${field.colour}" tabindex="0" data-field=${field.index}
        @pointerenter=${event => point(event, field.index)}
        @pointerleave=${event => point(event, null)}
        @focus=${event => point(event, field.index)} @blur=${event => point(event, null)}>
      <b>${field.label}</b><span class="size">${field.size}</span>
      <span class="value">${field.value}</span>
    </li>`)}</ul>`;
}

/** Draws bits in bytes, highest first; `bits` has the fields as the server sends them. */
export function bitPicture(bits) {
  const all = bits.flatMap((field, index) =>
    [...BigInt(field.value).toString(2).padStart(field.width, '0')].map(bit => ({ bit, index })));
  const colours = bits.map((field, i) => colour(field.name, i));
  const bytes = [];
  for (let from = 0; from < all.length; from += BYTE) {
    bytes.push(all.slice(from, from + BYTE));
  }
  const label = `${all.length} bits: `
      + bits.map(field => `${field.name} ${field.width} bits, ${field.value}`).join('; ');
  return html`<div class="picture">
    <div class="bits" role="img" aria-label=${label}>${bytes.map((byte, i) => html`
      <span class="byte">
        <span class="eight">${byte.map(({ bit, index }) => html`<i
            class="f-${colours[index]} ${bit === '1' ? 'one' : ''}" data-field=${index}>${bit}</i>`)}
        </span>
        <span class="under"><span>${all.length - 1 - i * BYTE}</span><b>${hex(byte)}</b></span>
      </span>`)}</div>
    ${legend(bits.map((field, i) => ({
      index: i,
      colour: colours[i],
      label: words(field.name),
      size: field.width === 1 ? '1 bit' : `${field.width} bits`,
      value: grouped(field.value),
    })))}
  </div>`;
}

function hex(byte) {
  const value = parseInt(byte.map(({ bit }) => bit).join(''), 2);
  return value.toString(16).padStart(Math.ceil(byte.length / 4), '0');
}

/** Draws a key's characters by field: `{kind, name, from, to}`, counted from 0, end exclusive. */
export function keyPicture(key, fields) {
  const shown = fields.map((field, i) => ({
    ...field,
    index: i,
    part: key.slice(field.from, field.to),
    label: field.kind === 'var' ? field.name : field.kind,
    colour: colour(field.kind, i),
  }));
  const label = `${key.length} characters: `
      + shown.map(field => `${field.label} ${field.part}`).join('; ');
  return html`<div class="picture">
    <div class="characters" role="img" aria-label=${label}>${shown.map(field => html`
      <span class="part f-${field.colour}" data-field=${field.index}>
        <span class="text">${[...field.part].map(character => html`<i>${character}</i>`)}</span>
        <span class="under"><span>${field.from + 1}</span>
          ${hasRoom(field) ? html`<b>${field.label}</b>` : nothing}</span>
      </span>`)}</div>
    ${legend(shown.filter(field => field.kind !== 'text').map(field => ({
      index: field.index,
      colour: field.colour,
      label: field.label,
      size: size(field),
      value: field.part,
    })))}
  </div>`;
}

/** Whether a field is wide enough for its name; the legend has the name in any case. */
function hasRoom({ part, label }) {
  return part.length * 3 >= label.length + 3;
}

function size(field) {
  const width = field.to - field.from;
  const characters = width === 1 ? '1 character' : `${width} characters`;
  return field.name && field.name !== field.label ? `${field.name}, ${characters}` : characters;
}

/** A moment in UTC, in this browser's zone, and how long ago or ahead it is. */
export function moment(instant) {
  return html`<div class="moment">
    <time datetime=${instant}>${utc(instant)} <small>UTC</small></time>
    ${ZONE === 'UTC' ? nothing : html`<span>${local(instant)} <small>${ZONE}</small></span>`}
    <span class="far">${distance(instant)}</span>
  </div>`;
}

/** A list of names with their values. */
export function facts(entries) {
  return entries.length === 0 ? nothing : html`<dl class="facts">${entries.map(([name, value]) =>
    html`<div><dt>${words(name)}</dt><dd>${readable(value)}</dd></div>`)}</dl>`;
}

/** Groups the digits of numbers, and writes times without their T. */
function readable(value) {
  return grouped(value).replace(/(\d-\d\d-\d\d)T(?=\d\d:)/g, '$1 ');
}

/** A part of the page that unfolds. Its content is made only while it is open. */
export function unfolding({ key, opened, summary, content, redraw }) {
  const toggle = event => {
    if (event.currentTarget.open !== opened.has(key)) {
      opened[event.currentTarget.open ? 'add' : 'delete'](key);
      redraw();
    }
  };
  return html`<details .open=${opened.has(key)} @toggle=${toggle}>
    <summary>${summary}</summary>
    ${opened.has(key) ? html`<div class="inside">${content()}</div>` : nothing}
  </details>`;
}

/** A button that puts a text on the clipboard. */
export function copyButton(text, label) {
  return html`<button type="button" class="quiet copy" aria-label=${label ?? 'Copy'} title="Copy"
    @click=${event => copy(text, event.currentTarget)}>
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <rect x="5.5" y="5.5" width="8.5" height="8.5" rx="1.8"></rect>
      <path d="M10.5 5.500V3.800A1.8 1.8 0 0 0 8.7 2H3.800A1.8 1.8 0 0 0 2 3.800v4.900a1.8
        1.8 0 0 0 1.8 1.800h1.7"></path></svg>${label ? html`<span>${label}</span>` : nothing}
  </button>`;
}

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
  const said = document.getElementById('said');
  button.dataset.copied = '';
  said.textContent = 'Copied';
  setTimeout(() => {
    delete button.dataset.copied;
    said.textContent = '';
  }, COPIED_MS);
}

/** Copies where the browser gives no clipboard, as for a page without TLS from another host. */
function copyBySelection(text) {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
