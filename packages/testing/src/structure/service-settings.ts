import { builtModule } from './repository-files.js';

/** The settings of a service's own process, from its built config.ts. */
export interface SettingsReader {
  names: Set<string>;
  /** Reasons for which the service would refuse to start. */
  problems(record: Record<string, string>): string[];
  /** The service's parsed settings for a valid record, including defaults; empty without a schema. */
  values(record: Record<string, string>): Record<string, unknown>;
}

interface Schema {
  shape: object;
  safeParse(record: unknown): {
    success: boolean;
    data?: unknown;
    error?: { issues: { path: PropertyKey[]; message: string }[] };
  };
}

type Config = Record<string, unknown> & { readConfig?: (record: unknown) => unknown };

/**
 * Uses the largest schema, which is the process's, because standalone's part omits the bus. A service without one has `readConfig`. Every process
 * except standalone's also has the ops port.
 */
export const settingsOf = (service: string): Promise<SettingsReader> => settingsIn(`services/${service}`);

/** Same as settingsOf, for any workspace with a program. */
export async function settingsIn(workspace: string): Promise<SettingsReader> {
  const exported = await builtModule<Config>(workspace, 'config');
  const [schema] = Object.values(exported)
    .filter(isSchema)
    .sort((a, b) => Object.keys(b.shape).length - Object.keys(a.shape).length);
  const problems = (record: unknown): string[] => {
    if (schema)
      return schema.safeParse(record).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
    try {
      exported.readConfig!(record);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  };
  const values = (record: Record<string, string>) => (schema?.safeParse(record).data ?? {}) as Record<string, unknown>;
  const { opsSettings } = await builtModule<{ opsSettings: object }>('packages/runtime', 'settings');
  return {
    names: new Set([...namesRead(problems), ...(workspace === 'services/standalone' ? [] : Object.keys(opsSettings))]),
    problems,
    values,
  };
}

const isSchema = (value: unknown): value is Schema =>
  typeof (value as Schema | undefined)?.safeParse === 'function' && 'shape' in (value as Schema);

/** The names that a reader looks up in a record are the settings that it knows. */
function namesRead(read: (record: unknown) => unknown): Set<string> {
  const names = new Set<string>();
  const note = (name: string | symbol) => void (typeof name === 'string' && /^[A-Z]/.test(name) && names.add(name));
  read(new Proxy({}, { get: (_, name) => note(name), has: (_, name) => (note(name), false) }));
  return names;
}
