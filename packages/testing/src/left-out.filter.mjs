import { relative } from 'node:path';

/** Of a run's test files those that need a missing backend are left out; run-parts names them. */
async function leftOutFilter(paths) {
  const leftOut = new Set((process.env.PRECIS_TEST_LEFT_OUT ?? '').split(','));
  return { filtered: paths.filter((path) => !leftOut.has(relative(process.cwd(), path))) };
}

// jest loads filters with require and looks for no default.
export { leftOutFilter as 'module.exports' };
