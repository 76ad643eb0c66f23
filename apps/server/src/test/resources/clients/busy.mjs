// Asks for numbers on 16 connections that stay open: by fetch, or by ioredis if that is the second
// argument, then with four calls at a time on each. Connects again where nobody listens. For each
// line of its input it says "busy" when each caller has had 20 more answers; at the end of its
// input, how many requests had no answer. One that set out on a connection which had been silent for
// as long as a server that stops lets it be does not count: fetch keeps more than it needs.
import { subscribe } from 'node:diagnostics_channel';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const CONNECTIONS = 16;
const SILENT_MS = 900; // The server lets it be for a second, by its own clock.
const [port, client] = process.argv.slice(2);
const numbers = [];
const answers = [];
const waiting = [];
let lost = 0;
let finishing = false;

async function byFetch() {
  const url = `http://127.0.0.1:${port}/v1/generators/orders/next`;
  const headers = { Accept: 'text/plain' };
  return {
    ask: async () => (await (await fetch(url, { method: 'POST', headers })).text()).trim(),
    isNoLoss: (e) => e.cause?.code === 'ECONNREFUSED' || sentAfterSilence.has(e.cause),
  };
}

const sentAfterSilence = new WeakSet(); // errors of such requests

function noteSilence() {
  const answeredAt = new WeakMap(); // by socket
  const sockets = new WeakMap(); // by request
  const late = new WeakSet();
  subscribe('undici:client:sendHeaders', ({ request, socket }) => {
    sockets.set(request, socket);
    if (performance.now() - (answeredAt.get(socket) ?? Infinity) > SILENT_MS) {
      late.add(request);
    }
  });
  subscribe('undici:request:trailers', ({ request }) => {
    answeredAt.set(sockets.get(request), performance.now());
  });
  subscribe('undici:request:error', ({ request, error }) => {
    if (late.has(request)) {
      sentAfterSilence.add(error);
      console.error('sent after a silence:', error);
    }
  });
}

async function byIoredis() {
  const { default: Redis } = await import('ioredis');
  const redis = new Redis(`redis://127.0.0.1:${port}`);
  redis.on('error', () => {}); // It says so each time it cannot connect.
  return { ask: () => redis.incr('orders').then(String), isNoLoss: () => false };
}

async function askUntilTheEnd({ ask, isNoLoss }, me) {
  while (!finishing) {
    try {
      numbers.push(await ask());
      answers[me]++;
      tellIfBusy();
    } catch (e) {
      if (isNoLoss(e)) {
        await sleep(10);
      } else {
        lost++;
        console.error(e.cause ?? e);
      }
    }
  }
}

function tellIfBusy() {
  if (waiting.length > 0 && answers.every((count, i) => count >= waiting[0][i])) {
    waiting.shift();
    console.log('busy');
  }
}

noteSilence();
const callers = [];
for (let i = 0; i < CONNECTIONS; i++) {
  const caller = await (client === 'ioredis' ? byIoredis() : byFetch());
  for (let j = 0; j < (client === 'ioredis' ? 4 : 1); j++) {
    answers.push(0);
    callers.push(askUntilTheEnd(caller, answers.length - 1));
  }
}
for await (const line of createInterface({ input: process.stdin })) {
  waiting.push(answers.map((count) => count + 20));
}
finishing = true;
await Promise.all(callers);
console.log(`answered=${numbers.length} different=${new Set(numbers).size} lost=${lost}`);
process.exit(0);
