import { join } from 'node:path';

/** The built web app in a real browser, on a standalone of its own. One file at a time: layout and time are measured. */
export default {
  rootDir: join(import.meta.dirname, '../..'),
  testEnvironment: 'node',
  reporters: [
    'default',
    '<rootDir>/packages/testing/src/no-skips.reporter.mjs',
    '<rootDir>/packages/testing/src/failed-tests.reporter.mjs',
  ],
  roots: ['<rootDir>/web/e2e'],
  testMatch: ['**/*.e2e.ts'],
  maxWorkers: 1,
  testTimeout: 120_000,
  extensionsToTreatAsEsm: ['.ts'],
  cacheDirectory: '<rootDir>/.jest-cache',
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
  },
};
