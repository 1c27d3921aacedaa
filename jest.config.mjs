import { readdirSync, readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const services = [...Object.keys(JSON.parse(read('services/services.json'))), 'standalone'].join('|');
const packages = readdirSync(new URL('packages', import.meta.url)).join('|');

/** Services and packages are tested from source, so that a failing line is a line of the tree; child processes run the build. */
export default {
  testEnvironment: 'node',
  reporters: [
    'default',
    '<rootDir>/packages/testing/src/no-skips.reporter.mjs',
    '<rootDir>/packages/testing/src/failed-tests.reporter.mjs',
    '<rootDir>/packages/testing/src/ran-tests.reporter.mjs',
  ],
  // Set by run-parts alone; a part may then have nothing left to run.
  ...(process.env.PRECIS_TEST_LEFT_OUT && {
    filter: '<rootDir>/packages/testing/src/left-out.filter.mjs',
    passWithNoTests: true,
  }),
  globalSetup: '<rootDir>/packages/testing/src/global-setup.mjs',
  globalTeardown: '<rootDir>/packages/testing/src/global-teardown.mjs',
  roots: ['<rootDir>/packages', '<rootDir>/services', '<rootDir>/proto'],
  testMatch: ['**/*.spec.ts', '**/*.e2e.ts'],
  // Two cores run several files at once: time is only a guard against hanging.
  testTimeout: 60_000,
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['/dist/', '/import-rules/', '/sample-template/'],
  testPathIgnorePatterns: ['/node_modules/', '/sample-template/'],
  cacheDirectory: '<rootDir>/.jest-cache',
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    [`^@precis/(${packages})/(.*)$`]: '<rootDir>/packages/$1/src/$2.ts',
    '^@precis/proto/(.*)$': '<rootDir>/proto/gen/$1.ts',
    [`^@precis/(${services})/(.*)$`]: '<rootDir>/services/$1/src/$2.ts',
  },
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
};
