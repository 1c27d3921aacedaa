import { randomUUID } from 'node:crypto';
import { cursorOf, pageStartOf } from './list-cursor.js';

describe('the cursor of a list', () => {
  it('encodes its position in 32 characters that are safe in an address', () => {
    for (const at of [new Date(0), new Date('2026-11-21T12:00:00.123Z'), new Date('9999-12-31T23:59:59.999Z')]) {
      const position = { at, rowId: randomUUID() };
      expect(cursorOf(position)).toMatch(/^[\w-]{32}$/);
      expect(pageStartOf(cursorOf(position))).toEqual(position);
    }
  });

  it.each([
    'A',
    '_'.repeat(32),
    'AAAA'.repeat(9),
    ' '.repeat(32),
    `${'A'.repeat(31)}=`,
    "'; DROP TABLE metered_calls --  ",
  ])('is refused when cursorOf never wrote it: %j', (text) =>
    expect(() => pageStartOf(text)).toThrow('The cursor must be the value of `next` in an earlier answer.'),
  );

  it('of the first page is empty', () => expect(pageStartOf('')).toBeNull());
});
