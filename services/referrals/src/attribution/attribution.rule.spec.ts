import { candidatesOf, mayBringReferrer, type Person, verdictOn } from './attribution.rule.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const person = (accountId: string, ...emailHashes: string[]): Person => ({
  accountId,
  emailHashes,
  registeredAt: NOW,
  erasedAt: null,
});

describe('a code (REF-4)', () => {
  it('of another person is accepted', () => {
    expect(verdictOn(person('a', '01'), person('b', '02'))).toBe('counts');
  });

  it("is refused when it is the account's own, of the same person by any address, of an erased account, or unknown", () => {
    expect(verdictOn(person('a', '01'), person('a', '01'))).toBe('refused');
    expect(verdictOn(person('a', '01'), person('b', '01'))).toBe('refused');
    expect(verdictOn(person('a', '01', '02'), person('b', '03', '02'))).toBe('refused');
    expect(verdictOn(person('a', '01'), { ...person('b'), erasedAt: NOW })).toBe('refused');
    expect(verdictOn(person('a', '01'), null)).toBe('refused');
  });

  it('waits while the addresses of either account are unknown', () => {
    expect(verdictOn(person('a', '01'), { ...person('b'), registeredAt: null })).toBe('unknown');
    expect(verdictOn({ ...person('a'), registeredAt: null }, person('b', '02'))).toBe('unknown');
  });
});

describe('the codes that an account came with', () => {
  it('are tried in order: that of the used link, then those of its payments (REF-3)', () => {
    const payments = [
      { place: 4, codeOwner: null },
      { place: 9, codeOwner: 'second' },
    ];
    expect(candidatesOf('first', payments)).toEqual([
      { ownerId: 'first', by: 'sign-up', fromPlace: 0 },
      { ownerId: 'second', by: 'checkout', fromPlace: 9 },
    ]);
    expect(candidatesOf(null, [])).toEqual([]);
  });

  it('come only with a first payment; a failed one does not count (REF-12)', () => {
    expect(mayBringReferrer([])).toBe(true);
    expect(mayBringReferrer([{ state: 'failed' }])).toBe(true);
    expect(mayBringReferrer([{ state: 'failed' }, { state: 'pending' }])).toBe(false);
    expect(mayBringReferrer([{ state: 'completed' }])).toBe(false);
  });
});
