import root from '../../jest.config.mjs';

const [node] = root.projects;

/** The tests that run inside a cluster, against the installed release. So jest starts no Postgres for them. */
export default {
  ...node,
  globalSetup: undefined,
  globalTeardown: undefined,
  testMatch: ['**/packages/e2e/dist/**/*.e2e.js', '**/packages/cluster/dist/**/*.cluster.js'],
  testTimeout: 60_000,
};
