import { DomainError, type ErrorKind } from '@precis/runtime/domain-error';
import { afterFailure, isOver, JOB_LIFE_MS, MAX_TRIES } from './job-life.rule.js';

const createdAt = new Date('2026-11-21T12:00:00Z');
const after = (ms: number) => new Date(createdAt.getTime() + ms);
const refused = (kind: ErrorKind, retryAfterSeconds?: number) =>
  new DomainError(kind, 'the_code', 'The sentence.', { retryAfterSeconds });

describe('the life of a job (SUM-13)', () => {
  it('is 15 minutes or ten tries', () => {
    expect(isOver({ createdAt, tries: 0 }, after(JOB_LIFE_MS - 1))).toBe(false);
    expect(isOver({ createdAt, tries: 0 }, after(JOB_LIFE_MS))).toBe(true);
    expect(isOver({ createdAt, tries: MAX_TRIES - 1 }, createdAt)).toBe(false);
    expect(isOver({ createdAt, tries: MAX_TRIES }, createdAt)).toBe(true);
  });

  it.each(['invalid', 'not_found', 'forbidden', 'conflict'] as const)('ends by a refusal of kind %s', (kind) => {
    expect(afterFailure(refused(kind), 1, 0)).toEqual({ kind: 'failed', code: 'the_code', message: 'The sentence.' });
  });

  it.each(['unavailable', 'exhausted'] as const)('goes on after a refusal of kind %s, later and later', (kind) => {
    const waits = [1, 2, 3, 7, 9].map((tries) => afterFailure(refused(kind), tries, 0));
    expect(waits).toEqual([2_000, 4_000, 8_000, 120_000, 120_000].map((inMs) => ({ kind: 'again', inMs })));
  });

  it('waits as long as the refusal asks, and apart from others', () => {
    expect(afterFailure(refused('unavailable', 30), 1, 0)).toEqual({ kind: 'again', inMs: 30_000 });
    expect(afterFailure(refused('unavailable'), 3, 0.5)).toEqual({ kind: 'again', inMs: 6_000 });
  });

  it('ends with the last try by the code of that, or as our fault', () => {
    expect(afterFailure(refused('unavailable'), MAX_TRIES, 0)).toMatchObject({ kind: 'failed', code: 'the_code' });
    expect(afterFailure(new Error('a bug'), 1, 0)).toEqual({ kind: 'again', inMs: 2_000 });
    expect(afterFailure(new Error('a bug'), MAX_TRIES, 0)).toMatchObject({ kind: 'failed', code: 'summary_failed' });
  });
});
