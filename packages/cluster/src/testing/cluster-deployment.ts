import { deployment, type Deployment } from '@precis/e2e/deployment/deployment';
import type { Distributed } from '@precis/e2e/deployment/distributed';
import { clusterState, type ClusterState } from '../install/cluster-state.js';

/** The installed release in the form of a deployment of separate processes; its processes are pods, which `state` leads to. */
export type ClusterDeployment = Deployment & Pick<Distributed, 'databaseUrls'> & { state: ClusterState };

/** Sets the deployment up for all tests of the calling file. */
export function useClusterDeployment(): () => Distributed & ClusterDeployment {
  let running: ClusterDeployment | undefined;
  beforeAll(async () => {
    const state = clusterState();
    const { operator, databaseUrls } = state;
    running = { ...(await deployment()), operator, databaseUrls, state };
  });
  afterAll(() => running?.close());
  // Tests that kill or inspect processes are not among the scenarios that run here.
  return () => running as Distributed & ClusterDeployment;
}
