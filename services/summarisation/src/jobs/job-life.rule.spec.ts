import { DomainError, type ErrorKind } from '@precis/runtime/domain-error';
import { endAfter, isOver, JOB_LIFE_MS, MAX_TRIES } from './job-life.rule.js';

const createdAt = new Date('2026-11-21T12:00:00Z');
const after = (ms: number) => new Date(createdAt.getTime() + ms);
const refused = (kind: ErrorKind) => new DomainError(kind, 'the_code', 'The sentence.');

describe('the life of a job (SUM-13)', () => {
  it('is 15 minutes or ten tries', () => {
    expect(isOver({ createdAt, tries: 0 }, after(JOB_LIFE_MS - 1))).toBe(false);
    expect(isOver({ createdAt, tries: 0 }, after(JOB_LIFE_MS))).toBe(true);
    expect(isOver({ createdAt, tries: MAX_TRIES - 1 }, createdAt)).toBe(false);
    expect(isOver({ createdAt, tries: MAX_TRIES }, createdAt)).toBe(true);
  });

  it.each(['invalid', 'not_found', 'forbidden', 'conflict'] as const)('ends by a refusal of kind %s', (kind) => {
    expect(endAfter(refused(kind), 1)).toEqual({ code: 'the_code', message: 'The sentence.' });
  });

  it.each(['unavailable', 'exhausted'] as const)('goes on after a refusal of kind %s, until the last try', (kind) => {
    expect(endAfter(refused(kind), 1)).toBeUndefined();
    expect(endAfter(refused(kind), MAX_TRIES - 1)).toBeUndefined();
    expect(endAfter(refused(kind), MAX_TRIES)).toEqual({ code: 'the_code', message: 'The sentence.' });
  });

  it('goes on after a fault of ours, which the last try ends without its details', () => {
    expect(endAfter(null, MAX_TRIES - 1)).toBeUndefined();
    expect(endAfter(null, MAX_TRIES)).toEqual({ code: 'summary_failed', message: expect.stringMatching(/our side/) });
  });
});
