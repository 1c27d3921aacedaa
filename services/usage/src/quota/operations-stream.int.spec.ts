import { Mode, Operation, Outcome, OutcomeKind, UsageServiceService } from '@precis/proto/usage/v1/usage';
import { BatchClient } from '@precis/runtime/batches/batch-client';
import { randomUUID } from 'node:crypto';
import { type DataSource } from 'typeorm';
import { openDatabase } from '../database.js';
import { type RunningUsage, secretOf, startUsage } from '../testing/running-usage.js';

type Gateway = BatchClient<Operation, Outcome>;

let usage: RunningUsage;
let database: DataSource;
let gateway: Gateway;
const opened: Gateway[] = [];

function connect(caller: string, secret = secretOf(caller)): Gateway {
  const method = {
    path: UsageServiceService.apply.path,
    encode: (operation: Operation) => Operation.encode(operation).finish(),
    decode: (outcome: Uint8Array) => Outcome.decode(outcome),
    unary: () => Promise.reject(new Error('the service serves streams')),
  };
  const client: Gateway = new BatchClient({ address: usage.address, caller, secret }, method);
  opened.push(client);
  return client;
}

const facts = {
  idemHash: new Uint8Array(),
  bodyHash: new Uint8Array(),
  client: 'curl',
  endpoint: '/api',
  holder: 'gateway-1',
};
const charged = (accountId: string, callId: string = randomUUID()): Operation => ({
  accountId,
  callId,
  operation: { $case: 'reserveAndCharge', value: { facts, resultRef: 'result-1', subject: undefined } },
});
const reserved = (accountId: string): Operation => ({
  accountId,
  callId: randomUUID(),
  operation: { $case: 'reserve', value: { facts, mode: Mode.MODE_SYNC } },
});
const kinds = (outcomes: Outcome[]) => outcomes.map(({ kind }) => kind);

beforeAll(async () => {
  usage = await startUsage(new Date('2026-11-21T12:00:00Z'));
  database = await openDatabase(usage.databaseUrl);
  gateway = connect('gateway');
});

afterAll(async () => {
  opened.forEach((client) => client.close());
  await database?.destroy();
  await usage?.close();
});

describe('operations over one stream', () => {
  it('are exact: with three units left, three of ten parallel calls are charged and seven refused (QUOTA-4)', async () => {
    for (let trial = 0; trial < 5; trial++) {
      const account = randomUUID();
      const outcomes = kinds(await Promise.all(Array.from({ length: 10 }, () => gateway.ask(charged(account)))));
      expect(outcomes.filter((kind) => kind === OutcomeKind.OUTCOME_KIND_CHARGED)).toHaveLength(3);
      expect(outcomes.filter((kind) => kind === OutcomeKind.OUTCOME_KIND_EXHAUSTED)).toHaveLength(7);
      const [{ used }] = await database.query('SELECT used FROM quota_months WHERE account_id = $1', [account]);
      expect(used).toBe(3);
    }
  });

  it('get the same decision when they are repeated', async () => {
    const operation = charged(randomUUID());
    const [first, again] = [await gateway.ask(operation), await gateway.ask(operation)];
    expect(again).toEqual(first);
    expect(first).toMatchObject({ kind: OutcomeKind.OUTCOME_KIND_CHARGED, remaining: 2 });
  });

  it('of a locked account delay no other account, and are decided when it is free', async () => {
    const [locked, other] = [randomUUID(), randomUUID()];
    await Promise.all([gateway.ask(reserved(locked)), gateway.ask(reserved(other))]);
    const holder = database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM quota_accounts WHERE account_id = $1 FOR UPDATE', [locked]);
    let isOver = false;
    const waiting = [gateway.ask(charged(locked)), gateway.ask(charged(locked))];
    const end = Promise.all(waiting).then((outcomes) => ((isOver = true), outcomes));
    // More of both than two batches, in separate turns.
    for (let call = 0; call < 2; call++)
      expect((await gateway.ask(charged(other))).kind).toBe(OutcomeKind.OUTCOME_KIND_CHARGED);
    expect(isOver).toBe(false);
    await holder.rollbackTransaction();
    await holder.release();
    expect(kinds(await end)).toEqual([OutcomeKind.OUTCOME_KIND_CHARGED, OutcomeKind.OUTCOME_KIND_CHARGED]);
  });

  it('that are malformed have their own outcome, and the rest of the batch is decided', async () => {
    const bad = { ...charged(randomUUID()), callId: 'no id' };
    expect(kinds(await Promise.all([gateway.ask(bad), gateway.ask(charged(randomUUID()))]))).toEqual([
      OutcomeKind.OUTCOME_KIND_INVALID,
      OutcomeKind.OUTCOME_KIND_CHARGED,
    ]);
  });

  it('are accepted only from an authenticated gateway (OPS-5)', async () => {
    const account = randomUUID();
    await expect(connect('gateway', 'another secret').ask(charged(account))).rejects.toMatchObject({
      code: 'caller_unknown',
    });
    await expect(connect('billing').ask(charged(account))).rejects.toMatchObject({ code: 'caller_refused' });
    expect(await database.query('SELECT FROM metered_calls WHERE account_id = $1', [account])).toEqual([]);
  });
});
