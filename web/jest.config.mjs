import { join } from 'node:path';

/** Component tests: the real store, router and HTTP, answered by MSW, in jsdom. */
export default {
  rootDir: join(import.meta.dirname, '..'),
  testEnvironment: '<rootDir>/web/src/testing/browser-environment.mjs',
  // The browser's entry of MSW needs a service worker; tests take the one for Node.
  testEnvironmentOptions: { customExportConditions: ['node', 'import', 'default'], url: 'http://precis.test/' },
  setupFilesAfterEnv: ['<rootDir>/web/src/testing/setup.ts'],
  reporters: [
    'default',
    '<rootDir>/packages/testing/src/no-skips.reporter.mjs',
    '<rootDir>/packages/testing/src/failed-tests.reporter.mjs',
    '<rootDir>/packages/testing/src/ran-tests.reporter.mjs',
  ],
  ...(process.env.PRECIS_TEST_LEFT_OUT && {
    filter: '<rootDir>/packages/testing/src/left-out.filter.mjs',
    passWithNoTests: true,
  }),
  roots: ['<rootDir>/web/src'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  testTimeout: 60_000,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  cacheDirectory: '<rootDir>/.jest-cache',
  moduleNameMapper: { '\\.css$': '<rootDir>/web/src/testing/no-styles.mjs' },
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
};
