import { UserDeleted } from '@precis/proto/events/auth/v1/user';
import { ChargeState, Mode, type Operation, RequestRecord } from '@precis/proto/usage/v1/usage';
import { eventually } from '@precis/testing/eventually';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ClearErasedAccounts } from '../erasure/clear-erased-accounts.usecase.js';
import { ErasedAccountsRepository } from '../erasure/erased-accounts.repository.js';
import { type RunningUsage, startUsage, type UsageClient } from '../testing/running-usage.js';
import { ForgetOldRequests } from './forget-old-requests.usecase.js';
import { RequestsRepository } from './requests.repository.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;

let usage: RunningUsage;
let gateway: UsageClient;
let database: DataSource;
beforeAll(async () => {
  usage = await startUsage(NOW);
  gateway = usage.as('gateway');
  await gateway.renewHolder({ holder: 'gateway-1' });
  database = await new DataSource({ type: 'postgres', url: usage.databaseUrl }).initialize();
});
afterAll(async () => {
  await database?.destroy();
  await usage?.close();
});

const record = (fields: Partial<RequestRecord> = {}): RequestRecord => ({
  ...RequestRecord.decode(new Uint8Array()),
  recordId: randomUUID(),
  accountId: randomUUID(),
  requestId: randomUUID(),
  atMs: NOW.getTime(),
  method: 'POST',
  endpoint: '/api/youtube/summarize',
  status: 200,
  client: 'agent/1',
  latencyMs: 12,
  ...fields,
});
const keep = (...records: RequestRecord[]) => gateway.recordRequests({ records });
const find = ({ accountId, requestId }: RequestRecord) => gateway.findRequest({ accountId, requestId });
/** All pages of an account's records, newest first. */
async function pages(accountId: string, limit: number): Promise<string[][]> {
  const found: string[][] = [];
  let cursor = '';
  do {
    const { requests, next } = await gateway.listRequests({ accountId, cursor, limit });
    found.push(requests.map((one) => `${one.record!.requestId} ${ChargeState[one.charge]}`));
    cursor = next;
  } while (cursor !== '');
  return found;
}
const NOT_FOUND = { kind: 'not_found', code: 'request_not_found' };

/** Makes the metered call of a record, in the state after these operations. */
async function callOf(accountId: string, ...operations: Operation['operation'][]): Promise<string> {
  const callId = randomUUID();
  for (const operation of operations) await gateway.apply({ operations: [{ accountId, callId, operation }] });
  return callId;
}
const facts = {
  idemHash: new Uint8Array(),
  bodyHash: new Uint8Array(32).fill(7),
  client: 'agent/1',
  endpoint: '/api/youtube/summarize',
  holder: 'gateway-1',
};
const reserve: Operation['operation'] = { $case: 'reserve', value: { facts, mode: Mode.MODE_SYNC } };
const charge: Operation['operation'] = {
  $case: 'charge',
  value: { attempt: 1, resultRef: randomUUID(), subject: undefined },
};

describe('the record of a request (API-33)', () => {
  it.each([
    ['reserved', [reserve], ChargeState.CHARGE_STATE_PENDING],
    ['charged', [reserve, charge], ChargeState.CHARGE_STATE_CHARGED],
    ['released', [reserve, { $case: 'release', value: { attempt: 1 } }], ChargeState.CHARGE_STATE_NOT_CHARGED],
    [
      'refunded',
      [reserve, charge, { $case: 'refund', value: { attempt: 1, reason: '' } }],
      ChargeState.CHARGE_STATE_REFUNDED,
    ],
    ['unknown', [], ChargeState.CHARGE_STATE_NOT_CHARGED],
  ] as [string, Operation['operation'][], ChargeState][])(
    'is charged according to the current state of its metered call, for any answer of the gateway: %s',
    async (_name, operations, state) => {
      const accountId = randomUUID();
      const sent = record({ accountId, status: 503, callId: await callOf(accountId, ...operations) });
      await keep(sent);
      expect(await find(sent)).toEqual({ charge: state, record: sent });
    },
  );

  it('costs nothing when it replayed a charged call', async () => {
    const accountId = randomUUID();
    const sent = record({ accountId, replayed: true, callId: await callOf(accountId, reserve, charge) });
    await keep(sent);
    expect((await find(sent)).charge).toBe(ChargeState.CHARGE_STATE_NOT_CHARGED);
  });

  it("is returned only to its own account, and never for another account's call", async () => {
    const sent = record({ callId: await callOf(randomUUID(), reserve, charge) });
    await keep(sent);
    await expect(find({ ...sent, accountId: randomUUID() })).rejects.toMatchObject(NOT_FOUND);
    expect((await find(sent)).charge).toBe(ChargeState.CHARGE_STATE_NOT_CHARGED);
  });

  it('is kept once when it is sent again, and the newest of one id counts', async () => {
    const old = record({ status: 404 });
    const young = { ...record({ atMs: NOW.getTime() + 1 }), accountId: old.accountId, requestId: old.requestId };
    await keep(old, young);
    await keep(old, young);
    expect((await find(old)).record?.status).toBe(200);
    expect(await database.query('SELECT FROM request_records WHERE account_id = $1', [old.accountId])).toHaveLength(2);
  });

  it('is stored although another record of its batch cannot be', async () => {
    const sent = record();
    await keep(record({ client: 'nul\0' }), record({ recordId: 'none' }), record({ accountId: 'x' }), sent);
    expect((await find(sent)).record?.client).toBe('agent/1');
  });

  it.each([
    ['in a year that Postgres does not know', 8.64e15],
    ['in a year of five digits', Date.parse('+010000-01-01T00:00:00Z')],
    ['before the first year that Postgres knows', -8.64e15],
    ['after every date', Number.MAX_SAFE_INTEGER],
    ['so late that it would never be deleted', NOW.getTime() + 10 * 365 * DAY_MS],
  ])('is stored although another record of its batch is of a time %s, which is left out', async (_name, atMs) => {
    const [absurd, sent] = [record({ atMs }), record()];
    await keep(absurd, sent);
    expect((await find(sent)).record).toEqual(sent);
    expect(await database.query('SELECT FROM request_records WHERE record_id = $1', [absurd.recordId])).toEqual([]);
  });

  it('is returned for 30 days, and is then deleted in steps, oldest first', async () => {
    const [old, young] = [
      record({ atMs: NOW.getTime() - 30 * DAY_MS }),
      record({ atMs: NOW.getTime() - 30 * DAY_MS + 1 }),
    ];
    await keep(old, young);
    await expect(find(old)).rejects.toMatchObject(NOT_FOUND);
    await find(young);
    await database.query(
      `INSERT INTO request_records SELECT gen_random_uuid(), $1, 'r', $2, '', '', 200, '', '', 1, NULL, '', false, false FROM generate_series(1, 5000)`,
      [randomUUID(), new Date(NOW.getTime() - 31 * DAY_MS).toISOString()],
    );
    expect(await new ForgetOldRequests(new RequestsRepository(database), { now: () => NOW }).execute()).toBe(5_001);
    await find(young);
  });

  it('is read and deleted by an index', async () => {
    await database.query('ANALYZE request_records');
    await database.query('SET enable_seqscan = off');
    const planOf = async (sql: string, parameters: unknown[]) =>
      JSON.stringify(await database.query(`EXPLAIN ${sql}`, parameters));
    const found = await planOf(
      'SELECT FROM request_records WHERE account_id = $1 AND request_id = $2 AND at > $3 ORDER BY at DESC',
      [randomUUID(), 'x', new Date(0)],
    );
    const oldest = await planOf('SELECT FROM request_records WHERE at <= $1 ORDER BY at LIMIT 10', [NOW.toISOString()]);
    expect(found).toContain('request_records_of_account');
    expect(oldest).toContain('request_records_oldest');
  });

  it('is deleted with its account, and no later record is stored (DATA-13)', async () => {
    const sent = record();
    await keep(sent);
    const headers = {
      'event-id': randomUUIDv7(),
      type: 'user-deleted',
      'occurred-at': NOW.toISOString(),
      producer: 'test',
      'correlation-id': 'test',
    };
    const value = Buffer.from(UserDeleted.encode({ userId: sent.accountId }).finish());
    await usage.bus.publish([{ topic: 'auth.user.v1', key: sent.accountId, value, headers }]);
    const clearing = new ClearErasedAccounts(
      database,
      new ErasedAccountsRepository(),
      { now: () => NOW },
      new RequestsRepository(database),
    );
    await eventually('the account is cleared', async () => {
      await clearing.execute();
      return (
        (
          await database.query('SELECT FROM erased_accounts WHERE account_id = $1 AND cleared_at IS NOT NULL', [
            sent.accountId,
          ])
        ).length === 1
      );
    });
    await keep(record({ accountId: sent.accountId }));
    expect(await database.query('SELECT FROM request_records WHERE account_id = $1', [sent.accountId])).toEqual([]);
  });
});

describe('the records of an account (ACC-38)', () => {
  it('are listed page by page, newest first, each once and with its charge; without those of other accounts or older than 30 days', async () => {
    const accountId = randomUUID();
    const charged = await callOf(accountId, reserve, charge);
    const at = (minutes: number, fields: Partial<RequestRecord> = {}) =>
      record({ accountId, requestId: `minute ${minutes}`, atMs: NOW.getTime() - minutes * 60_000, ...fields });
    // Two records at one moment are ordered by id.
    await keep(at(2), at(2), at(1, { callId: charged }), at(0), at(3), at(30 * 24 * 60 + 1), record());
    const found = await pages(accountId, 2);
    expect(found.map((page) => page.length)).toEqual([2, 2, 1]);
    const free = ChargeState[ChargeState.CHARGE_STATE_NOT_CHARGED];
    expect(found.flat()).toEqual([
      `minute 0 ${free}`,
      `minute 1 ${ChargeState[ChargeState.CHARGE_STATE_CHARGED]}`,
      ...[2, 2, 3].map((minute) => `minute ${minute} ${free}`),
    ]);
    expect(await pages(randomUUID(), 2)).toEqual([[]]);
    await expect(gateway.listRequests({ accountId, cursor: 'x', limit: 1 })).rejects.toMatchObject({
      code: 'cursor_invalid',
    });
  });
});
