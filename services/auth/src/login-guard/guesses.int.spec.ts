import { migratedDatabase } from '@precis/testing/migrated-database';
import fc from 'fast-check';
import { createHash, randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../database.js';
import { afterGuess, givenBackMs, KNOWN_DEVICES, mostIn, STRANGERS, WINDOW_MS } from './guess-bound.rule.js';
import { GuessesRepository } from './guesses.repository.js';

const START = Date.UTC(2026, 10, 22);

describe('the limit on guesses in Postgres (ACC-36)', () => {
  let database: DataSource;
  let guesses: GuessesRepository;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const own = await migratedDatabase('auth', openDatabase);
    drop = own.drop;
    database = await openDatabase(own.url);
    guesses = new GuessesRepository(database);
  });
  afterAll(async () => {
    await database?.destroy();
    await drop?.();
  });

  const steps = fc.array(
    fc.record({
      moveMs: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 0, max: 30_000 }),
        fc.integer({ min: -2 * WINDOW_MS, max: WINDOW_MS }),
      ),
      givesBack: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  );

  it('decides about each guess like the rule, also when the clock is set back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(STRANGERS, KNOWN_DEVICES), steps, async (bound, sequence) => {
        const id = randomBytes(32);
        let [now, spent] = [START, undefined as number | undefined];
        for (const { moveMs, givesBack } of sequence) {
          now += moveMs;
          const after = afterGuess(bound, spent, now);
          const took = await guesses.take(id, bound, new Date(now));
          expect(took).toEqual({ passed: after !== undefined, spentUntilMs: after ?? spent });
          spent = took.spentUntilMs;
          if (!took.passed || !givesBack) continue;
          await guesses.giveBack(id, givenBackMs(bound, 100));
          spent -= givenBackMs(bound, 100);
        }
      }),
      { numRuns: 40 },
    );
  });

  it.each([STRANGERS, KNOWN_DEVICES])(
    'lets no more of 200 simultaneous guesses pass than its burst allows',
    async (bound) => {
      const id = randomBytes(32);
      const now = new Date(START);
      const took = await Promise.all(Array.from({ length: 200 }, () => guesses.take(id, bound, now)));
      expect(took.filter(({ passed }) => passed)).toHaveLength(bound.burst);
      const later = new Date(START + WINDOW_MS);
      const more = await Promise.all(Array.from({ length: 200 }, () => guesses.take(id, bound, later)));
      expect(more.filter(({ passed }) => passed).length + bound.burst).toBeLessThanOrEqual(mostIn(bound, WINDOW_MS));
    },
  );

  it('writes nothing for a refused guess', async () => {
    const id = createHash('sha256').update('flooded').digest();
    const now = new Date(START);
    for (let n = 0; n <= STRANGERS.burst; n++) await guesses.take(id, STRANGERS, now);
    const row = () => database.query('SELECT xmin, xmax, spent_until_ms FROM password_guesses WHERE id = $1', [id]);
    const before = await row();
    expect((await guesses.take(id, STRANGERS, now)).passed).toBe(false);
    expect(await row()).toEqual(before);
  });
});
