import { join } from 'node:path';

/** `fast` trades surviving a power cut (not a kill -9) for speed: for tests. */
export type Durability = 'safe' | 'fast';

/** The port number in the socket's name. One number is enough, because every backend has its own folder. */
export const POSTGRES_PORT = 5432;

/** Nothing from the caller's environment: a stray PGDATA, PGOPTIONS or locale must not change the backend. */
export const backendEnvironment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', TZ: 'UTC', LC_ALL: 'C' };

/** An additional address to listen on besides the socket, and the network that may connect to it with a password, such as `10.244.0.0/16`. */
export interface PostgresNetwork {
  address: string;
  clients: string;
}

/** The rules for connections, in the format of pg_hba.conf. */
export const networkRules = ({ clients }: PostgresNetwork): string =>
  `local all all scram-sha-256\nhost all all ${clients} scram-sha-256\n`;

/** The file of these rules, in the folder of the socket. */
export const NETWORK_RULES = 'network.conf';

/** Settings on the command line, so that the running version's apply, and not those at the time of initdb. */
export function postgresSettings({
  socketDir,
  durability,
  connections,
  network,
}: {
  socketDir: string;
  durability: Durability;
  connections: number;
  network?: PostgresNetwork;
}): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: network?.address ?? '',
    ...(network && { hba_file: join(socketDir, NETWORK_RULES) }),
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port: POSTGRES_PORT,
    max_connections: connections,
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    // Parallel workers use memory of /dev/shm, which containers limit to 64 MB.
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A failing statement may contain a password or an address, so the log has only the error.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    // For hundreds of short-lived databases, autovacuum would start a worker ten times a second.
    ...(durability === 'fast' ? { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' } : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
