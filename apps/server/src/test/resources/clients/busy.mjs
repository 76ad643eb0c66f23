// Asks 16 times at a time by fetch, which keeps connections open, until nobody lets a new one in.
// Says how many requests had no answer.
const url = `http://127.0.0.1:${process.argv[2]}/v1/generators/objectid/next`;
let answered = 0;
let lost = 0;

async function ask() {
  for (let own = 0; ; ) {
    try {
      await (await fetch(url, { method: 'POST' })).text();
      answered++;
      if (++own === 20) console.log('busy');
    } catch (e) {
      if (e.cause?.code !== 'ECONNREFUSED') {
        lost++;
        console.error(e.cause ?? e);
      }
      return;
    }
  }
}

await Promise.all(Array.from({ length: 16 }, ask));
console.log(`answered=${answered} lost=${lost}`);
