import { join } from 'node:path';

/**
 * Component tests: the real store, router and HTTP, answered by MSW, in jsdom. They run from what the build's check of types compiles, in warm
 * workers (packages/testing/src/warm): React, Ant Design and jsdom are loaded once per worker, the app's own modules for each file.
 */
export default {
  rootDir: join(import.meta.dirname, '..'),
  displayName: 'web',
  runtime: '<rootDir>/packages/testing/dist/warm/warm-runtime.js',
  testEnvironment: '<rootDir>/web/src/testing/browser-environment.mjs',
  setupFilesAfterEnv: [
    '<rootDir>/web/src/testing/library-hooks.mjs',
    '<rootDir>/web/dist/compiled/src/testing/setup.js',
  ],
  roots: ['<rootDir>/web/dist/compiled/src'],
  testMatch: ['**/*.spec.js'],
  transform: {},
};
