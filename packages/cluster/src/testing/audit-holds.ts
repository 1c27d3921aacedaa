import { runCommand } from '@precis/e2e/deployment/run-command';
import { eventually } from '@precis/testing/eventually';
import type { ClusterDeployment } from './cluster-deployment.js';
import { SETTLE_MS } from './under-load.js';

/** Settles when the audit finds the databases in agreement and nothing in flight; fails with its last findings. */
export async function untilAuditHolds({ databaseUrls }: ClusterDeployment): Promise<void> {
  const urls = Object.entries(databaseUrls).map(([name, url]) => [`${name.toUpperCase()}_DATABASE_URL`, url]);
  const settings = { ...Object.fromEntries(urls), AUDIT_GRACE_SECONDS: '0' };
  let said = '';
  const holds = () =>
    runCommand('packages/audit/dist/main.js', settings).then(
      (printed) => ((said = printed), true),
      (error: Error) => ((said = error.message), false),
    );
  await eventually('the audit holds', holds, SETTLE_MS).catch(() => expect(said).toBe('an audit that holds'));
  console.info(said);
}
