import { hostileBodies } from './hostile-bodies.js';
import { ROUTES } from './routes.js';
import { sample } from './sample.js';
import { placeOf, wrongValues } from './wrong-values.js';

describe('the small size of the tests of bad input', () => {
  it.each([1, 2, 3, 4, 25])('%i subjects alike get every value together, and each gets one', (subjects) => {
    const values = ['a', 'b', 'c', 'd', 'e'];
    const shares = Array.from({ length: subjects }, (_, nth) => sample(values, nth, subjects, false));
    expect([...new Set(shares.flat())].sort()).toEqual(values);
    expect(shares.every((share) => share.length > 0)).toBe(true);
  });

  it('the full size gives every value to every subject', () => {
    expect(sample(['a', 'b', 'c', 'd'], 2, 25, true)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('sends every sampled wrong value to some field of its type, and some to every field', () => {
    const alone = { nth: 0, ofType: 1 };
    const fields = ROUTES.flatMap(({ path, fields }) =>
      Object.entries(fields).map(([name, field]) => ({ field, sent: wrongValues(field, placeOf(path, name), false) })),
    );
    for (const { field, sent } of fields) {
      expect(sent.length).toBeGreaterThan(0);
      const alike = fields.filter((one) => one.field.type === field.type && one.field.required === field.required);
      const together = new Set(alike.flatMap((one) => one.sent.map(([what]) => what)));
      expect(wrongValues(field, alone, false).filter(([what]) => !together.has(what))).toEqual([]);
    }
  });

  it('sends every sampled body to some route, and some to every route', () => {
    const shares = Array.from({ length: 21 }, (_, nth) => hostileBodies(nth, 21, false));
    expect(shares.every((share) => share.length > 0)).toBe(true);
    const sent = new Set(shares.flat().map(([what]) => what));
    expect(hostileBodies(0, 1, false).filter(([what]) => !sent.has(what))).toEqual([]);
  });
});
