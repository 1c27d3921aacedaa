import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

/** The parameters of the attack: the deployment, and a key and a session of each account. */
export interface Attack {
  url: string;
  accounts: { key: string; token: string }[];
  transcript: string;
}

const IN_FLIGHT = 3;
const { url, accounts, transcript } = workerData as Attack;
const body = Buffer.from(JSON.stringify({ transcript }));
const counts: Record<string, number> = {};
let isOver = false;

// Hostile clients run on other machines. Here they share the processors with the customer whose latency is measured, and must not delay it. On Linux
// this concerns the calling thread alone.
setPriority(10);

/** Sends one request after the other, as fast as they are answered, and ignores Retry-After. */
async function goOn(what: string, path: string, init: RequestInit): Promise<void> {
  while (!isOver) {
    const status = await fetch(url + path, init).then(
      async (response) => {
        await response.arrayBuffer();
        return String(response.status);
      },
      () => 'cut off',
    );
    const seen = `${what} ${status}`;
    counts[seen] = (counts[seen] ?? 0) + 1;
  }
}

const loops = accounts.flatMap(({ key, token }) => {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const refused = Array.from({ length: IN_FLIGHT }, () =>
    goOn('transcript', '/api/youtube/summarize', { method: 'POST', headers, body }),
  );
  return [...refused, goOn('export', '/api/user/export', { headers: { authorization: `Bearer ${token}` } })];
});
parentPort?.on('message', () => {
  isOver = true;
  void Promise.all(loops).then(() => {
    parentPort?.postMessage(counts);
    parentPort?.close();
  });
});
