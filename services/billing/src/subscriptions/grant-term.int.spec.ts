import { randomUUID } from 'node:crypto';
import { GrantingDatabase } from '../testing/granting-database.js';
import { AnnounceSubscription } from './announce-subscription.provider.js';
import type { Grant } from './grant-term.usecase.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

let billing: GrantingDatabase;
beforeAll(async () => void (billing = await GrantingDatabase.open()));
afterAll(() => billing.close());
beforeEach(() => billing.clock.moveTo('2026-11-21T10:00:00Z'));

const grant = (changes: Partial<Grant> = {}): Grant => ({
  grantId: randomUUID(),
  accountId: randomUUID(),
  plan: 'basic',
  months: 1,
  ...changes,
});
const at = (iso: string) => new Date(`${iso}T10:00:00Z`);
const seconds = (iso: string) => at(iso).getTime() / 1_000;

describe('GrantTerm', () => {
  it('gives the term and announces the full timetable, Free included', async () => {
    const wanted = grant();
    expect(await billing.granter().execute(wanted)).toMatchObject({
      startsAt: at('2026-11-21'),
      endsAt: at('2026-12-21'),
    });
    billing.clock.moveTo('2026-12-01T10:00:00Z');
    await billing.granter().execute(grant({ accountId: wanted.accountId, plan: 'enterprise', months: 3 }));

    const [first, second, ...rest] = await billing.announced(wanted.accountId);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ userId: wanted.accountId, version: 1, freeVideosPerMonth: 3 });
    expect(second).toEqual({
      userId: wanted.accountId,
      version: 2,
      freeVideosPerMonth: 3,
      timetable: [
        { plan: 'basic', videosPerMonth: 100, fromSeconds: seconds('2026-11-21'), toSeconds: seconds('2026-12-01') },
        {
          plan: 'enterprise',
          videosPerMonth: 3_000,
          fromSeconds: seconds('2026-12-01'),
          toSeconds: seconds('2027-03-01'),
        },
        { plan: 'free', videosPerMonth: 3, fromSeconds: seconds('2027-03-01'), toSeconds: 0 },
      ],
    });
  });

  it('moves a lower term that waits for a longer and a shorter higher one', async () => {
    const { accountId } = grant();
    await billing.granter().execute(grant({ accountId, plan: 'medium', months: 12 }));
    await billing.granter().execute(grant({ accountId, plan: 'basic', months: 3 }));
    await billing.granter().execute(grant({ accountId, plan: 'basic', months: 1 }));
    await billing.granter().execute(grant({ accountId, plan: 'medium', months: 6 }));
    await billing.granter().execute(grant({ accountId, plan: 'enterprise', months: 1 }));
    expect(await billing.terms(accountId)).toEqual([
      { plan: 'enterprise', starts_at: at('2026-11-21'), ends_at: at('2026-12-21') },
      { plan: 'medium', starts_at: at('2026-12-21'), ends_at: at('2027-06-21') },
      { plan: 'basic', starts_at: at('2027-06-21'), ends_at: at('2027-09-21') },
      { plan: 'basic', starts_at: at('2027-09-21'), ends_at: at('2027-10-21') },
    ]);
  });

  it('has one effect and one answer for each grant id, also after the term was shortened', async () => {
    const wanted = grant({ months: 12 });
    const answer = await billing.granter().execute(wanted);
    billing.clock.moveTo('2026-12-24T10:00:00Z');
    await billing.granter().execute(grant({ accountId: wanted.accountId, plan: 'medium' }));
    const repeat = await billing.granter().execute({ ...wanted, grantId: wanted.grantId.toUpperCase() });
    expect(repeat).toEqual({ startsAt: answer.startsAt, endsAt: answer.endsAt });
    expect(await billing.terms(wanted.accountId)).toHaveLength(2);
    expect((await billing.announced(wanted.accountId)).map(({ version }) => version)).toEqual([1, 2]);
  });

  it('refuses a grant id that was used for a different grant', async () => {
    const wanted = grant();
    await billing.granter().execute(wanted);
    for (const other of [{ accountId: randomUUID() }, { plan: 'medium' }, { months: 3 }]) {
      await expect(billing.granter().execute({ ...wanted, ...other })).rejects.toMatchObject({
        kind: 'conflict',
        code: 'grant_id_taken',
      });
    }
    expect(await billing.announced(wanted.accountId)).toHaveLength(1);
  });

  it.each([
    [{ plan: 'gold' }, 'plan_unknown'],
    [{ plan: 'free' }, 'plan_without_terms'],
    [{ months: 2 }, 'term_months_invalid'],
    [{ months: 0 }, 'term_months_invalid'],
    [{ months: -1 }, 'term_months_invalid'],
  ])('refuses %j as %s and leaves no trace', async (changes, code) => {
    const wanted = grant(changes);
    await expect(billing.granter().execute(wanted)).rejects.toMatchObject({ kind: 'invalid', code });
    expect(
      await billing.database.query('SELECT 1 FROM subscriptions WHERE account_id = $1', [wanted.accountId]),
    ).toEqual([]);
  });

  it('leaves neither the term nor the outbox row when the transaction fails', async () => {
    class FailsAtTheEnd extends AnnounceSubscription {
      override async announce(...all: Parameters<AnnounceSubscription['announce']>): Promise<void> {
        await super.announce(...all);
        throw new Error('cut off before commit');
      }
    }
    const wanted = grant();
    await expect(billing.granter(new FailsAtTheEnd(new SubscriptionsRepository())).execute(wanted)).rejects.toThrow(
      'cut off before commit',
    );
    expect(await billing.terms(wanted.accountId)).toEqual([]);
    expect(await billing.announced(wanted.accountId)).toEqual([]);

    await billing.granter().execute(wanted);
    expect(await billing.terms(wanted.accountId)).toHaveLength(1);
    expect((await billing.announced(wanted.accountId)).map(({ version }) => version)).toEqual([1]);
  });
});
