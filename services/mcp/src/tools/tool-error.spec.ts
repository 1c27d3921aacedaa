import { PUBLIC_ERRORS } from '@precis/error-codes/error-codes';
import type { ErrorEntry } from '@precis/error-codes/error-entry';
import { ApiFailed, failureOf } from '../api/api-failed.js';
import { FAILED_JOB, type Place, toolError } from './tool-error.js';

const table = Object.entries(Object.assign({}, ...Object.values(PUBLIC_ERRORS)) as Record<string, ErrorEntry>);
const answered = table.flatMap(([code, entry]) =>
  [...entry.statuses, FAILED_JOB].map((status) => ({ code, status, charged: entry.charged })),
);
const PLACES: Place[] = [
  { kind: 'stdio', publicUrl: 'https://precis.example', readsCaptions: false },
  { kind: 'http', publicUrl: 'https://precis.example', readsCaptions: true },
];
const saidOf = (failed: Error, place = PLACES[0]) => JSON.stringify(toolError(failed, place).content);

describe('an error of a tool (MCP-8)', () => {
  it.each(PLACES)(
    'over $kind never states that nothing was charged for a code that may follow a charge (API-28)',
    (place) => {
      const wrong = answered.filter(
        ({ code, status, charged }) =>
          charged !== 'never' &&
          status !== FAILED_JOB &&
          saidOf(failureOf(status, new Headers(), { code, error: 'x' }), place).includes('Nothing was charged'),
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each(['unreachable', 'no_answer_in_time', 'connection_lost', 'answer_too_long', 'http_502'])(
    'does not state that nothing was charged for %s, when the service did not answer',
    (code) => {
      const status = code === 'http_502' ? 502 : 0;
      expect(saidOf(new ApiFailed(status, code, 'x'))).not.toContain('Nothing was charged');
    },
  );

  it('does not state that nothing was charged for an internal error', () => {
    expect(saidOf(new TypeError('x'))).not.toContain('Nothing was charged');
  });

  it.each(['call_undecided', 'busy', 'throttled', 'video_private', 'quota_released'])(
    'states that nothing was charged for %s, which is never charged',
    (code) => {
      const { status } = answered.find((one) => one.code === code)!;
      expect(saidOf(failureOf(status, new Headers(), { code, error: 'x' }))).toContain('Nothing was charged');
    },
  );
});
