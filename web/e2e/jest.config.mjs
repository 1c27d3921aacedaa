import { join } from 'node:path';

/**
 * The built web app in a real browser. All files share one deployment and one browser, which global-setup.mjs starts, and run in warm workers
 * (packages/testing/src/warm), as the tests of services do.
 */
export default {
  rootDir: join(import.meta.dirname, '../..'),
  runtime: '<rootDir>/packages/testing/dist/warm/warm-runtime.js',
  testEnvironment: '<rootDir>/packages/testing/dist/warm/warm-environment.js',
  globalSetup: '<rootDir>/web/e2e/global-setup.mjs',
  globalTeardown: '<rootDir>/web/e2e/global-teardown.mjs',
  reporters: [
    'default',
    '<rootDir>/packages/testing/src/no-skips.reporter.mjs',
    '<rootDir>/packages/testing/src/results.reporter.mjs',
  ],
  testSequencer: '<rootDir>/packages/testing/src/longest-first.sequencer.mjs',
  // The output of the build's type check; the folder around it has files other than TypeScript.
  roots: ['<rootDir>/web/dist/compiled/e2e'],
  testMatch: ['**/*.e2e.js'],
  testTimeout: 120_000,
  transform: {},
};
