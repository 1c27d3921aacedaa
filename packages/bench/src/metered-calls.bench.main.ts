import { readFileSync } from 'node:fs';

/**
 * Measures metered calls of a running deployment, one after the other in each of CONCURRENCY lanes: how many per second, how long they take, and
 * their processor time, which is the most meaningful figure on a shared machine. Mixes stored results and new ones (NEW=0.1: every tenth is new).
 *
 *   OPS_PORT=9390 make start
 *   DEMO=.data/demo.json OPS_URL=http://localhost:9390 node packages/bench/dist/metered-calls.bench.main.js
 */
const { DEMO = '.data/demo.json', OPS_URL = '', SECONDS = '20', CONCURRENCY = '32', NEW = '0' } = process.env;
const demo = JSON.parse(readFileSync(DEMO, 'utf8')) as { url: string; api_key: string };
const LIMIT_MS = 30_000;
/** Calls that are made before the measurement, because the first calls cost more than later ones. */
const WARM_UP = 200;
const IDLE_MS = 5_000;

/** Seconds of processor time that all processes of OPS_URL have used. */
async function usedSeconds(): Promise<number> {
  if (OPS_URL === '') return Number.NaN;
  const text = await (await fetch(`${OPS_URL}/metrics`, { signal: AbortSignal.timeout(LIMIT_MS) })).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

async function call(isNew: boolean, name: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${demo.url}/api/youtube/summarize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': demo.api_key },
    body: JSON.stringify({
      url: 'https://www.youtube.com/watch?v=precisDemo1',
      ...(isNew && { custom_prompt: `bench ${name}` }),
    }),
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a call was answered ${answer.status}`);
  return performance.now() - began;
}

const run = Date.now().toString(36);
for (let index = 0; index < WARM_UP; index++) await call(Number(NEW) > 0 && index === 0, `${run}-warm`);
// The cost of the processes without calls: polls, leases, scrapes.
const idleBefore = await usedSeconds();
await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
const idlePerSecond = ((await usedSeconds()) - idleBefore) / (IDLE_MS / 1_000);
const cpuBefore = await usedSeconds();
const began = performance.now();
const end = began + Number(SECONDS) * 1_000;
const times: number[] = [];
let started = 0;
await Promise.all(
  Array.from({ length: Number(CONCURRENCY) }, async () => {
    while (performance.now() < end) {
      const index = started++;
      const isNew = Math.floor((index + 1) * Number(NEW)) > Math.floor(index * Number(NEW));
      times.push(await call(isNew, `${run}-${index}`));
    }
  }),
);
const seconds = (performance.now() - began) / 1_000;
const cpuMs = ((await usedSeconds()) - cpuBefore - idlePerSecond * seconds) * 1_000;
times.sort((one, other) => one - other);
const at = (share: number) => Math.round(times[Math.floor(times.length * share)]);
console.log(
  `${times.length} calls, ${Math.round(times.length / seconds)}/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
    `${(cpuMs / times.length).toFixed(2)} ms of processor time each`,
);
