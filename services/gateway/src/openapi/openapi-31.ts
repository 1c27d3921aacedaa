type Node = Record<string, unknown>;

/**
 * A document as OpenAPI 3.1 writes it: what may be null is a type of its own. The schemas come in the dialect of 3.0, because it states a bound
 * beside `nullable`, which 3.1 would spread over two branches.
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
