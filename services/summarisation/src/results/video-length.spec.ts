import { secondsOf } from './summary-maker.js';

describe('the length of a video', () => {
  it.each([
    [90_499, 90],
    [90_500, 91],
    [undefined, 0],
    [0, 0],
    [-1, 0],
    [NaN, 0],
    [Infinity, 2_147_483_647],
    [1e300, 2_147_483_647],
  ])('of %d ms is %d s', (ms, seconds) => expect(secondsOf(ms)).toBe(seconds));
});
