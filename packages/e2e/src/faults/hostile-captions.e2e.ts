import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type HostileYouTube, hostileCaptions, startHostileYouTube } from './hostile-youtube.js';
import { type Account, type InProcessDeployment, startInProcess } from './in-process-deployment.js';

/** Sizes of captions: one that once blocked all answers, and the largest that is read. */
const BYTES = process.env.FULL ? 19_500_000 : 1_600_000;
const ATTACKS = 3;
/** CPU time limit. A busy machine makes CPU time longer too: 140 ms were measured. A summary of such captions on the event loop takes seconds. */
const MAY_HOLD_MS = 300;

let youTube: HostileYouTube;
let deployment: InProcessDeployment;
let prompt: string;
let opsPort: number;

beforeAll(async () => {
  const captions = hostileCaptions(BYTES);
  prompt = captions.prompt;
  youTube = await startHostileYouTube(captions.body);
  opsPort = await freePort();
  deployment = await startInProcess({}, { YOUTUBE_BASE_URL: youTube.url, OPS_PORT: String(opsPort) });
}, 60_000);

afterAll(async () => {
  await deployment.close();
  await youTube.close();
});

/** Everything runs in this process: what blocks its event loop blocks every answer of every service. */
describe('malicious captions and a malicious prompt', () => {
  it(`do not delay other calls: ${ATTACKS} Free calls over ${BYTES / 1e6} MB hold the loop no longer than calls over small captions`, async () => {
    const [victim, attacker, plain] = [
      await deployment.newAccount(),
      await deployment.newAccount(),
      await deployment.newAccount(),
    ];
    // Threads, statements and code are warmed up in both runs.
    await plain.summarise({ url: demo(1), custom_prompt: 'warm up' });

    const flat = await whileHeld(victim, () =>
      Promise.all([1, 2].map((nr) => plain.summarise({ url: demo(nr), custom_prompt: prompt }))),
    );
    const attack = await whileHeld(victim, () =>
      Promise.all(
        Array.from({ length: ATTACKS }, (_, nr) =>
          attacker.summarise({
            url: `https://youtu.be/hostile000${nr}`,
            custom_prompt: `${prompt} ${nr}`,
            summary_type: 'detail',
          }),
        ),
      ),
    );
    expect(youTube.sent()).toBeGreaterThanOrEqual(ATTACKS);
    expect(attack.failed).toBe(0);
    expect(attack.calls).toBeGreaterThan(10);
    expect(attack.heldMs).toBeLessThan(Math.max(2 * flat.heldMs, MAY_HOLD_MS));
    // Callers that were not cut off have a summary, and no other answer is charged.
    const made = attack.answers.filter(({ status }) => status === 200).length;
    expect(attack.answers.map(({ status }) => status).every((status) => status === 200 || status === 503)).toBe(true);
    await expect(attacker.used()).resolves.toBe(made);
  }, 120_000);
});

interface Held {
  /** The longest CPU time for which the event loop did not check waiting work; CPU time means the same on a busy machine. */
  heldMs: number;
  /** The victim's calls and health answers during the work, the number of answers other than 200, and the slowest. */
  calls: number;
  failed: number;
  slowestMs: number;
}

/** Runs `work` while a victim's calls and the platform's probes continue one after another. */
async function whileHeld<T>(victim: Account, work: () => Promise<T>): Promise<Held & { answers: T }> {
  const seen: Held = { heldMs: 0, calls: 0, failed: 0, slowestMs: 0 };
  let isOver = false;
  const goOn = async (ask: () => Promise<Response>) => {
    while (!isOver) {
      const sinceMs = performance.now();
      const response = await ask();
      await response.arrayBuffer();
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - sinceMs);
      seen.calls += 1;
      if (response.status !== 200) seen.failed += 1;
      await pause(10);
    }
  };
  const headers = { 'content-type': 'application/json', 'x-api-key': victim.apiKey };
  const infoUrl = `${deployment.standalone.demo.url}/api/youtube/info`;
  const others = [
    goOn(() => fetch(`http://127.0.0.1:${opsPort}/healthz`)),
    goOn(() => fetch(infoUrl, { method: 'POST', headers, body: JSON.stringify({ url: demo(1) }) })),
  ];
  let beforeMs = threadCpuMs();
  const watch = setInterval(() => {
    const nowMs = threadCpuMs();
    seen.heldMs = Math.max(seen.heldMs, nowMs - beforeMs);
    beforeMs = nowMs;
  }, 1);
  const answers = await work();
  isOver = true;
  await Promise.all(others);
  clearInterval(watch);
  return { ...seen, answers };
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const demo = (nr: number) => `https://www.youtube.com/watch?v=precisDemo${nr}`;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
