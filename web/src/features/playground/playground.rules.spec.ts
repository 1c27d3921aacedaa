import { demoTitle } from './demo-title.rule';
import { renewalDay } from './renewal-day.rule';
import { adviceOn, costNothing } from './failed-attempt.rule';
import { LOST_FOR_MS, repeatDelay, repeatReason, Repeats, REPEATS } from './repeat';
import { stageAt } from './stage.rule';

describe('rules of the playground', () => {
  it.each([
    [{ status: 0 }, 'lost'],
    [{ status: 502 }, 'lost'],
    [{ status: 504 }, 'lost'],
    [{ status: 409, code: 'idempotency_key_in_use' }, 'atWork'],
    [{ status: 409, code: 'conflict' }, null],
    [{ status: 200 }, null],
    [{ status: 500 }, null],
    [{ status: 503, code: 'source_blocked' }, null],
    [{ status: 429, code: 'quota_exceeded' }, null],
    [{ status: 404, code: 'transcript_disabled' }, null],
  ])('%o is repeated by itself for the reason %s (WEB-27)', (error, expected) => {
    expect(repeatReason(error)).toBe(expected);
  });

  it.each([0, 0.5, 1])('repeats a lost call at most twice, and never later than 8 s (%s) (WEB-27)', (random) => {
    const repeats = new Repeats();
    let now = 0;
    for (let delay = repeats.next({ status: 0 }, now, random); delay !== null;) {
      now += delay;
      delay = repeats.next({ status: 0 }, now, random);
    }
    expect(LOST_FOR_MS).toBe(8_000);
    expect(now).toBeLessThanOrEqual(LOST_FOR_MS);
    expect(REPEATS.lost.most).toBe(2);
    // Each attempt took long to fail, so there is no time for another.
    const slow = new Repeats();
    expect(slow.next({ status: 0 }, 0, random)).not.toBeNull();
    expect(slow.next({ status: 0 }, 7_999, random)).toBeNull();
  });

  it('waits longer and longer for a first try that is still at work, at most 15 s, with scattered times (WEB-27)', () => {
    expect([0, 1, 2, 3, 4, 9].map((index) => repeatDelay('atWork', index, 1))).toEqual([
      1000, 2000, 4000, 8000, 15000, 15000,
    ]);
    expect(repeatDelay('atWork', 1, 0)).toBe(1000);
  });

  it.each([
    [{ status: 404, code: 'transcript_disabled' }, 'captions'],
    [{ status: 404, code: 'video_private' }, 'video'],
    [{ status: 404 }, 'video'],
    [{ status: 0 }, 'connection'],
    [{ status: 409, code: 'idempotency_key_in_use' }, 'atWork'],
    [{ status: 429, code: 'quota_exceeded' }, 'quota'],
    [{ status: 429, code: 'throttled' }, 'later'],
    [{ status: 503, code: 'source_blocked' }, 'later'],
    [{ status: 400, code: 'invalid_url' }, 'address'],
    [{ status: 200 }, 'again'],
    [{ status: 403, code: 'email_not_verified' }, 'again'],
  ])('advises for %o what to do: %s (WEB-43)', (failure, advice) => {
    expect(adviceOn(failure)).toBe(advice);
  });

  it.each([
    // The server has decided about this very call.
    [{ status: 404 }, { isFinal: true, mayHaveBeenMade: true }, true],
    [{ status: 200 }, { isFinal: true, mayHaveBeenMade: false }, true],
    // Refused before the key was checked: an earlier attempt may have been charged.
    [{ status: 429, code: 'throttled' }, { isFinal: false, mayHaveBeenMade: false }, true],
    [{ status: 429, code: 'throttled' }, { isFinal: false, mayHaveBeenMade: true }, false],
    [{ status: 429, code: 'uncharged_work_spent' }, { isFinal: false, mayHaveBeenMade: true }, false],
    [{ status: 503, code: 'source_blocked' }, { isFinal: false, mayHaveBeenMade: false }, true],
    [{ status: 503, code: 'source_blocked' }, { isFinal: false, mayHaveBeenMade: true }, false],
    // The browser cannot know.
    [{ status: 500 }, { isFinal: false, mayHaveBeenMade: false }, false],
    [{ status: 503, code: 'service_unavailable' }, { isFinal: false, mayHaveBeenMade: false }, false],
    [{ status: 0 }, { isFinal: false, mayHaveBeenMade: true }, false],
  ])('states for %o (%o) that nothing was charged only when that is so: %s (WEB-43)', (failure, known, isFree) => {
    expect(costNothing(failure, known)).toBe(isFree);
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

  it('shows the stage that the server reports, once it reports one (WEB-27, SUM-16)', () => {
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
