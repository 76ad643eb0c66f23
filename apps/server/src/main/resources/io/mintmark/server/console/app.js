// The page as a whole: sections, keyboard shortcuts, colours, and whether the server answers.

import { ask, server, setToken, token } from './api.js';
import { build } from './build.js';
import { generators } from './generators.js';
import { inspect } from './inspect.js';
import { lineView } from './lines.js';
import { making } from './make.js';

const VIEWS = { inspect, build, generators, lines: lineView, make: making };
const NAMES = Object.keys(VIEWS);
const THEMES = ['auto', 'light', 'dark'];
const THEME = 'mintmark-theme';
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 10_000;

const $ = id => document.getElementById(id);

let current = null;

/** An address is #section or #section/argument. Any other address leaves the page as it is. */
function route() {
  const [name, argument] = location.hash.slice(1).split('/', 2);
  if (current && !NAMES.includes(name)) {
    history.replaceState(null, '', `#${current}`);
    return;
  }
  const shown = NAMES.includes(name) ? name : NAMES[0];
  if (current !== shown) {
    VIEWS[current]?.close();
    current = shown;
    NAMES.forEach(each => { $(each).hidden = each !== shown; });
    document.querySelectorAll('#nav a').forEach(link => {
      link.ariaCurrent = link.dataset.view === shown ? 'page' : null;
    });
    document.title = `${shown[0].toUpperCase()}${shown.slice(1)} – Mintmark`;
    VIEWS[shown].open(host(shown), argument && decoded(argument));
  } else if (argument) {
    VIEWS[shown].open(host(shown), decoded(argument));
  }
}

/** What a section renders itself into, below its heading. */
function host(section) {
  return $(section).querySelector('.view');
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function focusFirst() {
  $(current).querySelector('input, textarea, select')?.focus();
}

function key(event) {
  const typing = event.target.closest('input, textarea, select, dialog');
  if (event.key === 'Escape' && typing && !event.target.closest('dialog')) {
    event.target.blur();
    return;
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const section = NAMES[Number(event.key) - 1];
  if (section) {
    location.hash = section;
    route(); // At once: the next key may be for this section already.
  } else if (event.key === '/') {
    focusFirst();
  } else if (event.key === 't') {
    nextTheme();
  } else if (event.key === '?') {
    $('help').showModal();
  } else {
    return;
  }
  event.preventDefault();
}

function nextTheme() {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
  localStorage.setItem(THEME, next);
  showTheme();
}

function theme() {
  const kept = localStorage.getItem(THEME);
  return THEMES.includes(kept) ? kept : THEMES[0];
}

function showTheme() {
  document.documentElement.dataset.theme = theme();
  $('theme').textContent = { auto: '◐', light: '☀', dark: '☾' }[theme()];
  $('theme').title = `Colours: ${theme()} (t)`;
  $('theme').ariaLabel = `Colours: ${theme()}`;
}

/** Says when the server does not answer, and asks again until it does. */
function whileGone() {
  let waitMs = FIRST_RETRY_MS;
  let timer;
  const banner = $('banner');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Try now';
  const retry = () => {
    clearTimeout(timer);
    ask('GET', 'health/live').catch(() => {
      waitMs = Math.min(2 * waitMs, LONGEST_RETRY_MS);
      timer = setTimeout(retry, waitMs);
    });
  };
  button.addEventListener('click', retry);
  server.addEventListener('gone', () => {
    banner.replaceChildren('The server does not answer. This page shows its last answers. ', button);
    banner.hidden = false;
    showStatus(false);
    waitMs = FIRST_RETRY_MS;
    timer = setTimeout(retry, waitMs);
  });
  server.addEventListener('back', () => {
    clearTimeout(timer);
    banner.hidden = true;
    showStatus(true);
    VIEWS[current].refresh();
  });
}

async function showStatus(answers) {
  const status = $('status');
  status.classList.toggle('gone', !answers);
  status.textContent = answers ? 'connected' : 'no answer';
  if (answers) {
    const { url } = await ask('GET', 'v1/store').catch(() => ({}));
    status.textContent = url ?? 'connected';
    status.title = url ? `The server's store: ${url}` : '';
  }
}

function login() {
  const dialog = $('login');
  server.addEventListener('login', ({ detail }) => {
    $('login-why').textContent = detail ?? 'This server needs a token.';
    if (!dialog.open) {
      dialog.showModal();
    }
  });
  dialog.addEventListener('close', () => {
    if (dialog.returnValue !== 'login') {
      return;
    }
    setToken($('token').value);
    $('token').value = '';
    showToken();
    showStatus(true);
    VIEWS[current].refresh();
  });
  $('forget').addEventListener('click', () => {
    setToken(null);
    showToken();
    VIEWS[current].refresh();
  });
}

function showToken() {
  $('forget').hidden = !token();
}

showTheme();
showToken();
login();
whileGone();
$('theme').addEventListener('click', nextTheme);
$('keys').addEventListener('click', () => $('help').showModal());
document.addEventListener('keydown', key);
window.addEventListener('hashchange', route);
route();
showStatus(true);
