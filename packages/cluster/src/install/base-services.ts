import { eventually } from '@precis/testing/eventually';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../cluster-home.js';
import { command, kubectl } from './kubernetes.js';
import { CLUSTER_DNS } from './addresses.js';

const READY = '--timeout=120s';

/** Installs CoreDNS and metrics-server, which any cluster has. The node's own programs then use that name server too. */
export async function startBaseServices(images: Record<string, string>): Promise<void> {
  const manifests = ['coredns', 'metrics-server'].map((name) =>
    readFileSync(join(packageFolder, 'manifests', `${name}.yaml`), 'utf8').replace(
      `\${${name.toUpperCase().replace('-', '_')}_IMAGE}`,
      images[name],
    ),
  );
  await command(['kubectl', 'apply', '-f', '-'], manifests.join('\n---\n'));
  await kubectl('-n', 'kube-system', 'rollout', 'status', 'deployment/coredns', READY);
  await kubectl('-n', 'kube-system', 'rollout', 'status', 'deployment/metrics-server', READY);
  const file = '/run/resolv.conf';
  writeFileSync(file, `nameserver ${CLUSTER_DNS}\noptions timeout:2 attempts:3\n`);
  await command(['mount', '--bind', file, '/etc/resolv.conf']);
  await eventually('names are found', () =>
    command(['getent', 'hosts', 'kubernetes.default.svc.cluster.local']).catch(() => undefined),
  );
}
