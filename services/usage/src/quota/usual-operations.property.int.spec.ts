import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { wrongMonths } from '../testing/books-audit.js';
import { charge, QuotaWorld, release, reserve } from '../testing/quota-world.js';
import type { Operation } from './apply-operation.rule.js';
import { UsualOperations, type UsualOutcomes } from './usual-operations.repository.js';

/** Counts how many operations the statement decided, to prove that the comparison is not empty. */
class Counting extends UsualOperations {
  decided = 0;

  override async decide(...asked: Parameters<UsualOperations['decide']>): Promise<UsualOutcomes> {
    const outcomes = await super.decide(...asked);
    this.decided += outcomes.decided.size;
    return outcomes;
  }
}

/** Leaves everything to the rule, without the statement. */
class ByTheRule extends UsualOperations {
  override async decide(): Promise<UsualOutcomes> {
    return { decided: new Map(), locked: [] };
  }
}

const ROWS = {
  calls: `SELECT call_id, account_id, month, attempt, state, mode, holder, idem_hash, body_hash, result_ref, video_id, title, summary_type,
    duration_seconds, hidden_at, refund_reason, replayed_attempt, client, endpoint, reserved_at FROM metered_calls ORDER BY call_id`,
  months: `SELECT account_id, month, used, reserved, line_count, line_units, encode(head, 'hex') AS head FROM quota_months ORDER BY 1, 2`,
  lines: `SELECT l.month, l.account_id, l.seq, l.at, l.call_id, l.units, l.kind, encode(l.hash, 'hex') AS hash, c.call_id AS row_call, l.attempt
    FROM statement_lines l LEFT JOIN metered_calls c ON c.id = l.call_row ORDER BY 1, 2, 3`,
  thresholds: 'SELECT account_id, month, percent FROM quota_thresholds ORDER BY 1, 2, 3',
  accounts: 'SELECT account_id FROM quota_accounts ORDER BY 1',
  events: `SELECT type, key, encode(payload, 'hex') AS payload FROM outbox ORDER BY key, position`,
};

const counting = new Counting();
let fast: QuotaWorld;
let slow: QuotaWorld;
beforeAll(async () => void ([fast, slow] = [await QuotaWorld.open(counting), await QuotaWorld.open(new ByTheRule())]));
afterAll(() => Promise.all([fast?.close(), slow?.close()]));

const rowsOf = async ({ database }: QuotaWorld) =>
  Object.fromEntries(
    await Promise.all(Object.entries(ROWS).map(async ([name, sql]) => [name, await database.query(sql)])),
  );

const stepArb = fc.record({
  account: fc.nat(2),
  call: fc.nat(40),
  attempt: fc.integer({ min: 0, max: 2 }),
  key: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('k1', 'k2', 'k3', 'k4') },
  ),
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('reserve', 'reserveAndCharge') },
    { weight: 4, arbitrary: fc.constantFrom('charge', 'release', 'peek') },
    { weight: 1, arbitrary: fc.constantFrom('refund', 'job', 'dead', 'bad') },
  ),
  body: fc.constantFrom('b', 'c'),
  subject: fc.boolean(),
});
const batchArb = fc.record({
  hours: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: -2, max: 400 })),
  steps: fc.array(stepArb, { minLength: 1, maxLength: 6 }),
});
const timetableArb = fc.record({
  freeVideosPerMonth: fc.integer({ min: 0, max: 30 }),
  entries: fc.array(
    fc.record({
      plan: fc.constant('basic'),
      videosPerMonth: fc.integer({ min: 1, max: 60 }),
      fromSeconds: fc.integer({ min: 1_790_000_000, max: 1_800_000_000 }),
      toSeconds: fc.integer({ min: 1_790_000_000, max: 1_800_000_000 }),
    }),
    { maxLength: 2 },
  ),
});

describe('the statement that decides a whole batch', () => {
  it('answers any batches like the rule, and writes the same rows, lines and events', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(timetableArb), { minLength: 3, maxLength: 3 }),
        fc.array(batchArb, { minLength: 3, maxLength: 12 }),
        async (timetables, batches) => {
          const accounts = [randomUUID(), randomUUID(), randomUUID()];
          const calls = Array.from({ length: 41 }, () => randomUUID());
          const subject = { videoId: 'v', title: 'Ti\u00fcle "x"', summaryType: 'auto', durationSeconds: 7 };
          const operation = (step: (typeof batches)[number]['steps'][number]): Operation | null => {
            const { kind, attempt, key, body } = step;
            const callId = calls[step.call];
            const about = step.subject ? subject : null;
            switch (kind) {
              case 'bad':
                return null;
              case 'peek':
                return { kind };
              case 'release':
                return release(callId, attempt);
              case 'charge':
                return { ...charge(callId, attempt), subject: about } as Operation;
              case 'refund':
                return { kind, callId, attempt: 0, reason: 'test' };
              case 'dead':
                return reserve(callId, key, 'dead', body);
              case 'job':
                return { ...reserve(callId, key, undefined, body), mode: 'job' };
              case 'reserve':
                return reserve(callId, key, undefined, body);
              default:
                return {
                  ...reserve(callId, key, undefined, body),
                  kind: 'reserveAndCharge',
                  resultRef: 'r',
                  subject: about,
                };
            }
          };
          for (const { database } of [fast, slow])
            for (const [index, timetable] of timetables.entries())
              if (timetable)
                await database.query('INSERT INTO quota_accounts (account_id, timetable) VALUES ($1, $2)', [
                  accounts[index],
                  JSON.stringify(timetable),
                ]);
          fast.now = new Date('2026-10-20T00:00:00.123Z');
          for (const { hours, steps } of batches) {
            slow.now = fast.now = new Date(fast.now.getTime() + hours * 3_600_000 + 1);
            // Two accounts that name one new call in the same batch are decided in any order: foreign-calls.int.spec.ts.
            const namer = new Map(steps.toReversed().map(({ account, call }) => [call, account]));
            const batch = steps
              .filter(({ account, call }) => namer.get(call) === account)
              .map((step) => ({ accountId: accounts[step.account], operation: operation(step) }));
            const told = new Map<number, unknown>();
            const outcomes = await fast.apply.execute(batch, (places, decided) =>
              places.forEach((place, index) => told.set(place, decided[index])),
            );
            expect(outcomes).toEqual(await slow.apply.execute(batch));
            expect(batch.map((_, place) => told.get(place))).toEqual(outcomes);
          }
        },
      ),
      { numRuns: process.env.FULL ? 200 : 30, endOnFailure: true },
    );
    expect(await rowsOf(fast)).toEqual(await rowsOf(slow));
    expect(await wrongMonths(fast.database)).toEqual([]);
    expect(counting.decided).toBeGreaterThan(200);
  });
});
