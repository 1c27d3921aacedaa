import type { Distributed } from '@precis/e2e/deployment/distributed';
import type { registerWithKey } from '@precis/e2e/deployment/accounts';
import { pause } from '@precis/runtime/pause';
import { SERVICE_LIST } from '@precis/runtime/service-list';
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchCall } from './callers.js';
import { processorTimeUs } from './processor-time.js';

/** One of those that are measured in turn. */
export interface Contender {
  name: string;
  /** Calls of many accounts, in turn; of the bare server all are alike. */
  calls: BenchCall[];
  /** Processor time so far, by part. */
  usedUs(): Record<string, number>;
  close(): Promise<void>;
}

/** Far above what a run needs: the throttle decides, and never refuses. */
const UNBOUND = {
  THROTTLE_KEY_PER_SECOND: '1000000',
  THROTTLE_KEY_BURST: '1000000',
  THROTTLE_ENTERPRISE_PER_SECOND: '1000000',
};
const SERVICES = SERVICE_LIST.map(({ name }) => name);
const PATH = '/api/youtube/summarize';
const BODY = JSON.stringify({ url: 'https://www.youtube.com/watch?v=precisDemo1' });

/** Every service of the checkout in `folder` as a process of its own, on Postgres, Kafka and Redis of its own. */
export async function startProduct(name: string, folder: string, accounts: number): Promise<Contender> {
  const e2e = (file: string) => import(join(folder, 'packages/e2e/dist/deployment', file));
  const { startDistributed } = (await e2e('distributed.js')) as {
    startDistributed: (options: object) => Promise<Distributed>;
  };
  const people = (await e2e('accounts.js')) as { registerWithKey: typeof registerWithKey };
  const single = Object.fromEntries(SERVICES.map((one) => [one, 1]));
  const settings = {
    gateway: {
      ...UNBOUND,
      THROTTLE_ADDRESS_PER_SECOND: '1000000',
      THROTTLE_ADDRESS_BURST: '1000000',
      THROTTLE_REGISTER_PER_HOUR: '100000',
    },
  };
  const running = await startDistributed({ copies: single, settings, durability: 'safe' });
  const keys: string[] = [];
  while (keys.length < accounts) keys.push((await people.registerWithKey(running)).key);
  await raiseQuotas(running.databaseUrls.usage, accounts + 1);
  const redis = await redisPid(running.redis.port);
  const pids = Object.fromEntries(SERVICES.map((service) => [service, running.copies[service][0].pid!]));
  return {
    name,
    calls: keys.map((key) => ({
      url: `${running.gatewayUrls[0]}${PATH}`,
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: BODY,
    })),
    usedUs: () => ({
      ...Object.fromEntries(Object.entries(pids).map(([service, pid]) => [service, processorTimeUs(pid)])),
      postgres: processorTimeUs(running.postgres.pid, true),
      redis: processorTimeUs(redis),
    }),
    close: () => running.close(),
  };
}

/** Fastify alone, which sends the same bytes. */
export async function startBare(sample: BenchCall): Promise<Contender> {
  const answer = await fetch(sample.url, { method: 'POST', headers: sample.headers, body: sample.body });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.main.js')], {
    env: { ...process.env, BODY: await answer.text() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  return {
    name: 'bare Fastify',
    calls: [{ ...sample, url: `http://127.0.0.1:${port}${PATH}` }],
    usedUs: () => ({ gateway: processorTimeUs(child.pid!) }),
    close: async () => void child.kill(),
  };
}

async function raiseQuotas(url: string, accounts: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const known = async () => {
      const { rows } = await client.query(
        'SELECT count(*)::int AS known FROM quota_accounts WHERE timetable IS NOT NULL',
      );
      return (rows as { known: number }[])[0].known;
    };
    // The accounts reach usage as events.
    while ((await known()) < accounts) await pause(100);
    const timetable = { freeVideosPerMonth: 100_000_000, entries: [] };
    await client.query('UPDATE quota_accounts SET timetable = $1', [JSON.stringify(timetable)]);
  } finally {
    await client.end();
  }
}

function redisPid(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('INFO server\r\n'));
    socket.on('error', reject);
    socket.once('data', (text) => {
      resolve(Number(/process_id:(\d+)/.exec(String(text))![1]));
      socket.destroy();
    });
  });
}
