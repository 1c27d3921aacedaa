import { DomainError, type ErrorKind } from '@precis/runtime/domain-error';
import { endAfter, isOver, JOB_LIFE_MS, MAX_TRIES } from './job-life.rule.js';

const createdAt = new Date('2026-11-21T12:00:00Z');
const after = (ms: number) => new Date(createdAt.getTime() + ms);
const refused = (kind: ErrorKind) => new DomainError(kind, 'timed_out', 'The sentence.');
/** The end of a job after this many attempts, when the next attempt would come at `nextMs` of its life. */
const endOf = (refusal: DomainError | null, tries: number, nextMs = 60_000) =>
  endAfter(refusal, { createdAt, tries }, after(nextMs));

describe('the life of a job (SUM-13)', () => {
  it('is 15 minutes or ten tries', () => {
    expect(isOver({ createdAt, tries: 0 }, after(JOB_LIFE_MS - 1))).toBe(false);
    expect(isOver({ createdAt, tries: 0 }, after(JOB_LIFE_MS))).toBe(true);
    expect(isOver({ createdAt, tries: MAX_TRIES - 1 }, createdAt)).toBe(false);
    expect(isOver({ createdAt, tries: MAX_TRIES }, createdAt)).toBe(true);
  });

  it.each(['invalid', 'not_found', 'forbidden', 'conflict'] as const)('ends with a refusal of kind %s', (kind) => {
    expect(endOf(refused(kind), 1)).toEqual({ code: 'timed_out', message: 'The sentence.' });
  });

  it.each(['unavailable', 'exhausted'] as const)('continues after a refusal of kind %s, until the last try', (kind) => {
    expect(endOf(refused(kind), 1)).toBeUndefined();
    expect(endOf(refused(kind), MAX_TRIES - 1)).toBeUndefined();
    expect(endOf(refused(kind), MAX_TRIES)).toEqual({ code: 'timed_out', message: 'The sentence.' });
  });

  it('ends with a temporary refusal when the next try would come after its 15 minutes', () => {
    expect(endOf(refused('unavailable'), 1, JOB_LIFE_MS - 1)).toBeUndefined();
    expect(endOf(refused('unavailable'), 1, JOB_LIFE_MS)).toEqual({ code: 'timed_out', message: 'The sentence.' });
  });

  it('continues after an internal error; the last try ends it without its details', () => {
    expect(endOf(null, MAX_TRIES - 1)).toBeUndefined();
    expect(endOf(null, MAX_TRIES)).toEqual({ code: 'summary_failed', message: expect.stringMatching(/our side/) });
  });
});
