type Node = Record<string, unknown>;

/**
 * Converts a document to OpenAPI 3.1, in which null is a type. The schemas are made in the 3.0 dialect, because there bounds and `nullable` fit into
 * one schema, where 3.1 needs two branches.
 */
export function inOpenApi31<T>(document: T): T {
  return translated(document) as T;
}

function translated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translated);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, translated(field)]),
  ) as Node;
  return nullable === true ? orNull(rest) : rest;
}

function orNull(schema: Node): Node {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...(schema.anyOf as Node[]), { type: 'null' }] };
  return { ...schema, type: [schema.type, 'null'] };
}
