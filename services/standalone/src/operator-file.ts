import { writePrivateFile } from '@precis/backends/write-private-file';
import { OPERATOR_FILE, type OperatorFile } from '@precis/operator/connection';
import { SERVICE_LIST } from '@precis/runtime/service-list';
import { join } from 'node:path';
import type { InternalAddresses } from './internal-addresses.js';

const CONSUMERS = SERVICE_LIST.filter(({ consumes }) => Object.keys(consumes).length > 0).map(({ name }) => name);

/** Writes the addresses and secrets for the operator's commands; new at every start, readable only by the owner. */
export async function writeOperatorFile(
  dataDir: string,
  addresses: InternalAddresses,
  databases: Record<string, string>,
): Promise<void> {
  const file: OperatorFile = {
    authAddress: addresses.of('auth'),
    billingAddress: addresses.of('billing'),
    secret: addresses.secrets.operator,
    databaseUrls: CONSUMERS.map((name) => databases[name]),
    busDatabaseUrl: databases.bus,
  };
  await writePrivateFile(join(dataDir, OPERATOR_FILE), JSON.stringify(file));
}
