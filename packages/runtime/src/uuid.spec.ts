import { isCanonicalUuid, isUuid, uuidOfFact } from './uuid.js';

const ID = '0198f3c4-7d1e-7abc-8def-0123456789ab';

describe('an id', () => {
  it('is a uuid in either case, and canonical in lower case alone', () => {
    expect([isUuid(ID), isCanonicalUuid(ID)]).toEqual([true, true]);
    expect([isUuid(ID.toUpperCase()), isCanonicalUuid(ID.toUpperCase())]).toEqual([true, false]);
  });

  it.each(['', `${ID} `, `${ID}\n`, `{${ID}}`, ID.replaceAll('-', ''), ID.replace('0', 'g'), `${ID}0`])(
    'is invalid as %j',
    (text) => {
      expect([isUuid(text), isCanonicalUuid(text)]).toEqual([false, false]);
    },
  );
});

describe('the id of a fact', () => {
  it('is canonical and never changes, because stored movements and events have it', () => {
    const ids = [uuidOfFact('a', 'payment'), uuidOfFact('summary-hidden', 'a', 'b')];
    expect(ids).toEqual(['9259e0ac-f088-83b0-9653-64f2e84805f3', 'd7382879-b48a-829d-97f4-920261825806']);
    expect(ids.every((id) => isCanonicalUuid(id))).toBe(true);
  });

  it('differs for the same text in other parts, or in another order', () => {
    const facts = [['a', 'b'], ['b', 'a'], ['ab'], ['a', 'b', ''], ['a","b']];
    expect(new Set(facts.map((parts) => uuidOfFact(...parts))).size).toBe(facts.length);
  });
});
