// Calls the server over HTTP, and notices when it does not answer.

const TOKEN = 'mintmark-token';
const UNAUTHORIZED = 401;
const SLOW_FACTOR = 10;

/** Sends 'gone' when the server stops answering, 'back' when it answers again, 'login' for a token. */
export const server = new EventTarget();

let gone = false;

/** The server's answer when it refuses a call or fails; see RFC 9457. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? `the server answered with ${status}`);
    this.status = status;
    this.faults = body.faults ?? [];
  }
}

/** The server did not answer at all. The event 'back' tells when it does. */
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

/** Calls the server and returns the JSON of its answer. The caller encodes names in the path. */
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
 * Runs a task at once, and then again and again while the page is visible. A run begins after the
 * one before it has ended, and later if that one took long, so that a slow server gets fewer calls.
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

/** Returns a function that runs a task with the last call's arguments once calls have paused. */
export function settled(task, afterMs) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => task(...given), afterMs);
  };
}
