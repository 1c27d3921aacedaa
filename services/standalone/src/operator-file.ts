import type { OperatorConnection } from '@precis/billing/grant-term.command';
import { writePrivateFile } from '@precis/backends/write-private-file';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InternalAddresses } from './internal-addresses.js';

const NAME = 'operator.json';

/** Leaves where the operator's commands reach this process; new at every start, readable by the owner alone. */
export async function writeOperatorFile(dataDir: string, addresses: InternalAddresses): Promise<void> {
  const connection: OperatorConnection = {
    authAddress: addresses.of('auth'),
    billingAddress: addresses.of('billing'),
    secret: addresses.secrets.operator,
  };
  await writePrivateFile(join(dataDir, NAME), JSON.stringify(connection));
}

/** Throws a sentence for people when nothing runs on this data folder. */
export function readOperatorFile(dataDir: string): OperatorConnection {
  try {
    return JSON.parse(readFileSync(join(dataDir, NAME), 'utf8')) as OperatorConnection;
  } catch {
    throw new Error(`Precis does not run on ${dataDir}. Start it first, or set PRECIS_DATA_DIR.`);
  }
}
