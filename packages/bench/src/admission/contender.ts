import { deathTie } from '@precis/backends/death-tie';
import { endWithNode } from '@precis/backends/end-with-node';
import type { Distributed } from '@precis/e2e/deployment/distributed';
import type { registerWithKey } from '@precis/e2e/deployment/accounts';
import { pause } from '@precis/runtime/pause';
import { SERVICE_LIST } from '@precis/runtime/service-list';
import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchCall } from './callers.js';
import { processorTimeUs } from './processor-time.js';

/** One of the servers that are measured in turn. */
export interface Contender {
  name: string;
  /** Calls of many accounts, in turn; those of the bare server are all alike. */
  calls: BenchCall[];
  /** Total processor time so far, in microseconds, by part. */
  usedUs(): Record<string, number>;
  close(): Promise<void>;
}

/** The product's processes, for measurements that do more than call it. */
export interface Product extends Contender {
  running: Distributed;
  /** The same calls, evenly spread over the running gateways. */
  callsAtAll(accounts?: number): BenchCall[];
}

/** Limits far above what a run needs: the throttle decides, but never refuses. */
export const UNBOUND = {
  THROTTLE_ADDRESS_PER_SECOND: '1000000',
  THROTTLE_ADDRESS_BURST: '1000000',
  THROTTLE_REGISTER_PER_HOUR: '100000',
  THROTTLE_KEY_PER_SECOND: '1000000',
  THROTTLE_KEY_BURST: '1000000',
  THROTTLE_ENTERPRISE_PER_SECOND: '1000000',
};
const SERVICES = SERVICE_LIST.map(({ name }) => name);
const PATH = '/api/youtube/summarize';
const BODY = JSON.stringify({ url: 'https://www.youtube.com/watch?v=precisDemo1' });

/**
 * Starts every service of the checkout in `folder` as a separate process, with its own Postgres, Kafka and Redis. Of the gateways only the first
 * runs until a measurement starts the others.
 */
export async function startProduct(name: string, folder: string, accounts: number, gateways = 1): Promise<Product> {
  const e2e = (file: string) => import(join(folder, 'packages/e2e/dist/deployment', file));
  const { startDistributed } = (await e2e('distributed.js')) as {
    startDistributed: (options: object) => Promise<Distributed>;
  };
  const people = (await e2e('accounts.js')) as { registerWithKey: typeof registerWithKey };
  const copies = Object.fromEntries(SERVICES.map((one) => [one, one === 'gateway' ? gateways : 1]));
  const settings = { gateway: UNBOUND, auth: { PASSWORD_HASHING: 'light' } };
  const running = await startDistributed({ copies, settings, durability: 'safe' });
  const keys: string[] = [];
  while (keys.length < accounts) keys.push((await people.registerWithKey(running)).key);
  await raiseQuotas(running.databaseUrls.usage, accounts + 1);
  await Promise.all(running.copies.gateway.slice(1).map((one) => one.kill()));
  const redis = await redisPid(running.redis.port);
  const callsAt = (gatewayUrl: string) => keys.map((key) => callOf(gatewayUrl, key));
  return {
    name,
    running,
    calls: callsAt(running.gatewayUrls[0]),
    callsAtAll: (most = accounts) => {
      const urls = running.gatewayUrls.filter((_, copy) => running.copies.gateway[copy].runs);
      return keys.slice(0, most).flatMap((key) => urls.map((url) => callOf(url, key)));
    },
    usedUs: () => ({
      ...Object.fromEntries(
        SERVICES.map((service) => [
          service,
          running.copies[service].reduce((sum, one) => sum + (one.runs ? processorTimeUs(one.pid!) : 0), 0),
        ]),
      ),
      postgres: processorTimeUs(running.postgres.pid, true),
      redis: processorTimeUs(redis),
    }),
    close: () => running.close(),
  };
}

/** The call of every contender: a stored summary of the demo video. */
export function callOf(baseUrl: string, key: string): BenchCall {
  return { url: `${baseUrl}${PATH}`, headers: { 'content-type': 'application/json', 'x-api-key': key }, body: BODY };
}

/** The product's answer to the call, which the other contenders send too. */
export async function answerOf({ url, headers, body }: BenchCall): Promise<string> {
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return answer.text();
}

/** Starts a single server, Fastify or node:http, that sends these bytes. */
export async function startBare(name: string, program: string, body: string): Promise<Contender> {
  const { child, port } = await startProgram(join(import.meta.dirname, program), { BODY: body });
  return {
    name,
    calls: [callOf(`http://127.0.0.1:${port}`, 'none')],
    usedUs: () => ({ gateway: processorTimeUs(child.pid!) }),
    close: async () => void child.kill(),
  };
}

/** Starts a program that prints its port when it is ready. */
export async function startProgram(
  main: string,
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; port: string }> {
  // Tied to this process like the product's own processes: a killed benchmark leaves nothing running.
  const [program, ...words] = [...(await deathTie('SIGKILL')), process.execPath, main];
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithNode(child, 'SIGKILL');
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text).trim()));
    child.once('exit', (code) => reject(new Error(`${main} ended with ${code}`)));
  });
  return { child, port };
}

/** Waits until usage knows all accounts, and lets each of them call as often as a run needs. */
export async function raiseQuotas(url: string, accounts: number): Promise<void> {
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

/** The process id of a Redis on this machine. */
export function redisPid(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('INFO server\r\n'));
    socket.on('error', reject);
    socket.once('data', (text) => {
      resolve(Number(/process_id:(\d+)/.exec(String(text))![1]));
      socket.destroy();
    });
  });
}
