import inspector from 'node:inspector';
import web from './web/jest.config.mjs';

/** Services and packages: the build, loaded by Node itself in workers that stay warm from one file to the next. */
const node = {
  rootDir: import.meta.dirname,
  displayName: 'node',
  runtime: '<rootDir>/packages/testing/dist/warm/warm-runtime.js',
  testEnvironment: '<rootDir>/packages/testing/dist/warm/warm-environment.js',
  globalSetup: '<rootDir>/packages/testing/src/global-setup.mjs',
  globalTeardown: '<rootDir>/packages/testing/src/global-teardown.mjs',
  roots: ['<rootDir>/packages', '<rootDir>/services'],
  testMatch: ['**/dist/**/*.spec.js', '**/dist/**/*.e2e.js'],
  modulePathIgnorePatterns: [
    '<rootDir>/(packages|services)/[^/]+/src/',
    '/import-rules/',
    '/sample-template/',
    '/services/mcp/package/',
  ],
  transform: {},
};

export default {
  projects: [node, web],
  reporters: [
    'default',
    '<rootDir>/packages/testing/src/no-skips.reporter.mjs',
    '<rootDir>/packages/testing/src/results.reporter.mjs',
  ],
  testSequencer: '<rootDir>/packages/testing/src/longest-first.sequencer.mjs',
  // What a file loads stays in its worker: a worker that has become large is replaced by a fresh one.
  workerIdleMemoryLimit: '1GB',
  // Two cores run several files at once: time is only a guard against hanging, and none while a debugger looks.
  testTimeout: inspector.url() ? 3_600_000 : 60_000,
};
