import { openRuntimeFolder } from '@precis/backends/runtime-folder';
import { calledBy, CALLERS, SERVICE_LIST } from '@precis/runtime/service-list';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** The internal addresses of this process's services, and their caller secrets. */
export interface InternalAddresses {
  of(service: string): string;
  /** By caller; `standalone` is this process itself. */
  secrets: Record<string, string>;
  /** A service's own address, its admitted callers, and the addresses of the services that admit it. */
  settingsOf(service: string): Record<string, string>;
  remove(): Promise<void>;
}

/** Makes the caller secrets, and a folder for the sockets outside the data folder, whose path may be too long: a socket's has at most 107 bytes. */
export async function openInternalAddresses(): Promise<InternalAddresses> {
  const { path, remove } = await openRuntimeFolder({ prefix: 'precis-rpc' });
  const secrets = Object.fromEntries(
    [...CALLERS, 'standalone'].map((caller) => [caller, randomBytes(24).toString('base64url')]),
  );
  const of = (service: string) => `unix:${join(path, `${service}.sock`)}`;
  const settingsOf = (service: string) => {
    const { callers } = SERVICE_LIST.find(({ name }) => name === service)!;
    const called = calledBy(service);
    return {
      GRPC_URL: of(service),
      CALLER_SECRETS: [...callers, 'standalone'].map((caller) => `${caller}=${secrets[caller]}`).join(','),
      ...Object.fromEntries(called.map(({ name, setting }) => [setting, of(name)])),
      ...(called.length > 0 && { CALLER_SECRET: secrets[service] }),
    };
  };
  return { of, secrets, settingsOf, remove };
}
