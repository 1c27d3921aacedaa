import { join } from 'node:path';

/**
 * Component tests: the real store, router and HTTP, answered by MSW, in jsdom. They run from what the build's check of types compiles, in
 * jest's own module registry: React and Ant Design leave timers and listeners on their page, which end with it.
 */
export default {
  rootDir: join(import.meta.dirname, '..'),
  displayName: 'web',
  testEnvironment: '<rootDir>/web/src/testing/browser-environment.mjs',
  // The browser's entry of MSW needs a service worker; tests take the one for Node.
  testEnvironmentOptions: { customExportConditions: ['node', 'import', 'default'], url: 'http://precis.test/' },
  setupFilesAfterEnv: ['<rootDir>/web/dist/compiled/src/testing/setup.js'],
  roots: ['<rootDir>/web/dist/compiled/src'],
  testMatch: ['**/*.spec.js'],
  // The build has ECMAScript modules alone, in files that end with .js.
  moduleNameMapper: {
    '\\.css$': '<rootDir>/web/src/testing/no-styles.mjs',
    '^antd$': '<rootDir>/web/src/testing/antd.mjs',
  },
  transform: {},
};
