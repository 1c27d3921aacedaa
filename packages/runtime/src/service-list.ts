import { readFileSync } from 'node:fs';

/** A service as services/services.json declares it. */
export interface ListedService {
  /** Its folder below services/, its login at Kafka, its group, its caller's name. */
  name: string;
  /** Has a Postgres database, a role and migrations of its own. */
  database: boolean;
  /** Full name of the RPC service that it serves, such as `auth.v1.AuthService`; absent: none. */
  rpc?: string;
  /** Who may call its RPCs: names of services, and `operator` for an operator's commands. */
  callers: string[];
  /** Types of the events that it handles, by topic. */
  consumes: Record<string, string[]>;
  /** Ports in its container. */
  ports: { rpc?: number; http?: number; ops: number };
}

/** Read when the program starts, so that images carry the list as it was when they were built. */
const declared = JSON.parse(
  readFileSync(new URL('../../../services/services.json', import.meta.url), 'utf8'),
) as Record<string, Omit<ListedService, 'name'>>;

/** Every service that deploys as a process of its own, in the order of the list. */
export const SERVICE_LIST: readonly ListedService[] = Object.entries(declared).map(([name, service]) => ({
  name,
  ...service,
}));

/** Everybody whom some service admits to its RPCs, once each (OPS-5). */
export const CALLERS: readonly string[] = [...new Set(SERVICE_LIST.flatMap(({ callers }) => callers))];

/** `AUTH_DATABASE_URL` of `auth` and `DATABASE_URL`. */
export const settingOf = (service: string, setting: string): string =>
  `${service.toUpperCase().replaceAll('-', '_')}_${setting}`;

/** The services that this one calls, each with the setting that says where: `AUTH_ADDRESS`. */
export const calledBy = (caller: string, list = SERVICE_LIST): { name: string; setting: string }[] =>
  list
    .filter(({ callers }) => callers.includes(caller))
    .map(({ name }) => ({ name, setting: settingOf(name, 'ADDRESS') }));
