// Lists the open connections, and ends one.

import { html, render, nothing } from './lit-html.js';
import { ask, Problem, repeat } from './api.js';
import { contains, grouped, span } from './text.js';

const EVERY_MS = 2000;
const ROWS = 200;

/** The server lists so many connections at most. */
const LISTED = 10_000;

let host;
let stop = () => {};
let list = null;
let wanted = '';
let rows = ROWS;
let problem = '';
let said = '';

/** The number of the connection that the page asks about: is it to end? */
let doubtful = null;

async function load() {
  try {
    list = (await ask('GET', `v1/connections?limit=${LISTED}`)).connections;
    problem = '';
  } catch (e) {
    problem = e instanceof Problem ? e.message : problem;
    list = e instanceof Problem ? [] : list;
  }
  draw();
}

async function end({ id, from, protocol }) {
  doubtful = null;
  try {
    await ask('DELETE', `v1/connections/${encodeURIComponent(id)}`);
    said = `Connection ${id} from ${from} (${protocol}) is ended.`;
  } catch (e) {
    said = e instanceof Problem ? e.message : said;
  }
  await load();
  host.querySelector('#who')?.focus(); // The button that had the focus is gone.
}

function fits({ id, protocol, from, token, name }) {
  return [id, protocol, from, token, name].some(each => contains(each, wanted));
}

function draw() {
  render(html`
    <div class="row head">
      <label class="grow">Find connections
        <input id="who" type="search" spellcheck="false" autocomplete="off"
          placeholder="a part of an address, a token or a name" .value=${wanted}
          @input=${event => { wanted = event.target.value; rows = ROWS; draw(); }}></label>
      <p class="hint" role="status">${said}</p>
    </div>
    ${problem ? html`<p class="fault" role="alert">${problem}</p>` : nothing}
    ${list === null ? html`<div class="empty">Waiting for the server …</div>`
      : problem && list.length === 0 ? nothing : table(list.filter(fits))}`, host);
}

function table(found) {
  if (found.length === 0) {
    return html`<div class="empty">No connection fits.</div>`;
  }
  return html`<p class="hint">${grouped(found.length)} of ${grouped(list.length)} connections${
    list.length === LISTED ? ', the oldest; there may be more' : ''}</p>
    <div class="card scroll" tabindex="0" role="group" aria-label="Connections">
    <table>
      <thead><tr><th class="end">Number</th><th>Protocol</th><th>From</th><th>Token</th><th>Name</th>
        <th class="end">Open for</th><th class="end">Silent for</th><th>End</th></tr></thead>
      <tbody>${found.slice(0, rows).map(row)}</tbody>
    </table>
    ${found.length > rows ? html`<p class="hint">These are ${rows} of ${grouped(found.length)}.
      <button type="button" class="chip" @click=${() => { rows += ROWS; draw(); }}>Show ${ROWS}
        more</button></p>` : nothing}
  </div>`;
}

function row(connection) {
  const { id, protocol, from, token, name, ageSeconds, idleSeconds } = connection;
  return html`<tr>
    <td class="mono end">${id}</td>
    <td>${protocol}</td>
    <td class="mono">${from}</td>
    <td>${token || 'none'}</td>
    <td>${name || 'none'}</td>
    <td class="end">${span(ageSeconds * 1000)}</td>
    <td class="end">${span(idleSeconds * 1000)}</td>
    <td>${doubtful === id ? html`
      <button type="button" class="quiet bad" @click=${() => end(connection)}>End it now</button>
      <button type="button" class="quiet" @click=${() => doubt(null)}>Keep it</button>` : html`
      <button type="button" class="quiet" aria-label=${`End connection ${id} from ${from}`}
        @click=${() => doubt(id)}>End</button>`}</td></tr>`;
}

function doubt(id) {
  doubtful = id;
  draw();
}

export const connections = {
  open(section) {
    host = section;
    said = '';
    draw();
    stop = repeat(load, EVERY_MS);
  },
  refresh: load,
  close() {
    stop();
    doubtful = null;
  },
};
