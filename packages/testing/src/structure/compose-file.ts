import { parse } from 'yaml';
import { textOf } from './repository-files.js';

/** The parts of an entry that the rules check; compose's own schema checks the rest. */
export interface ComposeEntry {
  image: string;
  build?: { context: string; dockerfile: string; args: Record<string, string> };
  profiles?: string[];
  user?: string;
  read_only?: boolean;
  command?: string[];
  volumes?: string[];
  environment?: Record<string, string | number>;
  ports?: string[];
  networks?: string[];
  mem_limit?: string;
  restart?: string;
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
}

/** The checked parts of docker-compose.yml. */
export interface Compose {
  services: Record<string, ComposeEntry>;
  configs?: Record<string, { content: string }>;
  networks?: Record<string, { ipam?: { config?: { subnet?: string }[] } } | null>;
}

const VARIABLE = /\$\{([A-Z][A-Z0-9_]*)(?::([-?])([^}]*))?\}/g;

/** The text of docker-compose.yml, with its variables not yet filled in. */
export const composeText = () => textOf('docker-compose.yml');

/** Variables that are required (`${NAME:?why}` somewhere), and those that are used without that and without a default. */
export function composeVariables(text: string): { demanded: Set<string>; bare: Set<string> } {
  const all = [...text.matchAll(VARIABLE)];
  return {
    demanded: new Set(all.filter(([, , kind]) => kind === '?').map(([, name]) => name)),
    bare: new Set(all.filter(([, , kind]) => kind === undefined).map(([, name]) => name)),
  };
}

/** A container's environment, with all values as text. */
export const environmentOf = (entry?: ComposeEntry): Record<string, string> =>
  Object.fromEntries(Object.entries(entry?.environment ?? {}).map(([name, value]) => [name, String(value)]));

let parsed: unknown;

/** The file after compose has filled in variables from `values`. */
export function readCompose(values: Record<string, string>): Compose {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(
        VARIABLE,
        (_, name: string, kind?: string, rest = '') => values[name] ?? (kind === '-' ? rest : ''),
      );
    if (Array.isArray(value)) return value.map(fill);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]));
  };
  return fill((parsed ??= parse(composeText(), { merge: true }))) as Compose;
}
