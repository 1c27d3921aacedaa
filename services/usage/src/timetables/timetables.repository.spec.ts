import { compareVersions } from './timetables.repository.js';

describe('the version of a timetable that comes by an event', () => {
  it.each([
    [0, 1, 'newer'],
    [7, 1_007, 'newer'],
    [7, 1_008, 'jump'],
    [0, 2 ** 31 - 1, 'jump'],
    [7, 7, 'older'],
    [7, 6, 'older'],
    [7, -1, 'older'],
  ])('compared with stored %i, version %i is %s', (stored, event, expected) => {
    expect(compareVersions(stored, event)).toBe(expected);
  });
});
