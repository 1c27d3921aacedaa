import { join } from 'node:path';

/** `fast` gives up surviving a power cut (not a kill -9) for speed: for tests. */
export type Durability = 'safe' | 'fast';

/** The one port number of the socket's name: every backend has a folder of its own. */
export const POSTGRES_PORT = 5432;

/** Nothing of the caller's environment: a stray PGDATA, PGOPTIONS or locale must not change the backend. */
export const backendEnvironment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', TZ: 'UTC', LC_ALL: 'C' };

/** Where else than on its socket it listens, by the address, and the network that may come with a password, as in `10.244.0.0/16`. */
export interface PostgresNetwork {
  address: string;
  clients: string;
}

/** Who may come, in the format of pg_hba.conf. */
export const networkRules = ({ clients }: PostgresNetwork): string =>
  `local all all scram-sha-256\nhost all all ${clients} scram-sha-256\n`;

/** The file of these rules, in the folder of the socket. */
export const NETWORK_RULES = 'network.conf';

/** The command line settings, so that those of the running version count and not those of the day of initdb. */
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
    // Parallel workers take their memory from /dev/shm, which containers keep at 64 MB.
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A failing statement may hold a password or an address: the log names the error alone.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    // Hundreds of databases that live for minutes: autovacuum would start a worker for one of them ten times a second.
    ...(durability === 'fast' ? { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' } : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
