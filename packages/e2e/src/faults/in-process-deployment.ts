import { openDatabase } from '@precis/runtime/database';
import { readConfig } from '@precis/standalone/config';
import { startStandalone, type Standalone, type StandaloneOverrides } from '@precis/standalone/standalone';
import { eventually } from '@precis/testing/eventually';
import { rm } from 'node:fs/promises';
import { call } from '../deployment/call.js';
import { sweep } from '../deployment/secrets-sweep.js';
import { startedFolder } from '../deployment/started-folder.js';

/** Standalone inside the test's own process, so that the test can make a part of it fail. */
export interface InProcessDeployment {
  standalone: Standalone;
  dataDir: string;
  /** A verified Free account with a key. */
  newAccount(): Promise<Account>;
  close(): Promise<void>;
}

export interface Account {
  apiKey: string;
  token: string;
  used(): Promise<number>;
  summarise(
    body: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, any> }>;
}

/** `settings`: additional environment settings. */
export async function startInProcess(
  overrides: StandaloneOverrides,
  settings: Record<string, string> = {},
): Promise<InProcessDeployment> {
  const dataDir = await startedFolder();
  const standalone = await startStandalone(
    readConfig({ PORT: '0', PRECIS_DATA_DIR: dataDir, LOG_LEVEL: 'silent', PASSWORD_HASHING: 'light', ...settings }),
    overrides,
  );
  const url = standalone.demo.url;
  let accounts = 0;
  return {
    standalone,
    dataDir,
    newAccount: () => createAccount(url, `fault-${++accounts}@customer.example`),
    close: async () => {
      await standalone.close();
      await sweep.dataFolder(dataDir);
      await rm(dataDir, { recursive: true, force: true });
      sweep.end();
    },
  };
}

async function createAccount(url: string, email: string): Promise<Account> {
  await send(url, 'POST', '/api/auth/register', { name: 'Fault Canary', email, password: 'pw-canary-enough' });
  const link = await eventually(
    'a verification mail',
    async () => {
      const mails = (await (await fetch(`${url}/sandbox/mailbox.json?to=${email}`)).json()) as { links: string[] }[];
      return mails[0]?.links[0];
    },
    20_000,
  );
  const verified = await send(url, 'POST', '/api/auth/verify-email', {
    token: new URL(link).searchParams.get('token'),
  });
  const token = verified.body.token as string;
  const { apiKey } = (await send(url, 'POST', '/api/api-key/generate', undefined, { authorization: `Bearer ${token}` }))
    .body;
  return {
    apiKey,
    token,
    used: async () =>
      (await send(url, 'GET', '/api/usage/summary', undefined, { authorization: `Bearer ${token}` })).body.data.current
        .used,
    summarise: (body, headers) =>
      send(url, 'POST', '/api/youtube/summarize', body, { 'x-api-key': apiKey, ...headers }),
  };
}

async function send(url: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await call(url, method, path, { body, headers });
  return { status: answer.status, body: answer.body as Record<string, any> };
}

/** How many units are reserved in usage's database, over all accounts. */
export async function reservedUnits(databaseUrl: string): Promise<number> {
  const database = await openDatabase({ url: databaseUrl, migrations: [] });
  try {
    const [row] = await database.query('SELECT coalesce(sum(reserved), 0)::int AS reserved FROM quota_months');
    return row.reserved;
  } finally {
    await database.destroy();
  }
}
