import root from '../../jest.config.mjs';

const [node] = root.projects;

/** The tests that run inside a cluster, against a deployment that is there: they need no Postgres of their own. */
export default {
  ...node,
  globalSetup: undefined,
  globalTeardown: undefined,
  testMatch: ['**/packages/e2e/dist/**/*.e2e.js', '**/packages/cluster/dist/**/*.cluster.js'],
  testTimeout: 60_000,
};
