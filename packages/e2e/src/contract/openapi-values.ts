import type { Json } from '../deployment/call.js';

/** The part of JSON Schema that the document uses, with `nullable` instead of the type null. */
export interface Schema {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  nullable?: boolean;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  /** Fields of which at least one is required. */
  'x-required-one-of'?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  /** Allows fields that the document does not name. */
  additionalProperties?: object;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  description?: string;
}

/** The document with `nullable: true` where a schema of OpenAPI 3.1 names null as one of its types. */
export function withNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullable);
  if (typeof value !== 'object' || value === null) return value;
  const node = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withNullable(field)]));
  if (Array.isArray(node.type) && node.type.includes('null')) return { ...node, type: node.type[0], nullable: true };
  const forms = node.anyOf as { type?: unknown }[] | undefined;
  const others = forms?.filter(({ type }) => type !== 'null');
  return forms && others!.length < forms.length ? { ...node, anyOf: others, nullable: true } : node;
}

/**
 * Values at the bounds of a field: those just inside, and those just outside. With several alternatives, a value is refused when none of them
 * accepts it.
 */
export function boundaryValues(schema: Schema): { accepted: unknown[]; refused: unknown[] } {
  if (schema.anyOf) {
    const forms = schema.anyOf.map((form) => boundaryValues({ ...form, nullable: schema.nullable }));
    const [first, ...others] = forms.map(({ refused }) => refused.map((value) => JSON.stringify(value)));
    return {
      accepted: forms.flatMap(({ accepted }) => accepted),
      refused: first.filter((value) => others.every((one) => one.includes(value))).map((text) => JSON.parse(text)),
    };
  }
  if (schema.maxItems !== undefined && schema.items?.properties) {
    const { minItems = 0, maxItems } = schema;
    const item = smallestBody(schema.items);
    const listOf = (length: number) => Array<object>(length).fill(item);
    return {
      accepted: [listOf(minItems), listOf(maxItems)],
      refused: [...(minItems > 0 ? [listOf(minItems - 1)] : []), listOf(maxItems + 1), { a: 1 }, true, 'x', 1, null],
    };
  }
  const accepted: unknown[] = [];
  const refused: unknown[] = [{ a: 1 }, ['x'], ...(schema.type === 'boolean' ? [] : [true])];
  (schema.nullable ? accepted : refused).push(null);
  if (schema.enum) {
    accepted.push(...schema.enum.filter((word) => word !== null));
    refused.push('no-word-of-these', 1);
  } else if (schema.type === 'boolean') {
    accepted.push(true, false);
    refused.push('true', 1);
  } else if (schema.type === 'string') {
    const { minLength = 0, maxLength, pattern } = schema;
    const sort = (text: string) =>
      (pattern === undefined || new RegExp(pattern).test(text) ? accepted : refused).push(text);
    accepted.push('x'.repeat(minLength));
    if (minLength > 0) refused.push('x'.repeat(minLength - 1));
    if (maxLength !== undefined) {
      sort('x'.repeat(maxLength));
      sort('\u{1F600}'.repeat(maxLength));
      refused.push('x'.repeat(maxLength + 1));
    }
    for (const text of ['x\0x', '   ', '\t'.repeat(minLength + 1)]) {
      if (text.length >= minLength) sort(text);
    }
    refused.push(1);
  } else if (schema.type === 'array') {
    refused.push('x', 1);
    const words = schema.items?.enum;
    if (words) {
      accepted.push([words[0]], words);
      refused.push([...words, words[0]], [1]);
      if (schema.minItems) refused.push([]);
    }
  } else {
    const { minimum, maximum } = schema;
    const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
    accepted.push(...bounds);
    refused.push(...bounds.map((bound) => (bound === minimum ? bound - 0.001 : bound + 0.001)));
    refused.push('1');
  }
  return { accepted, refused };
}

/** The required fields of this schema; of alternative fields, the first. */
export function neededFields(schema: Schema): string[] {
  return [...(schema.required ?? []), ...(schema['x-required-one-of'] ?? []).slice(0, 1)];
}

/** The smallest body that this schema accepts. */
export function smallestBody(schema: Schema): Record<string, unknown> {
  return Object.fromEntries(
    neededFields(schema).map((name) => [name, boundaryValues(schema.properties![name]).accepted[0]]),
  );
}

/** The differences of an answer from its schema, one line each. */
export function departures(value: Json, schema: Schema, at = 'body'): string[] {
  if (value === null) return schema.nullable ? [] : [`${at} is null`];
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}`];
  switch (schema.type) {
    case 'object':
      if (typeof value !== 'object' || Array.isArray(value)) return [`${at} is no object`];
      return [
        ...(schema.required ?? []).filter((name) => value[name] === undefined).map((name) => `${at}.${name} is absent`),
        // An answer must not contain fields that the document does not name.
        ...Object.entries(value as Record<string, Json>).flatMap(([name, field]) =>
          schema.properties?.[name]
            ? departures(field, schema.properties[name], `${at}.${name}`)
            : schema.additionalProperties
              ? []
              : [`${at}.${name} is not in the document`],
        ),
      ];
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item, index) => departures(item, schema.items!, `${at}[${index}]`))
        : [`${at} is no array`];
    case 'integer':
      return Number.isInteger(value) ? [] : [`${at} is no integer`];
    default:
      return typeof value === schema.type ? [] : [`${at} is no ${schema.type}`];
  }
}
