import { randomBytes } from 'node:crypto';

/** Begins the name of everything that a test run makes on a backend of somebody else's; letters and digits, so that every backend takes it. */
export const RUN_PATTERN = /^precistest[0-9a-f]{8}$/;

export const newTestRun = (): string => `precistest${randomBytes(4).toString('hex')}`;

/** This run's; the same in all of its processes. */
export function testRun(): string {
  return (process.env.PRECIS_TEST_RUN ??= newTestRun());
}
