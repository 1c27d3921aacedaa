/** The part of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  description?: string;
}

const ID = '7b1f3f0e-2c55-4d0e-9a65-0f6a1c0f7a11';
const TIME = '2026-11-25T09:30:00.000Z';
const SECONDS = 1796083200;

/** Typical values of a field by its name. The first one that the schema accepts is used. */
const BY_NAME: [name: RegExp, value: unknown][] = [
  [/^(url|video_url)$/, 'https://www.youtube.com/watch?v=precisDemo1'],
  [/docs_url|base_url|url|link|image/i, 'https://precis.example/'],
  [/video_id/, 'precisDemo1'],
  [/email/i, 'reader@example.com'],
  [/password/i, 'a password of yours'],
  [/api_?key/i, 'prc_0123456789abcdefghijABCDEFGHIJ0123456789abcd'],
  [/month$/, '2026-11'],
  [/label/, 'Nov 2026'],
  [/^date$/, '2026-11-25'],
  [/(_at|At|time|until|date)$/, TIME],
  [/(_at|At|Date|until)$/, SECONDS],
  [/language/, 'en'],
  [/summary_type/, 'auto'],
  [/custom_prompt/, 'How the gates work'],
  [/title/, 'How a canal lock lifts a boat'],
  [/^summary$/, 'A lock lifts a boat with water alone.'],
  [/endpoint/, '/api/youtube/summarize'],
  [/client/, 'my-integration/1.0'],
  [/(^|_)id$/i, ID],
  [/^(limit|videos_per_month|videoLimit)$/, 100],
  [/^remaining$/, 93],
  [/^(used|count)$/, 7],
  [/percentage/, 7],
  [/duration/i, 754],
  [/status/, 200],
  [/name/i, 'Mara Lind'],
];

/** Returns a value that the schema accepts; of several alternatives, one for the first. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((word) => word !== '' && word !== null) ?? schema.enum[0];
  const form = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (form) return exampleOf(form, name);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, field]) => [key, exampleOf(field, key)]),
      );
    case 'array':
      return schema.items ? [exampleOf(schema.items, name.replace(/s$/, ''))] : [];
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return numberOf(schema, name);
    case 'string':
      return textOf(schema, name);
    default:
      return {};
  }
}

function numberOf({ minimum = 0, maximum = Infinity }: Schema, name: string): number {
  const named = BY_NAME.find(
    ([pattern, value]) => typeof value === 'number' && pattern.test(name) && value >= minimum && value <= maximum,
  );
  return (named?.[1] as number | undefined) ?? Math.max(1, minimum);
}

function textOf({ pattern, minLength = 0, format }: Schema, name: string): string {
  const takes = (value: unknown): value is string =>
    typeof value === 'string' &&
    value.length >= minLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(value));
  const candidates = [
    ...(format === 'date-time' ? [TIME] : []),
    ...(format === 'uri' ? ['https://precis.example/'] : []),
    ...BY_NAME.filter(([named]) => named.test(name)).map(([, value]) => value),
    'text',
    ID,
    'en',
    '2026-11',
    '1',
    'A'.repeat(43),
  ];
  return candidates.find(takes) ?? '';
}
