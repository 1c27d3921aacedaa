import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from './call.js';
import { ChildProgram } from './child-program.js';
import { databaseRows } from './database-rows.js';
import { sweep } from './secrets-sweep.js';

const KEY = `prc_${'Ab3'.repeat(15)}z`;
const SESSION = `eyJhbGciOiJFUzI1NiJ9.${'e'.repeat(40)}.${'s'.repeat(60)}`;
const token = () => randomBytes(32).toString('base64url');

/** Each secret is planted where a deployment would leak it, and is found by the checks that every deployment of these tests passes through. */
describe('the sweep for secrets', () => {
  let database: FreshDatabase;
  let server: Server;
  let url: string;
  /** The server's answer. */
  let answer: { status: number; headers?: Record<string, string>; body: string };
  beforeAll(async () => {
    database = await freshDatabase();
    await databaseRows(database.url, 'CREATE TABLE outbox (payload bytea, note text)');
    await databaseRows(database.url, 'CREATE TABLE users (email text, name text)');
    server = createServer((_request, response) => {
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    answer = { status: 200, body: '' };
    await databaseRows(database.url, 'TRUNCATE outbox, users');
  });
  afterAll(async () => {
    server.close();
    await database.drop();
  });

  const store = (table: string, column: string, value: string | Buffer) =>
    databaseRows(database.url, `INSERT INTO ${table} (${column}) VALUES ($1)`, [value]);
  const swept = async () => {
    await sweep.databases({ auth: database.url });
    return () => sweep.end();
  };

  it.each([
    ['an API key', KEY],
    ['a session token', SESSION],
    ["a payment provider's key", `whsec_${'0a'.repeat(24)}`],
    ['a password', 'pw-canary-1'],
    ['a name', 'Erin Canary'],
    ['an address', 'erin@customer.example'],
  ])('finds %s in a refusal, in an event and in a text, and never shows it', async (form, value) => {
    answer = { status: 400, body: JSON.stringify({ error: `No ${value} here` }) };
    await call(url, 'GET', `/nowhere/${value}?token=${value}`);
    await store('outbox', 'payload', Buffer.from(`\x0a\x04${value}\x12`));
    await store('outbox', 'note', value);
    let told = '';
    try {
      (await swept())();
    } catch (error) {
      told = (error as Error).message;
    }
    expect(told).toContain(`${form} in the refusal (400) of GET /nowhere/`);
    expect(told).toContain(`${form} in auth outbox.payload`);
    expect(told).toContain(`${form} in auth outbox.note`);
    expect(told.toLowerCase()).not.toContain(value.toLowerCase());
    // The next deployment of the file starts empty.
    expect(() => sweep.end()).not.toThrow();
  });

  it('finds secrets that a process writes in its log, spans and metrics, including those of its settings', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'precis-sweep-'));
    const main = join(folder, 'main.mjs');
    const writes = `console.error('wrote to erin@customer.example with', process.env.S, 'and went on')`;
    await writeFile(main, `${writes}; setInterval(() => undefined, 1_000)`);
    const program = new ChildProgram('a service', main, 'SIGKILL');
    answer.body = `precis_calls{key="${KEY}"} 1`;
    await program.start({ S: token() }, url);
    await eventually('the log', () => program.log.includes('and went on'));
    await program.end('SIGKILL');
    await sweep.metrics('a service', url);
    const traces = await sweep.traces();
    await fetch(traces.url, { method: 'POST', body: JSON.stringify({ name: 'GET', value: 'pw-canary' }) });
    await traces.close();
    await rm(folder, { recursive: true });
    const found = [
      'a password in the traces',
      'a token of one person or process in the log of a service',
      'an API key in the metrics of a service',
      'an address in the log of a service',
    ];
    expect(foundBy(await swept())).toEqual(found);
  });

  it.each([
    [
      'a mail',
      (one: string) => sweep.rememberTokens(JSON.stringify({ links: [`https://precis.example/verify?token=${one}`] })),
    ],
    ['a redirect', (one: string) => gives({ location: `/auth/callback?token=${one}` })],
    ['a cookie', (one: string) => gives({ 'set-cookie': `device=${one}; Secure` })],
  ])('finds the token of %s where it is stored in clear, as text or as the bytes behind it', async (_, given) => {
    const [text, bytes] = [token(), token()];
    // Stored before the sweep saw it given out.
    await store('outbox', 'note', `{"token":"${text}"}`);
    await store('outbox', 'payload', Buffer.from(bytes, 'base64url'));
    await store('outbox', 'note', token());
    const end = await swept();
    await given(text);
    await given(bytes);
    const what = 'a token of one person or process in auth';
    expect(foundBy(end)).toEqual([`${what} outbox.note`, `${what} outbox.payload`]);
  });

  it('reports what it could not search', async () => {
    await sweep.databases({ auth: 'postgres://127.0.0.1:1/auth' });
    await sweep.metrics('usage', 'http://127.0.0.1:1');
    expect(foundBy(() => sweep.end())).toEqual([
      'the database of auth could not be looked at',
      'the metrics of usage could not be looked at',
    ]);
  });

  it('accepts what is allowed: names where they belong, the printed demo key, and what an owner is shown', async () => {
    await store('users', 'email', 'erin@customer.example');
    await store('users', 'name', 'Erin Canary');
    sweep.checkText('the log of the deployment', `API key        ${KEY}`);
    sweep.checkText('the log of the deployment', `  -H 'x-api-key: ${KEY}' -H 'content-type: application/json' \\`);
    answer = { status: 200, body: JSON.stringify({ apiKey: KEY, email: 'erin@customer.example' }) };
    await call(url, 'POST', '/api/api-key/generate', { token: SESSION });
    expect(await swept()).not.toThrow();
    // But not secrets of accounts, and not in another line or log.
    await store('users', 'email', 'pw-canary');
    sweep.checkText('the log of the deployment', `used ${KEY}`);
    sweep.checkText('the log of auth', `API key        ${KEY}`);
    expect(foundBy(await swept())).toEqual([
      'a password in auth users.email',
      'an API key in the log of auth',
      'an API key in the log of the deployment',
    ]);
  });

  async function gives(headers: Record<string, string>): Promise<void> {
    answer = { status: 302, headers, body: '' };
    await call(url, 'GET', '/');
  }
});

/** The complaint of a sweep, without the context. */
function foundBy(end: () => void): string[] {
  try {
    end();
  } catch (error) {
    const [, ...lines] = (error as Error).message.split('\n');
    return lines.map((line) => line.split(': ')[0]).sort();
  }
  return [];
}
