import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A definition in the API server's own OpenAPI 2 description, which is nearly JSON Schema. */
interface Definition {
  type?: string | string[];
  format?: string;
  $ref?: string;
  properties?: Record<string, Definition>;
  items?: Definition;
  additionalProperties?: Definition | boolean;
  required?: string[];
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
}

const PREFIX = '#/definitions/';
/** Types that OpenAPI calls strings although numbers are allowed, too. */
const TEXT_OR_NUMBER = [
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  'io.k8s.apimachinery.pkg.api.resource.Quantity',
];

/** Writes one schema for each kind into the folder, named as kubeconform expects; returns the number. A field that is not in them is an error. */
export function writeSchemas(openapi: { definitions: Record<string, Definition> }, folder: string): number {
  const strict = Object.fromEntries(
    Object.entries(openapi.definitions).map(([name, definition]) => [
      name,
      TEXT_OR_NUMBER.includes(name) ? { type: ['string', 'number'] } : strictOf(definition),
    ]),
  );
  mkdirSync(folder, { recursive: true });
  let written = 0;
  for (const [name, definition] of Object.entries(openapi.definitions))
    for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? []) {
      const file = [kind, group.split('.')[0], version].filter(Boolean).join('-').toLowerCase();
      const schema = { $ref: PREFIX + name, definitions: needed(strict, name) };
      writeFileSync(join(folder, `${file}.json`), JSON.stringify(schema));
      written++;
    }
  return written;
}

function strictOf(definition: Definition): Definition {
  const { properties } = definition;
  if (!properties) return definition;
  return { ...definition, additionalProperties: definition.additionalProperties ?? false };
}

/** The definition and everything that it refers to, directly or indirectly. */
function needed(all: Record<string, Definition>, first: string): Record<string, Definition> {
  const found: Record<string, Definition> = {};
  const open = [first];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found[name]) continue;
    found[name] = all[name];
    const text = JSON.stringify(all[name]);
    open.push(...[...text.matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)].map(([, other]) => other));
  }
  return found;
}
