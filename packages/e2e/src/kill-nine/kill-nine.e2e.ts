import { freePorts } from '@precis/backends/free-ports';
import { verifyStatement } from '@precis/statement/verify-statement';
import { eventually } from '@precis/testing/eventually';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wrongBooksWithin } from '../buying/buyer-books.js';
import { Buyers } from '../buying/buyers.js';
import { ClientView } from '../clients/client-view.js';
import { call } from '../deployment/call.js';
import type { Deployment, Mail } from '../deployment/deployment.js';
import { StandaloneProcess } from '../deployment/standalone-process.js';
import { auditDataFolder } from './audit-data-folder.js';
import { inParallel, killDuring, Load } from './load.js';

const FULL = Boolean(process.env.FULL);
const CALLS = FULL ? 300 : 60;
const KILLS = FULL ? 10 : 2;
const REGISTRATIONS = FULL ? 20 : 4;
/** In addition to the earner of their commissions. */
const REFERRED_BUYERS = 2;
const BETWEEN_PURCHASES_MS = 300;
const UNKEYED_CALLS = FULL ? 100 : 20;
const UNKEYED_KILLS = FULL ? 4 : 1;
const WIDTH = 8;
/** A start after kill -9 must find or end orphaned work within this time. */
const RESTART_LIMIT_MS = 20_000;
/** Invariants that may be broken directly after a kill, because the next process completes interrupted work. Any other broken one is a loss. */
const UNDER_WAY = /^(I5|I6|commissions)\b.*BROKEN/;
const VIDEO = 'https://www.youtube.com/watch?v=precisDemo1';
const OPERATOR = join(import.meta.dirname, '../../../operator/dist/main.js');

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
let state = seed;
const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

let server: StandaloneProcess;
let dataDir: string;
let headers: Record<string, string>;
let precis: Pick<Deployment, 'call' | 'mailbox' | 'operator'>;
let shop: ClientView;
let buyers: Buyers;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'precis-kill-'));
  server = new StandaloneProcess(dataDir, (await freePorts(1))[0]);
  await server.start();
  headers = { 'x-api-key': (await server.demo()).api_key };
  precis = {
    operator: { PRECIS_DATA_DIR: dataDir },
    call: (method, path, options) => call(server.url, method, path, options),
    mailbox: async (to) =>
      (await call(server.url, 'GET', `/sandbox/mailbox.json?to=${encodeURIComponent(to)}`)).body as Mail[],
  };
  shop = new ClientView(server.url);
  // Without crypto: a buyer whose answer was lost pays again, and BTCPay's simulator, like the blockchain, then receives a second payment.
  buyers = new Buyers(precis, shop, ['crypto']);
  await buyers.join(REFERRED_BUYERS);
}, 120_000);

afterAll(() => server.discard(), 60_000);

async function used(): Promise<number> {
  const response = await fetch(`${server.url}/api/usage/summary`, { headers });
  return ((await response.json()) as { data: { current: { used: number } } }).data.current.used;
}

/** Repeats the operator's command under one grant id until it is done. */
async function grantTerm(account: string): Promise<void> {
  const grantId = randomUUID();
  const environment = { ...process.env, NODE_OPTIONS: '', PRECIS_DATA_DIR: dataDir };
  await eventually(
    `a term for ${account}`,
    () =>
      new Promise<boolean>((resolve) => {
        execFile(
          process.execPath,
          [
            OPERATOR,
            'grant-term',
            account,
            'basic',
            '1',
            '--grant-id',
            grantId,
            '--operator',
            'e2e',
            '--reason',
            'a test',
          ],
          { env: environment, timeout: 30_000 },
          (error) => resolve(error === null),
        );
      }),
    120_000,
  );
}

describe(`kill -9 of the process (seed ${seed})`, () => {
  const body = (prompt: string) => ({ url: VIDEO, summary_type: 'short', custom_prompt: prompt });

  it(`charges exactly ${CALLS} calls with keys through ${KILLS} kills, with registrations, grants and payments beside them`, async () => {
    const load = new Load(server);
    const before = await used();
    const calls = inParallel(CALLS, WIDTH, (index) =>
      load.until200('/api/youtube/summarize', body(`keyed ${index}`), {
        ...headers,
        'idempotency-key': `kill-${seed}-${index}`,
      }),
    );
    const others = new Load(server);
    const accounts = inParallel(REGISTRATIONS, 1, async (index) => {
      const email = `kill-${seed}-${index}@customer.example`;
      await others.until200('/api/auth/register', { name: 'Kill Canary', email, password: 'pw-canary-enough' }, {});
      await grantTerm(email);
    });
    let isOver = false;
    const buying = buyers.actUntil(() => isOver, BETWEEN_PURCHASES_MS);
    const restartsMs = await killDuring(server, load, CALLS, KILLS, random);
    await Promise.all([calls, accounts]).finally(() => (isOver = true));
    await buying;
    expect(shop.wrong).toEqual([]);
    expect(buyers.acts.card).toBeGreaterThan(0);
    expect(restartsMs).toHaveLength(KILLS);
    expect(Math.max(...restartsMs)).toBeLessThan(RESTART_LIMIT_MS);
    expect((await used()) - before).toBe(CALLS);
    console.info(
      `${KILLS} kills during ${load.sent} requests for ${CALLS} calls; restarts took ${restartsMs.map((ms) => Math.round(ms)).join(', ')} ms; ${buyers.told}`,
    );
  }, 900_000);

  it('without keys charges no fewer calls than were answered and no more than were sent', async () => {
    const load = new Load(server);
    const before = await used();
    const calls = inParallel(UNKEYED_CALLS, WIDTH, (index) =>
      load.until200('/api/youtube/summarize', body(`unkeyed ${index}`), headers),
    );
    const restartsMs = await killDuring(server, load, UNKEYED_CALLS, UNKEYED_KILLS, random);
    await calls;
    expect(restartsMs).toHaveLength(UNKEYED_KILLS);
    const charged = (await used()) - before;
    expect(charged).toBeGreaterThanOrEqual(load.answers);
    // Each kill may cut at most the open answers.
    expect(charged).toBeLessThanOrEqual(load.answers + UNKEYED_KILLS * WIDTH);
  }, 600_000);

  it('leaves a statement with a line for each unit, whose chain is whole (STAT-1)', async () => {
    const response = await fetch(`${server.url}/api/usage/statement?format=ndjson`, { headers });
    async function* file() {
      yield await response.text();
    }
    expect(await verifyStatement(file())).toMatchObject({ ok: true, units: await used(), carried: 0 });
  });

  it('leaves each payment that was made with one term and one commission in the wallet, and no other', async () => {
    expect(await wrongBooksWithin(60_000, precis, buyers.all)).toEqual([]);
  }, 90_000);

  it('leaves books that agree: nothing reserved, every outbox row in effect once', async () => {
    const mails = async () => ((await (await fetch(`${server.url}/sandbox/mailbox.json`)).json()) as unknown[]).length;
    await eventually('every mail', async () => (await mails()) >= REGISTRATIONS, 60_000);
    const inbox = await mails();
    let lines: string[] = [];
    const audited = await eventually(
      'everything published and handled',
      async () => {
        await server.stop();
        const outcome = await auditDataFolder(dataDir, async (rows) => ({
          terms: await rows('billing', 'SELECT FROM terms WHERE payment_id IS NULL'),
          deliveries: await rows('notifications', 'SELECT FROM deliveries'),
        }));
        await server.start();
        lines = outcome.lines;
        return !lines.some((line) => UNDER_WAY.test(line)) && outcome;
      },
      90_000,
    ).catch((error: unknown) => {
      throw new Error(lines.join('\n'), { cause: error });
    });
    const demoTerm = 1;
    expect(audited.exitCode === 0 ? [] : audited.lines).toEqual([]);
    const { terms, deliveries } = audited.found;
    expect(terms).toHaveLength(REGISTRATIONS + demoTerm);
    // A mail request whose link is dead by the time it is handled is settled without a mail.
    expect(inbox).toBeLessThanOrEqual(deliveries.length);
  }, 180_000);
});
