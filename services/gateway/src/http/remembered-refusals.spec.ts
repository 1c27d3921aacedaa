import { DomainError } from '@precis/runtime/domain-error';
import { pause } from '@precis/runtime/pause';
import { RememberedRefusals } from './remembered-refusals.js';

const refusal = new DomainError('exhausted', 'too_many_exports', 'Spent.', { limit: 6, retryAfterSeconds: 60 });
let refusals: RememberedRefusals;
const ask = (account: string) =>
  refusals.checkSlowly(account).then(
    () => 'passed',
    (error: DomainError) => error.code,
  );

beforeEach(() => {
  refusals = new RememberedRefusals('too_many_exports');
  refusals.note('ann', refusal);
});

describe('a remembered refusal', () => {
  it('is repeated for its account alone, with the remaining time', () => {
    expect(() => refusals.check('ann')).toThrow(
      expect.objectContaining({ code: 'too_many_exports', retryAfterSeconds: 60 }),
    );
    expect(() => refusals.check('ben')).not.toThrow();
  });

  it('that is answered slowly comes after a pause; an account without one passes at once', async () => {
    const order: string[] = [];
    const note = (what: string) => () => void order.push(what);
    await Promise.all([
      ask('ann').then(note('refused')),
      pause(200).then(note('200 ms')),
      ask('ben').then(note('passed')),
    ]);
    expect(order).toEqual(['passed', '200 ms', 'refused']);
  });

  it('is answered at once while 500 are delayed, so that requests cannot pile up', async () => {
    const settled: number[] = [];
    await Promise.all(Array.from({ length: 501 }, async (_, nr) => ask('ann').then(() => settled.push(nr))));
    expect(settled[0]).toBe(500);
    expect(settled).toHaveLength(501);
  });

  it('of another kind is not remembered', async () => {
    refusals.note(
      'ben',
      new DomainError('exhausted', 'too_many_lookups', 'Other.', { limit: 6, retryAfterSeconds: 60 }),
    );
    expect(await ask('ben')).toBe('passed');
  });
});
