import { UsageError } from '@precis/events/operator/events-arguments';
import { ConfigError, parseConfig } from '@precis/runtime/config';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The addresses of the services, as gRPC targets: `unix:/path`, `dns:///name:port`, `host:port`. */
export interface OperatorConnection {
  authAddress: string;
  billingAddress: string;
  /** The secret of the caller `operator`, which both services know. */
  secret: string;
}

/** The file that a running `make start` keeps in its data folder, readable only by its owner. */
export interface OperatorFile extends OperatorConnection {
  /** Databases of the services that consume events. */
  databaseUrls: string[];
  busDatabaseUrl: string;
}

/** The name of that file in the data folder. */
export const OPERATOR_FILE = 'operator.json';

const ADDRESSES = {
  /** gRPC target of auth. */
  AUTH_ADDRESS: z.string().min(1),
  /** gRPC target of billing. */
  BILLING_ADDRESS: z.string().min(1),
  /** Secret of the caller `operator`. */
  OPERATOR_SECRET: z.string().min(16),
};
const EVENTS = ['DATABASE_URL', 'BUS_DATABASE_URL', 'KAFKA_BROKERS'];

type Settings = Record<string, string | undefined>;

/** Reads the settings; without any of them, the file of the `make start` that runs on PRECIS_DATA_DIR. Throws UsageError. */
export function readConnection(settings: Settings): OperatorConnection {
  if (!Object.keys(ADDRESSES).some((name) => settings[name])) return readOperatorFile(settings);
  try {
    const env = parseConfig('operator', z.object(ADDRESSES), settings);
    return { authAddress: env.AUTH_ADDRESS, billingAddress: env.BILLING_ADDRESS, secret: env.OPERATOR_SECRET };
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message, { cause: error }) : error;
  }
}

/** The settings of `events`. When none of them names the databases, those of the `make start` on PRECIS_DATA_DIR are used. */
export function eventsSettings(settings: Settings): Settings {
  if (EVENTS.some((name) => settings[name])) return settings;
  try {
    const { databaseUrls, busDatabaseUrl } = readOperatorFile(settings);
    return { ...settings, DATABASE_URL: databaseUrls.join(' '), BUS_DATABASE_URL: busDatabaseUrl };
  } catch {
    return settings;
  }
}

function readOperatorFile(settings: Settings): OperatorFile {
  const dataDir = settings.PRECIS_DATA_DIR || '.data';
  try {
    return JSON.parse(readFileSync(join(dataDir, OPERATOR_FILE), 'utf8')) as OperatorFile;
  } catch {
    throw new UsageError(
      `Precis does not run on ${dataDir}. Start it first, set PRECIS_DATA_DIR, or set ${Object.keys(ADDRESSES).join(', ')}.`,
    );
  }
}
