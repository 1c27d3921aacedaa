import { erasureAfterResume, erasureAt, isErasureDue, isFreshSignIn } from './account-closing.rule.js';

const now = new Date('2026-11-22T12:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const DAY_MS = 86_400_000;

describe('a closed account', () => {
  it('is erased after 7 days, to the millisecond', () => {
    const erasedAt = erasureAt(now);
    expect(isErasureDue(erasedAt, after(7 * DAY_MS - 1))).toBe(false);
    expect(isErasureDue(erasedAt, after(7 * DAY_MS))).toBe(true);
  });

  it('gets back the days of its suspension, and loses none when the clock is set back', () => {
    const erasedAt = erasureAt(now);
    const state = { suspendedAt: after(2 * DAY_MS), erasedAt };
    expect(erasureAfterResume(state, after(30 * DAY_MS))).toEqual(after(35 * DAY_MS));
    expect(erasureAfterResume(state, after(DAY_MS))).toEqual(erasedAt);
  });

  it.each([
    ['google', 0, true],
    ['google', 600_000, true],
    ['google', 600_001, false],
    ['password', 0, false],
    ['link', 0, false],
  ])('may be closed without a password in a session that began by %s %d ms ago: %s', (how, agoMs, fresh) => {
    expect(isFreshSignIn({ how, createdAt: after(-agoMs) }, now)).toBe(fresh);
  });
});
