import { randomBytes } from 'node:crypto';

/** Matches the prefix of every name that a test run creates on a shared backend: letters and digits, which every backend accepts. */
export const RUN_PATTERN = /^precistest[0-9a-f]{8}$/;

/** Creates a random prefix for a new run. */
export const newTestRun = (): string => `precistest${randomBytes(4).toString('hex')}`;

/** The prefix of this run, the same in all of its processes. */
export function testRun(): string {
  return (process.env.PRECIS_TEST_RUN ??= newTestRun());
}
