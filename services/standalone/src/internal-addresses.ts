import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const CALLERS = ['gateway', 'notifications', 'billing', 'operator', 'standalone'] as const;
export type Caller = (typeof CALLERS)[number];

/** Where the services of this process meet, and the secrets by which they know each other. */
export interface InternalAddresses {
  of(service: string): string;
  secrets: Record<Caller, string>;
  /** `caller=secret,...` as the services read it. */
  callerSecrets: string;
  remove(): void;
}

/** A fresh short folder: a socket's path may have 107 bytes at most, the data folder's may be longer. */
export function openInternalAddresses(): InternalAddresses {
  const folder = mkdtempSync(join(tmpdir(), 'precis-'));
  const secrets = Object.fromEntries(CALLERS.map((caller) => [caller, randomBytes(24).toString('base64url')])) as Record<Caller, string>;
  return {
    of: (service) => `unix:${join(folder, `${service}.sock`)}`,
    secrets,
    callerSecrets: CALLERS.map((caller) => `${caller}=${secrets[caller]}`).join(','),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
