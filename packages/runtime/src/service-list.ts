import { readFileSync } from 'node:fs';

/** A service as declared in services/services.json. */
export interface ListedService {
  /** The name of its folder below services/, its Kafka login, its group, and its name as a caller. */
  name: string;
  /** Whether it has its own Postgres database, role and migrations. */
  database: boolean;
  /** Full name of the RPC service that it serves, such as `auth.v1.AuthService`; absent: none. */
  rpc?: string;
  /** The callers that its RPCs admit: services, and `operator` for operators' commands. */
  callers: string[];
  /** Types of the events that it handles, by topic. */
  consumes: Record<string, string[]>;
  /** Ports in its container. */
  ports: { rpc?: number; http?: number; ops: number };
}

/** Read when the program starts, so that an image has the list of its build. */
const declared = JSON.parse(
  readFileSync(new URL('../../../services/services.json', import.meta.url), 'utf8'),
) as Record<string, Omit<ListedService, 'name'>>;

/** All services with their own process, in the order of the list. */
export const SERVICE_LIST: readonly ListedService[] = Object.entries(declared).map(([name, service]) => ({
  name,
  ...service,
}));

/** All callers of any RPC, once each (OPS-5). */
export const CALLERS: readonly string[] = [...new Set(SERVICE_LIST.flatMap(({ callers }) => callers))];

/** Makes `AUTH_DATABASE_URL` of `auth` and `DATABASE_URL`. */
export const settingOf = (service: string, setting: string): string =>
  `${service.toUpperCase().replaceAll('-', '_')}_${setting}`;

/** The services that this one calls, each with the setting of its address: `AUTH_ADDRESS`. */
export const calledBy = (caller: string, list = SERVICE_LIST): { name: string; setting: string }[] =>
  list
    .filter(({ callers }) => callers.includes(caller))
    .map(({ name }) => ({ name, setting: settingOf(name, 'ADDRESS') }));
