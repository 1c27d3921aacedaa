import { join } from 'node:path';

/** The built web app in a real browser, on a standalone of its own. One file at a time: layout and time are measured. */
export default {
  rootDir: join(import.meta.dirname, '../..'),
  testEnvironment: 'node',
  reporters: [
    'default',
    '<rootDir>/packages/testing/src/no-skips.reporter.mjs',
    '<rootDir>/packages/testing/src/results.reporter.mjs',
  ],
  // What the build's check of types compiles; beside it lies what is no TypeScript.
  roots: ['<rootDir>/web/dist/compiled/e2e'],
  testMatch: ['**/*.e2e.js'],
  moduleNameMapper: { '^\\.{1,2}/(?:.*/)?(chromium-path\\.mjs)$': '<rootDir>/web/e2e/$1' },
  maxWorkers: 1,
  testTimeout: 120_000,
  transform: {},
};
