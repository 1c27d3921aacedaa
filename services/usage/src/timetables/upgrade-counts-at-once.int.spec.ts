import { Mode, type Operation, OutcomeKind } from '@precis/proto/usage/v1/usage';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { BillingStandIn } from '../testing/billing-stand-in.js';
import { type RunningUsage, secretOf, startUsage, type UsageClient } from '../testing/running-usage.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const { OUTCOME_KIND_CHARGED: CHARGED, OUTCOME_KIND_EXHAUSTED: EXHAUSTED, OUTCOME_KIND_GRANTED: GRANTED } = OutcomeKind;
let billing: BillingStandIn;
let usage: RunningUsage;
let gateway: UsageClient;

beforeEach(async () => {
  billing = await BillingStandIn.start(secretOf('usage'));
  usage = await startUsage(NOW, billing.address);
  gateway = usage.as('gateway');
  await gateway.renewHolder({ holder: 'gateway-1' });
  // The bus is closed: no event will tell usage of an upgrade.
  await usage.bus.close();
  // The first call connects to billing, which may take longer than the call's deadline on a busy machine.
  await eventually(
    'a connection to billing',
    async () => (await exhaust(randomUUID()), billing.knowledge.asked.length > 0),
  );
  billing.knowledge.asked.length = 0;
});
afterEach(async () => {
  await usage?.close();
  await billing?.close();
});

const facts = {
  idemHash: new Uint8Array(),
  bodyHash: new Uint8Array(32),
  client: 'curl',
  endpoint: '/api/youtube/summarize',
  holder: 'gateway-1',
};
const stored = (accountId: string): Operation => ({
  accountId,
  callId: randomUUID(),
  operation: { $case: 'reserveAndCharge', value: { facts, resultRef: 'r', subject: undefined } },
});
const reserve = (accountId: string): Operation => ({
  accountId,
  callId: randomUUID(),
  operation: { $case: 'reserve', value: { facts, mode: Mode.MODE_SYNC } },
});
const peek = (accountId: string): Operation => ({ accountId, callId: '', operation: { $case: 'peek', value: {} } });
const apply = async (...operations: Operation[]) => (await gateway.apply({ operations })).outcomes;
const kindsOf = (outcomes: { kind: OutcomeKind }[]) => outcomes.map(({ kind }) => kind);

/** Uses up Free's three units, and returns the outcome of the next call. */
async function exhaust(accountId: string): Promise<OutcomeKind> {
  expect(kindsOf(await apply(...Array.from({ length: 3 }, () => stored(accountId))))).toEqual([
    CHARGED,
    CHARGED,
    CHARGED,
  ]);
  return (await apply(stored(accountId)))[0].kind;
}

describe('an upgrade of an account without remaining quota', () => {
  it.each([
    ['reserve', reserve, GRANTED],
    ['reserve and charge', stored, CHARGED],
  ])('takes effect immediately for %s with the event bus stopped', async (_, operation, kind) => {
    const accountId = randomUUID();
    billing.sell(accountId, 100, NOW);
    expect(kindsOf(await apply(...Array.from({ length: 3 }, () => stored(accountId))))).toEqual([
      CHARGED,
      CHARGED,
      CHARGED,
    ]);
    expect(await apply(operation(accountId))).toEqual([expect.objectContaining({ kind, limit: 100 })]);
    expect(await gateway.getSummary({ accountId })).toMatchObject({ limit: 100 });
  });

  it('takes effect immediately when open calls have reserved the rest', async () => {
    const accountId = randomUUID();
    await apply(reserve(accountId), reserve(accountId), reserve(accountId));
    billing.sell(accountId, 100, NOW);
    expect(await apply(reserve(accountId))).toEqual([expect.objectContaining({ kind: GRANTED, limit: 100 })]);
  });

  it('is seen immediately by whoever only looks, as an estimate or a summary of usage does', async () => {
    const [seen, summed] = [randomUUID(), randomUUID()];
    for (const accountId of [seen, summed]) {
      await apply(...Array.from({ length: 3 }, () => stored(accountId)));
      billing.sell(accountId, 100, NOW);
    }
    expect(await apply(peek(seen))).toEqual([expect.objectContaining({ limit: 100, remaining: 97 })]);
    expect(await gateway.getSummary({ accountId: summed })).toMatchObject({ limit: 100, remaining: 97 });
    expect(billing.knowledge.asked).toEqual([seen, summed]);
  });

  it('takes effect for a call although somebody looked at the usage just before', async () => {
    const accountId = randomUUID();
    await apply(...Array.from({ length: 3 }, () => stored(accountId)));
    expect(await apply(peek(accountId))).toEqual([expect.objectContaining({ limit: 3, remaining: 0 })]);
    billing.sell(accountId, 100, NOW);
    expect(await apply(reserve(accountId))).toEqual([expect.objectContaining({ kind: GRANTED, limit: 100 })]);
    expect(await gateway.getSummary({ accountId })).toMatchObject({ limit: 100 });
  });

  it('takes effect for all of 100 parallel calls, which ask billing once', async () => {
    const accountId = randomUUID();
    billing.sell(accountId, 103, NOW);
    await apply(...Array.from({ length: 3 }, () => stored(accountId)));
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => apply(stored(accountId))));
    expect(kindsOf(outcomes.flat())).toEqual(Array(100).fill(CHARGED));
    expect(billing.knowledge.asked).toEqual([accountId]);
    expect(await gateway.getSummary({ accountId })).toMatchObject({ used: 103, remaining: 0 });
  });

  it('decides only the refused operations again and leaves the rest of the batch unchanged', async () => {
    const [accountId, other] = [randomUUID(), randomUUID()];
    billing.sell(accountId, 4, NOW);
    const outcomes = await apply(
      ...Array.from({ length: 3 }, () => stored(accountId)),
      stored(other),
      stored(accountId),
      stored(accountId),
    );
    expect(kindsOf(outcomes)).toEqual([CHARGED, CHARGED, CHARGED, CHARGED, CHARGED, EXHAUSTED]);
    expect(await gateway.getSummary({ accountId })).toMatchObject({ used: 4 });
    expect(await gateway.getSummary({ accountId: other })).toMatchObject({ used: 1 });
  });
});

describe('asking billing', () => {
  it('happens once for 100 parallel refusals and never for a call that is granted', async () => {
    const accountId = randomUUID();
    expect(await exhaust(accountId)).toBe(EXHAUSTED);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => apply(stored(accountId))));
    expect(kindsOf(outcomes.flat())).toEqual(Array(100).fill(EXHAUSTED));
    expect(billing.knowledge.asked).toEqual([accountId]);
  });

  it('delays an answer by less than a second while billing hangs, and a repeat not at all', async () => {
    billing.knowledge.hangs = true;
    const accountId = randomUUID();
    expect(await exhaust(accountId)).toBe(EXHAUSTED);
    expect(billing.knowledge.patienceMs).toBeLessThan(1_000);
    expect(kindsOf(await apply(stored(accountId)))).toEqual([EXHAUSTED]);
    expect(billing.knowledge.asked).toEqual([accountId]);
  });

  it('leaves the stored timetable in effect when billing is unavailable', async () => {
    await billing.close();
    expect(await exhaust(randomUUID())).toBe(EXHAUSTED);
  });

  it('holds no transaction open: another batch on the account goes through while billing hangs', async () => {
    billing.knowledge.hangs = true;
    const accountId = randomUUID();
    const refused = exhaust(accountId);
    await eventually('the question', () => billing.knowledge.asked.length === 1);
    let refusedYet = false;
    void refused.then(() => (refusedYet = true));
    const release: Operation = {
      accountId,
      callId: randomUUID(),
      operation: { $case: 'release', value: { attempt: 0 } },
    };
    expect(kindsOf(await apply(release))).toEqual([OutcomeKind.OUTCOME_KIND_RELEASED]);
    expect(refusedYet).toBe(false);
    await refused;
  });
});
