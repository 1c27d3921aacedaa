import { isCanonicalUuid, isUuid } from './uuid.js';

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
