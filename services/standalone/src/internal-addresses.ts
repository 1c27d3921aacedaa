import { openRuntimeFolder } from '@precis/backends/runtime-folder';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

export const CALLERS = ['gateway', 'notifications', 'billing', 'usage', 'operator', 'standalone'] as const;
export type Caller = (typeof CALLERS)[number];

/** Where the services of this process meet, and the secrets by which they know each other. */
export interface InternalAddresses {
  of(service: string): string;
  secrets: Record<Caller, string>;
  /** `caller=secret,...` as the services read it. */
  callerSecrets: string;
  remove(): Promise<void>;
}

/** A fresh short folder: a socket's path may have 107 bytes at most, the data folder's may be longer. */
export async function openInternalAddresses(): Promise<InternalAddresses> {
  const { path, remove } = await openRuntimeFolder({ prefix: 'precis-rpc' });
  const secrets = Object.fromEntries(
    CALLERS.map((caller) => [caller, randomBytes(24).toString('base64url')]),
  ) as Record<Caller, string>;
  return {
    of: (service) => `unix:${join(path, `${service}.sock`)}`,
    secrets,
    callerSecrets: CALLERS.map((caller) => `${caller}=${secrets[caller]}`).join(','),
    remove,
  };
}
