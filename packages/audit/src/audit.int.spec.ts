import type { FreshDatabase } from '@precis/testing/postgres';
import { audit, INVARIANTS, LEDGER } from './audit.js';
import { checkReactions } from './inbox-exact.js';
import { type Book, BOOKS, consumersFirst, openBooks, urlSettingOf } from './open-books.js';
import { REACTIONS } from './reactions.js';
import { FORGOTTEN, RESERVED, STRANGER, UNRESERVED, VIOLATIONS } from './testing/planted-violations.js';
import { ACCOUNT, ANNOUNCED, databasesOfASmallWorld, MAIL, MAILS, MONTH, RESULT } from './testing/testing-world.js';

jest.setTimeout(120_000);

let databases: Record<Book, FreshDatabase>;
beforeAll(async () => {
  databases = await databasesOfASmallWorld();
});
afterAll(() => Promise.all(Object.values(databases ?? {}).map((database) => database.drop())));

const environment = () =>
  Object.fromEntries(Object.entries(databases).map(([book, { url }]) => [urlSettingOf(book), url]));

describe('the snapshots of the databases', () => {
  it('are taken of usage before summarisation, so summarisation may only have more answers than usage has charged calls', () => {
    expect(BOOKS.indexOf('usage')).toBeGreaterThanOrEqual(0);
    expect(BOOKS.indexOf('usage')).toBeLessThan(BOOKS.indexOf('summarisation'));
  });
});

describe('the order of the snapshots', () => {
  const reading = (...pairs: [to: string, from: string][]) => pairs.map(([to, from]) => ({ to, from }));

  it('puts every consumer before the producers of its events', () => {
    const reactions = reading(['mails', 'billing'], ['billing', 'auth'], ['mails', 'auth']);
    expect(consumersFirst(['auth', 'billing', 'mails'], reactions)).toEqual(['mails', 'billing', 'auth']);
  });

  it('has two that consume each other between their consumers and those that consume nothing, the one that names rows first', () => {
    const circle = reading(['billing', 'referrals'], ['referrals', 'billing']);
    const reactions = reading(['billing', 'auth'], ['referrals', 'auth'], ['mails', 'billing'], ['mails', 'referrals']);
    expect(consumersFirst(['auth', 'billing', 'mails', 'referrals'], [...circle, ...reactions])).toEqual([
      'mails',
      'referrals',
      'billing',
      'auth',
    ]);
  });
});

describe('the audit of the ledger', () => {
  it("needs only billing's database", async () => {
    const { exitCode, lines } = await audit({ BILLING_DATABASE_URL: databases.billing.url }, LEDGER);
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'I1 ledger-sums',
      'I2 wallet-balances',
      'I3 paid-once',
      'I9 kept-value',
    ]);
    expect(exitCode).toBe(0);
    expect((await audit({}, LEDGER)).exitCode).toBe(2);
  });
});

describe('the audit of the databases', () => {
  it('finds no fault where all events have arrived, and reports how much it checked', async () => {
    const { exitCode, lines } = await audit(environment());
    expect(lines).toEqual([
      'I1 ledger-sums: holds (transfers 3, entries 6)',
      'I2 wallet-balances: holds (accounts 6, negative 0)',
      'I3 paid-once: holds (payments 1, commissions 1)',
      'I9 kept-value: holds (sources 1)',
      'I4 quota-books: holds (months 2, calls 1)',
      'I10 statements: holds (months 1, lines 2)',
      `I5 outbox-published: holds (rows ${ANNOUNCED}, unpublished 0)`,
      `I6 inbox-exact: holds (events ${REACTIONS.length}, rows ${REACTIONS.length})`,
      'I7 final-states: holds (calls 1, reserved 0, parked 0)',
      `I8 dead-events: holds (handled ${REACTIONS.length})`,
      'timetables: holds (users 1, subscriptions 1)',
      'stored-answers: holds (calls 1)',
      'result-owners: holds (owned 1)',
      'batch-items: holds (items 1)',
      `mails: holds (mails ${MAILS.length}, waiting 0)`,
      'commissions: holds (payments 1, commissions 1)',
    ]);
    expect(exitCode).toBe(0);
  });

  it.each(VIOLATIONS.map((violation) => [violation.breaks, violation.says, violation] as const))(
    'names a violation of %s, and only it: %s',
    async (_name, _says, violation) => {
      const database = databases[violation.in];
      await database.run(violation.plant);
      const { exitCode, lines } = await audit(environment()).finally(() => database.run(violation.undo));
      expect(lines.filter((line) => line.includes('BROKEN'))).toEqual([
        expect.stringMatching(`^${violation.breaks}: BROKEN, 1 faults`),
      ]);
      expect(lines.filter((line) => line.startsWith('  '))).toEqual([expect.stringContaining(violation.says)]);
      expect(exitCode).toBe(1);
      expect((await audit(environment())).exitCode).toBe(0);
    },
  );

  it('expects no answers for an erased account, whose calls no longer name their results', async () => {
    await databases.usage.run(
      `INSERT INTO erased_accounts VALUES ('${ACCOUNT}', now()); UPDATE metered_calls SET result_ref = NULL`,
    );
    const { lines } = await audit(environment()).finally(() =>
      databases.usage.run(`DELETE FROM erased_accounts; UPDATE metered_calls SET result_ref = '${RESULT}'`),
    );
    expect(lines).toContain('stored-answers: holds (calls 0)');
    expect(lines.join('\n')).not.toContain('BROKEN');
  });

  it('expects no answer for a call whose summary its owner deleted', async () => {
    await databases.usage.run('UPDATE metered_calls SET result_ref = NULL, hidden_at = now()');
    const { lines } = await audit(environment()).finally(() =>
      databases.usage.run(`UPDATE metered_calls SET result_ref = '${RESULT}', hidden_at = NULL`),
    );
    expect(lines).toContain('stored-answers: holds (calls 0)');
  });

  it('expects no answer that was given up between the snapshots of usage and summarisation (SUM-24)', async () => {
    const event = `INSERT INTO consumed_events (consumer_group, event_id, topic, partition, "offset", key, type, state, consumed_at)
      VALUES ('summarisation', '${STRANGER}', 'usage.summary.v1', 0, 1, '${ACCOUNT}', 'summary-hidden', 'done', now())`;
    await databases.summarisation.run(event);
    await databases.usage.run(`UPDATE metered_calls SET result_ref = '${STRANGER}'`);
    const { lines } = await audit(environment()).finally(async () => {
      await databases.usage.run(`UPDATE metered_calls SET result_ref = '${RESULT}'`);
      await databases.summarisation.run(`DELETE FROM consumed_events WHERE event_id = '${STRANGER}'`);
    });
    expect(lines).toContain('stored-answers: holds (calls 1)');
  });

  it('has a planted violation for every invariant', () => {
    expect(new Set(VIOLATIONS.map(({ breaks }) => breaks))).toEqual(new Set(INVARIANTS.map(({ name }) => name)));
  });

  it('tolerates facts in flight, and reports them as faults once the grace is 0', async () => {
    const young = `INSERT INTO outbox (event_id, topic, key, type, payload, occurred_at, correlation_id) VALUES ('${STRANGER}', 'auth.user.v1', '${STRANGER}', 'user-registered', '', now(), 'c')`;
    await databases.auth.run(young);
    await databases.usage.run(RESERVED('100 seconds'));
    try {
      expect((await audit(environment())).exitCode).toBe(0);
      const strict = await audit({ ...environment(), AUDIT_GRACE_SECONDS: '0' });
      const broken = strict.lines.filter((line) => line.includes('BROKEN')).map((line) => line.split(':')[0]);
      expect(broken).toEqual(['I5 outbox-published', 'I7 final-states', 'timetables']);
    } finally {
      await databases.auth.run(`DELETE FROM outbox WHERE event_id = '${STRANGER}'`);
      await databases.usage.run(UNRESERVED);
    }
  });

  it('tolerates mails that wait for their next attempt, and events and deliveries that notifications has forgotten', async () => {
    await databases.notifications.run(`
      UPDATE deliveries SET state = 'queued', decided_at = NULL, next_try_at = now() - interval '239 minutes' WHERE event_id = '${MAIL}';
      INSERT INTO deliveries (event_id, kind, state, decided_at) VALUES ('${STRANGER}', 'k', 'sent', now() - interval '26 days');
      INSERT INTO consumed_events (consumer_group, event_id, topic, partition, "offset", key, type, state, consumed_at)
      VALUES ('notifications', '${FORGOTTEN}', 'auth.user.v1', 0, 9, 'k', 'mail-requested', 'done', now() - interval '26 days')`);
    try {
      expect((await audit(environment())).lines).toContain(`mails: holds (mails ${MAILS.length + 2}, waiting 1)`);
    } finally {
      await databases.notifications.run(`
        UPDATE deliveries SET state = 'sent', decided_at = now(), next_try_at = NULL WHERE event_id = '${MAIL}';
        DELETE FROM deliveries WHERE event_id = '${STRANGER}';
        DELETE FROM consumed_events WHERE event_id = '${FORGOTTEN}'`);
    }
  });

  it('expects no event of the mail about a disabled webhook, because none asks for it (HOOK-11)', async () => {
    await databases.notifications.run(
      `INSERT INTO deliveries (event_id, kind, state, decided_at) VALUES ('${STRANGER}', 'webhook-disabled', 'sent', now())`,
    );
    const { lines } = await audit(environment()).finally(() =>
      databases.notifications.run(`DELETE FROM deliveries WHERE event_id = '${STRANGER}'`),
    );
    expect(lines).toContain(`mails: holds (mails ${MAILS.length + 1}, waiting 0)`);
  });

  it('reports every missing call of a month that usage keeps, and none of a month that it has forgotten', async () => {
    const count = (monthsAgo: number) => `
      INSERT INTO quota_months SELECT '${ACCOUNT}', to_char(('${MONTH}-01')::timestamp - interval '${monthsAgo} months', 'YYYY-MM'), 3, 0`;
    await databases.usage.run(count(12));
    try {
      expect((await audit(environment())).exitCode).toBe(0);
      await databases.usage.run(count(11));
      expect((await audit(environment())).lines).toContainEqual(expect.stringContaining('used 3 of 0 charged calls'));
    } finally {
      await databases.usage.run(`DELETE FROM quota_months WHERE month <> '${MONTH}'`);
    }
  });

  it('looks back no further than the retention of a topic, because one side may have forgotten older events', async () => {
    const reaction = { topic: 'summarisation.summary.v1', type: 'made', from: 'summarisation', to: 'usage' } as const;
    const check = async () => {
      const urls = Object.fromEntries(Object.entries(databases).map(([book, { url }]) => [book, url]));
      const books = await openBooks(urls as Record<Book, string>, 60);
      return checkReactions(books, [reaction]).finally(() => books.close());
    };
    const idOf = (daysAgo: number, n: number) => {
      const ms = Math.floor(Date.now() - daysAgo * 86_400_000).toString(16);
      return `${ms.padStart(12, '0').replace(/(.{8})/, '$1-')}-7000-8000-${String(n).padStart(12, '0')}`;
    };
    const announced = (daysAgo: number) => `
      INSERT INTO outbox (event_id, topic, key, type, payload, occurred_at, correlation_id, published_at)
      VALUES ('${idOf(daysAgo, 1)}', '${reaction.topic}', 'k', 'made', '', now(), 'c', now() - interval '${daysAgo} days')`;
    const handled = (daysAgo: number) => `
      INSERT INTO consumed_events (consumer_group, event_id, topic, partition, "offset", key, type, state)
      VALUES ('usage', '${idOf(daysAgo, 2)}', '${reaction.topic}', 0, 0, 'k', 'made', 'done')`;
    try {
      await databases.summarisation.run(announced(31));
      await databases.usage.run(handled(31));
      expect(await check()).toEqual({ counted: { events: 0, rows: 1 }, faults: [] });
      await databases.summarisation.run(announced(29));
      await databases.usage.run(handled(29));
      expect((await check()).faults).toEqual([
        expect.stringContaining('has 0 rows at usage'),
        expect.stringContaining('was handled at usage and never announced by summarisation'),
      ]);
    } finally {
      await databases.summarisation.run(`DELETE FROM outbox WHERE type = 'made'`);
      await databases.usage.run(`DELETE FROM consumed_events WHERE type = 'made'`);
    }
  });
});
