import { readFileSync, writeFileSync } from 'node:fs';
import type { DeploymentSecrets } from './deployment-secrets.js';

/** A chart with its values. */
export interface Release {
  chart: string;
  valueFiles: string[];
  /** The tag of its images. */
  tag: string;
}

/** The installed release, and the state that the program inside the cluster passes to the tests that it starts. */
export interface ClusterState extends Release {
  namespace: string;
  release: string;
  /** The prefix of the names of all objects of the release. */
  fullname: string;
  /** The release that an upgrade brings: that of this checkout. */
  present: Release;
  /** By service; reachable only from the node. */
  databaseUrls: Record<string, string>;
  superuserUrl: string;
  brokers: string[];
  secrets: DeploymentSecrets;
  /** Settings of the operator's program. */
  operator: Record<string, string>;
}

/** The environment variable with the path of the state file. */
export const STATE_VARIABLE = 'CLUSTER_STATE';

/** Writes the state, which contains secrets, into a file that only its owner can read. */
export function writeState(file: string, state: ClusterState): void {
  writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
}

/** Reads the state of the cluster that this test runs in. */
export function clusterState(): ClusterState {
  const file = process.env[STATE_VARIABLE];
  if (!file) throw new Error('a test of the cluster runs inside one: make test-cluster');
  return JSON.parse(readFileSync(file, 'utf8')) as ClusterState;
}
