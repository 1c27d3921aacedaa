import { canFollow, formatCursor, parseCursor } from './revocations.repository.js';

const here = { started: '1763769600.5', madeAt: '1763773200.25', snapshot: '1000:1010:1000,1004' };

describe('the cursor of the list of revoked ids', () => {
  it('is parsed as it was written', () => {
    expect(parseCursor(formatCursor(here))).toEqual(here);
    expect(parseCursor(formatCursor({ ...here, snapshot: '7:7:' }))?.snapshot).toBe('7:7:');
  });

  it.each(['', 'x', '1/2', '1/2/3', '1/2/3:4', "1/2/3:4:'", '1/2/3:4:5,', '-1/2/3:4:', '1/2/99999999999999999999:1:'])(
    'is invalid as %j',
    (text) => {
      expect(parseCursor(text)).toBeUndefined();
    },
  );

  it('is valid within one run of Postgres, up to an hour before or after it was made', () => {
    expect(canFollow(here, { ...here, madeAt: '1763776799' })).toBe(true);
    expect(canFollow(here, { ...here, started: '1763769601.5' })).toBe(false);
    expect(canFollow(here, { ...here, madeAt: '1763776801' })).toBe(false);
    expect(canFollow(here, { ...here, madeAt: '1763769599' })).toBe(false);
  });
});
