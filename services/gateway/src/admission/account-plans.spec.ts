import { DomainError } from '@precis/runtime/domain-error';
import { createLogger } from '@precis/runtime/logger';
import type { BillingRpc } from '../rpc-clients.js';
import { AccountPlans } from './account-plans.js';

type Answer = Awaited<ReturnType<BillingRpc['getSubscription']>>;

let nowMs: number;
let asked: number;
let answer: () => Promise<Answer>;
let plans: AccountPlans;

const on =
  (plan: string, isActive = true) =>
  async () =>
    ({ plan, isActive, videoLimit: 3 }) as Answer;
const failing = (error: Error) => () => Promise.reject(error);
const AWAY = new DomainError('unavailable', 'service_unavailable', 'away');
const NEVER = () => new Promise<never>(() => undefined);
/** Lets background work, such as a refresh that no request waits for, run to its end. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  [nowMs, asked, answer] = [0, 0, on('free')];
  const billing = { getSubscription: () => (asked++, answer()) } as Pick<BillingRpc, 'getSubscription'>;
  plans = new AccountPlans(billing, createLogger('test', 'silent'), () => nowMs);
});

describe('the plan of an account', () => {
  it('is fetched from billing once for 100 simultaneous first requests, and is then known', async () => {
    answer = on('enterprise');
    expect(await Promise.all(Array.from({ length: 100 }, () => plans.of('ann')))).toEqual(
      Array(100).fill('enterprise'),
    );
    expect(plans.of('ann')).toBe('enterprise');
    expect(asked).toBe(1);
  });

  it('reflects a purchase or an expiry within half a minute, without delaying a request', async () => {
    await plans.of('ann');
    answer = on('enterprise');
    nowMs += 30_000;
    expect(plans.of('ann')).toBe('free');
    await turn();
    expect(plans.of('ann')).toBe('enterprise');
    answer = on('enterprise', false);
    nowMs += 30_000;
    expect(plans.of('ann')).toBe('enterprise');
    await turn();
    expect(plans.of('ann')).toBeUndefined();
    expect(asked).toBe(3);
  });

  it('is unknown, without an error, while billing does not answer, and known within a minute after it does', async () => {
    answer = failing(AWAY);
    expect(await plans.of('ann')).toBeUndefined();
    answer = on('enterprise');
    nowMs += 5_000;
    expect(plans.of('ann')).toBeUndefined();
    await turn();
    expect(plans.of('ann')).toBe('enterprise');
  });

  it('stays the last one that billing reported while billing is unavailable', async () => {
    answer = on('enterprise');
    await plans.of('ann');
    answer = failing(AWAY);
    for (let minute = 0; minute < 10; minute++) {
      nowMs += 60_000;
      expect(plans.of('ann')).toBe('enterprise');
      await turn();
    }
  });

  it('delays at most 100 requests, by at most 300 ms, while billing hangs', async () => {
    answer = NEVER;
    const first = Promise.all(Array.from({ length: 100 }, (_, index) => plans.of(`account ${index}`)));
    expect(plans.of('one more')).toBeUndefined();
    expect(new Set(await first)).toEqual(new Set([undefined]));
    expect(plans.of('another')).toBeUndefined();
    expect(asked).toBe(100);
  });

  it('can be looked up after billing refused the look-up for another account', async () => {
    answer = failing(new DomainError('invalid', 'account_id_invalid', 'no'));
    await plans.of('ann');
    answer = on('enterprise');
    expect(await plans.of('ben')).toBe('enterprise');
  });
});
