import { UserDeleted } from '@precis/proto/events/auth/v1/user';
import { Mode, type Operation, OutcomeKind } from '@precis/proto/usage/v1/usage';
import { eventually } from '@precis/testing/eventually';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { DataSource } from 'typeorm';
import { wrongMonths } from '../testing/books-audit.js';
import { type RunningUsage, startUsage, type UsageClient } from '../testing/running-usage.js';
import { ClearErasedAccounts } from './clear-erased-accounts.usecase.js';
import { RequestsRepository } from '../requests/requests.repository.js';
import { ErasedAccountsRepository } from './erased-accounts.repository.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const CANARIES = [
  'canaryagent',
  '/canary/endpoint',
  'canary-result',
  'canary-video',
  'canary-title',
  'canary-type',
  Buffer.alloc(32, 7).toString('hex'),
];

const subject = {
  videoId: 'canary-video',
  title: 'Canary-Title',
  summaryType: 'canary-type',
  durationSeconds: 7,
};

let usage: RunningUsage;
let gateway: UsageClient;
let database: DataSource;
let requests: RequestsRepository;
let clearing: ClearErasedAccounts;

beforeAll(async () => {
  usage = await startUsage(NOW);
  gateway = usage.as('gateway');
  await gateway.renewHolder({ holder: 'gateway-1' });
  database = await new DataSource({ type: 'postgres', url: usage.databaseUrl }).initialize();
  requests = new RequestsRepository(database);
  clearing = new ClearErasedAccounts(database, new ErasedAccountsRepository(), { now: () => NOW }, requests);
});
afterAll(async () => {
  await database?.destroy();
  await usage?.close();
});

const facts = (byte = 7) => ({
  idemHash: new Uint8Array(32).fill(byte),
  bodyHash: new Uint8Array(32).fill(7),
  client: 'CanaryAgent/1',
  endpoint: '/canary/endpoint',
  holder: 'gateway-1',
});
const apply = async (accountId: string, operation: Operation['operation'], callId = randomUUID()) =>
  (await gateway.apply({ operations: [{ accountId, callId, operation }] })).outcomes[0].kind;
const charged = (accountId: string, byte?: number) =>
  apply(accountId, {
    $case: 'reserveAndCharge',
    value: { facts: facts(byte), resultRef: 'canary-result', subject },
  });

async function tell(userId: string, eventId = randomUUIDv7()): Promise<void> {
  const headers = {
    'event-id': eventId,
    type: 'user-deleted',
    'occurred-at': NOW.toISOString(),
    producer: 'test',
    'correlation-id': 'test',
  };
  const value = Buffer.from(UserDeleted.encode({ userId }).finish());
  await usage.bus.publish([{ topic: 'auth.user.v1', key: userId, value, headers }]);
}
const told = (userId: string) =>
  eventually(
    'the deletion',
    async () => (await database.query('SELECT FROM erased_accounts WHERE account_id = $1', [userId])).length === 1,
  );
const clearedAt = async (userId: string) =>
  (await database.query('SELECT cleared_at FROM erased_accounts WHERE account_id = $1', [userId]))[0].cleared_at;

/** Columns of any table that contain a canary. */
async function columnsWithCanaries(): Promise<string[]> {
  const columns: { table: string; column: string; type: string }[] = await database.query(
    `SELECT c.table_name AS table, c.column_name AS column, c.data_type AS type FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'jsonb', 'bytea', 'character varying', 'character')`,
  );
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const [row] = await database.query(`SELECT lower(string_agg(${text}, ' ')) AS all FROM "${table}"`);
    if (CANARIES.some((canary) => String(row.all ?? '').includes(canary))) found.push(`${table}.${column}`);
  }
  return found.sort();
}

describe('the calls of an erased account (DATA-13)', () => {
  it('have no personal data in any column, and the counts of the months stay', async () => {
    const accountId = randomUUID();
    expect(await charged(accountId)).toBe(OutcomeKind.OUTCOME_KIND_CHARGED);
    expect(await charged(accountId, 8)).toBe(OutcomeKind.OUTCOME_KIND_CHARGED);
    const refunded = randomUUID();
    // The event that a summary may no longer be read contains its reference for as long as the topic is kept (SUM-24).
    const resultRef = randomUUID();
    await apply(accountId, { $case: 'reserveAndCharge', value: { facts: facts(9), resultRef, subject } }, refunded);
    await apply(accountId, { $case: 'refund', value: { attempt: 0, reason: 'canary-result' } }, refunded);
    expect(await columnsWithCanaries()).toEqual([
      'metered_calls.body_hash',
      'metered_calls.client',
      'metered_calls.endpoint',
      'metered_calls.idem_hash',
      'metered_calls.refund_reason',
      'metered_calls.result_ref',
      'metered_calls.summary_type',
      'metered_calls.title',
      'metered_calls.video_id',
    ]);
    await tell(accountId);
    await told(accountId);
    await clearing.execute();
    expect(await columnsWithCanaries()).toEqual([]);
    expect(await clearedAt(accountId)).toEqual(NOW);
    expect(await gateway.getSummary({ accountId })).toMatchObject({ used: 2 });
    const { days } = await gateway.getDetails({ accountId, month: '' });
    // This is exactly what the gateway shows: the time of the call and nothing else (QUOTA-16).
    expect(days.flatMap(({ logs }) => logs)).toEqual(
      Array(2).fill({ atMs: expect.any(Number), endpoint: '', client: '', title: undefined }),
    );
    expect(await wrongMonths(database)).toEqual([]);
  });

  it('of other accounts stay unchanged', async () => {
    const [gone, stays] = [randomUUID(), randomUUID()];
    await charged(gone);
    await charged(stays);
    await tell(gone);
    await told(gone);
    await clearing.execute();
    const { days } = await gateway.getDetails({ accountId: stays, month: '' });
    expect(days[0].logs).toMatchObject([{ client: 'CanaryAgent/1', endpoint: '/canary/endpoint' }]);
    await database.query(`UPDATE metered_calls SET client = '', endpoint = '' WHERE account_id = $1`, [stays]);
  });

  it('are cleared once, for repeated deletions, before or after other events, and for an account without calls', async () => {
    const accountId = randomUUID();
    const eventId = randomUUIDv7();
    await charged(accountId);
    for (const id of [eventId, eventId, randomUUIDv7()]) await tell(accountId, id);
    await told(accountId);
    await clearing.execute();
    const at = await clearedAt(accountId);
    await tell(accountId, eventId);
    const nobody = randomUUID();
    await tell(nobody);
    await told(nobody);
    await clearing.execute();
    expect(await clearedAt(accountId)).toEqual(at);
    expect(await clearedAt(nobody)).toEqual(NOW);
  });

  it('that are in flight are cleared when they end', async () => {
    const [accountId, callId] = [randomUUID(), randomUUID()];
    await apply(accountId, { $case: 'reserve', value: { facts: facts(), mode: Mode.MODE_SYNC } }, callId);
    await tell(accountId);
    await told(accountId);
    await clearing.execute();
    expect(await clearedAt(accountId)).toBeNull();
    await apply(accountId, { $case: 'charge', value: { attempt: 1, resultRef: 'canary-result', subject } }, callId);
    await clearing.execute();
    expect(await clearedAt(accountId)).toEqual(NOW);
    expect(
      await database.query('SELECT client, result_ref FROM metered_calls WHERE account_id = $1', [accountId]),
    ).toEqual([{ client: '', result_ref: null }]);
    expect(await wrongMonths(database)).toEqual([]);
  });

  it('that end between the last batch and its record are cleared by the next run', async () => {
    const [accountId, callId] = [randomUUID(), randomUUID()];
    await apply(accountId, { $case: 'reserve', value: { facts: facts(10), mode: Mode.MODE_SYNC } }, callId);
    await tell(accountId);
    await told(accountId);
    class EndsMeanwhile extends ErasedAccountsRepository {
      override async noteCleared(...args: Parameters<ErasedAccountsRepository['noteCleared']>): Promise<void> {
        await apply(accountId, { $case: 'charge', value: { attempt: 1, resultRef: 'canary-result', subject } }, callId);
        await super.noteCleared(...args);
      }
    }
    await new ClearErasedAccounts(database, new EndsMeanwhile(), { now: () => NOW }, requests).execute();
    expect(await clearedAt(accountId)).toBeNull();
    await clearing.execute();
    expect(await clearedAt(accountId)).toEqual(NOW);
    expect(
      await database.query('SELECT client, idem_hash, result_ref FROM metered_calls WHERE account_id = $1', [
        accountId,
      ]),
    ).toEqual([{ client: '', idem_hash: null, result_ref: null }]);
  });

  it('of one account are cleared although a hundred others cannot be finished', async () => {
    await database.query(
      `WITH stuck AS (INSERT INTO erased_accounts (account_id, erased_at)
         SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, now() FROM generate_series(1, 100) n RETURNING account_id
       ), accounts AS (INSERT INTO quota_accounts (account_id) SELECT account_id FROM stuck)
       INSERT INTO quota_months (account_id, month, used, reserved) SELECT account_id, '2026-11', 0, 1 FROM stuck`,
    );
    await database.query(
      `INSERT INTO metered_calls (call_id, account_id, month, attempt, state, mode, client, endpoint, reserved_at)
       SELECT gen_random_uuid(), account_id, '2026-11', 1, 'reserved', 'job', '', '', now() FROM erased_accounts WHERE account_id::text LIKE '00000000-0000-4000-8000-%'`,
    );
    const accountId = randomUUID();
    await charged(accountId, 11);
    await tell(accountId);
    await told(accountId);
    await eventually('it is cleared', async () => {
      await clearing.execute();
      return clearedAt(accountId);
    });
    await database.query('DELETE FROM erased_accounts WHERE cleared_at IS NULL');
  });

  it('are cleared in bounded steps: 12,000 calls of one account in one run, in parallel with other runs', async () => {
    const accountId = randomUUID();
    await apply(accountId, { $case: 'peek', value: {} });
    await database.query(
      `INSERT INTO metered_calls (call_id, account_id, month, attempt, state, mode, client, endpoint, reserved_at)
       SELECT gen_random_uuid(), $1, '2026-11', 1, 'charged', 'sync', 'CanaryAgent/1', '', now() FROM generate_series(1, 12000)`,
      [accountId],
    );
    await tell(accountId);
    await told(accountId);
    await Promise.all([clearing.execute(), clearing.execute()]);
    expect(await clearedAt(accountId)).toEqual(NOW);
    const [{ left }] = await database.query(
      `SELECT count(*)::int AS left FROM metered_calls WHERE account_id = $1 AND client <> ''`,
      [accountId],
    );
    expect(left).toBe(0);
  }, 60_000);
});
