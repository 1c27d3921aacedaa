import { demoTitle } from './demo-title.rule';
import { renewalDay } from './renewal-day.rule';
import { isLost, repeatDelay } from './repeat';
import { stageAt } from './stage.rule';

describe('rules of the playground', () => {
  it.each([
    [{ status: 0 }, true],
    [{ status: 502 }, true],
    [{ status: 504 }, true],
    [{ status: 409, code: 'idempotency_key_in_use' }, true],
    [{ status: 409, code: 'conflict' }, false],
    [{ status: 503, code: 'source_blocked' }, false],
    [{ status: 429, code: 'quota_exceeded' }, false],
    [{ status: 404, code: 'transcript_disabled' }, false],
  ])('%o is a lost answer: %s (WEB-27)', (error, expected) => {
    expect(isLost(error)).toBe(expected);
  });

  it('repeats later and later, at most every 15 s, and never all at one time (WEB-27)', () => {
    expect([0, 1, 2, 3, 4, 9].map((index) => repeatDelay(index, 1))).toEqual([1000, 2000, 4000, 8000, 15000, 15000]);
    expect(repeatDelay(1, 0)).toBe(1000);
  });

  it('shows captions until the video is known, then reading by its length, then writing (WEB-27)', () => {
    const known = { atMs: 500, durationSeconds: 600 };
    expect(stageAt(100, null)).toBe('captions');
    expect(stageAt(500, known)).toBe('reading');
    expect(stageAt(2_299, known)).toBe('reading');
    expect(stageAt(2_300, known)).toBe('writing');
    expect(stageAt(12_400, { atMs: 500, durationSeconds: 20_000 })).toBe('reading');
    expect(stageAt(12_500, { atMs: 500, durationSeconds: 20_000 })).toBe('writing');
    expect(stageAt(6_000, null)).toBe('reading');
  });

  it('shows what the server says of the stage, once it says it (WEB-27, SUM-16)', () => {
    const known = { atMs: 500, durationSeconds: 600 };
    expect(stageAt(100, null, 'reading')).toBe('captions');
    expect(stageAt(60_000, known, 'reading')).toBe('reading');
    expect(stageAt(100, null, 'writing')).toBe('writing');
  });

  it('renews on the first of the next month of UTC, of December too (WEB-28)', () => {
    expect(renewalDay(Date.parse('2026-12-31T23:59:59Z'))).toBe(Date.parse('2027-01-01T00:00:00Z') / 1000);
  });

  it.each([
    ['How a canal lock lifts a boat (3 min)', 'How a canal lock lifts a boat', '3 min'],
    ['Waking up a bicycle after winter (15 min, automatic captions)', 'Waking up a bicycle after winter', '15 min'],
    ['What time is it? A lecture on measuring time (60 min)', 'What time is it?', '60 min'],
    ['Reading marathon: locks, bicycles and clocks (over 5 h)', 'Reading marathon', 'over 5 h'],
    ['Plain', 'Plain', null],
  ])('%s fits on a chip (WEB-27)', (title, name, note) => {
    expect(demoTitle(title)).toEqual({ name, note });
  });
});
