import { deployment, type Deployment } from '@precis/e2e/deployment/deployment';
import type { Distributed } from '@precis/e2e/deployment/distributed';
import { clusterState, type ClusterState } from '../install/cluster-state.js';

/** The installed release as tests of separate processes see one; its processes are pods, which `state` leads to. */
export type ClusterDeployment = Deployment & Pick<Distributed, 'databaseUrls'> & { state: ClusterState };

/** For all tests of the file that calls this. */
export function useClusterDeployment(): () => Distributed & ClusterDeployment {
  let running: ClusterDeployment | undefined;
  beforeAll(async () => {
    const state = clusterState();
    const { operator, databaseUrls } = state;
    running = { ...(await deployment()), operator, databaseUrls, state };
  });
  afterAll(() => running?.close());
  // What kills or looks at processes is not among the scenarios that run here.
  return () => running as Distributed & ClusterDeployment;
}
