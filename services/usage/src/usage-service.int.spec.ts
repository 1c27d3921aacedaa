import { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { Mode, type Operation, OutcomeKind } from '@precis/proto/usage/v1/usage';
import { eventually } from '@precis/testing/eventually';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { type RunningUsage, startUsage, type UsageClient } from './testing/running-usage.js';
import { openDatabase } from './database.js';

const NOW = new Date('2026-11-21T12:00:00Z');
let usage: RunningUsage;
let gateway: UsageClient;

beforeAll(async () => {
  usage = await startUsage(NOW);
  gateway = usage.as('gateway');
  await gateway.renewHolder({ holder: 'gateway-1' });
});
afterAll(() => usage.close());

function timetable(userId: string, version: number, videosPerMonth: number): Buffer {
  const day = 86_400;
  const now = NOW.getTime() / 1000;
  const entry = { plan: 'basic', videosPerMonth, fromSeconds: now - day, toSeconds: now + day };
  return Buffer.from(
    SubscriptionChanged.encode({ userId, version, freeVideosPerMonth: 3, timetable: [entry] }).finish(),
  );
}

async function announce(userId: string, value: Buffer, eventId = randomUUIDv7()): Promise<void> {
  const headers = {
    'event-id': eventId,
    type: 'subscription-changed',
    'occurred-at': NOW.toISOString(),
    producer: 'test',
    'correlation-id': 'test',
  };
  await usage.bus.publish([{ topic: 'billing.subscription.v1', key: userId, value, headers }]);
}

const limitOf = async (accountId: string) => (await gateway.getSummary({ accountId })).limit;

function reserveAndCharge(accountId: string, client: string): Operation {
  const facts = {
    idemHash: new Uint8Array(),
    bodyHash: new Uint8Array(32),
    client,
    endpoint: '/api/youtube/summarize',
    holder: 'gateway-1',
  };
  return {
    accountId,
    callId: randomUUID(),
    operation: { $case: 'reserveAndCharge', value: { facts, resultRef: 'result', subject: undefined } },
  };
}

describe('usage as a service', () => {
  it('sets the limit from subscription-changed, once per event, and never from an older version', async () => {
    const account = randomUUID();
    const eventId = randomUUIDv7();
    await announce(account, timetable(account, 2, 100), eventId);
    await announce(account, timetable(account, 2, 100), eventId);
    await announce(account, timetable(account, 1, 500));
    const marker = randomUUID();
    await announce(marker, timetable(marker, 1, 7));
    await eventually('the events behind it', async () => (await limitOf(marker)) === 7);
    expect(await limitOf(account)).toBe(100);
  });

  it('publishes that the last video of the month was charged (QUOTA-20)', async () => {
    const account = randomUUID();
    const heard: string[] = [];
    await usage.bus.run('listener', ['usage.quota.v1'], async ({ key, headers }) => {
      if (key === account) heard.push(headers.type);
    });
    await gateway.apply({ operations: [1, 2, 3].map(() => reserveAndCharge(account, 'curl')) });
    await eventually('the event', () => heard.length > 0);
    expect(heard).toEqual(['quota-threshold-reached']);
  });

  it('has exactly one finished row for every event, also after repeated deliveries', async () => {
    const events = Array.from({ length: 5 }, () => [randomUUID(), randomUUIDv7()]);
    for (const [account, eventId] of [...events, ...events, ...events.toReversed()])
      await announce(account, timetable(account, 1, 50), eventId);
    const marker = randomUUID();
    await announce(marker, timetable(marker, 1, 8));
    await eventually('the events behind them', async () => (await limitOf(marker)) === 8);
    const database = await openDatabase(usage.databaseUrl);
    const rows: { event_id: string; state: string; rows: number }[] = await database.query(
      `SELECT event_id, state, count(*)::int AS rows FROM consumed_events WHERE consumer_group = 'usage' AND event_id = ANY($1) GROUP BY event_id, state`,
      [events.map(([, eventId]) => eventId)],
    );
    await database.destroy();
    expect(new Set(rows.map((row) => row.event_id))).toEqual(new Set(events.map(([, eventId]) => eventId)));
    expect(rows.map((row) => [row.state, row.rows])).toEqual(Array(5).fill(['done', 1]));
  });

  it('shows days, logs and clients that add up to what was charged', async () => {
    const accountId = randomUUID();
    const { outcomes } = await gateway.apply({
      operations: ['curl/8.5.0', 'curl/8.6.0', 'cursor'].map((client) => reserveAndCharge(accountId, client)),
    });
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(3).fill(OutcomeKind.OUTCOME_KIND_CHARGED));
    const summary = await gateway.getSummary({ accountId });
    expect(summary).toMatchObject({ used: 3, remaining: 0, limit: 3 });
    expect(summary.months).toHaveLength(12);
    expect(summary.months[11]).toEqual({ month: '2026-11', count: 3 });
    const { days } = await gateway.getDetails({ accountId, month: '' });
    expect(days.map(({ date, logs }) => [date, logs.length])).toEqual([['2026-11-21', 3]]);
    const { clients } = await gateway.getClients({ accountId, month: '2026-11' });
    expect(clients.map(({ key, count, percentage }) => [key, count, percentage])).toEqual([
      ['client:curl', 2, 66.7],
      ['code_editor', 1, 33.3],
    ]);
    expect((await gateway.getDetails({ accountId, month: '2026-10' })).days).toEqual([]);
  });

  it('refuses an invalid month and answers malformed operations as malformed', async () => {
    await expect(gateway.getDetails({ accountId: randomUUID(), month: '2026-13' })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'month_invalid',
    });
    const good = reserveAndCharge(randomUUID(), 'curl');
    const shortHash = reserveAndCharge(randomUUID(), 'curl');
    const { value } = shortHash.operation as Extract<Operation['operation'], { $case: 'reserveAndCharge' }>;
    value.facts!.bodyHash = new Uint8Array(3);
    const { outcomes } = await gateway.apply({
      operations: [
        { accountId: 'nobody', callId: randomUUID(), operation: { $case: 'peek', value: {} } },
        {
          accountId: randomUUID(),
          callId: 'no-uuid',
          operation: { $case: 'reserve', value: { facts: undefined, mode: Mode.MODE_SYNC } },
        },
        shortHash,
        { accountId: randomUUID(), callId: randomUUID(), operation: undefined },
        reserveAndCharge(randomUUID(), 'curl\0'),
        reserveAndCharge(randomUUID(), `${'x'.repeat(199)}😀`),
        good,
      ],
    });
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      ...Array(5).fill(OutcomeKind.OUTCOME_KIND_INVALID),
      OutcomeKind.OUTCOME_KIND_CHARGED,
      OutcomeKind.OUTCOME_KIND_CHARGED,
    ]);
    await expect(gateway.renewHolder({ holder: 'a\0' })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'holder_invalid',
    });
  });

  it('answers every repeated state-changing operation as if its first reply had been lost', async () => {
    const accountId = randomUUID();
    const [callId, released] = [randomUUID(), randomUUID()];
    const facts = {
      idemHash: new Uint8Array(),
      bodyHash: new Uint8Array(32),
      client: '',
      endpoint: '',
      holder: 'gateway-1',
    };
    const twice = async (operation: Operation['operation'], id = callId) => {
      const request = { operations: [{ accountId, callId: id, operation }] };
      const [first, second] = [await gateway.apply(request), await gateway.apply(request)];
      expect(second).toEqual(first);
      return first.outcomes[0].kind;
    };
    expect(await twice({ $case: 'reserve', value: { facts, mode: Mode.MODE_SYNC } })).toBe(
      OutcomeKind.OUTCOME_KIND_GRANTED,
    );
    expect(await twice({ $case: 'charge', value: { attempt: 1, resultRef: 'r', subject: undefined } })).toBe(
      OutcomeKind.OUTCOME_KIND_CHARGED,
    );
    expect(await twice({ $case: 'refund', value: { attempt: 0, reason: 'test' } })).toBe(
      OutcomeKind.OUTCOME_KIND_REFUNDED,
    );
    expect(await twice({ $case: 'reserve', value: { facts, mode: Mode.MODE_JOB } }, released)).toBe(
      OutcomeKind.OUTCOME_KIND_GRANTED,
    );
    expect(await twice({ $case: 'release', value: { attempt: 1 } }, released)).toBe(OutcomeKind.OUTCOME_KIND_RELEASED);
    expect(
      await twice({ $case: 'reserveAndCharge', value: { facts, resultRef: 'r', subject: undefined } }, randomUUID()),
    ).toBe(OutcomeKind.OUTCOME_KIND_CHARGED);
    expect(await gateway.getSummary({ accountId })).toMatchObject({ used: 1, remaining: 2 });
  });
});
