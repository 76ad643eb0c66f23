// The server's HTTP interface, and whether it answers.

const TOKEN = 'mintmark-token';
const UNAUTHORIZED = 401;
const SLOW_FACTOR = 10;

/** Tells of 'gone', 'back' and 'login', each as it comes about. */
export const server = new EventTarget();

let gone = false;

/** What the server answers when it cannot do what it was asked; see RFC 9457. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? `the server answered with ${status}`);
    this.status = status;
    this.faults = body.faults ?? [];
  }
}

/** The server did not answer at all; whoever asked will be told when it is back. */
export class Gone extends Error {}

export function token() {
  return sessionStorage.getItem(TOKEN);
}

export function setToken(text) {
  if (text) {
    sessionStorage.setItem(TOKEN, text);
  } else {
    sessionStorage.removeItem(TOKEN);
  }
}

/** Asks, and returns the JSON of the answer. A name in a path is encoded by the caller. */
export async function ask(method, path, body) {
  const headers = { accept: 'application/json' };
  if (token()) {
    headers.authorization = `Bearer ${token()}`;
  }
  if (body) {
    headers['content-type'] = 'application/json';
  }
  const answer = await send(path, { method, headers, body: body && JSON.stringify(body) });
  const json = await answer.json().catch(() => ({}));
  if (answer.ok) {
    return json;
  }
  if (answer.status === UNAUTHORIZED) {
    server.dispatchEvent(new CustomEvent('login', { detail: json.detail }));
  }
  throw new Problem(answer.status, json);
}

async function send(path, request) {
  let answer;
  try {
    answer = await fetch(path, { ...request, cache: 'no-store', credentials: 'same-origin' });
  } catch (cause) {
    setGone(true);
    throw new Gone('the server does not answer', { cause });
  }
  setGone(false);
  return answer;
}

function setGone(now) {
  if (gone !== now) {
    gone = now;
    server.dispatchEvent(new Event(now ? 'gone' : 'back'));
  }
}

/**
 * Does something at once and then again and again while the page is looked at, each time after the
 * last has ended; a server that takes long is asked less often.
 *
 * @returns a function that ends it
 */
export function repeat(task, everyMs) {
  let timer;
  let ended = false;
  const run = async () => {
    const start = performance.now();
    if (!document.hidden) {
      await task();
    }
    if (!ended) {
      timer = setTimeout(run, Math.max(everyMs, SLOW_FACTOR * (performance.now() - start)));
    }
  };
  run();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** Does only the last of what is asked for in quick succession. */
export function settled(task, afterMs) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => task(...given), afterMs);
  };
}
