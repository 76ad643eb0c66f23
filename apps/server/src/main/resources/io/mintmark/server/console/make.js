// Makes a few ids of any generator.

import { html, render, nothing } from './lit-html.js';
import { ask, Problem } from './api.js';
import { copyButton } from './picture.js';

/** Enough for people, who copy by hand; programs may ask for more. */
const MOST = 100;
const KEPT = 10;

let host;
let generators = [];
let name = '';
let count = 5;
let route = '';
const vars = {};
let batches = [];
let problem = '';
let busy = false;

async function load() {
  try {
    generators = (await ask('GET', 'v1/generators')).generators;
    name ||= generators[0]?.name ?? '';
  } catch (e) {
    tell(e);
  }
  draw();
}

function tell(e) {
  if (e instanceof Problem) {
    problem = e.message;
  }
}

/** What the caller has to give for each key of a generator's format. */
function wanted() {
  const facts = generators.find(generator => generator.name === name)?.facts ?? {};
  const names = [...(facts.format ?? '').matchAll(/\{var:([^:}]+):(\d+)\}/g)];
  return {
    route: Object.keys(facts).some(fact => fact.startsWith('shards-')),
    vars: names.map(([, variable, width]) => ({ variable, width: Number(width) })),
  };
}

async function make(event) {
  event.preventDefault();
  const need = wanted();
  const query = new URLSearchParams({ count });
  if (need.route) {
    query.set('route', route);
  }
  if (need.vars.length > 0) {
    query.set('var', need.vars.map(({ variable }) => `${variable}:${vars[variable] ?? ''}`));
  }
  busy = true;
  draw();
  try {
    const path = `v1/generators/${encodeURIComponent(name)}/next?${query}`;
    const { ids } = await ask('POST', path);
    batches = [{ name, ids, at: new Date() }, ...batches].slice(0, KEPT);
    problem = '';
  } catch (e) {
    tell(e);
  }
  busy = false;
  draw();
}

function draw() {
  const need = wanted();
  render(html`
    <form class="field hero" @submit=${make}>
      <div class="grid">
        <label class="wide">Generator
          <input id="name" type="text" class="mono" list="names" required spellcheck="false"
            autocomplete="off" .value=${name}
            @input=${event => { name = event.target.value; draw(); }}>
          <datalist id="names">${generators.map(generator =>
            html`<option value=${generator.name}>${generator.kind}</option>`)}</datalist>
        </label>
        <label>How many
          <input id="count" type="number" min="1" max=${MOST} required .value=${String(count)}
            @input=${event => { count = event.target.value; }}>
        </label>
        ${need.route ? html`<label class="wide">Id or text to route by
          <input id="route" type="text" class="mono" required spellcheck="false"
            placeholder="user-42" .value=${route}
            @input=${event => { route = event.target.value; }}></label>` : nothing}
        ${need.vars.map(({ variable, width }) => html`<label>${variable}
          <input type="text" class="mono" required pattern=${`[A-Za-z0-9]{${width}}`}
            maxlength=${width} spellcheck="false" title=${`${width} letters or digits`}
            .value=${vars[variable] ?? ''}
            @input=${event => { vars[variable] = event.target.value; }}></label>`)}
        <button class="primary" ?disabled=${busy}>Make ids</button>
      </div>
    </form>
    ${problem ? html`<p class="fault" role="alert">${problem}</p>` : nothing}
    ${batches.length === 0 ? html`<div class="empty">Choose a generator. The ids that it makes
      appear here.</div>` : batches.map(batch)}`, host);
}

function batch({ name: from, ids, at }) {
  return html`<article class="card made">
    <header class="row">
      <h2>${from}</h2><span class="when">${at.toLocaleTimeString('en-GB')}</span>
      ${copyButton(ids.join('\n'), ids.length === 1 ? 'Copy' : 'Copy all')}
    </header>
    <ol>${ids.map(id => html`<li>
      <a class="mono" href=${`#inspect/${encodeURIComponent(id)}`}
        title="Inspect this id">${id}</a>${copyButton(id)}</li>`)}</ol>
  </article>`;
}

export const making = {
  open(section, wish) {
    host = section;
    name = wish ?? name;
    draw();
    load();
  },
  refresh: load,
  close() {},
};
